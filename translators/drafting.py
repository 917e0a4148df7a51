"""A draft of a rule book from a document: each sentence is a rule, defines something, or is listed with why not.

Whoever reads the document makes rows of it; those that the book can't hold are listed with what is wrong. By Sorites
English all that sentences speak of are things of one type, which a person then divides; what no rule concludes is a
fact. By a model see ``models/book_drafting.py``.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sorites.solvers import UserError
from sorites.solvers.books import BookFault, RuleBook
from sorites.solvers.books.lint import sentences
from sorites.solvers.books.reading import SECTIONS as HEADINGS
from sorites.solvers.books.reading import Citation, concluded
from sorites.solvers.logic.domains import settled_program
from sorites.solvers.logic.program import Program
from sorites.solvers.logic.symbols import NUMBERS, signature
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Exists,
    Forall,
    Formula,
    Implies,
    Not,
    Or,
    close,
    conjunction,
    negation,
)  # fmt: skip
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.printer import print_formula

from .english.reading import read_english
from .models.feedback import for_model

SECTIONS: Final = ("Types", "Facts", "Derived", "Rules", "Exceptions")
_MODAL: Final = re.compile(r"(?:May|Must|Can|Should)(?=[A-Z])")
"""How names begin that say what is allowed, or has to be."""
_HEAD: Final = re.compile(r"[^\W\d_]\w*(?=\s*(?:$|[:>=]))")
"""How a line of a book begins."""
_WORD: Final = re.compile(r"[^\W\d_]\w*")


@dataclass(frozen=True, slots=True)
class Row:
    """What a draft makes of a sentence, or a declaration.

    Attributes:
        lines: lines of a book, each with its section.
        said: the sentence; empty for a declaration.
        why: why it is not used; empty if it is.
        defines: the name of which it says what is meant by it; empty if it is a rule.
    """

    lines: tuple[tuple[str, str], ...] = ()
    said: Citation = Citation("")
    why: str = ""
    defines: str = ""


def cited(document: str, name: str) -> list[Citation]:
    """Return the sentences of a document, as a book cites them.

    Raises:
        UserError: no sentence stands in it.
    """
    found = [Citation(plain(one.sentence), re.sub(r"[()]", "", plain(one.place))) for one in sentences(document)]
    if not found:
        raise UserError(f"{name} is empty: no sentence stands in it, of which a rule could be made")
    return found


def plain(text: str) -> str:
    """Return a text in which nothing is a sign of a book's."""
    return re.sub(r":(?=::)", " ", " ".join(text.split()).replace('"', "'"))


def quoted(one: Citation) -> str:
    """Return a sentence as a line of a book cites it."""
    return f'"{one.sentence}"' + (f" ({one.place})" if one.place else "")


def declared(section: str, line: str) -> Row:
    """Return a declaration, of a line of a section."""
    body, _, gloss = line.partition(":::")
    return Row(((section, plain(body) + (f" ::: {plain(gloss)}" if gloss else "")),))


def ruled(line: str, one: Citation) -> tuple[str, str]:
    """Return a line of a rule, or of an exception, that renders a sentence."""
    line = plain(line.partition(":::")[0])
    return "Exceptions" if ">" in line.partition(":")[0] else "Rules", f"{line} ::: {quoted(one)}"


def written(name: str, rows: Iterable[Row]) -> str:
    """Return the text of a book."""
    rows = list(rows)
    used, meant = [row for row in rows if not row.why], dict[str, str]()
    for row in used:
        if row.defines:
            meant[row.defines] = f"{meant.get(row.defines, '')} {quoted(row.said)}"
    lines = ["Document:", name, ""]
    for section in SECTIONS:
        found = [line for row in used for at, line in row.lines if at == section]
        if found or section == "Rules":
            lines += [f"{section}:", *(line + meant.pop(line.partition(":")[0], "") for line in found), ""]
    return "\n".join([*lines, "Not used:", *(f"{quoted(row.said)} ::: {row.why}" for row in rows if row.why), ""])


def settled(known: Sequence[Row], rows: Sequence[Row]) -> tuple[list[Row], list[str]]:
    """Return rows, of which those are not used that a book of known ones can't hold; and what is wrong with these."""
    kept, faults = dict[int, Row](), list[str]()
    late = [any(section == "Exceptions" for section, _ in row.lines) for row in rows]
    for i in sorted(range(len(rows)), key=late.__getitem__):
        kept[i] = row = rows[i]
        why, told = _fault([*known, *kept.values()], row) if row.lines and not row.why else ("", "")
        if why:
            said = row.said if row.said.sentence else Citation(plain(row.lines[0][1].partition(":::")[0]))
            kept[i] = replace(row, why=plain(f"it can't be read: {why}"), said=said)
            faults.append(told)
    return [kept[i] for i in range(len(rows))], faults


def _fault(rows: Iterable[Row], last: Row) -> tuple[str, str]:
    """Return what keeps the last of some rows from a book, in short, and as a model is told; nothing if it fits."""
    for _, line in last.lines:
        found = _HEAD.match(line)
        if found is None or found[0].lower() in HEADINGS:
            return (f"'{line.partition(':')[0]}' is no name for it",) * 2  # it would be a heading, or a comment
    try:
        RuleBook.read(written("", rows))
    except BookFault as fault:
        return fault.diagnostics[0].message, for_model(fault.diagnostics, fault.text)
    except UserError as fault:
        return (str(fault),) * 2
    return "", ""


def draft(document: str, name: str) -> str:
    """Return the text of a rule book that Sorites English makes of a document.

    Args:
        document: the document, as plain text or Markdown.
        name: its file's name.

    Raises:
        UserError: no sentence stands in it.
    """
    rows, nouns, derived, number = list[Row](), dict[str, str](), set[str](), itertools.count(1)
    for one in cited(document, name):
        known, lines = read_english(one.sentence, ""), list[tuple[str, str]]()
        only = re.search(r"\b[Oo]nly\b", one.sentence) is not None
        stated = known.first.premises if known.first is not None else ()
        rules = [rule for premise in stated for rule in _rules(premise.formula, only)]
        why = "" if rules else next((d.message for d in known.diagnostics), "Sorites English does not read it")
        if known.others:
            ways = "; ".join(f"of {o.choice} either {o.preferred}, or {o.taken}" for o in known.others)
            why = f"it can be read in two ways, so write it in one: {ways}"
        elif any(isinstance(node, Exists) for _, head in rules for node in walk(head)):
            why = "it says that there is something, which is no conclusion of a case; say what is allowed"
        for rule, head in rules if not why else ():
            names = [node.name for node, _ in concluded(head)] if rule is not head else []
            derived.update(names)
            word = next((w for n in names for w in _WORD.findall(n)), "rule")
            lines.append(ruled(f"{word[0].lower()}{word[1:]}{next(number)}: {print_formula(rule)}", one))
        if lines and known.first is not None:
            nouns |= dict(_nouns(known.first, [rule for rule, _ in rules]))
        rows.append(Row(tuple(lines), one, plain(why)))
    words = [declared("Types", "Thing"), declared("Facts", "thing: Thing ::: what the case is about")]
    words += [declared("Derived" if name in derived else "Facts", line) for name, line in nouns.items()]
    known_words = settled((), words)[0]
    return written(name, [*known_words, *settled(known_words, rows)[0]])


def _rules(formula: Formula, only: bool) -> Iterator[tuple[Formula, Formula]]:
    """Yield rules with one conclusion each that say together what a formula does, each with that.

    What nobody or nothing does is concluded of each, and *only* those who … may is what others may not.
    """
    for names, sorts, body, head in _split((), (), (), formula):
        modal = any(_MODAL.match(node.name) for node, _ in concluded(head))
        turned = _one(body) if only and not modal else None
        if turned is not None:
            body, head = (*(one for one in body if one is not turned), negation(head)), negation(turned)
        yield close(Implies(conjunction(body), head) if body else head, names, sorts), head


_Part = tuple[tuple[str, ...], tuple[str, ...], tuple[Formula, ...], Formula]


def _split(names: tuple[str, ...], sorts: tuple[str, ...], body: tuple[Formula, ...], head: Formula) -> Iterator[_Part]:
    match head:
        case Forall(var, inner, sort) if var not in names:
            yield from _split((*names, var), (*sorts, sort), body, inner)
        case Not(Exists(var, inner, sort)) if var not in names:
            yield from _split((*names, var), (*sorts, sort), body, Not(inner))
        case Implies(left, right):
            more = left.parts if isinstance(left, And) else (left,)
            yield from _split(names, sorts, (*body, *more), right)
        case And(parts):
            for part in parts:
                yield from _split(names, sorts, body, part)
        case Not(Or(parts)):
            for part in parts:
                yield from _split(names, sorts, body, Not(part))
        case Not(And(parts)) if (one := _one(parts)) is not None:
            yield from _split(names, sorts, (*body, *(part for part in parts if part is not one)), negation(one))
        case _:
            yield names, sorts, body, head


def _one(parts: Sequence[Formula]) -> Formula | None:
    """Return the one part that says what is allowed, or has to be, or that is the only one."""
    atoms = [
        (part, inner) for part in parts if isinstance(inner := negation(part) if isinstance(part, Not) else part, Atom)
    ]
    found = [part for part, atom in atoms if _MODAL.match(atom.name) or len(parts) == 1]
    return found[0] if len(found) == 1 else None


def _nouns(program: Program, rules: Sequence[Formula]) -> Iterator[tuple[str, str]]:
    """Yield what rules speak of, each with the line that declares it."""
    glosses = {one.name: one.gloss for one in program.predicates} | {c.name: c.gloss for c in program.constants}
    sorts, names = settled_program(program).sorts, signature(rules)
    ones = [(name, arity, "Bool") for name, arity in names.predicates]
    ones += [(n, a, "Real" if sorts.result(n, a) in NUMBERS else "Thing") for n, a in names.functions]
    for name, arity, result in ones:
        typed = f"{', '.join(['Thing'] * arity)} -> {result}" if arity else result
        yield name, f"{name}: {typed}" + (f" ::: {glosses[name]}" if glosses.get(name) else "")
