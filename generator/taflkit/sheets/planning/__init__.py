"""The search for a plan: how the board is cut, and which parts share which sheet."""
