"""Speed and memory, measured; run ``python -m benchmarks``."""
