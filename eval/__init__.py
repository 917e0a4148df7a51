"""Datasets, runs over them, and what they measure."""
