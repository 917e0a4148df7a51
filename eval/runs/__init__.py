"""What happens in a run: cells that answer samples, who works, and what is written."""
