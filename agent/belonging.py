"""The premises beside the text: whether they are of it, and what they add to their sentences.

A program of another text proves nothing of this one, and what is to be proved is soon proved if a premise says it
under a sentence that does not. So most premises have to render sentences of the text, in words that these have; and
where a premise gives what is asked, by a predicate or of somebody that its sentence does not speak of, or though that
denies it or says it of a case only, the answer may not hang on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from sorites.solvers import Diagnostic, Level, Program, Reading, Statement
from sorites.solvers.logic.program import Default
from sorites.solvers.logic.syntax import And, Atom, Distinct, Eq, Formula, Implies, Not, negation
from sorites.solvers.logic.walkers import subformulas, walk
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.spelling import words
from sorites.translators import Problem
from sorites.translators.coverage import Coverage, coverage_of, says_something
from sorites.translators.problem import statements_of
from sorites.translators.sentences import split

from .agreement import OF_PREMISES, Account, unlike
from .asking import question_of
from .glossary import CONSTANT, MANY, Glossary, Name, glossary_of, words_of
from .second_reader import says
from .wordings import (
    Utterance,
    conditional,
    content,
    elliptic,
    heard,
    means_somebody,
    of_all,
    pronominal,
)

OF_OTHER_TEXT: Final = "premises-of-another-text"
"""The code of the diagnostic of a program most of whose premises render nothing of the text; it has no answer."""
CONCLUSION: Final = "conclusion-added"
"""The code of the diagnostic of a premise that gives what is asked, and whose sentence does not."""
UNMENTIONED: Final = "goal-unmentioned"
"""The code of the diagnostic of a question about what no sentence of the text speaks of."""
_NAMED: Final = 3
"""The most that is named of what a text does not speak of."""


def unmentioned(program: Program) -> Diagnostic | None:
    """Return what is said of a question about what no premise speaks of; ``None`` if they speak of all that is asked.

    Such a question is open in an empty way: that neither it nor its opposite follows says
    nothing about the text but that it is about something else.
    """
    given, asked = program.signatures
    missing = [name for name in asked.predicates if name not in given.predicates]
    if not missing:
        return None
    said = [f"'{words_of(program, name)}'" for name in missing[:_NAMED]]
    listed = " or ".join(filter(None, (", ".join(said[:-1]), said[-1])))
    hint = "Ask in the words of the text, or add a sentence that says what it has to do with them."
    return Diagnostic(UNMENTIONED, Level.WARNING, f"the text says nothing about {listed}", program.goal.span, hint)


def of_other_text(problem: Problem, glossary: Glossary, covered: Coverage | None) -> Iterator[Diagnostic]:
    """Yield what tells that most premises are not of the text, or that it has far more sentences than these say.

    Args:
        problem: what was asked.
        glossary: the words of a program.
        covered: which sentences it renders by its glosses; ``None`` if nobody can tell.
    """
    stated = _stated(glossary.program)
    said = {part for one in stated for part in _parts(one.formula)}
    sentences = [sentence for sentence in split(problem.context) if says_something(sentence.text)]
    if 2 * (len(said) + len(glossary.program.preferences)) < len(sentences):
        message = f"the premises say {len(said)} things, and the text has {len(sentences)} sentences"
        yield Diagnostic(OF_OTHER_TEXT, Level.WARNING, message, None, "Translate all sentences of the text.")
        return
    least = 2 if covered is not None else 4  # without sentences beside them they may be in other words
    held, enough = list[bool](), len(stated)
    for holds in _held(problem, glossary, covered):
        held.append(holds)
        if (enough := enough - least * holds) <= 0:
            break
    few = enough > 0 and least * sum(held) < len(held)
    if few and any(held) and covered is not None:
        known = {n for holds, numbers in zip(held, covered.renders, strict=False) if holds for n in numbers}
        few = len(known) < len(split(problem.context))
    if few:
        message = f"{sum(held)} of {len(held)} premises render a sentence of the text"
        yield Diagnostic(OF_OTHER_TEXT, Level.WARNING, message, None, "Translate the sentences of this text.")


def _stated(program: Program) -> tuple[Statement | Default, ...]:
    return (*program.premises, *program.rules, *program.exceptions)


def _held(problem: Problem, glossary: Glossary, covered: Coverage | None) -> Iterator[bool]:
    """Yield of each premise of which it can be told whether it renders a sentence: the quoted one, or any."""
    stated = _stated(glossary.program)
    glossed = [one for one in stated if one.gloss]
    if covered is not None:
        for one, numbers in zip(glossed, covered.renders, strict=False):
            yield bool(numbers) and glossary.heard_in(one.formula, heard(one.gloss))
        return
    sentences = [sentence.text for sentence in split(problem.context)] if not glossed else []
    for one in stated if sentences else ():
        if names := glossary.spoken(one.formula).telling.values():
            among = (i for i, text in enumerate(sentences) if 2 * sum(map(heard(text).stands, names)) > len(names))
            held = next(among, None)
            yield held is not None
            if held is not None:  # the next premise most often renders the next sentence
                sentences = [*sentences[held + 1 :], *sentences[: held + 1]]


def conclusions(problem: Problem, reading: Reading, used: Collection[int] = ()) -> Iterator[Diagnostic]:
    """Yield what is said of premises that give what is asked, or more than their sentences do.

    Args:
        problem: what was asked.
        reading: what a model wrote, as it was read.
        used: the indices of those of which more is told: that the answer hangs on them.
    """
    program = reading.first
    if program is None or len(program.premises) + len(program.rules) > MANY:
        return
    covered, glossary = coverage_of(program, problem.context, problem.question, program.premises), glossary_of(program)
    goals = [one.goal.formula for one in reading.options or (program,)]
    asked = heard(" ".join((question_of(problem) or program.goal.gloss, *statements_of(problem.options))))
    facts = {fact for goal in goals for part in _parts(goal) for fact in (part, negation(part))}
    renders = iter(covered.renders if covered is not None else ())
    for i, premise in enumerate(program.premises):
        given = not facts.isdisjoint(_parts(premise.formula))
        what, numbers = "", next(renders, ()) if premise.gloss else ()
        strange = not numbers if premise.gloss else not _rendered(problem, glossary, premise)
        if covered is not None and strange:
            what = "renders no sentence of the text" if given or i in used else ""
        elif premise.gloss or given:
            for sentence in dict.fromkeys(_meant(problem, premise, covered, numbers)):
                what = _added(glossary, premise.formula, sentence, asked, facts)
                if not what:  # what any of them says is not added
                    break
        if not what and i in used and premise.gloss:
            what = unlike(Account.of(glossary, premise.formula, premise.gloss), OF_PREMISES)
        if what:
            message, hint = f"{print_formula(premise.formula)} {what}", "Translate what its sentence says, and no more."
            yield Diagnostic(CONCLUSION, Level.WARNING, message, premise.span, hint)


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
    whole = " ".join(texts)
    if whole.lower().startswith(premise.gloss.lower().rstrip(".")):  # a part of a sentence, or several
        return [premise.gloss]
    return [whole, *texts] if 2 * len(premise.gloss) > len(whole) else texts


def _added(glossary: Glossary, premise: Formula, sentence: str, asked: Utterance, facts: set[Formula]) -> str:
    """Return what of that which is asked a premise says and its sentence does not."""
    if elliptic(sentence) or says(sentence, premise):
        return ""
    account = Account.of(glossary, premise, sentence)
    foreign = {name for name, own in account.said.items() if not account.whole.stands(own)}
    if foreign and means_somebody(sentence):  # who *they* are is a condition
        foreign &= {(atom.name, len(atom.args)) for atom in _asserted(premise)}
    if taken := sorted(name for name in foreign & _predicates(facts) if asked.stands(account.said[name])):
        return f"speaks of '{taken[0][0]}', as the question does, and its sentence does not"
    given = [part for part in _parts(premise) if part in facts]
    if given and (told := unlike(account, OF_PREMISES)):
        return told
    otherwise = any(_otherwise(account, fact, asked) for fact in given)
    return "gives what is asked, and its sentence does not" if otherwise else ""


def _predicates(formulas: Iterable[Formula]) -> set[Name]:
    return {(node.name, len(node.args)) for one in formulas for node in walk(one) if isinstance(node, Atom)}


def _otherwise(account: Account, fact: Formula, asked: Utterance) -> bool:
    """Return whether a sentence does not say a fact that is asked: it says it of others, or something else of them."""
    sentence, first = account.sentence, next(iter(content(account.sentence)), "")
    if {*account.left, *account.lacking} - account.stated:
        return True
    may_mean = pronominal(sentence) or (means_somebody(sentence) and not account.own.stands((first,)))
    may_mean = may_mean and not (conditional(sentence) or of_all(sentence))  # in a case, *she* is whom it is said of
    for name, own in account.glossary.spoken(fact).telling.items():
        thing, wanted = name[1] == CONSTANT, [word for word in own if asked.stands((word,))]
        wanted = [word for word in wanted if word in words(name[0])] or wanted  # by its name, or by its meaning
        unsaid = [word for word in wanted or own if not account.whole.stands((word,))]
        if unsaid and (wanted or (thing and tuple(unsaid) == own)) and not (thing and may_mean):
            return True
    return False


def _parts(formula: Formula) -> Iterator[Formula]:
    """Yield what a formula says all of, without what it denies twice."""
    match formula:
        case And():
            for part in formula.parts:
                yield from _parts(part)
        case Not(Not(body)):
            yield from _parts(body)
        case _:
            yield formula


def _asserted(formula: Formula) -> Iterator[Atom]:
    """Yield the atoms that a formula says, or denies, and not those of its conditions alone."""
    if isinstance(formula, Atom):
        yield formula
    for part in [formula.right] if isinstance(formula, Implies) else subformulas(formula):
        yield from _asserted(part)
