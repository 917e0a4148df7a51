"""Mutated programs: reading them never raises, and is never slow.

    uv run python -m benchmarks.fuzz 200000 [FILE …]

Files hold recorded programs, as `recorded:FILE` reads them; without one, programs of this module are mutated.
"""

from __future__ import annotations

import random
import re
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from sorites.solvers import read_program
from sorites.translators.recorded import load_entries

SEEDS: Final = (
    "Predicates:\nKind(x) ::: x is kind\nPremises:\n∀x (Kind(x) → Nice(x)) ::: Kind people are nice.\nKind(anne)\n"
    "Conclusion:\nNice(anne) ::: Anne is nice.\n",
    "Premises:\n∃!x (P(x) ∧ ¬Q(x, f(a))) ⊕ R\n"
    "3 < n ≤ 5 ↔ x + 1 = 2\nDefaults:\nD1: ∀x (P(x) → Q(x, a))\nExceptions:\nD1(b)\n"
    "Preferences:\nD1 > D2\nConclusion:\nP(a) ∨ Q(b, c)\n",
    "TEXT: All men are mortal.\n"
    "FOL: all x. (Man(x) -> Mortal(x))\nTEXT: Ann is a man.\nFOL: Man(ann)\nFOL: Mortal(ann)\n",
    "Facts:\nKind(Bob, True)\nRules:\nKind($x, True) && Big($x, False) >>> Nice($x, True)\nQuery:\nNice(Bob, True)\n",
    "fof(a, axiom, ! [X] : (p(X) => q(X)), file('f', a)).\n"
    "cnf(b, hypothesis, p(a) | ~ q(b)).\nfof(g, conjecture, q(a)).\n",
    "set(prolog_style_variables).\nformulas(sos).\nall x (p(x) -> q(x)) # label(a).\np(a).\nend_of_list.\n"
    "formulas(goals).\nq(a).\nend_of_list.\n",
    "(declare-sort U 0)(declare-fun p (U) Bool)(declare-const a U)\n"
    "(assert (forall ((x U)) (=> (p x) (< 1 (+ 2 3)))))\n"
    "(assert (not (p a)))\n(check-sat)\n",
    "### Premises\n1. `∀x (Man(x) → Mortal(x))` — all men are mortal\n- **Man(socrates)**: he is one\n```\n### Goal\n"
    r"$\forall x \, (P(x) \land Q(x)) \rightarrow \neg R$" + "\n| formula | gloss |\n|---|---|\n| P(a) | a is p |\n",
)
_TOKEN: Final = re.compile(r"\w+|\s+|.", re.S)
_ODD: Final = [
    *"()[]{},.:;'\"`“’|&~!?^$%#@\\/<>=+-*_ \t\n\r\0\ufeff\u200b\u2028∀∃¬∧∨⊕→↔≤≠∈⊤⊥xXaA19é漢🙂",
    ":::", "```", "~&", "->", "<<<", ">>>", "...", "all x", "not", "True", "Premises:", "Conclusion:", "TEXT:", "FOL:",
    "(assert ", "fof(", "formulas(goals).",
    "end_of_list.", "\\forall", "\\text{", "unless", "If ", "∃!", "((((", "))))", "f(f(f(",
]  # fmt: skip


def mutated(text: str, source: random.Random, others: Sequence[str] = SEEDS) -> str:
    """Return a text with some of its bytes or tokens changed.

    Args:
        text: a program.
        source: decides what is changed.
        others: texts of which pieces are put in.
    """
    if source.random() < 0.3:
        raw = bytearray(text.encode())
        for _ in range(source.randint(1, 6)):
            at = source.randrange(len(raw) + 1)
            raw[at : at + source.randint(0, 2)] = bytes(source.randrange(256) for _ in range(source.randint(0, 2)))
        return raw.decode(errors=source.choice(["replace", "ignore"]))
    pieces = _TOKEN.findall(text)
    for _ in range(source.randint(1, 8)):
        at, way = source.randrange(len(pieces) + 1), source.randrange(6)
        if way == 0:
            del pieces[at : at + source.choice([1, 1, 1, 5, 30])]
        elif way == 1:
            pieces.insert(at, source.choice(_ODD))
        elif way == 2:
            pieces[at:at] = pieces[at : at + source.randint(1, 9)] * source.choice([1, 1, 2, 60])
        elif way == 3 and pieces:
            other = source.randrange(len(pieces))
            pieces[at : at + 1] = [pieces[other]]
        elif way == 4:
            donor = _TOKEN.findall(source.choice(others))
            start = source.randrange(len(donor) + 1)
            pieces[at:at] = donor[start : start + source.randint(1, 25)]
        else:
            pieces[at : at + 1] = [source.choice(_ODD) * source.choice([1, 1, 2, 130])]
    return "".join(pieces)


def main() -> None:
    """Read as many mutated programs as asked for; print what raised and what was slow."""
    count, paths = int(sys.argv[1]), [Path(name) for name in sys.argv[2:]]
    seeds = list(
        dict.fromkeys([*SEEDS, *(text for path in paths for one in load_entries(path) for text in one.programs)])
    )
    source = random.Random(15)
    raised: dict[str, str] = {}
    slow: list[tuple[float, str]] = []
    for number in range(count):
        text = mutated(source.choice(seeds), source, seeds)
        started = time.process_time()
        try:
            read_program(text)
        except Exception:
            last = traceback.format_exc().strip().split("\n")
            raised.setdefault("\n".join(last[-5:]), text)
        seconds = time.process_time() - started
        if seconds > 0.5:
            slow.append((seconds, text))
        if number % 10_000 == 9_999:
            print(f"{number + 1} read, {len(raised)} ways to raise, {len(slow)} slow", flush=True)
    for why, text in raised.items():
        print(f"\n{why}\n{text!r}")
    for seconds, text in sorted(slow, reverse=True)[:10]:
        print(f"\n{seconds:.2f} s\n{text[:2000]!r}")
    sys.exit(bool(raised))


if __name__ == "__main__":
    main()
