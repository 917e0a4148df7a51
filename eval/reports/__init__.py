"""Runs to look at: figures, comparisons, pages, and the tables of the papers."""
