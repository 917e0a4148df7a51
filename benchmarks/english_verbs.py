"""Problems with words that are verbs and nouns alike: *files*, *orders*, *plants*.

Where such a word stands between a noun and another noun, it may be the verb of the first or the head of a compound:
*Leo orders flour*, *every clerk in the annex files reports*. Each problem here is made so that one reading is meant and
that its answer is known; to take another word for the verb gives another answer. Refusing is no fault.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from benchmarks.english import Item

_TOLD: Final = {
    part.partition("\n")[0].partition(":")[0]: [line.split("\t") for line in part.splitlines()[1:]]
    for part in Path(__file__).with_suffix(".tsv").read_text("utf-8").split("# ")[1:]
}
NAMES, STUFFS, SEVERAL, SINGLE = (_TOLD[kind][0][0].split(", ") for kind in ("names", "stuff", "several", "single"))
VERBS, FRAMES = _TOLD["verbs"], _TOLD["frames"]
"""Forms of verbs, and text, question and answer; the file says what stands in their places."""


def verbs_or_nouns(count: int, seed: int = 0) -> Iterator[Item]:
    """Yield problems about words that are verbs and nouns.

    Args:
        count: how many.
        seed: another one gives others.

    Yields:
        Problems whose answers are known; the frames take turns.
    """
    chance = random.Random(seed)
    for number in range(count):
        context, question, gold = FRAMES[number % len(FRAMES)]
        base, single, participle = chance.choice(VERBS)
        kind, things = chance.choice((("stuff", STUFFS), ("several", SEVERAL), ("single", SINGLE)))
        thing = chance.choice([t for t in things if t.split()[-1] not in {base, single}])
        a, b = chance.sample(NAMES, 2)
        be = "are" if kind == "several" else "is"
        words = {"a": a, "b": b, "v": base, "s": single, "p": participle, "o": thing, "be": be}
        said = context.format(**words)
        text = said[0].upper() + said[1:]
        yield Item(f"verb or noun {number}", text, question.format(**words), frozenset({gold}), f"verb or noun, {kind}")
