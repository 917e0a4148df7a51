"""Whether a formula, said back in English, is read as the same formula again.

Two formulas are one, but for what English does not show: the names of bound variables, the order and nesting of ∧ and
∨, the order of quantifiers of one kind in a row, the sides of =, ↔ and ⊕, and whether an ∃ stands within or before the
∧ or the condition that it is in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Cmp,
    Eq,
    Exists,
    Expression,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Num,
    Or,
    Var,
    Xor,
)
from sorites.solvers.logic.walkers import children, walk

from ..grammar.tokens import words_of
from ..paraphrase import paraphrase
from ..paraphrase.naming import apart
from ..semantics.predicates import Vocabulary
from ..semantics.referents import Unresolved

Shape = tuple[object, ...]
_KEPT: Final[dict[Shape, None]] = {}
"""The shapes of formulas that were read again as they are: names do not matter there, but words do."""
_MOST: Final = 20_000


def said_back(sentence: str, formula: Formula, vocabulary: Vocabulary, usual: bool) -> str:
    """Return a formula as a sentence, which its reader is shown; names have capitals as in the sentence read."""
    said = paraphrase(formula, vocabulary.senses, vocabulary.constants, normally=usual)
    if any(sense.complement for sense in vocabulary.senses.values()):  # its words are kept in small letters
        for word in {word.text for word in words_of(sentence)[1:] if word.capital}:
            said = re.sub(rf"(?i)\b{re.escape(word)}\b", word, said)
        said = said.replace(" 's", "'s").replace(" ,", ",")
    return said


def echoes(
    sentence: str, formula: Formula, vocabulary: Vocabulary, usual: bool, read: Callable[[str], Iterable[Formula]]
) -> None:
    """Make sure that a formula is read again from what it is said back as.

    Args:
        sentence: the sentence that was read.
        formula: the formula.
        vocabulary: what its symbols say.
        usual: whether it is a default.
        read: gives the readings of a sentence of the same text.

    Raises:
        Unresolved: it is not.
    """
    nodes = [*walk(formula)]
    if any(isinstance(node, Cmp | Num) or (isinstance(node, Fn) and node.args) for node in nodes):
        return  # amounts are said back without their units
    shape = (usual, *_shape(nodes, vocabulary))
    if shape in _KEPT:
        return
    said = said_back(sentence, formula, vocabulary, usual)
    if said != sentence and not any(alike(formula, again) for again in read(said)):
        raise Unresolved(f"it would be read as '{said}', which may say something else")
    if len(_KEPT) >= _MOST:
        _KEPT.clear()
    _KEPT[shape] = None


def _shape(nodes: list[Expression], vocabulary: Vocabulary) -> Iterator[object]:
    """Yield what a formula is made of, without its names, each node before its parts."""
    places: dict[str, int] = {}
    for node in nodes:
        yield type(node)
        match node:
            case Atom(name, args):
                yield vocabulary.senses[name, len(args)]
            case Fn(name):
                shown = vocabulary.constants[name]
                yield shown[:1].isupper(), shown[:4] == "the ", "'s " in shown, min(shown.count(" "), 3)
                yield places.setdefault(name, len(places))
            case Var(name) | Forall(name) | Exists(name):
                yield places.setdefault(name, len(places))
            case _:
                yield len(children(node))


def normal(formula: Formula) -> Formula:
    """Return the formula with a variable for each quantifier, flat chains, and each ∃ as far out as it may be."""
    return rewrite(apart(formula), _outwards)


def _outwards(formula: Formula) -> Formula:
    match formula:
        case Or(parts):
            return Or(tuple(one for part in parts for one in (part.parts if isinstance(part, Or) else (part,))))
        case And(parts):
            facts: list[Formula] = []
            found: list[Exists] = []
            for part in parts:
                while isinstance(part, Exists):
                    found.append(part)
                    part = part.body
                facts += part.parts if isinstance(part, And) else [part]
            body: Formula = And(tuple(facts))
            for one in reversed(found):
                body = Exists(one.var, body, one.sort)
            return body
        case Implies(Exists(var, body, sort), right):
            return Forall(var, _outwards(Implies(body, right)), sort)
        case _:
            return formula


def alike(one: Formula, other: Formula) -> bool:
    """Return whether two formulas are one, but for what English does not show."""
    return one == other or _written(normal(one)) == _written(normal(other))


def _written(formula: Formula) -> str:
    """Return a formula, whatever its variables are called: each gets a number, by what is said of it."""
    names = {node.var: "" for node in walk(formula) if isinstance(node, Forall | Exists)}
    for number in range(len(names)):
        free = [name for name, known in names.items() if not known]
        names[min(free, key=lambda name: _outline(formula, {**names, name: "*"}))] = str(number)
    return _outline(formula, names)


def _outline(node: Expression, names: dict[str, str]) -> str:
    match node:
        case Var(name):
            return names.get(name, name)
        case Forall() | Exists():
            block, body, kind = list[str](), node, type(node)
            while isinstance(body, kind):
                block.append(f"{names[body.var]}:{body.sort}")
                body = body.body  # type: ignore[assignment]
            return f"{kind.__name__}{sorted(block)}{_outline(body, names)}"
    parts = [_outline(one, names) for one in children(node)]
    if isinstance(node, And | Or | Iff | Xor | Eq):
        parts.sort()
    label = getattr(node, "name", "") or getattr(node, "op", "") or ("" if parts else repr(node))
    return f"{type(node).__name__} {label}({', '.join(parts)})"
