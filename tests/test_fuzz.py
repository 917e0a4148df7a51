"""Programs with bytes and tokens changed are read or refused, quickly, and never with a traceback."""

from __future__ import annotations

import random

import pytest

from benchmarks.fuzz import SEEDS, mutated
from sorites.solvers import read_program


@pytest.mark.parametrize("seed", range(12))
def test_mutated_programs_are_read_or_refused(seed: int) -> None:
    source = random.Random(seed)
    for _ in range(40):
        text = mutated(source.choice(SEEDS), source)
        reading = read_program(text)
        assert (reading.first is None) is reading.failed
        for found in reading.diagnostics:
            for span in (found.span, *found.also):
                assert span is None or 0 <= span.start <= span.end <= len(text) + 1, (text, found)
            found.show(text)


@pytest.mark.parametrize("sign", ["~&", "~|", "xor", "→", "∧", "-", "+", "="])
def test_long_chains_are_read_or_refused(sign: str) -> None:
    for count in (90, 300, 5000):
        text = "Premises:\n" + f" {sign} ".join(["P(a)"] * count) + "\nConclusion:\nP(a)\n"
        assert read_program(text).total == 2
