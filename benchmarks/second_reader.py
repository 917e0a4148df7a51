"""Whether what a generated text says is what its program says: Sorites English reads the whole text back.

    uv run python -m benchmarks.second_reader 300 provergen "multi-logieval?logics=nm"

The reader did not write the texts, and knows nothing of the programs. Each sentence's formula has to be equivalent to
the program's, by Z3, once the program's predicates are put in the words of their own declarations: *collects stamps*
is one predicate for a generator, and a verb with its object for the reader. Of games the reader declares predicates of
its own, whose words have to be those of the program's, each preference has to be read, and nothing is to be read, nor
known by general knowledge, that the program lacks.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from sorites.eval.generators.problem import ProblemRecord
from sorites.eval.generators.registry import GENERATORS, make_generator
from sorites.eval.generators.writing import problems
from sorites.eval.scoring.alignment import equivalent
from sorites.solvers import Level, Predicate, Program, Statement, read_program
from sorites.solvers.logic.rewriting import rewrite, substitute
from sorites.solvers.logic.syntax import And, Atom, Fn, Formula, Term, Var, conjunction
from sorites.solvers.notation.printer import print_formula
from sorites.translators.english import read_english

GOAL = 0.98
"""The share of sentences that has to be read as it was meant."""
_STRANGERS = ("Quentin", "Xaver", "Zbigniew")
"""Names of nobody in a text, of whom a predicate is said to see what it means."""


@dataclass(frozen=True)
class Difference:
    """A sentence that was not read as it was meant.

    Attributes:
        problem: the problem's id.
        sentence: the sentence, or the question.
        meant: the program's formula.
        read: the reader's; ``None`` if it could not read the sentence.
    """

    problem: str
    sentence: str
    meant: Formula
    read: Formula | None


@dataclass
class Compared:
    """How many sentences there were, and those that were read as something else."""

    sentences: int = 0
    problems: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of sentences that were read as they were meant."""
        return 1 - len(self.differences) / self.sentences if self.sentences else 1.0

    def add(self, record: ProblemRecord) -> None:
        """Read a problem's text, and compare it with its program."""
        program = read_program(record.program).first
        assert program is not None
        pairs = list(_pairs(record, program))
        self.sentences += len(pairs)
        self.problems += 1
        for sentence, meant, read in pairs:
            if read is None or not equivalent(meant, read):
                self.differences.append(Difference(record.id, sentence, meant, read))


def _pairs(record: ProblemRecord, program: Program) -> Iterator[tuple[str, Formula, Formula | None]]:
    """Yield each sentence with what the program says and what was read."""
    text = _without_assertions(record.context)
    reading = read_english(text, record.question)
    known = {p.name for p in reading.first.predicates} if reading.first is not None else set()
    meanings = {p.name: p for p in program.predicates if p.name not in known}
    verbs = _renamed(program, reading.first) if record.generator == "boardgameqa" else {}
    asserted = [*program.premises, *program.exceptions]
    heard: dict[str, list[Formula]] = {}
    if reading.first is not None:
        read = reading.first
        for s in (*read.premises, *read.exceptions):
            heard.setdefault(s.gloss, []).append(_excepted(s.formula, program))
        for rule in (*read.defaults, *read.defeasible):
            heard.setdefault(rule.gloss, []).append(rule.formula)
    supposed: list[Statement] = []
    for s in asserted:
        if s.gloss in record.context and s.gloss:
            meant = _put(s.formula, meanings, verbs)
            yield s.gloss, meant, _joined(heard.get(s.gloss)) or _found(meant, heard)
        elif s.gloss:
            supposed.append(s)
        else:  # what follows from a sentence by general knowledge
            everything = [f for found in heard.values() for f in found]
            meant = _put(s.formula, meanings, verbs)
            yield f"(known: {print_formula(s.formula)})", meant, meant if meant in everything else None
    for rule in (*program.defaults, *program.defeasible):
        said = heard.get(rule.gloss) or heard.get(_without_assertions(rule.gloss))
        yield rule.gloss, _put(rule.formula, meanings, verbs), _joined(said)
    if supposed:
        asked = [f for gloss, found in heard.items() if not gloss or gloss not in text for f in found]
        meant = conjunction(tuple(_put(s.formula, meanings, verbs) for s in supposed))
        yield " ".join(s.gloss for s in supposed), meant, _joined(asked)
    if record.generator == "boardgameqa" and reading.first is not None:
        yield from _beside(program, reading.first, [_put(s.formula, meanings, verbs) for s in asserted])
    goal = reading.first.goal.formula if reading.first is not None else None
    yield record.question, _put(program.goal.formula, meanings, verbs), goal


def _without_assertions(text: str) -> str:
    """Return a text with what is asserted in place of who asserts it; who is right more often is left out.

    The reader knows no assertions and no exceptions from a rule: here it reads what is asserted, and of whom one is.
    """
    text = re.sub(r"\w+ asserts that (\w)([^.]*\.)", lambda found: found[1].upper() + found[2], text)
    return re.sub(r" ?(?:When people assert something, [^.]*|\w+ is more reliable than \w+)\.", "", text)


def _excepted(formula: Formula, program: Program) -> Formula:
    """Return that somebody is an exception from the one default there is, where the reader takes it for a noun."""
    if isinstance(formula, Atom) and formula.name == "PossiblyException" and len(program.defaults) == 1:
        return Atom(program.defaults[0].label, formula.args)
    return formula


def _joined(found: list[Formula] | None) -> Formula | None:
    return conjunction(tuple(found)) if found else None


def _found(meant: Formula, heard: Mapping[str, list[Formula]]) -> Formula | None:
    """Return what is meant if the reader has each part of it: it may take a list of facts apart."""
    everything = {f for found in heard.values() for f in found}
    parts = meant.parts if isinstance(meant, And) else (meant,)
    return meant if everything.issuperset(parts) else None


def _renamed(program: Program, read: Program | None) -> Mapping[str, str]:
    """Return the reader's predicate for each of a game, by the same words of the same arguments."""
    known = {(p.gloss, p.params): p.name for p in read.predicates} if read is not None else {}
    return {p.name: known.get((p.gloss, p.params), f"{p.name} as nobody reads it") for p in program.predicates}


def _beside(program: Program, read: Program, meant: list[Formula]) -> Iterator[tuple[str, Formula, Formula | None]]:
    """Yield each preference of a game, and what the reader has that the program lacks."""
    ranked = {(a, b): Atom("Preferred", (Fn(a), Fn(b))) for a, b in (*program.preferences, *read.preferences)}
    nothing = Atom("Nothing", ())
    for pair, atom in ranked.items():
        said = f"{pair[0]} is preferred over {pair[1]}."
        yield said, atom if pair in program.preferences else nothing, atom if pair in read.preferences else None
    parts = {part for formula in meant for part in (formula.parts if isinstance(formula, And) else (formula,))}
    for s in read.premises:
        if s.formula not in parts and s.formula not in meant:
            yield f"(beside: {s.gloss})", nothing, s.formula
    rules = {d.label for d in program.defeasible}
    for rule in read.defeasible:
        if rule.label not in rules:
            yield f"(beside: {rule.gloss})", nothing, rule.formula


def _put(formula: Formula, meanings: Mapping[str, Predicate], verbs: Mapping[str, str]) -> Formula:
    """Return a formula of the program with each atom as its declaration is read."""

    def change(part: Formula) -> Formula:
        if isinstance(part, Atom) and part.name in verbs:
            return Atom(verbs[part.name], part.args)
        if not isinstance(part, Atom) or part.name not in meanings:
            return part
        read = meaning(meanings[part.name])
        return part if read is None else substitute(read, {f"a{i}": term for i, term in enumerate(part.args)})

    return rewrite(formula, change)


@lru_cache(10_000)
def meaning(predicate: Predicate) -> Formula | None:
    """Return what the words of a predicate say of its arguments, as variables ``a0``, ``a1``, …

    Returns:
        ``None`` if they can't be read.
    """
    said = predicate.gloss
    for parameter, name in zip(predicate.params, _STRANGERS, strict=False):
        said = re.sub(rf"\b{parameter}\b", name, said)
    reading = read_english(f"{said[0].upper()}{said[1:]}.", "Is it true that it is windy?")
    if reading.first is None or any(d.level is Level.ERROR for d in reading.diagnostics):
        return None
    names = {name[0].lower() + name[1:]: f"a{i}" for i, name in enumerate(_STRANGERS)}

    def term(found: Term) -> Term:
        return Var(names[found.name]) if isinstance(found, Fn) and found.name in names else found

    return rewrite(conjunction(tuple(p.formula for p in reading.first.premises)), lambda f: f, term)


def made(source: str, count: int, seed: int) -> list[ProblemRecord]:
    """Return problems of a generator with its options, such as ``provergen?level=easy``."""
    name, _, query = source.partition("?")
    options = dict(pair.split("=", 1) for pair in query.split("&") if pair)
    return list(problems(make_generator(name, options), count, seed))


def compare(records: Iterable[ProblemRecord]) -> Compared:
    """Return how problems are read."""
    compared = Compared()
    for record in records:
        compared.add(record)
    return compared


def main() -> int:
    """Print the share of each generator, and the differences."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, help="problems of each generator")
    parser.add_argument("generators", nargs="*", default=list(GENERATORS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=20, help="differences to print of each generator")
    options = parser.parse_args()
    bad = 0
    for source in options.generators:
        found = compare(made(source, options.count, options.seed))
        bad += found.share < GOAL
        print(
            f"{source}: {found.share:.2%} of {found.sentences} sentences of {found.problems} problems",
            f"are read as they are meant; {len(found.differences)} are not",
        )
        for difference in found.differences[: options.show]:
            print(f"  {difference.problem}: {difference.sentence}")
            shown = print_formula(difference.read) if difference.read is not None else "nothing"
            print(f"    meant {print_formula(difference.meant)}\n    read  {shown}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
