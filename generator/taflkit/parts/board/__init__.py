"""The board: its field, its marked places, how it is made, and how its sections are joined."""
