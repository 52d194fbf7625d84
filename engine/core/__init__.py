"""What all games share: actions, chance, the Game protocol, the table, replay."""
