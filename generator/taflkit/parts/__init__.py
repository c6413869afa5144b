"""The printed parts of a kit, each drawn at natural size in mm."""
