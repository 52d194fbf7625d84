"""Trains: Express goes further, Resourceful runs rusted trains once more, Spacious holds one more."""

from __future__ import annotations

from .ability import Ability

ABILITIES = {
    "express": Ability(
        "Its train may make one stop more as long as it is its only one.", single_train_bonus=1
    ),
    "resourceful": Ability(
        "Its rusted trains run one last time before they are discarded. They do not count against the limit "
        "and can be neither sold nor traded in.",
        keeps_rusted=True,
    ),
    "spacious": Ability("Holds one train above the limit.", train_slots=1),
}
