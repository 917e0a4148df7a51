"""The premises beside the text: whether they are of it, and what they add to their sentences.

A program of another text proves nothing of this one, and what is to be proved is soon proved if a premise says it
under a sentence that does not. So most premises have to render sentences of the text, in words that these have; and
where a premise gives what is asked, by a predicate or of somebody that its sentence does not speak of, or though that
denies it or says it of a case only, the answer may not hang on it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Final

from sorites.solvers import Diagnostic, Level, Program, Reading, Statement
from sorites.solvers.logic.program import Default
from sorites.solvers.logic.syntax import And, Atom, Distinct, Eq, Forall, Formula, Iff, Implies, Not, Or, Xor, negation
from sorites.solvers.logic.walkers import subformulas, walk
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.spelling import words
from sorites.translators import Problem
from sorites.translators.coverage import Coverage, coverage_of, says_something
from sorites.translators.problem import statements_of
from sorites.translators.sentences import split

from .agreement import misstated, unsaid
from .glossary import CONSTANT, MANY, Glossary, Name, glossary_of
from .shapes import asking, of_another, question_of
from .wordings import Utterance, alternative, conditional, denies, heard, means_somebody, of_all, twice_denied

OF_OTHER_TEXT: Final = "premises-of-another-text"
"""The code of the diagnostic of a program most of whose premises render nothing of the text; it has no answer."""
CONCLUSION: Final = "conclusion-added"
"""The code of the diagnostic of a premise that gives what is asked, and whose sentence does not."""
ADDED: Final = "predicate-added"
"""The code of the diagnostic of another premise that says something of which its sentence has no word."""
_HINT: Final = "Translate what its sentence says, and no more."
_ELLIPSIS: Final = re.compile(
    r"\b(?:do(?:es)?|did|is|are|was|were|has|have|can|will|must|may)(?: not|n['’]t)?(?:,? (?:too|as well|either))?\W*$"
    r"|^\W*(?:so|neither|nor) (?:do(?:es)?|did|is|are|was|were|has|have|can|will|must|may)\b",
    re.I,
)
"""How a sentence ends, or begins, that says no more than that it is so of another, too."""
_ELSE: Final = frozenset({"negation-missing", "negation-added", "or-missing", "if-missing"})
"""Codes of sentences that deny a fact that is made of them, or say it of a case only."""


def of_other_text(problem: Problem, glossary: Glossary, covered: Coverage | None) -> Iterator[Diagnostic]:
    """Yield what tells that most premises are not of the text.

    Args:
        problem: what was asked.
        glossary: the words of a program.
        covered: which sentences it renders by its glosses; ``None`` if nobody can tell.
    """
    program = glossary.program
    least = 2 if covered is not None else 4  # without sentences beside them they may be in other words
    held, enough = list[bool](), len(_stated(program))
    for holds in _held(problem, glossary, covered):
        held.append(holds)
        if (enough := enough - least * holds) <= 0:
            break
    few = enough > 0 and least * sum(held) < len(held)
    if few and any(held) and covered is not None:
        known = {n for holds, numbers in zip(held, covered.renders, strict=False) if holds for n in numbers}
        few = len(known) < len(split(problem.context))
    if few or (not held and not _stated(program) and _says_anything(problem)):
        message = f"{sum(held)} of {len(held)} premises render a sentence of the text"
        yield Diagnostic(OF_OTHER_TEXT, Level.WARNING, message, None, "Translate the sentences of this text.")


def conclusions(problem: Problem, reading: Reading, among: Collection[int] | None = None) -> list[Diagnostic]:
    """Return what is said of premises that give what is asked, though their sentences do not.

    Args:
        problem: what was asked.
        reading: what a model wrote, as it was read.
        among: the indices of those that are looked at; ``None`` for all, of which only what takes little time is told.
    """
    program = reading.first
    if program is None or len(program.premises) + len(program.rules) > MANY:
        return []
    premises = [one for i, one in enumerate(program.premises) if among is None or i in among]
    covered = coverage_of(program, problem.context, problem.question, premises)
    glossary = glossary_of(program)
    found = added_to_text(problem, reading, glossary, covered, premises)
    told = [d for d in found if d.code == CONCLUSION]
    spans = {d.span for d in told}
    for one in premises if among is not None else ():
        if one.gloss and one.span not in spans and (what := misstated(glossary, one.formula, one.gloss)):
            told.append(_told(CONCLUSION, one, what))
    return told


def added_to_text(
    problem: Problem,
    reading: Reading,
    glossary: Glossary,
    covered: Coverage | None,
    premises: Iterable[Statement],
) -> Iterator[Diagnostic]:
    """Yield what tells that premises say more than their sentences.

    Args:
        problem: what was asked.
        reading: what a model wrote, as it was read.
        glossary: the words of its program.
        covered: which sentences these premises render by their glosses; ``None`` if nobody can tell.
        premises: of the program.
    """
    program = glossary.program
    goals = [one.goal.formula for one in reading.options or (program,)]
    asked = heard(" ".join((question_of(problem) or program.goal.gloss, *statements_of(problem.options))))
    facts = {fact for goal in goals for part in _parts(goal) for fact in (part, negation(part))}
    renders, wanted = iter(covered.renders if covered is not None else ()), _predicates(facts)
    for premise in premises:
        numbers = next(renders, ()) if premise.gloss else ()
        if covered is not None and premise.gloss and not numbers:
            yield from _from_nowhere(premise, facts)
        elif covered is not None and not premise.gloss and not _rendered(problem, glossary, premise):
            yield _told(CONCLUSION, premise, "renders no sentence of the text")
        elif premise.gloss or not facts.isdisjoint(_parts(premise.formula)):
            ways = dict.fromkeys(_meant(problem, premise, covered, numbers))
            told: Diagnostic | None = None
            for sentence in ways:  # what any of them says is not added
                found = _added(glossary, premise, sentence, asked, facts, wanted)
                if found is None or not (premise.gloss or found.code == CONCLUSION):
                    break
                told = told or found
            else:
                yield from () if told is None else (told,)


def _rendered(problem: Problem, glossary: Glossary, premise: Statement) -> bool:
    """Return whether a sentence of a text has a word for each name of a premise, or a pronoun in place of a thing.

    That two names are of two things is what a text with both of them may mean.
    """
    formula = premise.formula
    if isinstance(formula, Distinct) or (isinstance(formula, Not) and isinstance(formula.body, Eq)):
        return True
    names = glossary.spoken(premise.formula).telling
    said = [own for (_, places), own in names.items() if places != CONSTANT]
    return any(
        all(map(heard(sentence.text).stands, said if means_somebody(sentence.text) else names.values()))
        for sentence in split(problem.context)
    )


def _meant(problem: Problem, premise: Statement, covered: Coverage | None, numbers: tuple[int, ...]) -> list[str]:
    """Return the sentences any of which a premise may render: those that it quotes, or all."""
    if not premise.gloss:
        return [sentence.text for sentence in split(problem.context)]
    if covered is None:
        return [premise.gloss]
    texts = [covered.sentence(number) if number else question_of(problem) for number in numbers]
    return [" ".join(texts), *texts]


def _stated(program: Program) -> tuple[Statement | Default, ...]:
    return (*program.premises, *program.rules, *program.exceptions)


def _says_anything(problem: Problem) -> bool:
    return any(says_something(sentence.text) for sentence in split(problem.context))


def _held(problem: Problem, glossary: Glossary, covered: Coverage | None) -> Iterator[bool]:
    """Yield of each premise of which it can be told whether it renders a sentence: the quoted one, or any."""
    program = glossary.program
    if covered is not None:
        glossed = [one for one in _stated(program) if one.gloss]
        for one, numbers in zip(glossed, covered.renders, strict=False):
            yield bool(numbers) and glossary.heard_in(one.formula, heard(one.gloss))
        return
    if any(one.gloss for one in _stated(program)):
        return
    sentences = [sentence.text for sentence in split(problem.context)]
    for one in _stated(program) if sentences else ():
        if names := glossary.spoken(one.formula).telling.values():
            among = (i for i, text in enumerate(sentences) if 2 * sum(map(heard(text).stands, names)) > len(names))
            held = next(among, None)
            yield held is not None
            if held is not None:  # the next premise most often renders the next sentence
                sentences = [*sentences[held + 1 :], *sentences[: held + 1]]


def _added(
    glossary: Glossary, premise: Statement, sentence: str, asked: Utterance, facts: set[Formula], wanted: set[Name]
) -> Diagnostic | None:
    """Return what a premise says and its sentence does not."""
    formula, spoken = premise.formula, heard(sentence)
    if _ELLIPSIS.search(sentence):
        return None
    names = glossary.spoken(formula).telling
    foreign = {name for name in names if not spoken.stands(names[name])}
    said = {(atom.name, len(atom.args)) for atom in _asserted(formula)} if foreign else set[Name]()
    told = said if means_somebody(sentence) else foreign  # who *they* are is a condition
    if taken := sorted(name for name in foreign & told & wanted if asked.stands(names[name])):
        what = f"speaks of '{taken[0][0]}', as the question does, and its sentence does not"
        return _told(CONCLUSION, premise, what)
    given = [part for part in _parts(formula) if part in facts]
    if given and _otherwise(glossary, formula, given, sentence, asked):
        return _told(CONCLUSION, premise, "gives what is asked, and its sentence does not")
    if less := _unrestricted(glossary, formula, sentence):
        return _told(CONCLUSION, premise, less)
    if of_another(glossary, formula, sentence):
        return _told(CONCLUSION, premise, "speaks of another than its sentence")
    if more := sorted(foreign & said):
        return _told(ADDED, premise, f"speaks of '{more[0][0]}', and its sentence does not")
    return None


def _unrestricted(glossary: Glossary, formula: Formula, sentence: str) -> str:
    """Return what is said of a formula that says of everything what its sentence says of some kind."""
    if not isinstance(formula, Forall) or not glossary.spoken(formula).kinds.isdisjoint({Implies, Iff, Or, Xor, Not}):
        return ""
    lacking = unsaid(glossary, formula, sentence)
    return f"says of everything what its sentence says of '{lacking[0]}'" if lacking else ""


def _told(code: str, premise: Statement, what: str) -> Diagnostic:
    return Diagnostic(code, Level.WARNING, f"{print_formula(premise.formula)} {what}", premise.span, _HINT)


def _from_nowhere(premise: Statement, facts: set[Formula]) -> Iterator[Diagnostic]:
    """Yield what is said of a premise of no sentence of the text that gives what is asked: a fact, or a rule.

    A rule between words that are made of each other, *unkind* and *kind*, says what they mean.
    """
    goals = _predicates(facts)
    made = any(
        (atom.name, len(atom.args)) in goals
        and not any(Utterance(words(name)).stands((*words(atom.name),)) for name, _ in _predicates([rule.left]))
        for rule in walk(premise.formula)
        if isinstance(rule, Implies)
        for atom in _asserted(rule.right)
    )
    if made or not facts.isdisjoint(_parts(premise.formula)):
        yield _told(CONCLUSION, premise, "gives what is asked, and renders no sentence of the text")


def _predicates(formulas: Iterable[Formula]) -> set[Name]:
    return {(node.name, len(node.args)) for one in formulas for node in walk(one) if isinstance(node, Atom)}


def _otherwise(glossary: Glossary, formula: Formula, given: list[Formula], sentence: str, asked: Utterance) -> bool:
    """Return whether a sentence does not say the facts of a formula: it denies them, or says them of others."""
    codes = {code for code, _, _ in asking(glossary.spoken(formula), sentence)} & _ELSE
    literal = all(isinstance(fact.body if isinstance(fact, Not) else fact, Atom) for fact in given)
    if not literal:  # *the tallest* is taller than whoever is not the same
        codes -= {"negation-added"}
    if twice_denied(sentence):
        codes -= {"negation-missing"}
    if codes or (literal and formula in given and alternative(sentence) and not denies(sentence)):
        return True
    spoken, case = heard(sentence), conditional(sentence) or of_all(sentence)
    may_mean = means_somebody(sentence) and not case  # in a case, pronouns are of whom it is said of
    for name, own in chain.from_iterable(glossary.spoken(fact).telling.items() for fact in given):
        thing, wanted = name[1] == CONSTANT, [word for word in own if asked.stands((word,))]
        wanted = [word for word in wanted if word in words(name[0])] or wanted  # by its name, or by its meaning
        unsaid = [word for word in wanted or own if not spoken.stands((word,))]
        if unsaid and (wanted or (thing and tuple(unsaid) == own)) and not (thing and may_mean):
            return True
    return False


def _parts(formula: Formula) -> Iterator[Formula]:
    """Yield what a formula says all of."""
    for part in formula.parts if isinstance(formula, And) else ():
        yield from _parts(part)
    if not isinstance(formula, And):
        yield formula


def _asserted(formula: Formula) -> Iterator[Atom]:
    """Yield the atoms that a formula says, or denies, and not those of its conditions alone."""
    if isinstance(formula, Atom):
        yield formula
    for part in [formula.right] if isinstance(formula, Implies) else subformulas(formula):
        yield from _asserted(part)
