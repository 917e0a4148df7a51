"""The goal beside the question: whether a program asks what was asked.

A proof of another goal is an answer to another question, however well it is checked. So the goal is held against the
user's question, or the statement of its option, and never against the model's wording of it: that it has a word of the
question, says of somebody what the question says of them, and denies what the question denies. Nothing is told of
names in questions with pronouns, or with what may describe a thing instead of naming it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from sorites.solvers import Diagnostic, Level, Outcome, Program, Reading, Verdict
from sorites.solvers.kernel.certificates import Proof
from sorites.solvers.logic.syntax import Atom, Formula, Not, Xor
from sorites.solvers.logic.walkers import walk
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.spelling import words
from sorites.translators import Problem
from sorites.translators.problem import statements_of
from sorites.translators.sentences import split

from .agreement import OF_GOALS, SEVERAL, Account, denials, reads_otherwise, unlike
from .glossary import Glossary, glossary_of
from .wordings import (
    ABOUT,
    biconditional,
    content,
    denies,
    english,
    heard,
    may_deny,
    plain,
    tokens,
)

NOT_ASKED: Final = "goal-not-asked"
"""The code of the diagnostic of a goal that is not of the question; there is no answer then."""
EMPTY: Final = "goal-proved-from-nothing"
"""The code of the diagnostic of a goal that holds, or fails, whatever the text says."""
TURNED: Final = "goal-turned"
"""The code of the diagnostic of a goal that denied what the question says, or the reverse, and was put right."""
OF_GOAL: Final = frozenset({NOT_ASKED, EMPTY})
"""Codes of faults that nothing but another goal mends."""
_OPEN: Final = re.compile(
    r"(?:(?:in|on|at|for|to|from|with|by|of|since|until|against|under|about) )?"
    r"(?:who|whom|whose|which|what|why|how)\b.*\?\W*$"
    r"|(?:when|where) (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|must|may|should)\b.*\?\W*$"
    r"|(?:please |do you |can you |could you )*(?:know|tell me|explain|say|name|list|describe|show)\b(?: \w+){0,2}?"
    r" (?:who|whom|whose|which|what|why|how|when|where)\b|(?:since|until) when\b|.*\band (?:why|how|when|where)\W*$"
    r"|(?:give|name|state) the (?:reason|name|number)\b|i wonder (?:who|why|how|which|what|when|where)\b",
    re.I | re.S,
)
"""A question that no goal answers which holds or does not."""
_CLAUSES: Final = re.compile(r"\b(?:although|though|because|since|while|whereas|despite|but)\b|;|,(?!.*\?$)", re.I)
"""What divides a sentence, so that a negation may be of another part of it."""
_COPULAS: Final = frozenset({"is", "are", "be", "a", "an", "the"})
_HINT: Final = "Write as the goal what the question asks."
_AUXILIARY: Final = (
    "is|are|was|were|am|does|do|did|has|have|had|can|could|will|would|shall|should|must|may|might|need|ought"
)
_SHORT: Final = re.compile(r"\b([a-z]+)n['’]t\b", re.I)
_LONG: Final = {"ca": "can", "wo": "will", "sha": "shall"}
_TAG: Final = re.compile(rf",\s*(?:{_AUXILIARY})(?: not)? (?:he|she|it|they|there|we|you|i)(?: not)?\s*\?*$", re.I)
"""What asks for agreement behind a statement: *…, isn't she?*"""
_LEADING: Final = re.compile(rf"^(\W*(?:{_AUXILIARY})) not\b(?! only\b)", re.I)
"""A question that asks for agreement: *isn't Ann kind* asks whether she is."""
_WRAPPED: Final = re.compile(
    r"^\W*(?:(?P<asks>(?:is|was) it)|it (?:is|was))(?P<no> not)? "
    r"(?:true|so|correct|right|certain|the case|a fact|(?P<false>false|untrue|incorrect|wrong)) that\b",
    re.I,
)
_FALSE: Final = re.compile(r"(?<!true or )(?<!true/)\b(?:false|untrue)\b(?! or true|/true)", re.I)
"""What says that a statement is not so, and is no label to choose."""
_NOT: Final = re.compile(r"\b(?:not|never)\b", re.I)
_DENIED: Final = re.compile(
    rf"\w (?:(?:{_AUXILIARY}) not|never)\b|^\W*(?:{_AUXILIARY}) \w.* (?:not|never)\b", re.I | re.S
)
"""A sentence that denies its predicate."""
_RELATIVE: Final = re.compile(r"\b(?:who|whom|whose|which|what|that|when|where|because|than)\b", re.I)
"""Words behind which something else than the question may be denied."""
_LABELS: Final = re.compile(r"(?:(?:true|false|uncertain|unknown|yes|no)\b(?:, or|,| or)? ?){2,}\b", re.I)
"""Labels that a question gives to choose from: *Is it true or false that …*"""
_IS_FALSE: Final = re.compile(
    r"(?:is|was) (?:this|that|it|the)(?: statement| claim| sentence| conclusion)? (?:false|untrue|incorrect|wrong)\W*",
    re.I,
)
"""A question whether what stands before it is false."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks, without what it is wrapped in.

    Attributes:
        rest: what may be denied: the question without *is it true that*, tags and short forms.
        turned: whether *it is false that* stands around it.
        doubtful: whether it may be meant either way: *is it not true that Ann is not kind*.
    """

    rest: str
    turned: bool
    doubtful: bool

    @property
    def odd(self) -> bool | None:
        """Whether an atom that is asked has to be denied; ``None`` where nobody can tell by words alone."""
        if self.doubtful or _RELATIVE.search(self.rest) or may_deny(_NOT.sub(" ", self.rest, count=1)):
            return None
        simple = _DENIED.search(self.rest) is not None
        return None if simple != denies(self.rest) else simple != self.turned


_REQUEST: Final = re.compile(
    r"^\W*(?:please |can you |could you )*(?:tell me|determine|decide|check|say|find out|verify|judge) (?:if|whether) ",
    re.I,
)
"""What asks whether something is so, and sets no condition."""


@lru_cache(64)
def unwrapped(sentence: str) -> Asked:
    """Return what a question asks, without what it is wrapped in."""
    plain = _LEADING.sub(r"\1", _TAG.sub("", _in_long(_REQUEST.sub("", sentence))))
    found = _WRAPPED.match(plain)
    if found is None:
        return Asked(plain, turned=False, doubtful=False)
    rest, no, false = plain[found.end() :].strip(), found["no"] is not None, found["false"] is not None
    agreeing = found["asks"] is not None and (no or _LEADING.match(_in_long(sentence)) is not None)
    if agreeing:
        return Asked(rest, turned=false, doubtful=false or denies(rest))
    return Asked(rest, turned=no != false, doubtful=False)


def _in_long(sentence: str) -> str:
    """Return a sentence with short forms of negation written out."""
    text = re.sub(r"\bno one\b", "nobody", sentence.strip(), flags=re.I)
    text = re.sub(r"\b(can)not\b", r"\1 not", text, flags=re.I)
    return _SHORT.sub(lambda found: f"{_LONG.get(found[1].lower(), found[1])} not", text)


def asked_in(problem: Problem) -> str:
    """Return the last sentence of a question that says what is asked: ``Is this so? Anne is kind.``

    What follows it and asks whether it is so says nothing of its own; whether it is false, denies it.
    """
    return _asked_in(problem.question)


@lru_cache(64)
def _asked_in(question: str) -> str:
    found = [sentence.text for sentence in split(_LABELS.sub("so", question))]
    last = next((k for k in range(len(found) - 1, -1, -1) if not _of_itself(found[k])), len(found) - 1)
    if any(map(_IS_FALSE.fullmatch, found[last + 1 :])):
        return f"It is false that {found[last]}"
    return found[last] if found else ""


def _of_itself(sentence: str) -> bool:
    """Return whether a sentence speaks of the question and the text alone."""
    return all(word.lower() in ABOUT for word in content(sentence)) or _IS_FALSE.fullmatch(sentence) is not None


def question_of(problem: Problem) -> str:
    """Return a question without the labels that it gives to choose from."""
    return _LABELS.sub("so", problem.question)


def of_english(problem: Problem) -> bool:
    """Return whether text and question are English; in another language words tell nothing for sure."""
    known = {plain(word) for word in tokens(problem.context)}
    shared = any(plain(word) in known for word in content(problem.question))
    return english(f"{problem.context} {problem.question}") and (shared or english(problem.question))


def put_right(problem: Problem, reading: Reading, *, shown: bool = True) -> Reading:
    """Return a reading whose goal denies what the question denies, and nothing else.

    A goal that denies what the question says is put right where this has all words of its predicates; one that lacks
    a negation, if it is an atom and the question has that predicate alone. It is said in a diagnostic.

    Args:
        problem: what was asked.
        reading: what a model wrote, as it was read.
        shown: whether anybody looks at its text, which is written anew then: what is shown is what is proved.
    """
    program, sentence = reading.first, asked_in(problem)
    if program is None or reading.said or reading.options:
        return reading
    goal = _turned(program, sentence)
    if goal is None or not of_english(problem):
        return reading
    mended = replace(program, goal=replace(program.goal, formula=goal, gloss=sentence))
    text = reading.text
    if shown:
        from sorites.solvers import read_program, write_program

        written = read_program(write_program(mended))
        mended, text = written.first if written.first == mended else mended, written.text
    what = "lacked a negation that the question has" if isinstance(goal, Not) else "denied what the question says"
    message = f"the goal {what}; it is taken for {print_formula(goal)}"
    said = [replace(d, span=None, also=()) for d in reading.diagnostics]
    found = Diagnostic(TURNED, Level.MENDED, message, mended.goal.span, _HINT)
    return replace(reading, first=mended, text=text, diagnostics=(*said, found))


def _turned(program: Program, sentence: str) -> Formula | None:
    """Return what a goal should be that denies what a question says, or the reverse; ``None`` of any other."""
    question, goal = unwrapped(sentence), program.goal.formula
    if _CLAUSES.search(sentence):
        return None
    if isinstance(goal, Atom) and not question.turned and not denies(question.rest):
        return None
    if not isinstance(goal, Not) and (not isinstance(goal, Atom) or question.odd is None):
        return None
    core = goal.body if isinstance(goal, Not) else goal
    nodes = list(walk(core))
    spoken = heard(question.rest)
    own = [word for node in nodes if isinstance(node, Atom) for word in words(node.name) if word not in _COPULAS]
    if not own or not all(map(spoken.alike, own)):
        return None
    if may_deny(glossary_of(program).spoken(core).names) or any(isinstance(node, Not | Xor) for node in nodes):
        return None
    if isinstance(core, Atom) and SEVERAL.search(sentence):
        return None
    if isinstance(core, Atom) and question.odd is not None:
        return None if question.odd == isinstance(goal, Not) else core if isinstance(goal, Not) else Not(core)
    if not isinstance(goal, Not) or question.turned or may_deny(question.rest) or biconditional(sentence):
        return None
    return core


def asked_otherwise(problem: Problem, reading: Reading, glossary: Glossary) -> Iterator[Diagnostic]:
    """Yield what tells that a program asks something else than its problem, or than the options of it.

    Args:
        problem: what was asked; nothing is told without a question.
        reading: what a model wrote, as it was read.
        glossary: the words of its program.
    """
    statements = statements_of(problem.options)
    if len(reading.options) != len(statements):
        return
    asking = [*zip(map(glossary_of, reading.options), statements, strict=True)] or [(glossary, asked_in(problem))]
    for each, sentence in asking:
        if differing := _otherwise(problem, each, sentence):
            goal = each.program.goal
            message = f"the goal {print_formula(goal.formula)} {differing}"
            yield Diagnostic(NOT_ASKED, Level.WARNING, message, goal.span, _HINT)
            return


def _otherwise(problem: Problem, glossary: Glossary, sentence: str) -> str:
    """Return in what a goal is not that of a sentence; empty if in nothing."""
    if not sentence or glossary.program.asked:
        return ""
    whole = " ".join((question_of(problem), *statements_of(problem.options)))
    if _OPEN.match(sentence) and not problem.options:
        return "may hold or not, and the question asks for more than that"
    if all(word.lower() in ABOUT for word in content(whole)):
        return ""
    asked = unwrapped(sentence)
    if asked.doubtful:
        return "may be asked, or its opposite"
    account = Account.of(glossary, glossary.program.goal.formula, asked.rest, whole)
    if asked.turned or (_FALSE.search(asked.rest) is not None and not denies(asked.rest)):
        told = (
            "" if account.denying or may_deny(_FALSE.sub(" ", asked.rest)) else "does not deny, and the question does"
        )
    else:
        told = unlike(account, (denials,))
    return unlike(account, OF_GOALS) or told or unlike(replace(account, sentence=sentence), (reads_otherwise,))


def proved_from_nothing(problem: Problem, program: Program, outcome: Outcome) -> Diagnostic | None:
    """Return what is said of an answer for which no premise was needed; ``None`` of others.

    It is no answer, unless the question gives alternatives or conditions, one of which may hold in any case.

    Args:
        problem: the problem.
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
    sentence = asked_in(problem)
    named = any(word.lower() not in ABOUT for word in content(sentence))
    simple = named and of_english(problem) and not SEVERAL.search(sentence)
    return Diagnostic(EMPTY, Level.ERROR if simple else Level.WARNING, message, program.goal.span, _HINT)
