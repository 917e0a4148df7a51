"""Tables of Markdown: the column that holds formulas, and the one with their sentences."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from .formulas import is_formula
from .headings import GOAL, PREMISES, heading
from .lines import Line
from .markdown import unmarked
from .prose import has_signs, is_prose
from .remarks import is_denial
from .writer import one_line

_CELL: Final = re.compile(r"(?<!\\)\|")
_LINE: Final = re.compile(r"[\s|:+-]*-{2,}[\s|:+-]*$")
_HEADS: Final = ("fol", "formula", "logic", "symbol", "predicate", "expression", "constant", "term", "name")
_SENTENCES: Final = (
    "meaning",
    "gloss",
    "sentence",
    "english",
    "natural",
    "description",
    "text",
    "statement",
    "explanation",
)
_PARTS: Final = (
    {"if", "then"},
    {"condition", "conclusion"},
    {"condition", "consequence"},
    {"condition", "result"},
    {"antecedent", "consequent"},
    {"body", "head"},
)
"""Heads of columns that hold the parts of rules."""
_TRUTHS: Final = ("truth", "holds", "value", "true?", "valid", "status")
"""Heads of columns that may say whether a formula holds; a denial there is its gloss, which is refused."""


def read_table(flat: str, text: str, spans: list[tuple[int, int]]) -> list[Line] | None:
    """Return a line for each row of a table; ``None`` if it is none.

    Args:
        flat: the text without what stands around its lines.
        text: the text as written.
        spans: where the table's lines stand.

    Returns:
        The column of formulas, with the cell that is prose as the gloss.
    """
    rows = [_cells(flat, start, end) for start, end in spans]
    if len(rows) < 2 or not any(_LINE.match(flat, start, end) for start, end in spans[:2]):
        return None
    rule = 0 if _LINE.match(flat, *spans[0]) else 1
    head = [cell.lower() for _, cell in rows[0]] if rule else []
    body = rows[rule + 1 :]
    width = max((len(cells) for cells in body), default=0)
    formulas, glosses = _columns(head, body, width)
    truths = [i for i, word in enumerate(head) if i != formulas and any(h in word for h in _TRUTHS)]
    roles = _roles(body, width, formulas)
    parted = _parted(head)
    found = []
    for at, cells in enumerate(body):
        if formulas >= len(cells) or not cells[formulas][1].strip():
            continue
        start, cell = cells[formulas]
        shown = unmarked(cell.strip())
        start += cell.find(cell.strip()[0])
        moved = len(shown) - len(shown.lstrip())
        gloss = ""
        if 0 <= glosses < len(cells):
            begin, sentence = cells[glosses]
            gloss = one_line(text[begin : begin + len(sentence)])
        if (i := next((i for i in truths if i < len(cells) and is_denial(cells[i][1])), -1)) >= 0:
            gloss = one_line(cells[i][1])
        made = Line(start + moved, shown.strip(), gloss, listed=True)
        made = _placed(made, roles[at]) if roles else made
        found.append(_told(made, cells, formulas, len(rows[0]) if rule else width, parted=parted))
    return found


def _roles(body: list[list[tuple[int, str]]], width: int, formulas: int) -> list[str]:
    """Return what each row holds, if a column says of each whether it is a premise or the goal."""
    for i in range(width):
        kinds = [heading(cells[i][1]).kind if i < len(cells) else "" for cells in body]
        if i != formulas and GOAL in kinds and all(kinds):
            return kinds
    return []


def _placed(one: Line, kind: str) -> Line:
    if kind in (GOAL, PREMISES):
        return one._replace(goal=kind == GOAL)
    message, hint = "this row of the table is no premise and no goal", "Write it under a heading of its own."
    return one._replace(said=Diagnostic("table-row", Level.ERROR, message, Span(one.start, one.end), hint))


def _parted(head: list[str]) -> bool:
    """Return whether the columns of a table are the parts of one formula."""
    found = {word.strip() for word in head}
    return any(found >= pair for pair in _PARTS)


def _told(one: Line, cells: list[tuple[int, str]], formulas: int, width: int, *, parted: bool) -> Line:
    """Return a line of a table with an error if its row may say more than its formula."""
    others = [cell.strip() for i, (_, cell) in enumerate(cells) if i != formulas]
    if len(cells) > width:
        what = f"this row of a table has {len(cells)} cells below a head of {width}: a | in a formula may part two"
        hint = "Write ∨, or \\|, for an 'or' in a table."
    elif parted:
        what, hint = (
            "the columns of this table are the parts of its formulas",
            "Write each rule as one formula, with →.",
        )
    elif has_signs(one.text) and any(map(_holds_formula, others)):
        what = "this row of a table holds more than one formula"
        hint = "Keep one column of formulas: what holds, or the last version; join the parts of a rule with →."
    else:
        return one
    return one._replace(said=Diagnostic("table-row", Level.ERROR, what, Span(one.start, one.end), hint))


def _holds_formula(cell: str) -> bool:
    """Return whether a cell is wholly a formula, and no word."""
    bare = unmarked(cell).strip()
    return has_signs(bare) and not is_prose(bare) and is_formula(bare)


def _cells(flat: str, start: int, end: int) -> list[tuple[int, str]]:
    """Return the cells of a row, each with its place."""
    line = flat[start:end]
    cuts = [found.start() for found in _CELL.finditer(line)]
    if not cuts:
        return [(start, line)]
    edges = [-1] if line[: cuts[0]].strip() else []
    edges += cuts
    if line[cuts[-1] + 1 :].strip():
        edges.append(len(line))
    return [(start + a + 1, line[a + 1 : b].replace("\\|", " |")) for a, b in pairwise(edges)]


def _columns(head: list[str], body: list[list[tuple[int, str]]], width: int) -> tuple[int, int]:
    """Return which column holds formulas, and which their sentences; -1 for none."""
    columns = [[cells[i][1] for cells in body if i < len(cells)] for i in range(width)]
    signs = [sum(has_signs(cell.strip()) for cell in column) for column in columns]
    named = [i for i, word in enumerate(head[:width]) if any(h in word for h in _HEADS)]
    told = [i for i, word in enumerate(head[:width]) if any(h in word for h in _SENTENCES)]
    best = max(signs, default=0)
    formulas = next((i for i, count in enumerate(signs) if count == best and count), -1)
    if formulas < 0:
        formulas = next((i for i in named if i not in told), 0)
    prose = [sum(is_prose(cell.strip()) for cell in column) for column in columns]
    others = [i for i in range(width) if i != formulas]
    glosses = max(others, key=lambda i: (i in told, prose[i]), default=-1)
    if glosses >= 0 and not prose[glosses] and glosses not in told:
        glosses = -1
    return formulas, glosses
