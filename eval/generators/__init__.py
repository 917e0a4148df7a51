"""Generators of problems whose answers are known because a prover, or the construction, says so."""
