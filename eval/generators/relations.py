"""Multi-LogiEval's rules with relations of two and three places, each of one step (appendix H, table 14)."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sorites.solvers import Program, Statement, Verdict
from sorites.solvers.logic.syntax import And, Atom, Exists, Fn, Forall, Formula, Implies, Not, Or, Term, Var

from .combinations import Place
from .problem import Generated, proved
from .sentences import constant
from .specification import Split
from .storytelling import domains, sentence
from .words import article, third, vocabulary

_x: Final = Var("x")
_y: Final = Var("y")
_z: Final = Var("z")
Said = tuple[Formula, str]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of table 14 in words.

    Attributes:
        premises: what the context says.
        goal: what follows.
        opposite: what is refuted.
        affirmed: whether the authors' data asks for what follows, not for its opposite.
    """

    premises: tuple[Said, ...]
    goal: Said
    opposite: Said
    affirmed: bool = True


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a problem: what people are, what they do to each other, and two by name."""

    p: str
    q: str
    s: str
    love: str
    hate: str
    a: str
    b: str

    def noun(self, word: str, term: Term) -> Formula:
        """Return that a thing is what a noun says."""
        return Atom("".join(w.capitalize() for w in word.split()), (term,))

    def of(self, verb: str, one: Term, other: Term) -> Formula:
        """Return that a thing does something to another one."""
        return Atom(third(verb).capitalize(), (one, other))

    @property
    def pair(self) -> tuple[Term, Term]:
        """The two that have names."""
        return Fn(constant(self.a)), Fn(constant(self.b))


def _all(names: str, body: Formula) -> Formula:
    for name in reversed(names):
        body = Forall(name, body)
    return body


def _some(names: str, body: Formula) -> Formula:
    for name in reversed(names):
        body = Exists(name, body)
    return body


def _one(w: _Words) -> Rule:
    """Return rule 1, of which table 14 prints q(x) for q(y), unlike its conclusion and the authors' samples."""
    every = _all("xy", Implies(And((w.noun(w.p, _x), w.noun(w.q, _y))), w.of(w.love, _x, _y)))
    lacks = _some("xy", And((w.noun(w.p, _x), Not(w.of(w.love, _x, _y)))))
    given = (every, f"every {w.p} {third(w.love)} every {w.q}"), (lacks, f"some {w.p} does not {w.love} someone")
    goal = _some("y", Not(w.noun(w.q, _y))), f"someone is not {article(w.q)}"
    return Rule(given, goal, (_all("y", w.noun(w.q, _y)), f"everyone is {article(w.q)}"))


def _two(w: _Words) -> Rule:
    """Return rule 2, of which table 14 prints q(x) for q(y), so that its conclusion would not follow."""
    a, b = w.pair
    none = _all("xy", Implies(And((w.noun(w.p, _x), w.noun(w.q, _y))), Not(w.of(w.love, _x, _y))))
    given = (
        (none, f"no {w.p} {third(w.love)} any {w.q}"),
        (_all("z", Implies(w.noun(w.s, _z), w.noun(w.p, _z))), f"every {w.s} is {article(w.p)}"),
        (w.noun(w.s, a), f"{w.a} is {article(w.s)}"),
        (w.of(w.love, a, b), f"{w.a} {third(w.love)} {w.b}"),
    )
    goal = Not(w.noun(w.q, b)), f"{w.b} is not {article(w.q)}"
    return Rule(given, goal, (w.noun(w.q, b), f"{w.b} is {article(w.q)}"), affirmed=False)


def _three(w: _Words) -> Rule:
    """Return rule 3 with ∀y for the ∃y of its first premise.

    As printed it does not follow, which the prover found: the y that q relates x to need not be the k that r does.
    """
    both = And((w.of(w.love, _x, _y), w.of(w.hate, _x, _y)))
    given = (
        (_all("xy", Implies(w.noun(w.p, _x), w.of(w.love, _x, _y))), f"every {w.p} {third(w.love)} everyone"),
        (
            _all("xy", Implies(both, w.noun(w.s, _y))),
            f"for all x and y, if x {third(w.love)} y and x {third(w.hate)} y, then y is {article(w.s)}",
        ),
        (_some("xy", And((w.noun(w.p, _x), w.of(w.hate, _x, _y)))), f"some {w.p} {third(w.hate)} someone"),
    )
    goal = _some("x", w.noun(w.s, _x)), f"someone is {article(w.s)}"
    return Rule(given, goal, (_all("x", Not(w.noun(w.s, _x))), f"nobody is {article(w.s)}"))


def _four(w: _Words) -> Rule:
    triple = Atom("IntroducesTo", (_x, _y, _z))
    loves = w.of(w.love, _x, _z)
    given = (
        (
            _all("xyz", Implies(triple, Or((loves, w.noun(w.s, _y))))),
            f"for all x, y and z, if x introduces y to z, then x {third(w.love)} z or y is {article(w.s)}",
        ),
        (
            _some("xyz", And((triple, Not(loves)))),
            f"for some x, y and z, x introduces y to z and x does not {w.love} z",
        ),
    )
    goal = _some("x", w.noun(w.s, _x)), f"someone is {article(w.s)}"
    return Rule(given, goal, (_all("x", Not(w.noun(w.s, _x))), f"nobody is {article(w.s)}"))


def _five(w: _Words) -> Rule:
    a, _ = w.pair
    every = _all("x", Implies(w.noun(w.p, _x), _some("y", w.of(w.love, _y, _x))))
    given = (
        (every, f"for every {w.p}, there is someone who {third(w.love)} them"),
        (w.noun(w.p, a), f"{w.a} is {article(w.p)}"),
    )
    goal = _some("z", w.of(w.love, _z, a)), f"someone {third(w.love)} {w.a}"
    return Rule(given, goal, (_all("z", Not(w.of(w.love, _z, a))), f"nobody {third(w.love)} {w.a}"))


def _six(w: _Words) -> Rule:
    given = (
        (
            _all("xy", Or((w.of(w.love, _x, _y), w.of(w.hate, _x, _y)))),
            f"for all x and y, x {third(w.love)} y or x {third(w.hate)} y, or both",
        ),
        (_some("xy", Not(w.of(w.hate, _x, _y))), f"someone does not {w.hate} someone"),
    )
    goal = _some("xy", w.of(w.love, _x, _y)), f"someone {third(w.love)} someone"
    return Rule(given, goal, (_all("xy", Not(w.of(w.love, _x, _y))), f"nobody {third(w.love)} anyone"))


def _seven(w: _Words) -> Rule:
    a, b = w.pair
    told = _all("xy", Implies(w.of(w.love, _x, _y), And((w.noun(w.p, _x), w.noun(w.q, _y)))))
    given = (
        (told, f"for all x and y, if x {third(w.love)} y, then x is {article(w.p)} and y is {article(w.q)}"),
        (w.of(w.love, a, b), f"{w.a} {third(w.love)} {w.b}"),
    )
    one, other = w.noun(w.p, a), w.noun(w.q, b)
    neither = Or((Not(one), Not(other))), f"{w.a} is not {article(w.p)} or {w.b} is not {article(w.q)}"
    return Rule(given, (And((one, other)), f"{w.a} is {article(w.p)} and {w.b} is {article(w.q)}"), neither)


TABLE: Final[dict[str, Callable[[_Words], Rule]]] = {
    "R1": _one,
    "R2": _two,
    "R3": _three,
    "R4": _four,
    "R5": _five,
    "R6": _six,
    "R7": _seven,
}
"""The rules of table 14, by the names of ``combinations.RELATIONS``."""


def relational(rng: random.Random, place: Place, split: Split) -> Generated:
    """Return a problem of a rule of table 14.

    Args:
        rng: the source of choices.
        place: which rule it is, and which answer is wanted.
        split: whose words it has.
    """
    domain, words_of = rng.choice(domains(split)), vocabulary(split)
    verbs, names = rng.sample(words_of.relating, 2), rng.sample(words_of.names, 2)
    words = _Words(*(one.words for one in rng.sample(domain.people, 3)), *verbs, *names)
    rule = TABLE[place.name](words)
    premises = [Statement(formula, sentence(text)) for formula, text in rule.premises]
    rng.shuffle(premises)
    positive = rule.affirmed if place.positive is None else place.positive
    formula, said = rule.goal if positive else rule.opposite
    question = rng.choice(("Is it true that {}?", "Does it follow that {}?")).format(said)
    program = Program(tuple(premises), Statement(formula, question))
    outcome = proved(program, Verdict.ENTAILED if positive else Verdict.REFUTED)
    since = ", and ".join(text for _, text in rule.premises)
    return Generated(
        " ".join(p.gloss for p in premises),
        question,
        program,
        outcome.verdict,
        outcome,
        1,
        (place.name,),
        (f"{place.name}: since {since}, therefore {rule.goal[1]}.",),
        tags={"logic": "relations", "depth": "1", "rule": place.name},
    )
