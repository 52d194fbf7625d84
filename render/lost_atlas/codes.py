"""Two letters for every company, printed on its tokens: colour alone does not tell sixteen of them apart."""

from __future__ import annotations

from functools import cache

from engine.lost_atlas.components import identities, minors

# Where the first letters would mislead.
_CHOSEN = {"expansive": "EV", "express": "ES"}


@cache
def codes() -> dict[str, str]:
    """Every company's id, minors and both sides of the majors, with its letters; no two are alike."""
    found: dict[str, str] = dict(_CHOSEN)
    names = {key: charter.name for key, charter in minors().items()}
    names |= {key: identity.name for key, identity in identities().items()}
    for key, name in names.items():
        if key in found:
            continue
        words = name.split()
        first = words[0][0]
        tails = [words[1][0]] if len(words) > 1 else []
        tails += [letter for letter in name[1:] if letter.isalpha()]
        found[key] = next(
            (code for tail in tails if (code := (first + tail).upper()) not in found.values()),
            name[:2].upper(),
        )
    return found


def code(company: str) -> str:
    """A company's letters."""
    return codes().get(company, company[:2].upper())
