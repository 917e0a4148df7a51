"""What a program is: trees, walks, rewriting, symbols, sorts, checks and diagnostics; the standard library only."""
