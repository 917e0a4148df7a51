"""Each sentence beside its formula: words that ask for what the formula lacks, and the reverse."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from sorites.solvers import Diagnostic, Level, Statement
from sorites.solvers.logic.syntax import (
    And,
    Atom,
    Binder,
    Exists,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Xor,
    number_named,
)
from sorites.solvers.logic.walkers import free_variables, subformulas
from sorites.solvers.notation.printer import print_formula
from sorites.translators import Problem
from sorites.translators.sentences import split

from .denying import plainly
from .glossary import Glossary, Spoken
from .wordings import (
    ABOUT,
    alternative,
    biconditional,
    conditional,
    content,
    denies,
    describes,
    exclusive,
    may_deny,
    of_all,
    of_some,
    plain,
    proper_names,
    refers_back,
    same_word,
)

_Found = tuple[str, str, str]
"""A code, a message in which {} is the formula, and a hint."""
_LABELS = re.compile(r"(?:(?:true|false|uncertain|unknown|yes|no)\b(?:, or|,| or)? ?){2,}\b", re.I)
"""Labels that a question gives to choose from: *Is it true or false that …*"""
_FALSE = re.compile(
    r"(?:is|was) (?:this|that|it|the)(?: statement| claim| sentence| conclusion)? (?:false|untrue|incorrect|wrong)\W*",
    re.I,
)
"""A question whether what stands before it is false."""
_BOTH = "'All A are B' is ∀x (A(x) → B(x)), 'some A are B' is ∃x (A(x) ∧ B(x))."


def misshapen(problem: Problem, glossary: Glossary) -> Iterator[Diagnostic]:
    """Yield what the words of each sentence ask for and its formula lacks, or the reverse.

    Args:
        problem: what was asked; its question is the goal's sentence where that has none.
        glossary: of a program whose statements may have sentences as glosses.
    """
    program = glossary.program
    given = (*program.premises, *(Statement(r.formula, r.gloss, r.span) for r in program.rules))
    for statement in given:
        spoken = glossary.spoken(statement.formula)
        found = [*_shape(spoken), *wording(glossary, statement.formula, statement.gloss)]
        yield from _told(statement, found)
    if not program.asked:
        sentence = program.goal.gloss or asked_in(problem)
        asked = wording(glossary, program.open_goal, plainly(sentence))
        yield from _told(program.goal, [one for one in asked if one[0] != "constant-added"])  # see ``asking``


def asked_in(problem: Problem) -> str:
    """Return the last sentence of a question that says what is asked: ``Is this so? Anne is kind.``

    What follows it and asks whether it is so says nothing of its own; whether it is false, denies it.
    """
    return _asked_in(problem.question)


@lru_cache(64)
def _asked_in(question: str) -> str:
    found = [sentence.text for sentence in split(_LABELS.sub("so", question))]
    last = next((k for k in range(len(found) - 1, -1, -1) if not _of_itself(found[k])), len(found) - 1)
    if any(map(_FALSE.fullmatch, found[last + 1 :])):
        return f"It is false that {found[last]}"
    return found[last] if found else ""


def _of_itself(sentence: str) -> bool:
    """Return whether a sentence speaks of the question and the text alone."""
    return all(word.lower() in ABOUT for word in content(sentence)) or _FALSE.fullmatch(sentence) is not None


def question_of(problem: Problem) -> str:
    """Return a question without the labels that it gives to choose from."""
    return _LABELS.sub("so", problem.question)


def _told(statement: Statement, found: Iterable[_Found]) -> Iterator[Diagnostic]:
    shown = ""
    for code, message, hint in found:
        shown = shown or print_formula(statement.formula)
        yield Diagnostic(code, Level.WARNING, message.format(shown), statement.span, hint)


def _shape(spoken: Spoken) -> Iterator[_Found]:
    """Yield shapes that hardly any sentence has."""
    for node in spoken.written:
        if isinstance(node, Binder) and node.var not in free_variables(node.body):
            message = f"the quantifier of '{node.var}' binds nothing in {{}}"
            yield "vacuous-quantifier", message, "Leave it out, or use its variable."
        if isinstance(node, Exists) and isinstance(node.body, Implies):
            yield "exists-implies", "{} holds as soon as there is anything that is not so", _BOTH
    formula = body = spoken.written[0]
    while isinstance(body, Forall):
        body = body.body
    if body is not formula and isinstance(body, And) and all(isinstance(part, Atom) for part in body.parts):
        yield "forall-and", "{} says all of this of everything that there is", _BOTH


def wording(glossary: Glossary, formula: Formula, sentence: str) -> tuple[_Found, ...]:
    """Return what a sentence says and its formula does not, or the reverse; nothing without a sentence."""
    spoken = glossary.spoken(formula)
    found = spoken.worded.get(sentence)
    if found is None:
        found = spoken.worded[sentence] = tuple(_wording(glossary, spoken, sentence)) if sentence else ()
    return found


def _wording(glossary: Glossary, spoken: Spoken, sentence: str) -> Iterator[_Found]:
    formula, nodes, kinds, names = spoken.formula, spoken.nodes, spoken.kinds, spoken.names
    joined = kinds & {Or, Xor, Implies, Iff}
    if not kinds & {Not, Xor}:
        if denies(sentence) and not may_deny(names):
            yield "negation-missing", "the sentence denies something, and {} does not", "Write ¬ for what it denies."
    elif Not in kinds and not may_deny(sentence) and not biconditional(sentence):
        yield "negation-added", "{} denies something, and its sentence does not", "Deny what the sentence denies."
    if of_all(sentence) and not kinds & {Forall, Exists} and not of_all(names):
        yield "all-missing", "the sentence speaks of all, and {} has no quantifier", "Bind a variable by ∀."
    if of_some(sentence) and not existential(formula) and not of_some(names):
        yield "some-missing", "the sentence says that there is something, and {} does not", "Bind a variable by ∃."
    if alternative(sentence) and not joined and Not not in kinds and not alternative(names):
        hint = "Write ∨, or ⊕ for 'either … or' that rules out both."
        yield "or-missing", "the sentence gives alternatives, and {} gives none", hint
    if exclusive(sentence) and Or in kinds and not kinds & {Xor, Iff, Not} and not exclusive(names):
        hint = "Write ⊕ if the sentence rules out both."
        yield "either-inclusive", "the sentence says 'either … or', and {} allows both", hint
    if conditional(sentence) and not joined and not conditional(names):
        yield "if-missing", "the sentence has a condition, and {} has none", "Write →."
    arrows = sum(isinstance(node, Implies) for node in nodes)
    if biconditional(sentence) and not kinds & {Iff, Xor} and arrows < 2:
        yield "iff-missing", "the sentence has 'if and only if', and {} has one direction only", "Write ↔."
    yield from _things(glossary, spoken, sentence)


def existential(formula: Formula, positive: bool = True) -> bool:
    """Return whether a formula says that there is something, by ``∃`` or by denying ``∀``."""
    match formula:
        case Exists():
            return positive or existential(formula.body, positive)
        case Forall():
            return not positive or existential(formula.body, positive)
        case Not(body):
            return existential(body, not positive)
        case Implies(left, right):
            return existential(left, not positive) or existential(right, positive)
        case Iff(left, right) | Xor(left, right):
            return any(existential(part, sign) for part in (left, right) for sign in (True, False))
    return any(existential(part, positive) for part in subformulas(formula))


def _things(glossary: Glossary, spoken: Spoken, sentence: str) -> Iterator[_Found]:
    """Yield whom or what a sentence speaks of and its formula does not, or the reverse."""
    said, squeezed = spoken.said, "".join(map(plain, spoken.said))

    def covered(word: str) -> bool:
        return plain(word) in squeezed or any(same_word(word, other) for other in said if other)

    named = [name for name in proper_names(sentence) if not any(map(covered, name))]
    for name in (" ".join(parts) for parts in named):
        yield "name-missing", f"the sentence speaks of {name}, and {{}} does not", f"Say what it says of {name}."
    small = [word.lower() for word in content(sentence)]
    once = frozenset(small)
    for constant, parts in glossary.things:
        if not parts or parts[0] not in once or constant in spoken.things:
            continue
        if _occurs(parts, small) and not any(map(covered, parts)):
            message = f"the sentence speaks of '{constant}', and {{}} does not"
            yield "constant-missing", message, f"Say what it says of '{constant}'."
    for constant in _unheard(glossary, spoken.things, sentence):
        message = f"{{}} speaks of '{constant}', and its sentence does not"
        yield "constant-added", message, "Speak of whom the sentence speaks of."


def _unheard(glossary: Glossary, things: Iterable[str], sentence: str) -> Iterator[str]:
    """Yield the constants of a formula of which its sentence has no word, nor any for somebody that another names."""
    if refers_back(sentence) or describes(sentence):
        return
    whole = "".join(sentence.lower().split())
    for constant in sorted(things):
        parts = glossary.thing(constant)
        if number_named(constant) is not None or any(part in whole for part in parts):
            continue
        if not any(same_word(part, word) for part in parts for word in content(sentence)):
            yield constant


def of_another(glossary: Glossary, formula: Formula, sentence: str) -> bool:
    """Return whether a formula speaks of somebody of whom its sentence does not, and that of another."""
    if next(_unheard(glossary, glossary.spoken(formula).things, sentence), None) is None:
        return False
    return any(code in {"constant-missing", "name-missing"} for code, _, _ in wording(glossary, formula, sentence))


def _occurs(parts: list[str], small: list[str]) -> bool:
    """Return whether words stand together in others."""
    return any(small[i : i + len(parts)] == parts for i in range(len(small) - len(parts) + 1))
