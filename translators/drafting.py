"""A draft of a rule book from a document, by Sorites English: a sentence is a rule, or is listed with why it is none.

What a sentence speaks of are things of one type, which a person then divides; what no rule concludes is a fact.
"""

from __future__ import annotations

import re
from typing import Final

from sorites.solvers import UserError
from sorites.solvers.books.reading import concluded
from sorites.solvers.logic.domains import settled_program
from sorites.solvers.logic.program import Program
from sorites.solvers.logic.symbols import NUMBERS
from sorites.solvers.logic.syntax import Forall, Formula, Implies, opened
from sorites.solvers.notation.printer import print_formula

from .english.reading import read_english
from .sentences import split

_HEADING: Final = re.compile(r"^\s*#+\s.*$", re.M)
_BULLET: Final = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+", re.M)
_WORD: Final = re.compile(r"[^\W\d_]\w*")


def draft(document: str, name: str) -> str:
    """Return the text of a rule book.

    Args:
        document: the document, as plain text or Markdown.
        name: its file's name.

    Raises:
        UserError: no sentence stands in it.
    """
    text = _BULLET.sub("", _HEADING.sub("", document))
    sentences = [" ".join(one.text.split()).replace('"', "'") for one in split(text)]
    if not sentences:
        raise UserError(f"{name} is empty: no sentence stands in it, of which a rule could be made")
    read, unread = dict[str, None](), list[str]()
    for sentence in sentences:  # alone, since what can't be read may change what stands beside it
        known = read_english(sentence, "")
        if known.first is not None and known.first.premises:
            read[sentence] = None
        else:
            why = next((d.message for d in known.diagnostics), "Sorites English does not read it")
            unread.append(f'"{sentence}" ::: {why}')
    program = read_english(" ".join(read), "", partial=True).first
    rules = _rules(program) if program is not None else []
    cited = " ".join(rule for rule in rules)
    unread += [f'"{one}" ::: it is read alone, and not beside the others' for one in read if one not in cited]
    lines = ["Document:", name, "", "Types:", "Thing", ""]
    if program is not None:
        lines += _names(program)
    return "\n".join([*lines, "Rules:", *rules, "", "Not used:", *unread, ""])


def _rules(program: Program) -> list[str]:
    lines = []
    for i, one in enumerate(program.premises, 1):
        word = next((w for name in _concluded(one.formula) for w in _WORD.findall(name)), "rule")
        label = f"{word[0].lower()}{word[1:]}{i}"
        gloss = one.gloss.replace('"', "'")
        lines.append(f"{label}: {print_formula(one.formula)}" + (f' ::: "{gloss}"' if gloss else ""))
    return lines


def _names(program: Program) -> list[str]:
    """Return the declarations of what rules speak of: of facts, and of what is derived."""
    derived = {name for one in program.premises for name in _concluded(one.formula)}
    glosses = {one.name: one.gloss for one in program.predicates} | {c.name: c.gloss for c in program.constants}
    sorts, names = settled_program(program).sorts, program.signature
    facts, others = ["Facts:", "thing: Thing ::: what the case is about"], ["Derived:"]
    for kind, ones in (("p", names.predicates), ("f", names.functions)):
        for name, arity in ones:
            result = sorts.result(name, arity) if kind == "f" else "Bool"
            arguments = ", ".join(["Thing"] * arity)
            typed = "Money" if result in NUMBERS else "Thing" if kind == "f" else "Bool"
            line = f"{name}: {arguments} -> {typed}" if arity else f"{name}: {typed}"
            gloss = glosses.get(name, "")
            (others if name in derived else facts).append(line + (f" ::: {gloss}" if gloss else ""))
    return [*facts, "", *others, ""]


def _concluded(formula: Formula) -> list[str]:
    inner = opened(formula, Forall)[2]
    while isinstance(inner, Implies):
        inner = inner.right
    return [node.name for node, _ in concluded(inner)] if inner is not formula else []
