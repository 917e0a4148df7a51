"""Rule books: how long ``allows`` takes, how often it can be asked, and its memory: ``python -m benchmarks.books``.

Seconds are those of this process. Every certificate is checked. A Horn book has 200 rules and no numbers.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from sorites.solvers.books import RuleBook

EXAMPLES = Path(__file__).parent.parent / "examples"
Asked = list[tuple[str, Any]]


def horn_book(count: int = 200) -> tuple[RuleBook, Asked]:
    """Return a book of chains of rules, and cases of it."""
    names = range(count)
    lines = ["Facts:", *(f"f{i}: Bool, default = false" for i in names), "Derived:", *(f"d{i}: Bool" for i in names)]
    lines += ["Rules:", *(f"r{i}: f{i} ∧ {f'd{i - 1}' if i % 10 else f'f{(i + 1) % count}'} → d{i}" for i in names)]
    draw = random.Random(1)
    cases = [{f"f{draw.randrange(count)}": True for _ in range(60)} for _ in range(25)]
    return RuleBook.read("\n".join(lines)), [(f"d{draw.randrange(count)}", case) for case in cases]


def main() -> None:
    """Measure the example books and a Horn book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=int, default=1000, help="asked of each book (default: %(default)s)")
    parser.add_argument("--many", type=int, default=0, help="asked of one book, for its memory (100000)")
    options = parser.parse_args()
    table = Table("book", "median ms", "p95 ms", "a second", "megabytes more")
    books = []
    for path in sorted(EXAMPLES.glob("*.rules")):
        book = RuleBook.load(path)
        books.append((path.stem, book, [(test.question, json.loads(test.facts)) for test in book.parts.tests]))
    for name, book, asked in [*books, ("200 Horn rules", *horn_book())]:
        table.add_row(name, *measured(book, asked, options.questions))
    if options.many:
        name, book, asked = books[0]
        table.add_row(f"{name}, {options.many} questions", *measured(book, asked, options.many))
    Console().print(table)


def measured(book: RuleBook, asked: Asked, count: int) -> tuple[str, ...]:
    """Return how long questions take, each in milliseconds, and how the memory of this process grew meanwhile."""
    for question, facts in asked:
        assert book.allows(question, facts).outcome.checked is not None, question
    before, seconds = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, []
    for i in range(count):
        question, facts = asked[i % len(asked)]
        started = time.process_time()
        book.allows(question, facts)
        seconds.append(time.process_time() - started)
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    seconds.sort()
    median, late = seconds[count // 2] * 1000, seconds[int(count * 0.95)] * 1000
    return f"{median:.2f}", f"{late:.2f}", f"{count / sum(seconds):.0f}", f"{grown:.1f}"


if __name__ == "__main__":
    main()
