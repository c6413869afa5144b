"""How things lie on paper: sizes in, a plan out. Arithmetic only; nothing is drawn here."""
