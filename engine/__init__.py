"""The rules of the games and the table they are played at. Knows nothing of Discord, SQL or Pillow."""
