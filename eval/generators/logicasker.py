"""LogicAsker's problems (Wan et al. 2024): a case for each leaf of the tree of rules.

A leaf is a logic (propositional, predicate), a category (equivalent, inference, fallacy), a rule, and a case
(inference, contradiction, unrelated): 208 of them. ``laws`` has the rules, ``arguments`` chains them; here they
are put into words (appendix D).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Annotated, ClassVar, Final, Literal

from pydantic.dataclasses import dataclass

from sorites.solvers import Program, Statement, UserError, Verdict
from sorites.solvers.logic.syntax import And, Atom, Exists, Forall, Formula, Iff, Implies, Not, Or
from sorites.solvers.logic.walkers import walk
from sorites.translators import YES_NO, LabelScheme

from .arguments import Derivation, derivation
from .breaking import broken, needed, stands
from .inference import letters_of
from .laws import (
    EQUIVALENCES,
    EXTRA_EQUIVALENCES,
    EXTRA_INFERENCES,
    FALLACIES,
    INFERENCES,
    QUANTIFIED,
    QUANTIFIED_FALLACIES,
    QUANTIFIER_LAWS,
)
from .problem import Disagreement, Generated, proved
from .relations import FOLLOWS, TRANSPOSITION, TWO, placed
from .sentences import Said, Speaker
from .specification import Count, Parted, Specification, Split
from .words import Phrase, Vocabulary, domains, listed, vocabulary

Case = Literal["inference", "contradiction", "unrelated"]
_DRAWS: Final = 200
_CHOOSY: Final = 20
"""After how many draws a premise may be spared: a chain of twenty rules that ends in ↔ says something twice."""
_SKIES: Final = 0.3
"""How often a letter of propositional logic is about the weather."""
_MORE: Final = 8
"""How many more phrases are drawn than letters, so that some look alike."""
_TABLE: Final = 4
"""The most letters of a truth table that is quicker than a prover."""
ABOUT_QUANTIFIERS: Final = frozenset({*TWO, *QUANTIFIER_LAWS, *QUANTIFIED, *QUANTIFIED_FALLACIES})
"""The rules that no quantifier extends."""
SPECIAL: Final = frozenset("CDW")
"""The letters of what is said of a name, or of nobody."""
FALLACY_OF: Final[Mapping[str, str]] = {
    "modus ponens": "affirming the consequent",
    "modus tollens": "denying the antecedent",
    "disjunctive syllogism": "affirming a disjunct",
    "universal generalization": "universal affirming the consequent",
}
"""The rules that have a fallacy whose premises are of the same form."""
CASES: Final[tuple[Case, ...]] = ("inference", "contradiction", "unrelated")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf of the tree.

    Attributes:
        logic: propositional or predicate.
        category: equivalent, inference or fallacy.
        rule: the rule, behind its quantifier.
        case: what is asked.
    """

    logic: str
    category: str
    rule: str
    case: Case

    @property
    def name(self) -> str:
        """The leaf as one word for tables."""
        return f"{self.logic}/{self.category}/{self.rule}/{self.case}"

    @property
    def follows(self) -> bool:
        """Whether what is asked follows."""
        return self.category != "fallacy" and self.case == "inference"


@cache
def leaves(extra: bool = False) -> tuple[Leaf, ...]:
    """Return all 208 leaves.

    Args:
        extra: also those of rules that tables 7 and 9 have, and the paper's tree has not.
    """
    found: list[Leaf] = []
    laws = [*EQUIVALENCES, *(EXTRA_EQUIVALENCES if extra else ())]
    inferences = [*INFERENCES, *(EXTRA_INFERENCES if extra else ())]
    for category, rules in (("equivalent", laws), ("inference", inferences)):
        for rule in rules:
            names = [("propositional", rule), ("predicate", f"universal {rule}"), ("predicate", f"existential {rule}")]
            found += [Leaf(logic, category, name, case) for logic, name in names for case in CASES]
    found += [Leaf("predicate", "equivalent", rule, case) for rule in QUANTIFIER_LAWS for case in CASES]
    if extra:
        found += [Leaf("predicate", "equivalent", rule, case) for rule in TWO for case in CASES]
        found.append(Leaf("predicate", "fallacy", TRANSPOSITION, "inference"))
    found += [Leaf("predicate", "inference", rule, case) for rule in QUANTIFIED for case in CASES]
    for fallacy in FALLACIES:
        found.append(Leaf("propositional", "fallacy", fallacy, "inference"))
        found += [Leaf("predicate", "fallacy", f"{q} {fallacy}", "inference") for q in ("universal", "existential")]
    found += [Leaf("predicate", "fallacy", rule, "inference") for rule in QUANTIFIED_FALLACIES]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class LogicAsker(Specification):
    """Generates problems of the leaves in turn.

    Attributes:
        length: how many rules are chained, 1 to 7. A rule about quantifiers comes last, behind
            rules under the quantifier of its premise.
        only: leaves to take, by parts of their names; all if empty.
        balanced: ask what follows, and the same with a link broken (``breaking``), so that yes and no are as frequent;
            in the tree, 63 of 208 leaves have yes.
        extra: take the leaves as well that tables 7 to 9 have and the paper's tree has not: constructive dilemma,
            identity and contradiction laws, commutation and transposition of quantifiers (of length 1).

    Raises:
        UserError: both answers are wanted of leaves that have one.
    """

    length: Count = 1
    only: Annotated[tuple[str, ...], Parted] = ()
    balanced: bool = False
    extra: bool = False

    name: ClassVar = "logicasker"
    scheme: ClassVar[LabelScheme] = YES_NO

    def __post_init__(self) -> None:
        names = [leaf.name for leaf in leaves(self.extra)]
        if idle := [part for part in self.only if not any(part in name for name in names)]:
            more = "" if len(idle) == len(self.only) else f"; only={','.join(self.only)} has more parts than these"
            raise UserError(f"logicasker has no leaf of the tree with {', '.join(idle)} in its name{more}")
        if self.balanced and not any(leaf.follows for leaf in self.leaves()):
            raise UserError(f"balanced=true asks for both answers, and only={','.join(self.only)} has leaves of one")

    @property
    def cycle(self) -> int:
        """After how many problems all leaves had their turn or, if balanced, both answers."""
        return 2 if self.balanced else len(self.leaves())

    def leaves(self) -> tuple[Leaf, ...]:
        """Return the leaves that are taken."""
        return _taken(self.only, self.extra)

    def problem(self, rng: random.Random, number: int) -> Generated:
        """Return a problem of the leaf whose turn it is."""
        taken = self.leaves()
        if not self.balanced:
            return self.of(taken[number % len(taken)], rng)
        sides = [[leaf for leaf in taken if leaf.follows is follows] for follows in (True, False)]
        found = self.linked(sides[0], number % 2 == 0, rng)
        if found is None and not sides[number % 2]:
            raise Disagreement(f"no link of only={','.join(self.only)} can be broken")
        return found or self.of(rng.choice(sides[number % 2]), rng)

    def linked(self, taken: Sequence[Leaf], follows: bool, rng: random.Random) -> Generated | None:
        """Return a problem of one of some valid leaves, or one with a link broken that has the same question.

        Which of the two it is bears on no choice but that. ``None`` if none of the leaves has a link to break.
        """
        for _ in range(_DRAWS):
            leaf = rng.choice(taken)
            if leaf.rule in TWO:
                continue
            argument = derivation(leaf.category, leaf.rule, rng, self.length)
            if SPECIAL & set(letters_of(argument.premises)):
                continue
            if not needed(argument.premises, argument.conclusion, self.length):
                continue
            made = broken(rng, argument.premises, (), argument.conclusion)
            if made is None:
                continue
            said = replace(argument, premises=tuple(made[1] if follows else made[2]))
            letters = letters_of([*made[1], *(step.conclusion for step in argument.steps)])
            problem = _problem(
                replace(leaf, case="inference" if follows else "unrelated"), said, rng, self.split, letters
            )
            if problem is not None:
                return problem
        return None

    def context(self, number: int) -> int:
        """Return the first turn that has the same question: of two, one follows."""
        return number - number % 2 if self.balanced else number

    def of(self, leaf: Leaf, rng: random.Random) -> Generated:
        """Return a problem of a leaf, if it can be one that needs all its premises: with fewer, it is no longer one."""
        if leaf.rule in TWO:
            return placed(rng, leaf.category, leaf.rule, leaf.case, self.split)
        open_ = leaf.category == "fallacy" or leaf.case == "unrelated"
        for count in range(_DRAWS):
            argument = derivation(leaf.category, leaf.rule, rng, self.length)
            if not open_ and count < _CHOOSY and not needed(argument.premises, argument.conclusion):
                continue
            if (problem := _problem(leaf, argument, rng, self.split)) is not None:
                return problem
        raise Disagreement(f"no case of {leaf.name} was found")


@cache
def _taken(only: tuple[str, ...], extra: bool) -> tuple[Leaf, ...]:
    return tuple(leaf for leaf in leaves(extra) if not only or any(part in leaf.name for part in only))


def rule_of(leaf: Leaf) -> str:
    """Return the rule of a leaf without the quantifier that extends it."""
    quantifier, _, rest = leaf.rule.partition(" ")
    return rest if quantifier in {"universal", "existential"} and leaf.rule not in ABOUT_QUANTIFIERS else leaf.rule


def _problem(
    leaf: Leaf, argument: Derivation, rng: random.Random, split: Split, linked: Sequence[str] = ()
) -> Generated | None:
    """Put an argument into words; ``None`` if the case is not what it should be.

    Args:
        leaf: what it is a case of.
        argument: the argument.
        rng: the source of choices.
        split: whose words it has.
        linked: the letters in the order in which they get words; the conclusion is asked for, whatever the case.
    """
    letters = list(linked) or letters_of([*argument.premises, *(step.conclusion for step in argument.steps)])
    words = vocabulary(split)
    phrases = rng.choice(domains(split)).draw(rng, len(letters) + _MORE, trades=2)
    said = _said(leaf, letters, rng, words, rng.sample(phrases, len(phrases)))
    premises = list(argument.premises)
    if any(isinstance(n, Iff) and Iff in {type(n.left), type(n.right)} for p in premises for n in walk(p)):
        return None  # nobody says "if and only if … if and only if"
    rng.shuffle(premises)
    asked = argument.conclusion
    if leaf.case == "contradiction":
        asked = _denied(asked)
    elif leaf.case == "unrelated" and not linked:
        asked = _unrelated(argument, said, leaf.logic == "predicate", rng, words)
    speaker = Speaker(rng, said)
    goal = Statement(speaker.formula(asked), speaker.sentence(asked))
    stated = tuple(Statement(speaker.formula(p), speaker.sentence(p)) for p in premises)
    used = [said[name] for name in letters_of([*premises, asked])]
    program = Program(stated, goal, predicates=tuple({s.predicate.name: s.predicate for s in used}.values()))
    try:
        outcome = proved(program, Verdict.UNKNOWN if leaf.category == "fallacy" else FOLLOWS[leaf.case])
    except Disagreement:
        return None
    return Generated(
        context=" ".join(p.gloss for p in stated),
        question=f"Can we infer the following? Answer yes or no: {goal.gloss}",
        program=program,
        outcome=outcome,
        depth=len(argument.rules),
        rules=argument.rules,
        chain=_told(leaf, argument, premises, asked, speaker),
        tags={
            "logic": leaf.logic,
            "category": leaf.category,
            "rule": leaf.rule,
            "case": leaf.case,
            "length": str(len(argument.rules)),
        },
    )


def _said(
    leaf: Leaf, letters: list[str], rng: random.Random, words: Vocabulary, phrases: Sequence[Phrase]
) -> dict[str, Said]:
    """Return what each letter stands for, in one tense wherever it is said, and ``U`` for what no premise says."""
    names = rng.sample(words.names, len(letters) + 1)
    weather = rng.sample(words.weather, min(len(letters) + 1, len(words.weather)))
    left = [*phrases]
    said: dict[str, Said] = {}
    for name, letter in zip(names, [*letters, "U"], strict=True):
        like = said.get(letter.removesuffix("′"))  # a copy looks like its original, or its form tells who has which
        sky = bool(like.weather) if like else leaf.logic == "propositional" and rng.random() < _SKIES
        if letter == "W" or (sky and weather):
            said[letter] = Said(None, weather=weather.pop())
            continue
        look = like.phrase.look if like and like.phrase else ()
        alike = [sum(a == b for a, b in zip(one.look, look, strict=False)) for one in left]
        phrase = left.pop(alike.index(max(alike)))
        tense = like.tense if like and like.tense in phrase.modes else rng.choice(phrase.modes)
        said[letter] = Said(phrase, "" if leaf.logic == "predicate" else name, tense=tense)
    for letter, of in (("C", "P"), ("D", "Q")):  # of one name, what is said of all
        if letter in said:
            said[letter] = replace(said.get(of, said[letter]), subject=names[0])
    return said


def _unrelated(
    argument: Derivation, said: dict[str, Said], quantified: bool, rng: random.Random, words: Vocabulary
) -> Formula:
    """Return a statement that the premises leave open: of something else, or of a part of what they say.

    If it were always of something else, it would be known by its words.
    """
    letter = rng.choice([*_open(argument.premises), "U"])
    if quantified and letter == "U" and not isinstance(argument.conclusion, Forall | Exists):
        names = [one.subject for one in said.values() if one.subject]
        said["U"] = replace(said["U"], subject=names[0] if names else rng.choice(words.names))
    asked: Formula = Atom(letter, ())
    if rng.random() < 0.5:
        asked = Not(asked)
    if not quantified or said[letter].subject or said[letter].weather:
        return asked
    conclusion = argument.conclusion
    kind = type(conclusion) if isinstance(conclusion, Forall | Exists) else rng.choice((Forall, Exists))
    x = conclusion.var if isinstance(conclusion, Forall | Exists) else "x"
    return kind(x, asked)


def _open(premises: tuple[Formula, ...]) -> list[str]:
    """Return the letters that the premises leave open, as far as a small truth table tells; else all.

    Under universal quantifiers alone, what holds of all is what holds without them. A prover looks at the rest.
    """
    letters = letters_of(premises)
    if len(letters) > _TABLE or SPECIAL & set(letters) or any(_mixed(premise) for premise in premises):
        return letters
    return [letter for letter in letters if stands(premises, Atom(letter, ())) == (True, True)]


def _mixed(premise: Formula) -> bool:
    """Return whether a premise has a quantifier beside one for all that binds all of it."""
    body = premise.body if isinstance(premise, Forall) else premise
    return any(isinstance(node, Forall | Exists) for node in walk(body))


def _told(
    leaf: Leaf, argument: Derivation, premises: list[Formula], asked: Formula, speaker: Speaker
) -> tuple[str, ...]:
    """Return why the answer is what it is: each step with the numbers of what it follows from, premises first."""
    places = {premise: number for number, premise in enumerate(premises, 1)}
    if leaf.case == "unrelated":
        if set(letters_of([asked])) & set(letters_of(premises)):
            return ("The premises leave it open: they can all be true whether it is so or not.",)
        return ("No premise is about that, so nothing follows from them about it.",)
    told, given = [], len(premises)
    *steps, last = argument.steps
    for step in steps if leaf.category == "fallacy" else argument.steps:
        number = places.setdefault(step.conclusion, len(places) + 1)
        since = _listed(step.premises, places, given)
        told.append(f"{number}. By {step.rule} from {since}: {speaker.sentence(step.conclusion)}")
    if leaf.category == "fallacy":
        told.append(
            f"To infer it from {_listed(last.premises, places, given)} would be {fallacy_named(last.rule)}: "
            "they can be true, and it false."
        )
    elif leaf.case == "contradiction":
        told.append(f"That is the opposite of what is asked: {speaker.sentence(asked)}")
    return tuple(told)


def fallacy_named(rule: str) -> str:
    """Return a fallacy as it is spoken of."""
    return f"the {rule}" if rule.endswith(" fallacy") else f"the fallacy of {rule}"


def _listed(premises: Sequence[Formula], places: dict[Formula, int], given: int) -> str:
    """Return what a step follows from, by number: of the sentences of the text the first ``given``, and of steps."""
    numbers = sorted({places[premise] for premise in premises})
    kinds = [n for n in numbers if n <= given], [n for n in numbers if n > given]
    named = zip(("premise", "step"), kinds, strict=True)
    return listed([f"{kind}{'s' * (len(ones) > 1)} {listed(list(map(str, ones)))}" for kind, ones in named if ones])


def _denied(formula: Formula) -> Formula:
    """Return the opposite of a conclusion, with the negation behind its quantifiers."""
    match formula:
        case Not(body):
            return body
        case Forall(x, body):
            return Exists(x, _denied(body))
        case Exists(x, body):
            return Forall(x, _denied(body))
        case And((Forall() | Exists() as a, Forall() | Exists() as b)):
            return Or((_denied(a), _denied(b)))
        case Or((Forall() | Exists() as a, Forall() | Exists() as b)):
            return And((_denied(a), _denied(b)))
        case And((Atom() as a, Exists() as b)):
            return Or((Not(a), _denied(b)))
        case Implies(Atom() as a, Forall() as b):
            return And((a, _denied(b)))
        case _:
            return Not(formula)
