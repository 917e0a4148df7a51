"""Each sentence beside its formula: words that ask for what the formula lacks, and the reverse."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from sorites.solvers import Diagnostic, Level, Statement
from sorites.solvers.logic.syntax import (
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
from sorites.solvers.logic.walkers import subformulas
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
    may_deny,
    plain,
    proper_names,
    refers_back,
    same_word,
)

_Found = tuple[str, str, str]
"""A code, a message in which {} is the formula, and a hint."""
_OF_PREMISES = frozenset("negation-missing negation-added or-missing iff-missing constant-added".split())
"""Codes that are told of premises; by the others ``belonging`` goes."""
_OF_GOALS = frozenset("negation-added or-missing iff-missing name-missing".split())
"""Codes that are told of goals, of which ``asking`` says more."""
_LABELS = re.compile(r"(?:(?:true|false|uncertain|unknown|yes|no)\b(?:, or|,| or)? ?){2,}\b", re.I)
"""Labels that a question gives to choose from: *Is it true or false that …*"""
_FALSE = re.compile(
    r"(?:is|was) (?:this|that|it|the)(?: statement| claim| sentence| conclusion)? (?:false|untrue|incorrect|wrong)\W*",
    re.I,
)
"""A question whether what stands before it is false."""
_TOO_EASY: _Found = (
    "exists-implies",
    "{} holds as soon as there is anything that is not so",
    "'All A are B' is ∀x (A(x) → B(x)), 'some A are B' is ∃x (A(x) ∧ B(x)).",
)


@dataclass(frozen=True, slots=True)
class _Sign:
    """What words of a sentence ask of its formula.

    Attributes:
        code: of the warning.
        asks: whether a sentence has such words.
        shapes: what the formula has then, any of them.
        answers: what it may have instead.
        message: what is wrong if it has neither; {} is the formula.
        hint: what to write.
    """

    code: str
    asks: Callable[[str], bool]
    shapes: frozenset[type]
    answers: Callable[[Spoken], bool]
    message: str
    hint: str


_SIGNS = (
    _Sign(
        "negation-missing", denies, frozenset({Not, Xor}), lambda formula: may_deny(formula.names),
        "the sentence denies something, and {} does not", "Write ¬ for what it denies.",
    ),
    _Sign(
        "or-missing", alternative, frozenset({Or, Xor, Implies, Iff, Not}), lambda formula: alternative(formula.names),
        "the sentence gives alternatives, and {} gives none", "Write ∨, or ⊕ for 'either … or' that rules out both.",
    ),
    _Sign(
        "if-missing", conditional, frozenset({Or, Xor, Implies, Iff}), lambda formula: conditional(formula.names),
        "the sentence has a condition, and {} has none", "Write →.",
    ),
    _Sign(
        "iff-missing", biconditional, frozenset({Iff, Xor}),
        lambda formula: sum(isinstance(node, Implies) for node in formula.nodes) > 1,
        "the sentence has 'if and only if', and {} has one direction only", "Write ↔.",
    ),
)  # fmt: skip
"""What words ask for, and which shapes answer: ``belonging`` goes by some of these signs, a repair by those earned."""


def misshapen(problem: Problem, glossary: Glossary) -> Iterator[Diagnostic]:
    """Yield what the words of each sentence ask for and its formula lacks, or the reverse.

    Args:
        problem: what was asked; its question is the goal's sentence where that has none.
        glossary: of a program whose statements may have sentences as glosses.
    """
    program = glossary.program
    given = (*program.premises, *(Statement(r.formula, r.gloss, r.span) for r in program.rules))
    for statement in given:
        written = glossary.spoken(statement.formula).written
        easy = any(isinstance(node, Exists) and isinstance(node.body, Implies) for node in written)
        found = [one for one in wording(glossary, statement.formula, statement.gloss) if one[0] in _OF_PREMISES]
        yield from _told(statement, [_TOO_EASY, *found] if easy else found)
    if not program.asked:
        sentence = program.goal.gloss or asked_in(problem)
        asked = wording(glossary, program.open_goal, plainly(sentence))
        yield from _told(program.goal, [one for one in asked if one[0] in _OF_GOALS])


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


def wording(glossary: Glossary, formula: Formula, sentence: str) -> tuple[_Found, ...]:
    """Return what a sentence says and its formula does not, or the reverse; nothing without a sentence."""
    spoken = glossary.spoken(formula)
    found = spoken.worded.get(sentence)
    if found is None:
        ways = (*asking(spoken, sentence), *_things(glossary, spoken, sentence)) if sentence else ()
        found = spoken.worded[sentence] = ways
    return found


def asking(spoken: Spoken, sentence: str) -> Iterator[_Found]:
    """Yield what a sentence asks for by its words of logic and its formula lacks, or the reverse."""
    for sign in _SIGNS:
        if spoken.kinds.isdisjoint(sign.shapes) and sign.asks(sentence) and not sign.answers(spoken):
            yield sign.code, sign.message, sign.hint
    if Not in spoken.kinds and not may_deny(sentence) and not biconditional(sentence):
        yield "negation-added", "{} denies something, and its sentence does not", "Deny what the sentence denies."


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
