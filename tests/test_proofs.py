"""Rule F1 and Conflict F1 of proofs."""

from sorites.eval.scoring.proofs import Outline, outline, overlap, read_proof
from sorites.solvers import Argument, prove

GOLD = (
    'We know the owl hoots at the crab, and according to Rule1 "if something hoots at the crab, then it greets it", '
    'and for the conflicting and higher priority rule Rule4 we cannot prove the antecedent "the owl is in Peru" and '
    'for Rule5 we cannot prove the antecedent "the owl has a hat", so we can conclude "the owl greets it". We know the '
    'owl greets the bee, and according to Rule2 "…", and Rule2 has a higher preference than the conflicting rules '
    '(Rule3 and Rule6), so we can conclude "the owl naps". So the statement is proved and the answer is "yes".'
)
PROGRAM = """
Premises:
Hoots(owl, crab)
Defeasible rules:
Rule1: Hoots(x, crab) → Greets(x, bee)
Rule2: Greets(x, bee) → Naps(x)
Rule3: Hoots(x, crab) → ¬Naps(x)
Rule4: InPeru(x) → ¬Greets(x, bee)
Rule5: HasHat(owl) → ¬Greets(owl, bee)
Rule6: Greets(owl, bee) → ¬Naps(owl)
Preferences:
Rule2 > Rule3
Rule2 > Rule6
Rule4 > Rule1
Rule5 > Rule1
Conclusion:
Naps(owl)
"""


def test_a_published_proof_is_read() -> None:
    pairs = {("Rule1", "Rule4"), ("Rule1", "Rule5"), ("Rule2", "Rule3"), ("Rule2", "Rule6")}
    assert read_proof(GOLD) == Outline(frozenset({"Rule1", "Rule2"}), frozenset(pairs))


def test_an_argument_has_the_same_outline() -> None:
    argument = prove(PROGRAM).certificate
    assert isinstance(argument, Argument)
    assert outline(argument) == read_proof(GOLD)


def test_f1_is_that_of_the_sets() -> None:
    assert overlap(frozenset("abc"), frozenset("bcd")) == 2 / 3
    assert overlap(frozenset(), frozenset()) == 1
    assert overlap(frozenset(), frozenset("a")) == 0
