"""Every route of a company's trains in one small graph: a decision diagram over the legs.

The legs are taken in a fixed order; a node of a layer stands for all choices so far that leave the same
possibilities: which stops at the border between past and future hold loose ends of pieces of the route, and
how these belong together (the frontier method for simple paths of Sekine and of Knuth). A way through the
diagram that skips or uses each leg is a route, or a local route if it uses none; there are no others. So the
best route for any prices on hexsides is the longest way through a graph without circles, and a late Long-game
map needs a few thousand nodes where it has millions of routes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .growing import Grown, grow
from .node_layout import Layout
from .ways import NEVER, Arcs, Ways


class Diagram:
    """All routes of a company's trains.

    The graph is one for all trains: what a train may still do depends on its node, not on which train it is.
    """

    def __init__(self, layout: Layout, sizes: Iterable[int | None]) -> None:
        """sizes: how many stops the trains count; None: unlimited."""
        finite = sorted({size for size in sizes if size is not None})
        grown = [grow(layout, finite)] if finite else []
        if None in sizes:
            grown.append(grow(layout, [None]))
        self.ways, self.sides = _merged(grown)
        """The graph, and for each of its nodes what has been used of hexsides that other legs may still
        want."""
        for each in grown:
            each.sides = [[0] * len(arcs) for arcs in each.layers]
        self.alone, _ = _merged(grown)
        """The graph as one train alone needs it, where it does not matter what others may want."""


def _merged(grown: Sequence[Grown]) -> tuple[Ways, list[list[int]]]:
    """The same routes with fewer nodes: those from which no route can come are dropped, and those that have
    used the same (`sides`) and from which all goes on alike are one."""
    kinds: dict[int, int] = {}
    numbers = [
        [-1 if end == NEVER else kinds.setdefault(end, len(kinds)) for end in each.ends] for each in grown
    ]
    layers: list[Arcs] = []
    sides: list[list[int]] = []
    for layer in range(len(grown[0].layers) - 1, -1, -1):
        merged: dict[tuple[int, int, int, int, int, int], int] = {}
        for index, each in enumerate(grown):
            before = [*numbers[index], -1]  # the last is the dead end
            numbers[index] = here = []
            for (skip, skip_gain, use, use_gain, passed), own in zip(
                each.layers[layer], each.sides[layer], strict=True
            ):
                skip, use = before[skip], before[use]
                if use < 0:
                    if skip < 0:
                        here.append(-1)
                        continue
                    use_gain = passed = 0
                node = (skip, skip_gain, use, use_gain, passed, own)
                here.append(merged.setdefault(node, len(merged)))
        layers.append([node[:5] for node in merged])
        sides.append([node[5] for node in merged])
    layers.reverse()
    sides.reverse()
    roots = {
        size: node
        for each, nodes in zip(grown, numbers, strict=True)
        for size, node in zip(each.roots, nodes, strict=True)
    }
    return Ways(layers, list(kinds), roots), sides
