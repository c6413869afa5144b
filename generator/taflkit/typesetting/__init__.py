"""Sets text in lines and columns, in the shipped faces, in mm."""
