"""What people run: answering one problem, and the commands about one problem."""
