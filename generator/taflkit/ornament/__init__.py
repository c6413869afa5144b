"""Insular ornament made by rule, for any size: interlace, key patterns, spirals, and the peg holes of a board.

Everything is given in mm and in roles that begin with a name of the caller's choice. Nothing here knows a colour.
"""
