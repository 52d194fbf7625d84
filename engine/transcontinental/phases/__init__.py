"""One module a phase or procedure of the rules; procedures.py lists them."""
