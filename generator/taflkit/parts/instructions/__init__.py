"""Page one: how to print, make and set up the kit, with pictures of the plan that was made."""
