"""The commands about one problem: their options, and what they print."""
