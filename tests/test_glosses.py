"""What stands beside a formula: glosses, sentences, truth values, reasons, remarks that change what is stated."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from sorites.solvers.notation.printer import print_formula

from .outlines import ASKED, FACT, PLAIN, READ, RULE, errors, formulas, program, table, text

quick = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@quick
@given(
    gloss=st.text(max_size=12).map(lambda s: " ".join(s.split())),
    sign=st.sampled_from(["→", "∧", ", True)", ">>>", "($x", "¬"]),
)
def test_a_gloss_never_changes_the_program(gloss: str, sign: str) -> None:
    plain = "Premises:\nall x. Frog(x) -> Green(a) ::: {0}\nFrog(a) ::: {0}\n-Frog(b) ::: b\n"
    plain += "Conclusion:\nGreen(a) ::: {0}\n"
    written = plain.replace("{0}", gloss + sign)
    assume(not errors(written))  # a gloss that takes back its formula
    assert formulas(written) == formulas(plain.replace("{0}", "a"))


@table("""
sentence  formula
Every frog is green  ∀x (Frog(x) → Green(x))    All frogs shine  ∀x (Frog(x) → Green(x))
Some frogs jump  ∃x (Frog(x) ∧ Jumps(x))    No frogs are red  ∀x (Frog(x) → ¬Red(x))
Not all frogs jump  ¬∀x (Frog(x) → Jumps(x))    There is a wise frog  ∃x (Wise(x) ∧ Frog(x))
If it rains, frogs are glad  Rain → Glad    A cat is not a dog  ∀x (Cat(x) → ¬Dog(x))
It is wet if it rains  Rain → Wet
""")
@table("""
mark
{}: {}  "{}": {}  1. **{}**: {}  * “{}”: {}  _{}_: {}
""")
def test_a_sentence_before_a_colon_may_begin_as_a_quantifier_does(sentence: str, formula: str, mark: str) -> None:
    found = program(text(mark.format(sentence, formula)))
    assert [print_formula(f) for f in found.formulas] == [formula, ASKED]
    assert found.premises[0].gloss == sentence


@table("""
written  meant
# what stands before a colon binds
all x: Frog(x)  ∀x Frog(x)    for all x: Frog(x) → Green(x)  ∀x (Frog(x) → Green(x))
All frog: ∃y Likes(frog, y)  ∀frog ∃y Likes(frog, y)    for all frog: Green(frog)  ∀frog Green(frog)
# a minus begins no gloss
age(bob) = 5 - 3 — Bob's age  age(bob) = (5 - 3)    P(3 - 2) — P of one  P(3 - 2)
∀x (x > 0 → Next(x - 1, x))  ∀x (x > 0 → Next(x - 1, x))    ∀n (P(n) → P(n - 1)) # all of P  ∀n (P(n) → P(n - 1))
age(bob) = 5 - 3 // Bob's age  age(bob) = (5 - 3)    moons = 7 % the number of moons  moons = 7
# where it is from
Frog(a) # given  Frog(a)    Frog(a) // Axiom 2  Frog(a)    Needs (premise)  Needs(premise)
Frog(a) ∧ (given)  Frog(a) ∧ given    Definition 1: Frog(a)  Frog(a)    Rain and Wet.  Rain ∧ Wet
# a gloss behind ':::' says what it will
Frog(a) ::: No one lies.  Frog(a)    Old(kermit) ::: old  Old(kermit)    Frog(a) ::: It is one; a frog (green).  Frog(a)
Frog(a) ::: Kermit says ::: so  Frog(a)    Frog(a) # Frogs should be green.  Frog(a)
∀x (Frog(x) → Green(x)) ::: ∀x (Frog(x)→Green(x)): frogs are  ∀x (Frog(x) → Green(x))
""")
def test_what_is_read(written: str, meant: str) -> None:
    assert formulas(text(written)) == [meant, ASKED]


@table("""
written  code
# words before a formula that deny it, or leave it open
It is false that: P(a)  suspended-formula    False: P(a)  suspended-formula    Possibly: P(a)  suspended-formula
It is not true that cats fly: Fly(cats)  suspended-formula    This isn’t so: P(a)  suspended-formula
Unless rain: P(a)  suspended-formula    Suppose: P(a)  suspended-formula    [Maybe] P(a)  suspended-formula
Assume for contradiction: ¬Q(a)  suspended-formula    typically: Bird(a) → Flies(a)  suspended-formula
Correction: P(a)  suspended-formula    Old: P(a)  suspended-formula    or: P(a)  suspended-formula
Revised premise 2: P(a)  suspended-formula    Version 2: P(a)  suspended-formula    Converse: P(a)  suspended-formula
Unknown: P(a)  suspended-formula    Thus: P(a)  extra-conclusion
# behind it
P(a) : False  suspended-formula    P(a) — not true  suspended-formula    P(a) ::: does not hold  suspended-formula
P(a) # wrong  suspended-formula    P(a) — No.  suspended-formula    P(a) ::: unknown  suspended-formula
P(a) // fixed  suspended-formula    P(a) # this should be so  suspended-formula
P(a) : unless she is ill  suspended-formula    P(a) // given that x is a cook  suspended-formula
P(a) (refuted)  unexpected-token    P(a) [Premise]  unexpected-token    P(a) (from 1, 2)  unexpected-token
P(a) (if it rains)  unexpected-token    P(a) ; Q(a)  unexpected-token
# another formula in a gloss
P(a) — wait, this should be ∀x (Owl(x) → Hoots(x))  unexpected-token    P(a) ::: Owls (A -> B).  two-formulas
P(a) ::: i.e. forall x. owl(x) implies flies(x)  two-formulas    P(a) // Flies(ada)  unexpected-token
P(a) ::: It is. Toad(kermit) ::: He is.  two-formulas    P(a) ::: It is; Toad(kermit)  two-formulas
"¬Frog(a)": P(a)  unexpected-token
""")
def test_what_changes_a_formula_is_refused(written: str, code: str) -> None:
    assert set(errors(text(f"Q(a)\n{written}"))) == {code}


@table(r"""
written
# words that may bind or deny, and what calculates
Some frog sings: Frog(b) ∧ Sings(b)  For some frog: Frog(b)  there is x in frogs: Green(x)  for all frogs x: Green(x)
No frogs are green: ∀x (Frog(x) → Green(x))  If it rains: Wet(a)  Frog(b) \text{ for all b}
Frog(b) \quad \text{if it rains}  age(bob) = 5 - 3 years is so  m = n % 3  m = n // 3
# sentences among formulas, and what takes back what stands above
1. Rex is a dog.⏎2. Wet → Red  * Rex barks.⏎* Wet → Red  Wet → Red⏎Tom purrs.⏎Frog(a)  All frogs shine.⏎Frog(a)
Wet → Red⏎Wait, this should be:⏎Frog(a)  Wet → Red⏎Actually, premise 1 should be:⏎Frog(a)
Wet → Red⏎Wait, this should be:⏎⏎Premises:⏎Frog(a)
""")
def test_what_may_change_a_formula_is_refused(written: str) -> None:
    assert errors(text(written))


@pytest.mark.parametrize("sign", [": {}", " — {}", " ::: {}", " # {}"])
def test_a_truth_value_of_the_goal(sign: str) -> None:
    assert errors(text(FACT, ASKED + sign.format("False"))) == ["suspended-formula"]
    assert errors(text(FACT, f"¬{ASKED} (negated conclusion)"))
    assert formulas(text(FACT, ASKED + " ::: False friends are none.")) == [FACT, ASKED]


def test_sentences_above_formulas_are_their_glosses() -> None:
    found = program(text(f"All frogs are so.\n{RULE}\n1. Kermit is a frog.\n   {FACT}", f"Kermit shines so.\n{ASKED}"))
    assert [one.gloss for one in found.premises] == ["All frogs are so.", "Kermit is a frog."]
    assert found.goal.gloss == "Kermit shines so."


@table("""
gloss
Frog(x) := x is a green toad  Frog(x): x frogs  Frog(x) → x is a frog  Frog(x) iff x is a frog
Frog(x): x is wet and x is green
""")
@pytest.mark.parametrize("name", ["Definitions", "Predicates"])
def test_glosses_of_declarations_stay_glosses(gloss: str, name: str) -> None:
    found = program(f"{name}:\n{gloss}\nGreen(x) ::: x is green\n{PLAIN}")
    assert [one.name for one in found.predicates] == ["Frog", "Green"]
    assert len(found.premises) == 2


@table("""
words  fine
# a correction, or options
Correction: Premise 2 should be ¬Frog(kermit).  ""    Wait, the conclusion should be ¬Green(kermit).  ""
Actually, I made an error: the second premise should be Toad(kermit).  ""
Note: premise 2 should be ¬Frog(kermit).  ""    A) Green(piggy)⏎B) False  ""
# what is not said of the program
**Step 4: Evaluate**⏎Kermit is a frog, so he is green.  yes    ### Step-by-step evaluation⏎1. Frog(kermit) is so.  yes
###  yes    <|eot_id|>  yes    <|im_end|>⏎  yes    </s>  yes
""")
def test_what_stands_behind_a_goal(words: str, fine: str) -> None:
    assert formulas(PLAIN + words) == READ if fine else errors(f"{PLAIN}\n{words}\n")
