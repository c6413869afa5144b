"""Tables of positions as pictures, a rule each, as text files; and the checks that the engine judges one so."""
