"""The words of all splits together."""

from __future__ import annotations

from sorites.eval.generators.specification import SPLITS
from sorites.eval.generators.words import vocabulary

NAMES = [name for split in SPLITS for name in vocabulary(split).names]
PHRASES = [phrase for split in SPLITS for several in vocabulary(split).phrases.values() for phrase in several]
