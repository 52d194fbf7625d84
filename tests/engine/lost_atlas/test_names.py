"""Hex names on a map that grows."""

from engine.hexes import Hex
from engine.lost_atlas.names import hex_of, name_of


def test_the_first_hex_is_m12_and_columns_count_downwards():
    assert name_of(Hex(0, 0)) == "M12"
    assert name_of(Hex(0, 1)) == "M13"
    assert name_of(Hex(1, 0)) == "N12"
    assert name_of(Hex(1, -1)) == "N11"
    assert name_of(Hex(2, -1)) == "O12"


def test_every_hex_that_a_map_can_reach_has_its_own_name_and_is_found_by_it():
    # 36 pieces of three hexes cannot reach further than 48 from the first in any direction.
    region = [Hex(q, r) for q in range(-48, 49) for r in range(-48, 49) if abs(q + r) <= 48]
    within = [place for place in region if abs(place.r + place.q // 2) <= 37]
    names = {name_of(place) for place in within}
    assert len(names) == len(within)
    assert all(hex_of(name_of(place)) == place for place in within)


def test_what_names_no_hex_is_not_found():
    assert hex_of("12M") is None
    assert hex_of("M") is None
    assert hex_of("M0") is None
    assert hex_of("m12") == Hex(0, 0)
