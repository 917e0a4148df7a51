"""The goal beside the question: whether a program asks what was asked.

A proof of another goal is an answer to another question, however well it is checked. Two things are told with
little doubt: that the goal speaks of somebody else whom the program names, too, and that it says of them what the
question does not say, while the program has a predicate for what it does say. Nothing is told of questions with
pronouns, or with what may describe a thing instead of naming it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sorites.solvers import Diagnostic, Level, Outcome, Program, Verdict
from sorites.solvers.kernel.certificates import Proof
from sorites.solvers.language.names import number_named
from sorites.solvers.language.spelling import words
from sorites.solvers.language.syntax import Atom, Eq, Fn
from sorites.solvers.language.traverse import walk
from sorites.translators import Problem

from .likeness import words_of
from .shapes import asked_in, said_in
from .wordings import content, describes, plain, proper_names, refers_back, same_word, tokens

NOT_ASKED: Final = "goal-not-asked"
"""The code of the diagnostic of a goal that speaks of somebody else than the question; there is no answer then."""
OTHER_WORDS: Final = "goal-in-other-words"
"""The code of the diagnostic of a goal none of whose predicates the question has, while the program has one of its."""
EMPTY: Final = "goal-proved-from-nothing"
"""The code of the diagnostic of a goal that holds, or fails, whatever the text says."""
OF_GOAL: Final = frozenset({NOT_ASKED, OTHER_WORDS, EMPTY})
"""Codes of faults that nothing but another goal mends."""
AT_GOAL: Final = frozenset({"name-missing", "negation-added"})
"""Codes of faults that nothing but another goal mends, where they are the goal's and no premise's."""


def asked_otherwise(problem: Problem, program: Program) -> Iterator[Diagnostic]:
    """Yield what tells that a program asks something else than its problem.

    Args:
        problem: what was asked; nothing is told without a question, nor of options.
        program: a program that a model wrote.
    """
    sentence = asked_in(problem)
    if not sentence or problem.options or program.asked:
        return
    nodes = list(walk(program.open_goal))
    spoken = tokens(sentence)
    if not refers_back(sentence) and not describes(sentence) and not _equates(program):
        said_words = [word for word in said_in(program, nodes) if word]
        said = "".join(map(plain, said_words))
        everywhere = tokens(problem.question)
        glosses = {constant.name: constant.gloss for constant in program.constants}
        used = {node.name for node in nodes if isinstance(node, Fn) and not node.args}
        lacking = [
            name
            for name in program.signature.constants
            if name not in used and _named(name, spoken) and not any(plain(part) in said for part in words(name))
        ]
        lacking += [
            name
            for name in _names_in(problem, sentence)
            if not any(plain(part) in said or any(same_word(part, own) for own in said_words) for part in name.split())
        ]
        for name in sorted(used):
            if lacking and _strange([*words(name), *content(glosses.get(name, ""))], everywhere, name):
                message = f"the goal speaks of '{name}', and the question of '{lacking[0]}'"
                hint = "Write as the goal what the question asks."
                yield Diagnostic(NOT_ASKED, Level.WARNING, message, program.goal.span, hint)
                return
    atoms = {(node.name, len(node.args)) for node in nodes if isinstance(node, Atom)}
    if not atoms or any(_said(program, atom, spoken, any) for atom in atoms):
        return
    others = [one for one in program.signature.predicates if one not in atoms and _said(program, one, spoken, all)]
    if others:
        message = f"the question speaks of '{others[0][0]}', and the goal of '{min(atoms)[0]}'"
        hint = "Write as the goal what the question asks."
        yield Diagnostic(OTHER_WORDS, Level.WARNING, message, program.goal.span, hint)


def proved_from_nothing(program: Program, outcome: Outcome) -> Diagnostic | None:
    """Return what is said of an answer for which no premise was needed; ``None`` of others.

    Args:
        program: what was asked.
        outcome: what was proved of it, with a certificate.
    """
    found = outcome.certificate
    if outcome.verdict not in {Verdict.ENTAILED, Verdict.REFUTED} or not isinstance(found, Proof):
        return None
    if found.premises_used or not program.premises:
        return None
    what = "holds" if outcome.verdict is Verdict.ENTAILED else "fails"
    message = f"the goal {what} whatever the text says: its proof needs no premise"
    return Diagnostic(EMPTY, Level.WARNING, message, program.goal.span, "Write as the goal what the question asks.")


def _equates(program: Program) -> bool:
    """Return whether two names may be of one thing."""
    return any(isinstance(node, Eq) for formula in program.formulas for node in walk(formula))


def _names_in(problem: Problem, sentence: str) -> Iterator[str]:
    """Yield the proper names of a question; its first word counts if the text has it, and never in small letters."""
    for parts in proper_names(sentence):
        yield " ".join(parts)
    first = content(sentence)[:1]
    if first and first == tokens(sentence)[:1] and first[0][0].isupper() and len(first[0]) > 1:
        text = tokens(problem.context)
        if first[0] in text and first[0].lower() not in text:
            yield first[0]


def _named(name: str, spoken: Iterable[str]) -> bool:
    """Return whether all words of a name stand among others."""
    parts, small = words(name), {plain(word) for word in spoken}
    return number_named(name) is None and len("".join(parts)) > 1 and all(plain(part) in small for part in parts)


def _strange(parts: list[str], spoken: list[str], name: str) -> bool:
    """Return whether no word for a thing stands among others; of a single letter nobody can tell."""
    telling = [part for part in parts if len(part) > 2 and not part.isdigit()]
    squeezed = "".join(map(plain, spoken))
    return (
        bool(telling)
        and number_named(name) is None
        and not any(plain(part) in squeezed for part in telling)
        and not any(same_word(part, word) for part in telling for word in spoken)
    )


def _said(program: Program, name: tuple[str, int], spoken: list[str], how: Callable[..., bool]) -> bool:
    """Return whether a sentence has the words of a predicate: any of its name and gloss, or all of its name."""
    own = content(" ".join(words(name[0])))
    if how is any:
        parts = [*own, *content(words_of(program, name))]
        squeezed = "".join(map(plain, spoken))
        return not parts or any(
            plain(part) in squeezed or any(same_word(part, word) for word in spoken) for part in parts
        )
    return bool(own) and all(any(same_word(part, word) for word in spoken) for part in own)
