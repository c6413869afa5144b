"""The layout of a kit's parts on paper: sizes in, a plan out. Arithmetic only; nothing is drawn here."""
