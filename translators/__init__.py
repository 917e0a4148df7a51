"""From natural language to programs."""
