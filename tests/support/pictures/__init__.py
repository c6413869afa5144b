"""Tables of positions as pictures, a rule each, with the check that the engine judges one so."""
