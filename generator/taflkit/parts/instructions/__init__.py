"""The instructions: how to print, make and set up the kit, in panels drawn from the plan that was made."""
