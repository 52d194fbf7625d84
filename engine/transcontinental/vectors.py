"""Run a file of test vectors: positions, steps and what must be true after each.

`python -m engine vectors FILE` prints what holds, check by check, and fails if anything does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from engine.core.errors import MoveError
from engine.core.replay import Differs

from .bench import Bench
from .bench_position import NOTES, BenchError, Table
from .vector_checks import compare
from .vector_shapes import wrong_in_step, wrong_in_vector
from .vector_steps import take_step

_VECTOR_KEYS = NOTES | {"id", "kind", "players", "state", "step", "source"}
_NONSENSE = (BenchError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError)
"""What a position or step that makes no sense may raise."""
_STEP_KEYS = NOTES | {"action", "expect"}


class Check(Struct, frozen=True):
    """One thing that a step expects."""

    step: int
    what: str
    holds: bool
    expected: Any
    found: Any


class Outcome(Struct, frozen=True):
    """How one vector fared."""

    id: str
    title: str
    checks: tuple[Check, ...]

    @property
    def holds(self) -> bool:
        """Whether every check of the vector holds; a vector without checks does not."""
        return bool(self.checks) and all(check.holds for check in self.checks)


def run_vectors(data: Table) -> list[Outcome]:
    """Run every vector of a file that was read. Raises ValueError if it holds none."""
    vectors = data.get("vector", []) if isinstance(data, Mapping) else []
    if not isinstance(vectors, list) or not vectors:
        raise ValueError("it holds no vectors: tables called [[vector]].")
    return [run_vector(vector) for vector in vectors]


def run_vector(vector: Table) -> Outcome:
    """Set up the vector's position and take its steps in turn."""
    checks = [Check(0, "vector", False, "a vector", wrong) for wrong in wrong_in_vector(vector)]
    named = vector if isinstance(vector, Mapping) else {}
    name, title = str(named.get("id", "?")), str(named.get("title", ""))
    if checks:
        return Outcome(name, title, tuple(checks))
    checks += _unknown(0, vector, _VECTOR_KEYS)
    try:
        bench = Bench(vector["players"], vector.get("state", {}))
    except _NONSENSE as error:
        checks.append(Check(0, "position", False, "a position", _said(error)))
        return Outcome(name, title, tuple(checks))
    for number, step in enumerate(vector.get("step", ()), 1):
        checks += _unknown(number, step, _STEP_KEYS)
        wrong = [Check(number, "step", False, "a step", wrong) for wrong in wrong_in_step(step)]
        checks += wrong or _step(bench, number, step)
        if wrong:
            break
    return Outcome(name, title, tuple(checks))


def _said(error: Exception) -> str:
    """An error as a sentence; what the shapes of the keys let through is said with its kind."""
    return str(error) if isinstance(error, BenchError) else f"{type(error).__name__}: {error}"


def _unknown(number: int, table: Table, known: frozenset[str]) -> Iterator[Check]:
    """A failing check for every key that nothing reads."""
    for key in table:
        if key not in known:
            yield Check(number, key, False, f"one of {', '.join(sorted(known))}", f"nothing reads {key!r}")


def _step(bench: Bench, number: int, step: Table) -> Iterator[Check]:
    action, expect = step["action"], dict(step.get("expect", {}))
    before = [bench.state.score(side) for side in range(bench.state.sides)]
    refused = expect.pop("illegal", False)
    results: dict[str, Any] = {}
    saved = bench.saved()
    try:
        results = take_step(bench, action)
    except (BenchError, MoveError) as error:
        bench.restore(saved)
        yield Check(number, "illegal" if refused else "action", bool(refused), action.get("do"), str(error))
    except _NONSENSE as error:
        bench.restore(saved)
        yield Check(number, "action", False, action.get("do"), _said(error))
    else:
        if refused:
            yield Check(number, "illegal", False, "refused", "allowed")
    results["vp"] = {
        bench.name(side): bench.state.score(side) - before[side] for side in range(bench.state.sides)
    }
    for key, expected in expect.items():
        found, holds = compare(bench, results, key, expected)
        yield Check(number, key, holds, expected, found)


def verify(data: Table) -> str:
    """Print which vectors of a file hold, check by check. Raises Differs if any does not."""
    outcomes = run_vectors(data)
    for outcome in outcomes:
        print(f"{outcome.id:5} {'holds' if outcome.holds else 'FAILS'}  {outcome.title}")
        for check in outcome.checks:
            print(f"      {'ok   ' if check.holds else 'WRONG'} step {check.step}: {check.what}")
            if not check.holds:
                print(f"            expected {check.expected}\n            found    {_plain(check.found)}")
    good = sum(outcome.holds for outcome in outcomes)
    checks = [check for outcome in outcomes for check in outcome.checks]
    summary = (
        f"{good} of {len(outcomes)} vectors hold; {sum(c.holds for c in checks)} of {len(checks)} checks"
    )
    if good < len(outcomes):
        raise Differs("vectors", "how many hold", len(outcomes), good)
    return summary


def _plain(value: Any) -> Any:
    if isinstance(value, Counter):
        return sorted(value.elements())
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value
