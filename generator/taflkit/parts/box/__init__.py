"""The box: its nets."""
