"""How the commands look in a terminal and in a pipe."""
