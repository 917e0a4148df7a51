"""What is to be answered: samples with their gold labels, datasets by name, their files and where those are had."""
