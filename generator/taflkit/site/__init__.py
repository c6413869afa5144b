"""The static site: games and their rules as pages to read, their kits, and pages on which visitors make their own."""
