"""Altered certificates are refused, unless they are right all the same; more of them by ``benchmarks.forgeries``."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from benchmarks.forgeries import Case, accepted, faults

from ..random_programs import KINDS


@pytest.mark.parametrize("kind", sorted(set(KINDS)))
def test_what_the_kernel_accepts_is_right(kind: str) -> None:
    said: Counter[str] = Counter()
    cases: list[Case] = []
    for seed in range(25):
        case = accepted(seed, kind=kind)
        if case is not None:
            cases.append(case)
            wrong = list(faults(case, cases, Random(seed), 15, said))
            assert not wrong, (seed, kind, wrong)
    assert len(cases) > 12
    assert said["refused"] > 120
    assert said["accepted, which is right"] > 5
