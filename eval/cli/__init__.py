"""The commands about datasets and runs: they read options, call the library and show what it gives."""
