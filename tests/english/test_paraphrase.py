"""Formulas in Sorites English: natural words where there are some, and never one sentence for two formulas."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sorites.eval.scoring.alignment import equivalent
from sorites.solvers import read_program
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import And, Atom, Exists, Fn, Forall, Formula, Iff, Implies, Not, Or, Term, Var, Xor
from sorites.solvers.logic.walkers import free_variables
from sorites.solvers.notation.closing import parse_formula
from sorites.translators.english.paraphrase import paraphrase, say
from sorites.translators.english.paraphrase.guessing import wordings
from sorites.translators.english.reading import read_english
from sorites.translators.english.semantics.predicates import predicate_of
from sorites.translators.english.semantics.senses import Kind, Sense

from ..strategies import formulas

N, A, V, P = Kind.NOUN, Kind.ADJECTIVE, Kind.VERB, Kind.PREPOSITION
TWO = ("subject", "object")
SENSES = {
    **{w.capitalize(): Sense(N, w) for w in "dog cat farmer donkey doctor guest book badge bird".split()},
    **{w.capitalize(): Sense(A, w) for w in "kind loud cold rough furry red good".split()},
    **{w.capitalize(): Sense(V, w) for w in "bark sleep sing dance ring arrive fly".split()},
    **{w.capitalize(): Sense(V, w, TWO) for w in "own beat like have read".split()},
    "Wakes": Sense(V, "wake up"),
    "After": Sense(V, "look after", TWO),
    "Gives": Sense(V, "give", ("subject", "recipient", "object")),
    "Eaten": Sense(V, "eat", ("object",)),
    "EatenBy": Sense(V, "eat", ("object", "in")),
    "EatsIn": Sense(V, "eat", ("subject", "object", "in")),
    "Brother": Sense(N, "brother", ("subject", "of")),
    "In": Sense(P, "in", TWO),
    "In2": Sense(P, "in", ("subject", "in", "in2")),
    "Given": Sense(V, "give", ("object", "recipient")),
    "Swims": Sense(V, "swim", modal="can"),
    "Wears": Sense(V, "wear", TWO, modal="must"),
    "Rests": Sense(V, "sleep", adverbs=("always",)),
    "Runs": Sense(V, "run", adverbs=("fast", "really")),
    "Says": Sense(V, "say", complement="that Bob left"),
    "Wants": Sense(V, "want", complement="to sing"),
    "Rains": Sense(V, "rain", ()),
    "Can": Sense(A, "kind", modal="may", adverbs=("always",)),
    "Fond": Sense(A, "fond", ("subject", "of")),
}
NAMES = {"theCake": "the cake", "annsCar": "Ann's car", "age": "age"}


def read(text: str) -> Formula:
    formula, _ = parse_formula(text)
    assert formula is not None
    return formula


def in_words(formula: Formula, senses: dict[str, Sense], names: dict[str, str], *, normally: bool = False) -> str:
    keyed = {(name, len(one.roles)): one for name, one in senses.items()}
    return paraphrase(formula, keyed, names, normally=normally)


SAID_AS = Path(__file__).with_name("said.txt").read_text("utf-8").splitlines()[1:]


@pytest.mark.parametrize(("formula", "words"), [line.split(" | ") for line in SAID_AS])
def test_formulas_as_sentences(formula: str, words: str) -> None:
    assert in_words(read(formula), SENSES, NAMES) == words


def test_what_holds_normally() -> None:
    assert in_words(read("∀x (Bird(x) → Fly(x))"), SENSES, NAMES, normally=True) == "Normally, every bird flies."


# Random formulas

_SMALL = {"Dog": SENSES["Dog"], "Kind": SENSES["Kind"], "Bark": SENSES["Bark"], "Like": SENSES["Like"]}


@cache
def of_size(size: int, bound: tuple[str, ...] = ()) -> tuple[Formula, ...]:
    """Return all formulas of a number of signs over four predicates and a name."""
    terms: list[Term] = [Fn("tom"), *map(Var, bound)]
    if size == 1:
        one = [Atom(name, (term,)) for name in ("Dog", "Kind", "Bark") for term in terms]
        return (*one, *(Atom("Like", (first, second)) for first in terms for second in terms))
    found: list[Formula] = [Not(body) for body in of_size(size - 1, bound)]
    if len(bound) < 2:
        var = "xy"[len(bound)]
        bodies = [body for body in of_size(size - 1, (*bound, var)) if var in free_variables(body)]
        found += [Forall(var, body) for body in bodies] + [Exists(var, body) for body in bodies]
    for left in range(1, size - 1):
        for first in of_size(left, bound):
            for second in of_size(size - 1 - left, bound):
                found += [And((first, second)), Or((first, second)), Implies(first, second)]
                found += [Xor(first, second), Iff(first, second)] if size < 5 else []
    return tuple(found)


def test_different_formulas_give_different_sentences() -> None:
    every = [formula for size in range(1, 6) for formula in of_size(size)]
    said: dict[str, Formula] = {}
    for formula in random.Random(17).sample(every, 3000):
        text = in_words(formula, _SMALL, {})
        assert equivalent(formula, said.setdefault(text, formula)), text


@given(formulas())
def test_any_formula_has_a_sentence(formula: Formula) -> None:
    text = paraphrase(formula, {}, {})
    assert text.endswith(".")


# Programs of models and of people


def program_of(
    predicates: str, goal: str, constants: str = "anne ::: Anne"
) -> tuple[str, dict[tuple[str, int], Sense]]:
    text = f"Predicates:\n{predicates}\nConstants:\n{constants}\nPremises:\nConclusion:\n{goal}"
    program = read_program(text).program
    assert program is not None
    said = wordings(program.predicates, tuple(sorted(program.signature.predicates)))
    return say(program, program.goal.formula), {key: one for key, one in said.items() if isinstance(one, Sense)}


@pytest.mark.parametrize(
    ("predicate", "goal", "words"),
    [
        ("Kind(x) ::: x is kind.", "¬Kind(anne)", "Anne is not kind."),
        ("Kind(x) ::: Is x kind?", "Kind(anne)", "Anne is kind."),
        ("Visits(x, y) ::: Does x visit y?", "¬Visits(anne, anne)", "Anne does not visit Anne."),
        ("S(x) ::: x is a law student", "∀x ¬S(x)", "Nothing is a law student."),
        ("Older(x, y) ::: x is older than y", "Older(anne, bob)", "Anne is older than Bob."),
        ("F(x, y) ::: x is more careful than y", "F(anne, bob)", "Anne is more careful than Bob."),
        ("In(x, y) ::: x is in y", "∃x In(x, rome)", "Something is in Rome."),
        ("M(x, y) ::: x is a member of y", "∀x (M(x, rome) → x = anne)", "Every member of Rome is Anne."),
        ("T(x, y) ::: x teaches at y", "¬T(anne, yale)", "Anne does not teach at Yale."),
        ("G(x, y, z) ::: x gives y to z", "G(anne, rome, bob)", "Anne gives Rome to Bob."),
        ("S(x) ::: x can swim well", "¬S(anne)", "Anne cannot swim well."),
        ("B(x, y) ::: x was born in y", "B(anne, rome)", "Anne is born in Rome."),
        ("A(x, y) ::: x attended y", "A(anne, yale)", "Anne attends Yale."),
        ("L(x) ::: x loves cats", "¬L(anne)", "Anne does not love cats."),
        ("N(x) ::: x does not sleep", "¬N(anne)", "It is not the case that Anne does not sleep."),
        ("R() ::: The alarm rings", "¬R()", "It is not the case that the alarm rings."),
        ("F(x) ::: x fits in a 4.5 x 3 inches box", "F(anne)", "Anne fits in a 4.5 x 3 inches box."),
        ("P(x, y) ::: y has seen x", "P(anne, bob)", "Bob sees Anne."),
        ("P(x, y) ::: x sleeps", "P(anne, bob)", "P holds of Anne and Bob."),
        ("P(a, b) ::: a is a b", "P(anne, bob)", "P holds of Anne and Bob."),
        ("IsStudent(x)", "IsStudent(anne)", "Anne is a student."),
        ("Kind(x)", "Kind(anne)", "Anne is kind."),
        ("Wumpus(x)", "Wumpus(anne)", "Anne is a wumpus."),
        ("LovesCats(x)", "¬LovesCats(anne)", "Anne does not love cats."),
        ("TeachesAt(x, y)", "TeachesAt(anne, yale)", "Anne teaches at Yale."),
        ("MarriedTo(x, y)", "MarriedTo(anne, bob)", "MarriedTo holds of Anne and Bob."),
        ("IsMarriedTo(x, y)", "IsMarriedTo(anne, bob)", "Anne is married to Bob."),
        ("IsMemberOf(x, y)", "IsMemberOf(anne, rome)", "Anne is a member of Rome."),
        ("CanFly(x)", "CanFly(anne)", "Anne can fly."),
        ("Likes(x, y)", "Likes(anne, newYork)", "Anne likes New York."),
        ("Parent(x, y)", "Parent(anne, bob)", "Parent holds of Anne and Bob."),
        ("AtMost3Guests(x)", "AtMost3Guests(anne)", "AtMost3Guests holds of Anne."),
        ("NotKind(x)", "NotKind(anne)", "NotKind holds of Anne."),
    ],
)
def test_predicates_by_their_glosses_and_names(predicate: str, goal: str, words: str) -> None:
    assert program_of(predicate, goal)[0] == words


def test_a_wrong_translation_shows() -> None:
    predicates = "Cat(x) ::: x is a cat\nDog(x) ::: x is a dog\nSees(x, y) ::: x sees y"
    for goal, words in (
        ("∀x (Cat(x) → Dog(x))", "Every cat is a dog."),
        ("∀x (Dog(x) → Cat(x))", "Every dog is a cat."),
        ("∀x (Cat(x) ∧ Dog(x))", "Everything is a cat and is a dog."),
        ("∃x (Cat(x) → Dog(x))", "There is an x such that if x is a cat, then x is a dog."),
        ("Sees(bob, anne)", "Bob sees Anne."),
    ):
        assert program_of(predicates, goal)[0] == words


def test_no_two_predicates_are_said_alike() -> None:
    words, senses = program_of("Sings(x) ::: x sings\nSang(x) ::: x sang", "Sings(anne) ∧ ¬Sang(anne)")
    assert words == "Anne sings and (it is not the case that Anne sang)."
    assert not senses
    words, _ = program_of("P(x) ::: x sings\nQ(x) ::: x sings", "P(anne) ∧ Q(anne)")
    assert words == "P holds of Anne and Q holds of Anne."


def test_no_two_constants_are_called_alike() -> None:
    words, _ = program_of("Kind(x) ::: x is kind", "Kind(anne) ∧ Kind(ann)", "anne ::: Anne\nann ::: Anne")
    assert words == '"anne" is kind and "ann" is kind.'


# Read back


def reread(text: str) -> list[Formula]:
    """Return the formula that a sentence is read as, in each of the readings that it has."""
    programs = read_english(text, "Is Zed zed?", partial=True).programs
    return [one.formula for program in programs for one in program.premises if one.gloss == text]


READABLE = {
    predicate_of(sense).name: sense
    for sense in (
        *[Sense(N, w) for w in ("dog", "farmer", "guest")],
        *[Sense(A, w) for w in ("furry", "loud", "cold")],
        *[Sense(V, w) for w in ("bark", "sing")],
        *[Sense(V, w, TWO) for w in ("own", "praise")],
        Sense(V, "give", ("subject", "object", "recipient")),
        Sense(V, "invite", ("object",)),
        Sense(N, "brother", ("subject", "of")),
        Sense(V, "live", ("subject", "in")),
        Sense(P, "in", ("subject", "in")),
        Sense(A, "fond", ("subject", "of")),
        Sense(V, "swim", modal="can"),
        Sense(V, "sleep", adverbs=("always",)),
        Sense(V, "hope", complement="that Bob left"),
    )
}


@cache
def _readable(depth: int, bound: tuple[str, ...]) -> st.SearchStrategy[Formula]:
    names = st.sampled_from([Fn("tom"), Fn("ann")])
    terms = st.one_of(names, st.sampled_from([Var(name) for name in bound])) if bound else names

    def atoms(name: str) -> st.SearchStrategy[Formula]:
        return st.tuples(*[terms] * len(READABLE[name].roles)).map(lambda args: Atom(name, args))

    atom = st.sampled_from(sorted(READABLE)).flatmap(atoms)
    if not depth:
        return st.one_of(atom, atom.map(Not))
    inner = _readable(depth - 1, bound)
    var = f"v{len(bound)}"
    wider = _readable(depth - 1, (*bound, var))
    known = st.sampled_from(["Dog", "Farmer", "Guest"]).map(lambda name: Atom(name, (Var(var),)))
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(And),
        pairs.map(Or),
        st.builds(Implies, inner, inner),
        st.builds(Iff, inner, inner),
        st.builds(lambda noun, body: Forall(var, Implies(noun, body)), known, wider),
        st.builds(lambda noun, a, b: Forall(var, Implies(And((noun, a)), b)), known, wider, wider),
        st.builds(lambda noun, body: Exists(var, And((noun, body))), known, wider),
        st.builds(lambda noun, body: Not(Exists(var, And((noun, body)))), known, wider),
    )


def _tidied(formula: Formula) -> Formula:
    """Return a formula without double negations, and in which nothing is said twice side by side."""
    match formula:
        case Not(Not(body)):
            return body
        case And(parts) | Or(parts):
            kind = type(formula)
            flat = [one for part in parts for one in (part.parts if isinstance(part, kind) else (part,))]
            once = tuple(dict.fromkeys(flat))
            return kind(once) if len(once) > 1 else once[0]
        case _:
            return formula


@given(_readable(2, ()).map(lambda formula: rewrite(formula, _tidied)))
def test_a_sentence_reads_back_as_its_formula(formula: Formula) -> None:
    text = in_words(formula, READABLE, {"tom": "Tom", "ann": "Ann"})
    # Behind "of a farmer", "that hopes that Bob left" is read as two clauses: somebody hopes, and Bob left her.
    # What stands behind "hopes that Bob left and" is refused: it may be hoped, or be so.
    assume(not re.search(r"brother of \w+ \w+ (that|who) hopes that|hopes that Bob left\)? (and|or) ", text))
    read = reread(text)  # "a brother of a dog that sleeps" has two, which are both asked
    assert any(equivalent(one, formula) for one in read), (text, read)


@pytest.mark.shared_data
def test_sentences_of_everyday_texts_read_back(shared: Path) -> None:
    lines = (shared / "english" / "everyday_third.jsonl").read_text(encoding="utf-8").splitlines()
    same, every = 0, 0
    for line in lines[::3]:
        program = read_english(json.loads(line)["context"], "Is Zed zed?", partial=True).first
        if program is None:
            continue
        said = {
            say(program, one.formula): one.formula for one in program.premises if not one.gloss.startswith("assumed")
        }
        again = read_english("\n".join(said), "Is Zed zed?", partial=True).first
        found = {one.gloss: one.formula for one in again.premises} if again else {}
        every += len(said)
        same += sum(text in found and equivalent(found[text], formula) for text, formula in said.items())
    assert every > 100
    assert same / every > 0.96
