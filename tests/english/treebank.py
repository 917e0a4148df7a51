"""The sentences of our own problems with what each is read as: ``python -m tests.english.treebank`` writes it anew.

The file shows which readings a change moves: a line for each sentence, its formula behind a tab; none for one that is
refused.
"""

from __future__ import annotations

import json
from pathlib import Path

from sorites.solvers.notation.printer import print_formula
from sorites.translators.english import read_english
from sorites.translators.sentences import split

FILE = Path(__file__).with_name("treebank.txt")


def sentences() -> list[str]:
    """Return the sentences of our own problems, each once."""
    lines = Path(__file__).with_name("problems.jsonl").read_text(encoding="utf-8").splitlines()
    found = (sentence.text for line in lines for sentence in split(json.loads(line)["context"]))
    return list(dict.fromkeys(" ".join(text.split()) for text in found if "\n" not in text))


def read(sentence: str) -> str:
    """Return the formula of a sentence that stands alone, its indefinites bound; nothing if it is refused."""
    reading = read_english(sentence, "Does Zed yodel?")
    stated = [said for said in reading.said if said.role in {"premise", "default"} and said.span is not None]
    if reading.first is None or len(stated) != 1:
        return ""
    program = reading.first
    return print_formula((*(p.formula for p in program.premises if p.span), *(d.formula for d in program.defaults))[0])


def lines() -> list[str]:
    """Return the lines of the file."""
    return [f"{sentence}\t{read(sentence)}".rstrip("\t") for sentence in sentences()]


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", encoding="utf-8")
