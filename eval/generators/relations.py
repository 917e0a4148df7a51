"""Rules of Multi-LogiEval that are not chained: about quantifiers (table 2), and with relations (table 14)."""

from __future__ import annotations

import random
from typing import Final

from sorites.solvers import Program, Statement, Verdict
from sorites.solvers.language.syntax import And, Atom, Exists, Fn, Forall, Formula, Implies, Not, Or, Term, Var

from .problem import Generated, proved
from .sentences import constant
from .words import NAMES, NOUNS, article, draw_phrases, plural_of, third

_x: Final = Var("x")
_y: Final = Var("y")
_z: Final = Var("z")
_RELATIONS: Final = ("admire", "avoid", "call", "follow", "help", "hire", "praise", "visit", "trust", "thank")


ALONE: Final = ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "EG", "UI")
"""The seven rules of table 14 in its order, and the two of table 2 about quantifiers."""


def relational(rng: random.Random, number: int, positive: bool) -> Generated:  # noqa: PLR0915  # nine rules
    """Return a problem of one of ``ALONE``.

    Names stand for most of the variables that are said to exist. The third rule does not
    follow as it is printed (the ``y`` that ``q`` relates ``x`` to need not be the ``k`` that ``r``
    does), as the prover finds; here ``p`` relates ``x`` to all that ``r`` does.
    """
    p, q, s = rng.sample(NOUNS, 3)
    love, hate = rng.sample(_RELATIONS, 2)
    a, b, c = rng.sample(NAMES, 3)

    def p_of(term: Term) -> Formula:
        return Atom(p.capitalize(), (term,))

    def q_of(term: Term) -> Formula:
        return Atom(q.capitalize(), (term,))

    def s_of(term: Term) -> Formula:
        return Atom(s.capitalize(), (term,))

    loves = _relation(love)
    x, y, one, other = _x, _y, Fn(constant(a)), Fn(constant(b))
    every = Forall("x", Forall("y", Implies(And((p_of(x), q_of(y))), Atom(loves, (x, y)))))
    given: list[tuple[Formula, str]]
    goal: tuple[Formula, str, Formula, str]
    name = ALONE[number % len(ALONE)]
    match name:
        case "EG" | "UI":
            [phrase] = draw_phrases(rng, 1)
            of_one, of_x = (Atom(phrase.name, (term,)) for term in (one, x))
            it, no = (of_one, phrase.of(a)), (Not(of_one), phrase.of(a, False))
            if name == "UI":
                given, goal = [(Forall("x", of_x), f"everyone {phrase.tail()}")], (*it, *no)
            else:
                given, some = [it], Exists("x", of_x)
                goal = some, f"someone {phrase.tail()}", Not(some), f"nobody {phrase.tail()}"
        case "R1":
            given = [
                (every, f"every {p} {third(love)} every {q}"),
                (And((p_of(one), Not(Atom(loves, (one, other))))), f"{a} is {article(p)} and {a} does not {love} {b}"),
            ]
            goal = Not(q_of(other)), f"{b} is not {article(q)}", q_of(other), f"{b} is {article(q)}"
        case "R2":
            none = Forall("x", Forall("y", Implies(And((p_of(x), q_of(y))), Not(Atom(loves, (x, y))))))
            given = [
                (none, f"no {p} {third(love)} any {q}"),
                (Forall("x", Implies(s_of(x), p_of(x))), f"every {s} is {article(p)}"),
                (And((s_of(one), Atom(loves, (one, other)))), f"{a} is {article(s)} and {a} {third(love)} {b}"),
            ]
            goal = Not(q_of(other)), f"{b} is not {article(q)}", q_of(other), f"{b} is {article(q)}"
        case "R3":
            hates = _relation(hate)
            both_of = And((Atom(loves, (x, y)), Atom(hates, (x, y))))
            each = Forall("x", Forall("y", Implies(And((p_of(x), Atom(hates, (x, y)))), Atom(loves, (x, y)))))
            given = [
                (each, f"for all x and y, if x is {article(p)} and x {third(hate)} y, then x {third(love)} y"),
                (
                    Forall("x", Forall("y", Implies(both_of, s_of(y)))),
                    f"for all x and y, if x {third(love)} y and x {third(hate)} y, then y is {article(s)}",
                ),
                (
                    And((p_of(one), Atom(hates, (one, other)))),
                    f"{a} is {article(p)} and {a} {third(hate)} {b}",
                ),
            ]
            some_s = Exists("x", s_of(x))
            goal = some_s, f"someone is {article(s)}", Not(some_s), f"nobody is {article(s)}"
        case "R4":
            introduces, third_one = "IntroducesTo", Fn(constant(c))
            triple = Atom(introduces, (x, y, _z))
            told = Implies(triple, Or((Atom(loves, (x, _z)), s_of(y))))
            given = [
                (
                    Forall("x", Forall("y", Forall("z", told))),
                    f"for all x, y and z, if x introduces y to z, then x {third(love)} z or y is {article(s)}",
                ),
                (
                    And((Atom(introduces, (one, other, third_one)), Not(Atom(loves, (one, third_one))))),
                    f"{a} introduces {b} to {c} and {a} does not {love} {c}",
                ),
            ]
            some_s = Exists("x", s_of(x))
            goal = some_s, f"someone is {article(s)}", Not(some_s), f"nobody is {article(s)}"
        case "R5":
            given = [
                (Forall("x", Implies(p_of(x), Exists("y", Atom(loves, (x, y))))), f"every {p} {third(love)} someone"),
                (p_of(one), f"{a} is {article(p)}"),
            ]
            some = Exists("y", Atom(loves, (one, y)))
            goal = some, f"{a} {third(love)} someone", Not(some), f"{a} does not {love} anyone"
        case "R6":
            hates = _relation(hate)
            lacks = Not(Atom(hates, (one, other)))
            met = Atom(loves, (one, other))
            given = [
                (Or((met, Atom(hates, (one, other)))), f"{a} {third(love)} {b} or {a} {third(hate)} {b}"),
                (lacks, f"{a} does not {hate} {b}"),
            ]
            goal = met, f"{a} {third(love)} {b}", Not(met), f"{a} does not {love} {b}"
        case _:
            told_of = Forall("x", Implies(Atom(loves, (x, other)), And((p_of(x), q_of(other)))))
            given = [
                (told_of, f"if someone {third(love)} {b}, then they are {plural_of(p)} and {b} is {article(q)}"),
                (Atom(loves, (one, other)), f"{a} {third(love)} {b}"),
            ]
            both = And((p_of(one), q_of(other)))
            neither = Or((Not(p_of(one)), Not(q_of(other))))
            goal = (
                both,
                f"{a} is {article(p)} and {b} is {article(q)}",
                neither,
                f"{a} is not {article(p)} or {b} is not {article(q)}",
            )
    premises = tuple(Statement(formula, text[0].upper() + text[1:] + ".") for formula, text in given)
    asked, said = (goal[0], goal[1]) if positive else (goal[2], goal[3])
    question = f"Is it true that {said}?"
    program = Program(premises, Statement(asked, question))
    outcome = proved(program, Verdict.ENTAILED if positive else Verdict.REFUTED)
    tags = {"logic": "fol", "depth": "1", "rule": name}
    context = " ".join(s.gloss for s in premises)
    return Generated(context, question, program, outcome.verdict, outcome, 1, (name,), (), tags=tags)


def _relation(verb: str) -> str:
    return third(verb).capitalize()
