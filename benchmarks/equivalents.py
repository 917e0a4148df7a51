"""Mutants that no test can tell from what they change, each with the reason."""

from __future__ import annotations

from typing import Final

_EVEN: Final = "return len(shares) > 1 and abs(shares[0][1] - shares[1][1]) < 1e-09"
_SHARE: Final = "share = sum(right) / count if count else 0.0"
_DAMAGED: Final = "with (self.folder / DAMAGED).open('ab', buffering=0) as file:"
_CUT: Final = "if records.exists() and records.stat().st_size > good:"
_ENUMERATED: Final = "return float((np.abs(signs @ told) >= reached).mean())"
_DRAWN: Final = "hits += int((np.abs(signs @ told) >= reached).sum())"
_PHI: Final = "phi = (max(alike - total / 2, 0) if alike > 0 else alike) / math.sqrt(margins) if margins else 0.0"
_STEP: Final = "step = max(1, _AT_ONCE // len(kinds))"
_LOCK: Final = "self._lock = FileLock(folder / '.lock', timeout=0)"
EQUIVALENT: Final[dict[tuple[str, str], str]] = {
    (_EVEN, _EVEN.replace("< 1e-09", "<= 1e-09")): "no two shares differ by just the tolerance",
    (_SHARE, _SHARE.replace("else 0.0", "else 1.0")): "without samples the share is not looked at",
    (_ENUMERATED, _ENUMERATED.replace(">=", ">")): "what is reached is a little less than any sum",
    (_DRAWN, _DRAWN.replace(">=", ">")): "as above",
    (_PHI, _PHI.replace("alike > 0", "alike >= 0")): "of 0 both are 0",
    (_STEP, _STEP.replace("max", "min")): "the draws are the same in parts of any size",
    ("found = [1.0] * len(values)", "found = [2.0] * len(values)"): "all values are written over",
    ("return False", "return None"): "only whether it is so is looked at",
    ("return cast('Solve', run)", "return cast('SolveX', run)"): "read by type checkers alone",
    (_DAMAGED, _DAMAGED.replace("0", "1")): "lines are written past any buffer",
    (_CUT, _CUT.replace(" and ", " or ")): "it is cut to the size it has",
    (_LOCK, _LOCK.replace(".lock", ".lockX")): "nobody sees what the lock is called",
    ("sample: int = 0", "sample: int = 1"): "of records without a number there is one of a problem",
}
