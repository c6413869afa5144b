"""The printed things, each drawn at natural size in mm."""
