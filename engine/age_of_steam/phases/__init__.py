"""The ten phases of a turn, one module each, in the order of the rulebook."""
