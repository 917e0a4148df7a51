"""How many programs each mend of the reader is for: ``uv run python -m benchmarks.mends FILE… --hand FILE…``.

A file holds recorded programs of models, in the format of Logic-LM or of LINC; one of programs written by hand has a
JSON object with a ``text`` on each line. Beside each mend stands in how many programs it fires, and how many of these
are read; then, of each warning, in how many it is told. A mend that fires on no program of a model is no gain.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sorites.solvers import Level, read_program
from sorites.translators.recorded import load_entries


def programs(models: Iterable[Path], hand: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Yield the programs of files, each with who wrote it."""
    for path in models:
        for entry in load_entries(path):
            yield from (("models", text) for text in entry.programs)
    for path in hand:
        for line in path.read_text(encoding="utf-8").splitlines():
            yield "by hand", json.loads(line)["text"]


def main() -> None:
    """Count, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="*", metavar="FILE")
    parser.add_argument("--hand", type=Path, nargs="+", default=(), metavar="FILE")
    asked = parser.parse_args()
    fired: Counter[tuple[Level, str, str]] = Counter()
    read: Counter[str] = Counter()
    kept: Counter[tuple[Level, str, str]] = Counter()
    for kind, text in programs(asked.data, asked.hand):
        reading = read_program(text)
        found = {(one.level, one.code, kind) for one in reading.diagnostics if one.level is not Level.ERROR}
        read[kind] += 1
        fired.update(found)
        kept.update(() if reading.failed else found)
    codes = sorted({code for level, code, _ in fired if level is Level.WARNING})
    page = (Path(__file__).parent.parent / "docs" / "language.md").read_text(encoding="utf-8")
    mends = re.findall(r"(?m)^\| `([a-z-]+)` \|", page.partition("\n## Mends\n")[2].partition("\n## ")[0])
    rows = [(Level.MENDED, code) for code in mends] + [(Level.WARNING, code) for code in codes]
    rows += [(level, code) for level, code, _ in fired if level is Level.MENDED and (level, code) not in rows]
    table = Table("level", "code", *(f"{kind} ({count})" for kind, count in read.items()))
    for level, code in dict.fromkeys(rows):
        table.add_row(level, code, *(f"{fired[level, code, kind]} ({kept[level, code, kind]} read)" for kind in read))
    Console().print(table)


if __name__ == "__main__":
    main()
