"""From a KitSpec to a finished kit: choices, plan, numbered pages, documents, and the checks of a game."""
