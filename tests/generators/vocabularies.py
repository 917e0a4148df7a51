"""The words of all splits together."""

from __future__ import annotations

from sorites.eval.generators.specification import SPLITS
from sorites.eval.generators.words import domains, vocabulary

NAMES = [name for split in SPLITS for name in vocabulary(split).names]
PHRASES = {
    split: [p for d in domains(split, animals=True) for row in (d.people, *d.rows) for p in row] for split in SPLITS
}
