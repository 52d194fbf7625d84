"""What happened, as data and as a sentence: a module for each part of the game that a player would name."""
