"""The language of programs: readers, printers, writers. It depends on logic alone."""
