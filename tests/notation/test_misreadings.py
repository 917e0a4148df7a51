"""Programs that were once answered as something else than what they say: read as written, or refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites import solve
from sorites.solvers import Level, UnreadableProgram, prove, read_program
from sorites.solvers.carrying.files import write_certificate

from ..command import sorites
from ..outlines import said, text

ENTAILED, UNKNOWN = "entailed", "unknown"


@pytest.mark.parametrize(
    ("premises", "goal", "head", "expected"),
    [
        ("Distinct([oslo, rome, kiel])", "oslo ≠ rome", "", ENTAILED),
        ("AllDifferent({oslo, rome, kiel})", "oslo ≠ rome", "", ENTAILED),
        ("Distinct(oslo, rome, kiel)", "oslo ≠ rome", "", ENTAILED),
        ("Distinct([oslo, kiel])", "oslo ≠ rome", "", UNKNOWN),
        ("Distinct(oslo, rome)", "oslo ≠ rome", "Predicates:\nDistinct(x, y) ::: x is another kind than y\n", UNKNOWN),
        ("Distinct(oslo)", "oslo ≠ rome", "", "wrong-count"),
        ("Listed([oslo, rome])", "oslo ≠ rome", "", "unexpected-token"),
        ("Hot(soup)", "∃d:Dish (Hot(d))", "Sorts:\nDish\nHot: Dish\nsoup: Dish\n", ENTAILED),
        ("Hot(soup)", "∃d:Dish(Hot(d))", "Sorts:\nDish\nHot: Dish\nsoup: Dish\n", ENTAILED),
        ("Hot(soup)", "exists d:Dish [Hot(d)]", "Sorts:\nDish\nHot: Dish\nsoup: Dish\n", ENTAILED),
        ("Hot(soup)", "∀d:Dish (¬Hot(d))", "Sorts:\nDish\nHot: Dish\nsoup: Dish\n", "refuted"),
        ("Hot(soup)", "∃d:Dish(d)", "Sorts:\nDish\nHot: Dish\nsoup: Dish\n", "term-as-formula"),
        ("Hot(soup)", "Dish(soup)", "Sorts:\nDish\nHot: Dish\nsoup: Dish\n", "sort-as-predicate"),
        # a capital is a variable where it can be nothing else
        ("Takes(joe, C) → Fit(joe)\nTakes(joe, D)", "Fit(joe)", "", "free-variable"),  # vitamins
        ("Takes(joe, C) → Fit(joe)\nTakes(joe, tea)", "Fit(joe)", "", "free-variable"),
        ("Crew(X) → Sails(X)\nCrew(Y)", "Sails(Y)", "", "free-variable"),
        ("Crew(X) → Sails(X)\nCrew(B)", "Sails(B)", "", "free-variable"),
        ("Owns(X, Y) → Rich(X)\nOwns(joe, mill)", "Rich(joe)", "", ENTAILED),
        ("Above(X, Y) ∧ Above(Y, Z) → Above(X, Z)\nAbove(a, b)\nAbove(b, c)", "Above(a, c)", "", ENTAILED),
        # '_' is something, but in the head of a clause it may be anything
        ("∀x (Owns(x, _) → Rich(x))\nOwns(joe, mill)", "Rich(joe)", "", ENTAILED),
        ("Rich(X) :- Owns(X, _).\nOwns(joe, mill).", "Rich(joe)", "", ENTAILED),
        ("Likes(X, _) :- Kind(X).\nKind(joe).", "Likes(joe, ann)", "", "ambiguous-variable"),
        ("Likes(joe, _)\nKind(X) :- Likes(X, Y).", "Likes(joe, ann)", "", "ambiguous-variable"),
        ("Likes(joe, _)", "Likes(joe, ann)", "", UNKNOWN),
        ("Likes(joe, ann)", "Likes(joe, _)", "", ENTAILED),
        ("¬Likes(joe, _)", "Likes(joe, ann)", "", "refuted"),
        ("P ~| Q ~| R\nP", "¬Q", "", "ambiguous-chain"),
        ("exists x. P(x) -> Q(a)\nP(b)", "Q(a)", "", "ambiguous-scope"),
        ("exists x. (P(x)) -> Q(a)\nP(b)", "Q(a)", "", ENTAILED),  # as LINC's programs end a scope
        # what nothing binds is answered where all readings agree
        ("Day(x) ⊕ Night(x)\n∀x (Day(x) → Light(x))\nDay(noon)", "Light(noon)", "", ENTAILED),
        ("In(oslo, y) ∧ In(bergen, y)\nWet(oslo)", "¬Wet(oslo)", "", "refuted"),
        ("In(oslo, y) ∧ In(bergen, y)", "Wet(oslo)", "", UNKNOWN),
        ("Day(x) ⊕ Night(x)", "Day(noon) ∨ Night(noon)", "", "free-variable"),  # for all: entailed
        ("∀x (Famous(x) → Rated(x, y) ∧ y > 9)\nFamous(ada)", "∃y Rated(ada, y)", "", "free-variable"),  # 9 > 9
        ("∀x (Cat(x) → Chases(x, y))\nCat(tom)", "∃y Chases(tom, y)", "", ENTAILED),
        ("Sad(ada) ↔ Left(x)\n¬Sad(ada)", "∀x ¬Left(x)", "", "free-variable"),
        # more premises may derive less
        ("In(oslo, y) ∧ In(bergen, y)\nWet(oslo)", "Wet(oslo)", "Semantics: rules\n", "free-variable"),
        ("Wet(oslo)", "Wet(oslo)", "Defaults:\nR1: In(oslo, y)\n", "free-variable"),
        ("Wet(oslo)", "Wet(oslo)", "Semantics:\nrules\n", ENTAILED),
        ("Wet(oslo)", "¬Wet(bergen)", "Semantics:\nmodal\n", "unknown-semantics"),
        # number makes one name only where nothing else can be meant
        ("∀x (Glass(x) → Clear(x))\nGlasses(it)", "Clear(it)", "Predicates:\nGlass(x) ::: x is of glass\n", "plural"),
        ("∀x (Good(x) → Sold(x))\nGoods(it)", "Sold(it)", "Predicates:\nGood(x) ::: x is good\n", "plural"),
        ("∀x (Good(x) → Sold(x))\nGoods(it)", "Sold(it)", "Predicates:\nGood(x) ::: x is good\nSold(x)\n", ENTAILED),
        ("∀x (Woman(x) → Wise(x))\nWomen(it)", "Wise(it)", "Predicates:\nWoman(x) ::: x is a woman\n", ENTAILED),
        ("∀x (Like(x) → Sold(x))\nlike(it)", "Sold(it)", "Predicates:\nLike(x) ::: x is like the rest\n", ENTAILED),
        # names are matched however a quantifier is spelt
        ("∀x (Cat(x) -> Soft(x))\nCat(Tom)", "Soft(tom)", "", ENTAILED),
        ("forall x (Cat(x) -> Soft(x))\nCat(Tom)", "Soft(tom)", "", ENTAILED),
        ("all x. (Cat(x) -> Soft(x))\nCat(Tom)", "Soft(tom)", "", ENTAILED),
    ],
)  # fmt: skip
def test_what_is_answered(premises: str, goal: str, head: str, expected: str) -> None:
    assert said(text(premises, goal, head)) == expected


EXAMPLE = "## Example 1:\nPremises:\n1. `Owl(ada)`: Ada is an owl.\nConclusion:\n1. `Owl(ada)`: Ada is an owl.\n\n"


@pytest.mark.parametrize(
    "cut",
    [
        "## Example 2:", "## Example 2:\n\n**Pre", "## Example 2:\nPremises:\n",
        "## Example 2:\nPredicates:\n* `Crow(x)`: x is a crow.\n", "## Example 2:\nRex is a crow. Crows caw.\n",
        "## Example 2:\nPremises:\n1. `Crow(rex)`: Rex is a crow.\n",
        "---\nPredicates:\nCrow(x) ::: x is a crow.\nPremises:\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("question", ["", "Rex caws."])
def test_what_is_cut_behind_an_example_is_not_answered_by_the_example(cut: str, question: str) -> None:
    reading = read_program(EXAMPLE + cut, question=question)
    assert reading.program is None
    assert {"no-goal", "cut-off"} & {d.code for d in reading.diagnostics if d.level is Level.ERROR}


def test_an_example_that_is_asked_is_answered() -> None:
    reading = read_program(f"{EXAMPLE}## Example 2:\nPremises:\n", question="Ada is an owl.")
    assert reading.program is not None


@pytest.mark.parametrize("sign", ["not ", r"\+ ", "~"])
@pytest.mark.parametrize("rule", ["sails(X) :- crew(X), {}sick(X).", "sails(X) :- {}(sick(X)), crew(X)."])
def test_negation_as_failure_is_refused(sign: str, rule: str) -> None:
    assert said(f"{rule.format(sign)}\ncrew(joe).\n?- sails(joe).\n") == "negation-as-failure"
    assert said(f"crew(joe).\nsails(X) :- crew(X).\n?- {sign}sails(joe).\n") == "negation-as-failure"


def test_what_clauses_state_to_be_false_is_read() -> None:
    assert said("sails(X) :- crew(X), ¬sick(X).\ncrew(joe).\n¬sick(joe).\n?- sails(joe).\n") == ENTAILED


def test_a_verdict_that_hangs_on_the_reading_is_told_with_both(tmp_path: Path) -> None:
    program = tmp_path / "day.fol"
    program.write_text(text("Day(x) ⊕ Night(x)", "Day(noon) ∨ Night(noon)"), encoding="utf-8")
    done = sorites("prove", program, "--json")
    assert done.returncode == 2
    [fault] = json.loads(done.stdout)["diagnostics"]
    assert "for something it is unknown, for everything it is entailed" in fault["message"]
    assert fault["line"] == 2


def test_models_that_show_an_unknown_are_models_of_every_reading(tmp_path: Path) -> None:
    both, weak, kept = tmp_path / "both.fol", tmp_path / "weak.fol", tmp_path / "kept.json"
    both.write_text(text("Day(x) ⊕ Night(x)", "Day(noon)"), encoding="utf-8")
    weak.write_text(text("∃x (Day(x) ⊕ Night(x))", "Day(noon)"), encoding="utf-8")
    assert sorites("prove", both, "--certificate", kept).returncode == 0
    assert sorites("check", both, kept).returncode == 0
    both.write_text(text("Day(x) ⊕ Night(x)", "Day(noon) ∨ Night(noon)"), encoding="utf-8")
    weak.write_text(text("∃x (Day(x) ⊕ Night(x))", "Day(noon) ∨ Night(noon)"), encoding="utf-8")
    assert sorites("prove", weak, "--certificate", kept).returncode == 0
    assert sorites("check", both, kept).returncode == 1


@pytest.mark.parametrize(
    ("premises", "goal", "code"),
    [
        # a label says nothing of how its formula stands
        *((f"{label} Hot(soup)", "Hot(soup)", "suspended-formula")
          for label in ("Liar:", "Unused:", "Tomorrow:", "Scenario 2:", "[F]", "(T)", "0.3:")),
        ("To be shown: Hot(soup)", "Hot(soup)", "extra-conclusion"),
        ("- [x] Hot(soup)\n- [ ] Hot(tea)", "Hot(tea)", "unexpected-token"),
        # beside a formula stands where it is from, or what it says
        *((f"Hot(soup) {remark}", "Hot(soup)", "suspended-formula")
          for remark in ("# only on Mondays", "— says Bob, who lies", "// for every x")),
        ("Hot(soup) ::: (soup is hot, which is false)", "Hot(soup)", "suspended-formula"),
        *((f"Hot(tea)\n{above}\nHot(soup)", "Hot(soup)", "not-a-formula")
          for above in ("Suppose that this were so.", "We do not know whether soup is hot.", "Soup may be hot.")),
        # a hyphen denies nothing
        ("non-Hot(soup)", "¬Hot(soup)", "negated-name"), ("not-Hot(soup)\nHot(tea)", "Hot(tea)", "negated-name"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_formula_is_no_part_of_it(premises: str, goal: str, code: str) -> None:
    reading = read_program(text(premises, goal))
    assert reading.first is None
    assert code in {d.code for d in reading.diagnostics}


def test_a_query_of_prolog_asks_for_its_capitals() -> None:
    outcome = prove("likes(ann, bob).\nlikes(bob, cat).\n?- likes(ann, Who).")
    assert outcome.answers is not None
    assert (outcome.verdict, outcome.answers.names) == (ENTAILED, (("bob",),))
    assert prove("likes(ann, bob).\n?- likes(bob, ann).").verdict == UNKNOWN
    assert prove("happy(X) :- rich(X) ; loved(X).\nloved(ann).\n?- happy(ann).").verdict == ENTAILED


def test_what_stands_beside_names_may_be_a_formula() -> None:
    declared = "Constants: ann, bob (the only people)\nPremises:\nHot(ann)\nConclusion:\nHot(bob)"
    assert "formula-among-declarations" in {d.code for d in read_program(declared).diagnostics}


@pytest.mark.parametrize(
    ("written", "code"),
    [
        # arrows in a row, of which one may be within the other
        (text("Wet → Cold ← Hot", "Cold"), "ambiguous-chain"), (text("Wet ← Cold → Hot", "Cold"), "ambiguous-chain"),
            # what is a number in one notation, and a name in another
        (text('age(ann) = "42"', "age(ann) > 3"), "ambiguous-number"),
        (text("Area(ann, 0171)", "Area(ann, 171)"), "ambiguous-number"),
        (text('Room(ann, "7")', "Room(ann, 7)"),
         "ambiguous-number"),
        # formulas that no heading names, below a sentence that may say how they stand
        ("None of these formulas holds.\nHot(soup)\nHot(tea)\nConclusion:\nHot(tea)", "no-heading"),
        # a declaration says of what things are names, and no more
        ("Constants:\nlimit = 100\n" + text("cost(pen) ≤ limit", "cost(pen) ≤ 100"), "formula-among-declarations"),
        ("Constants:\nmood ∈ {calm, wild}\n" + text("Calm(calm)", "Calm(mood)"), "formula-among-declarations"),
        ("Constants:\nann: Hot(ann)\n" + text("Hot(bob)", "Hot(ann)"), "formula-among-declarations"),
        ("Constants:\nann: Hot\n" + text("Hot(bob)", "Hot(ann)"), "formula-among-declarations"),
        # a proposition is no thing, a predicate no function, and one that lacks its thing no other one
        *((text(f"{told}\nWet", "Cold"), "proposition-as-thing")
          for told in ("Wet > Cold", "Entails(Wet, Cold)", "Hot(soup) ∨ soup = Wet")),
        (text("Hot(soup) = no", "Hot(soup)"), "equated-propositions"),
        (text("Hot(soup) = Hot(tea)\nHot(soup)", "Hot(tea)"), "equated-propositions"),
        (text("∀x (Hot → Nice(x))\nHot(soup)", "Nice(soup)"), "arity-clash"),
        # a list behind ∈ is no set
        (text("mood ∈ {calm}", "mood = calm"), "unexpected-token"),
        (text("mood ∈ {calm, wild}", "mood = calm"), "unexpected-token"),
        *((f"{head}\n" + text("Wet", "Cold"), "formula-among-declarations")
          for head in ("Definitions:\nWet ::: it is wet\nCold ::: it is cold\nWet → Cold", "Predicates:\n¬Cold")),
        # a sign that is another one elsewhere
        (text("$\\forall x~(Hot(x) \\to Nice(x))$", "Hot(soup)"), "unexpected-token"),
        (text("∃x! Hot(x)", "∃x ¬Hot(x)"), "ambiguous-unique"),
        (text("10:30 = start(soup)", "start(soup) = 30"), "term-as-formula"),
        (text("Ｈot(soup)", "Hot(soup)"), "mixed-scripts"),
        # what may take back the formula below
        (text("Hot(tea)\n// false:\nHot(soup)", "Hot(soup)"), "two-versions"),
        ("## Premises:\nHot(soup)\n## Conclusion: not\nHot(soup)", "two-versions"),
        # a bracket that nothing closes is the fault of its line
        (text("∀x (Hot(x) → Nice(x)\nHot(soup)", "Nice(soup)"), "unexpected-end"),
        # one name for two things, or a thing that is none
        (text("Man(X) → Mortal(X)\nMan(plato)\nAnimal(X) ∨ Plant(X)", "Mortal(plato)"), "free-variable"),
        (text("P1: Rain\nP2: P1 → Wet", "Wet"), "label-as-name"),
        (text("A: Knave(B)\nB: ¬Knave(A)", "Knave(B)"), "label-as-name"),
        ("Defaults:\nD1: ∀x (Soup(x) → Hot(x))\n" + text("Soup(a)\n∀x (Cold(x) → ¬D1(x))", "Hot(a)"), "label-as-name"),
        ("Sorts:\nColor: red, blue\n" + text("fav(eve) ≠ red", "fav(eve) = blue"), "unclear-sort"),
        ("Sorts:\nColor = {red, blue}\n" + text("∀x (x ∈ Color → Nice(x))", "Nice(red)"), "unclear-sort"),
        (text("ann ∈ Cats\n∀x (Cat(x) → Fit(x))", "Fit(ann)"), "unclear-sort"),
        (text("Likes(nobody, soup)", "∃x Likes(x, soup)"), "quantifier-as-thing"),
        (text("share(ann) = 60 %", "share(ann) < 70"), "unexpected-token"),
        # what is to be proved is no premise
        ("Premises:\nHot(tea)\nFacts to be proved:\nHot(soup)\nConclusion:\nHot(soup)", "not-a-formula"),
    ],
)  # fmt: skip
def test_what_may_be_two_things_is_refused(written: str, code: str) -> None:
    reading = read_program(written)
    assert reading.first is None
    assert code in {d.code for d in reading.diagnostics}


def test_a_proof_of_one_reading_is_none_of_a_text_with_several(tmp_path: Path) -> None:
    file, kept = tmp_path / "text.fol", tmp_path / "kept.json"
    written = text("Hot(soup) ⊕ Hot(tea) ⊕ Hot(rum)\nHot(soup)", "¬Hot(rum)")
    file.write_text(written, encoding="utf-8")
    first = read_program(written).programs[0]
    assert first is not None
    outcome = prove(first)
    assert (outcome.verdict, outcome.checked is not None) == (ENTAILED, True)
    kept.write_text(write_certificate(first, outcome), encoding="utf-8")
    done = sorites("check", file, kept)
    assert (done.returncode, "several readings" in done.stdout) == (1, True)


@pytest.mark.parametrize(
    ("premises", "goal", "verdicts"),
    [
        ("price(pen) > 3", "price(pen) ≥ 4", ("entailed", "unknown")),
        ("price(pen) * 2 = 5", "Cheap(pen)", ("inconsistent", "unknown")),
        ("width(door) = 2 * width(bed)\nwidth(door) = 5", "width(bed) < 3", ("inconsistent", "entailed")),
        ("load(x1) < 20\nload(x1) > 18\nDefaults:\n∀x (load(x) = 19 → Taken(x))", "Taken(x1)", ("entailed", "unknown")),
        (
            "load(x1) < 20\nload(x1) > 18\nDefeasible rules:\n∀x (load(x) = 19 → Taken(x))",
            "Taken(x1)",
            ("entailed", "unknown"),
        ),
    ],
)
def test_what_hangs_on_numbers_being_whole_is_refused(premises: str, goal: str, verdicts: tuple[str, str]) -> None:
    with pytest.raises(UnreadableProgram) as found:
        prove(text(premises, goal))
    (told,) = [d for d in found.value.diagnostics if d.code == "whole-numbers"]
    assert f"as whole ones it is {verdicts[0]}, as any ones {verdicts[1]}" in told.message
    name = premises.partition("(")[0]
    for sort, verdict in zip(("Int", "Real"), verdicts, strict=True):
        assert prove(f"Sorts:\n{name}: Thing -> {sort}\n{text(premises, goal)}").verdict == verdict


def test_a_text_whose_answer_hangs_on_numbers_being_whole_has_none() -> None:
    """Nor has one with another sentence before it; what is counted is whole."""
    for before in ("", "The moon is bright. "):
        found = solve(f"{before}The pen costs more than 3 euros.", "Does the pen cost at least 4 euros?")
        assert (found.answer, "whole-numbers" in {d.code for d in found.diagnostics}) == (None, True)
    assert solve("Anne has more than 3 cats.", "Does Anne have at least 4 cats?").answer == "True"
    assert solve("The pen costs more than 3 euros.", "Does the pen cost more than 2 euros?").answer == "True"


@pytest.mark.parametrize(
    ("premise", "codes"),
    [
        ("Hot(soup) ::: The soup is not hot.", {"gloss-denies"}),
        ("Nice(soup) ∧ NotHot(soup)\nHot(tea)", {"negated-name"}),
        ("Equals(soup, tea)\n∀x (mass(x) = max(3, 5) → Nice(x))", {"known-name"}),
        ("Hot(X)\nNice(soup)", {"constant-letter"}),
        ("¬Hot(soup) ::: The soup is not hot.", set()),
        ("Unheated(soup) ::: The soup is not hot.", set()),
        ("Kind(soup) ::: The soup is not kind.", {"gloss-denies"}),
        ("Hot(soup)\nPredicates:\nHot(x) ::: x burns, and not me\nNice(x) ::: x is nice", set()),
        ("count(soup) > 3\n∀x (count(x) > 2 → Hot(x))", set()),
    ],
)
def test_what_its_author_should_look_at_is_said(premise: str, codes: set[str]) -> None:
    told = {d.code for d in prove(text(premise, "Nice(soup) ∨ ¬Nice(soup)")).diagnostics}
    assert told - {"goal-disconnected"} == codes
