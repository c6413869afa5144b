"""The figures of rules and diagrams: a scene on a small board, its pieces and signs, and their key."""
