"""The language of first-order logic: trees, parsers, printers, checks. It depends on nothing."""
