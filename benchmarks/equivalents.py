"""Mutants that no test can tell from what they change, each with the reason."""

from __future__ import annotations

from typing import Final

_EVEN: Final = "return len(shares) > 1 and abs(shares[0][1] - shares[1][1]) < 1e-09"
_SHARE: Final = "share = sum(right) / count if count else 0.0"
_RESAMPLED: Final = (
    "found = bootstrap((totals, counts), ratio, paired=True, vectorized=True, n_resamples=2000, "
    "confidence_level=LEVEL, method='percentile', rng=np.random.default_rng(seed), batch=200)"
)
_SAME: Final = "if len(totals) < 2 or (np.ptp(totals) == 0 and np.ptp(counts) == 0):"
_FIRST: Final = "only_first = sum((a and (not b) for a, b in zip(first, second, strict=True)))"
_PART: Final = "part = Program((*shown.premises, Statement(negation(shown.goal.formula))), Statement(Truth(False)))"
_AGAIN: Final = "verdict = attempt(other.make(certify=False), part, limits).verdict"
_Z3: Final = "z3 = engine('z3').make(certify=False)"
_MODEL: Final = (
    "return Model(tuple(sorted(names)) or ('e1',), {key: frozenset(rows) for key, rows in tables.items()}, "
    "{(name, 0): {(): name} for name in names})"
)
_DAMAGED: Final = "with (self.folder / DAMAGED).open('ab', buffering=0) as file:"
_CUT: Final = "if records.exists() and records.stat().st_size > good:"
_LOCK: Final = "self._lock = FileLock(folder / '.lock', timeout=0)"
EQUIVALENT: Final[dict[tuple[str, str], str]] = {
    (_EVEN, _EVEN.replace("< 1e-09", "<= 1e-09")): "no two shares differ by just the tolerance",
    (_SHARE, _SHARE.replace("else 0.0", "else 1.0")): "without samples the share is not looked at",
    (_RESAMPLED, _RESAMPLED.replace("batch=200", "batch=201")): "the draws are the same in batches of any size",
    (_SAME, _SAME.replace(" or ", " and ")): "all draws are the same where nothing varies: it only saves them",
    (_FIRST, _FIRST.replace("strict=True", "strict=False")): "the next line refuses other lengths too",
    ("found = [1.0] * len(values)", "found = [2.0] * len(values)"): "all values are written over",
    (_PART, _PART.replace("False", "True")): "whether the premises are inconsistent does not hang on the goal",
    (_AGAIN, _AGAIN.replace("False", "True")): "only the verdict is looked at",
    (_Z3, _Z3.replace("False", "True")): "only the verdict is looked at",
    ("return False", "return None"): "only whether it is so is looked at",
    ("return cast('Solve', run)", "return cast('SolveX', run)"): "read by type checkers alone",
    (_DAMAGED, _DAMAGED.replace("0", "1")): "lines are written past any buffer",
    (_CUT, _CUT.replace(" and ", " or ")): "it is cut to the size it has",
    (_LOCK, _LOCK.replace(".lock", ".lockX")): "nobody sees what the lock is called",
    ("sample: int = 0", "sample: int = 1"): "of records without a number there is one of a problem",
    (_MODEL, _MODEL.replace("e1", "e1X")): "nobody sees what the only thing is called",
}
