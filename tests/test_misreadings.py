"""Programs that were once answered as something else than what they say: read as written, or refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.solvers import Limits, prove, read_program

from .command import sorites
from .outlines import codes, errors, said, table, text

HEADS = {
    "another": "Predicates:\nDistinct(x, y) ::: x is another kind than y\n",
    "dish": "Sorts:\nDish\nHot: Dish\nsoup: Dish\n",
    "rules": "Semantics: rules\n",
    "rules below": "Semantics:\nrules\n",
    "modal": "Semantics:\nmodal\n",
    "default": "Defaults:\nR1: In(oslo, y)\n",
    "glass": "Predicates:\nGlass(x) ::: x is of glass\n",
    "good": "Predicates:\nGood(x) ::: x is good\n",
    "good, sold": "Predicates:\nGood(x) ::: x is good\nSold(x)\n",
    "woman": "Predicates:\nWoman(x) ::: x is a woman\n",
    "like": "Predicates:\nLike(x) ::: x is like the rest\n",
    "": "",
}


@table("""
premises  goal  head  expected
Distinct([oslo, rome, kiel])  oslo ≠ rome  ""  entailed    Distinct(oslo, rome, kiel)  oslo ≠ rome  ""  entailed
AllDifferent({oslo, rome, kiel})  oslo ≠ rome  ""  entailed    Distinct([oslo, kiel])  oslo ≠ rome  ""  unknown
Distinct(oslo, rome)  oslo ≠ rome  another  unknown    Distinct(oslo)  oslo ≠ rome  ""  wrong-count
Listed([oslo, rome])  oslo ≠ rome  ""  unexpected-token    Hot(soup)  ∃d:Dish (Hot(d))  dish  entailed
Hot(soup)  ∃d:Dish(Hot(d))  dish  entailed    Hot(soup)  exists d:Dish [Hot(d)]  dish  entailed
Hot(soup)  ∀d:Dish (¬Hot(d))  dish  refuted    Hot(soup)  ∃d:Dish(d)  dish  term-as-formula
Hot(soup)  Dish(soup)  dish  sort-as-predicate
# a capital is a variable where it can be nothing else
Takes(joe, C) → Fit(joe)⏎Takes(joe, D)  Fit(joe)  ""  free-variable
Crew(X) → Sails(X)⏎Crew(Y)  Sails(Y)  ""  free-variable
Takes(joe, C) → Fit(joe)⏎Takes(joe, tea)  Fit(joe)  ""  free-variable
Crew(X) → Sails(X)⏎Crew(B)  Sails(B)  ""  free-variable    Owns(X, Y) → Rich(X)⏎Owns(joe, mill)  Rich(joe)  ""  entailed
Above(X, Y) ∧ Above(Y, Z) → Above(X, Z)⏎Above(a, b)⏎Above(b, c)  Above(a, c)  ""  entailed
# what nothing binds is answered where all readings agree, and more premises may derive less
Day(x) ⊕ Night(x)⏎∀x (Day(x) → Light(x))⏎Day(noon)  Light(noon)  ""  entailed
In(oslo, y) ∧ In(bergen, y)⏎Wet(oslo)  ¬Wet(oslo)  ""  refuted    In(oslo, y) ∧ In(bergen, y)  Wet(oslo)  ""  unknown
Day(x) ⊕ Night(x)  Day(noon) ∨ Night(noon)  ""  free-variable
∀x (Famous(x) → Rated(x, y) ∧ y > 9)⏎Famous(ada)  ∃y Rated(ada, y)  ""  free-variable
∀x (Cat(x) → Chases(x, y))⏎Cat(tom)  ∃y Chases(tom, y)  ""  entailed
Sad(ada) ↔ Left(x)⏎¬Sad(ada)  ∀x ¬Left(x)  ""  free-variable
In(oslo, y) ∧ In(bergen, y)⏎Wet(oslo)  Wet(oslo)  rules  free-variable    Wet(oslo)  Wet(oslo)  default  free-variable
Wet(oslo)  Wet(oslo)  rules below  entailed    Wet(oslo)  ¬Wet(bergen)  modal  unknown-semantics
# number makes one name only where nothing else can be meant
∀x (Glass(x) → Clear(x))⏎Glasses(it)  Clear(it)  glass  plural
∀x (Good(x) → Sold(x))⏎Goods(it)  Sold(it)  good  plural
∀x (Good(x) → Sold(x))⏎Goods(it)  Sold(it)  good, sold  entailed
∀x (Woman(x) → Wise(x))⏎Women(it)  Wise(it)  woman  entailed
∀x (Like(x) → Sold(x))⏎like(it)  Sold(it)  like  entailed
# names are matched however a quantifier is spelt
∀x (Cat(x) -> Soft(x))⏎Cat(Tom)  Soft(tom)  ""  entailed    all x. (Cat(x) -> Soft(x))⏎Cat(Tom)  Soft(tom)  ""  entailed
forall x (Cat(x) -> Soft(x))⏎Cat(Tom)  Soft(tom)  ""  entailed
# a negation may be of what clauses state
sails(X) :- crew(X), ¬sick(X).⏎crew(joe).⏎¬sick(joe).  sails(joe)  ""  entailed
""")
def test_what_is_answered(premises: str, goal: str, head: str, expected: str) -> None:
    assert said(text(premises, goal, HEADS[head])) == expected


@table("""
cut
## Example 2:  ## Example 2:⏎⏎**Pre  ## Example 2:⏎Premises:  ## Example 2:⏎Rex is a crow. Crows caw.⏎
## Example 2:⏎Predicates:⏎* `Crow(x)`: x is a crow.⏎  ## Example 2:⏎Premises:⏎1. `Crow(rex)`: Rex is a crow.⏎
---⏎Predicates:⏎Crow(x) ::: x is a crow.⏎Premises:⏎
""")
def test_what_is_cut_behind_an_example_is_not_answered_by_the_example(cut: str) -> None:
    example = "## Example 1:\nPremises:\n1. `Owl(ada)`: Ada is an owl.\nConclusion:\n1. `Owl(ada)`: Ada is an owl.\n\n"
    for question in ("", "Rex caws."):
        reading = read_program(example + cut, question=question)
        assert reading.program is None
        assert {"no-goal", "cut-off"} & {d.code for d in reading.diagnostics}
    asked = read_program(f"{example}## Example 2:\nPremises:\n", question="Ada is an owl.")
    assert asked.program is not None


@pytest.mark.parametrize("sign", ["not ", r"\+ ", "~"])
@pytest.mark.parametrize("rule", ["sails(X) :- crew(X), {}sick(X).", "sails(X) :- {}(sick(X)), crew(X)."])
def test_negation_as_failure_is_refused(sign: str, rule: str) -> None:
    assert said(f"{rule.format(sign)}\ncrew(joe).\n?- sails(joe).\n") == "negation-as-failure"
    assert said(f"crew(joe).\nsails(X) :- crew(X).\n?- {sign}sails(joe).\n") == "negation-as-failure"


EITHER = "Day(x) ⊕ Night(x)"


def test_a_verdict_that_hangs_on_the_reading_is_told_with_both(tmp_path: Path) -> None:
    file = tmp_path / "day.fol"
    file.write_text(text(EITHER, "Day(noon) ∨ Night(noon)"), encoding="utf-8")
    done = sorites("prove", file, "--json")
    assert done.returncode == 2
    [fault] = json.loads(done.stdout)["diagnostics"]
    assert "for something it is unknown, for everything it is entailed" in fault["message"]
    assert fault["line"] == 2


def test_models_that_show_an_unknown_are_models_of_every_reading(tmp_path: Path) -> None:
    both, weak, kept = tmp_path / "both.fol", tmp_path / "weak.fol", tmp_path / "kept.json"
    for goal, proved, code in (("Day(noon)", both, 0), ("Day(noon) ∨ Night(noon)", weak, 1)):
        both.write_text(text(EITHER, goal), encoding="utf-8")
        weak.write_text(text(f"∃x ({EITHER})", goal), encoding="utf-8")
        assert sorites("prove", proved, "--certificate", kept).returncode == 0
        assert sorites("check", both, kept).returncode == code
    outcome = prove(text(EITHER, "Day(noon)"), limits=Limits(2))  # both readings share the time of one
    assert (outcome.verdict, outcome.checked is not None) == ("unknown", True)


@table("""
premises  code
# a label says nothing of how its formula stands, and beside it stands where it is from, or what it says
Liar: Hot(soup)  suspended-formula    Unused: Hot(soup)  suspended-formula    Scenario 2: Hot(soup)  suspended-formula
[F] Hot(soup)  suspended-formula    (T) Hot(soup)  suspended-formula    0.3: Hot(soup)  suspended-formula
To be shown: Hot(soup)  suspended-formula    - [x] Hot(tea)⏎- [ ] Hot(soup)  unexpected-token
Hot(soup) # only on Mondays  suspended-formula    Hot(soup) — says Bob, who lies  suspended-formula
Hot(soup) // for every x  suspended-formula    Hot(soup) ::: (soup is hot, which is false)  suspended-formula
Hot(tea)⏎Suppose that this were so.⏎Hot(soup)  suspended-formula
Hot(tea)⏎Soup may be hot.⏎Hot(soup)  suspended-formula
Hot(tea)⏎We do not know whether soup is hot.⏎Hot(soup)  suspended-formula
# a hyphen denies nothing
non-Hot(soup)  negated-name    not-Hot(soup)⏎Hot(tea)  negated-name
""")
def test_what_is_said_of_a_formula_is_no_part_of_it(premises: str, code: str) -> None:
    assert code in errors(text(premises, "Hot(soup)"))


def test_a_query_of_prolog_asks_for_its_capitals() -> None:
    outcome = prove("likes(ann, bob).\nlikes(bob, cat).\n?- likes(ann, Who).")
    assert outcome.answers is not None
    assert (outcome.verdict, outcome.answers.names) == ("entailed", (("bob",),))
    assert said("likes(ann, bob).\n?- likes(bob, ann).") == "unknown"
    assert "formula-among-declarations" in codes(f"Constants: ann, bob (the only people)\n{text('Hot(ann)')}")
