"""An answer is of this text and this question, or there is none: models that answer something else."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from sorites import Options, Problem, Solution, answer, prove
from sorites.solvers import Verdict, program_text
from sorites.testing import ScriptedTranslator
from sorites.translators import TRUE_FALSE_UNCERTAIN

TEXT = "All gardeners grow tomatoes. Nobody who grows tomatoes is idle. Mara is a gardener. Tom likes Mara."
PREMISES = {
    "All gardeners grow tomatoes.": "∀x (Gardener(x) → Grows(x))",
    "Nobody who grows tomatoes is idle.": "∀x (Grows(x) → ¬Idle(x))",
    "Mara is a gardener.": "Gardener(mara)",
    "Tom likes Mara.": "Likes(tom, mara)",
}
IDLE = "Idle(mara)"
LABELS = ("A) True", "B) False", "C) Uncertain")
SOCRATES = (
    "Premises:\n∀x (Man(x) → Mortal(x)) ::: All men are mortal.\nMan(socrates) ::: Socrates is a man.\n"
    "Conclusion:\nMortal(socrates) ::: Socrates is mortal.\n"
)


def text_of(goal: str, gloss: str = "", **premises: str) -> str:
    """Return a program of the text, with other formulas for the sentences that begin with the words given."""
    stated = [f"{next((f for k, f in premises.items() if s.startswith(k)), f)} ::: {s}" for s, f in PREMISES.items()]
    return "\n".join(["Premises:", *stated, "Conclusion:", f"{goal} ::: {gloss}" if gloss else goal, ""])


def solved(text: str, question: str = "Is Mara idle?", context: str = TEXT, options: tuple[str, ...] = ()) -> Solution:
    """Return the answer, which is the same where only what decides it is looked for."""
    how = Options.of(ScriptedTranslator({question: text}))
    problem = Problem("p", context, question, TRUE_FALSE_UNCERTAIN, options)
    found, decided = answer(problem, how), answer(problem, replace(how, advise=False))
    assert (decided.answer, decided.verdict, decided.remark) == (found.answer, found.verdict, found.remark)
    return found


def codes(solution: Solution, level: str = "error") -> set[str]:
    return {d.code for d in solution.diagnostics if d.level == level}


ASKED: list[tuple[str, str, tuple[str, ...]]] = [
    (TEXT, "Is Mara idle?", ()),
    (TEXT, "Based on the text, is the following statement true, false, or uncertain? Mara is idle.", LABELS),
    (TEXT, "Who is idle?", ()),
    (TEXT, "Do gardeners sleep?", ()),
    ("All dogs bark. Rex is a dog.", "Does he bark?", LABELS),
]


@pytest.mark.parametrize(("context", "question", "options"), ASKED)
def test_a_program_of_another_story_has_no_answer(context: str, question: str, options: tuple[str, ...]) -> None:
    found = solved(SOCRATES, question, context, options)
    assert (found.answer, found.verdict, found.certificate) == (None, None, None)
    assert codes(found) >= {"goal-not-asked", "premises-of-another-text"}
    glossless = "\n".join(line.partition(" :::")[0] for line in SOCRATES.splitlines())
    assert solved(glossless, question, context, options).answer is None


def test_nor_has_the_right_goal_with_premises_of_another_story() -> None:
    echo = SOCRATES.replace("Mortal(socrates) ::: Socrates is mortal.", "Idle(mara) ::: Mara is idle.")
    assert codes(solved(echo)) == {"premises-of-another-text"}
    quoting = text_of(IDLE, All="∀x (Man(x) → Mortal(x))", Nobody="Man(plato)", Mara="Man(socrates)", Tom="Old(plato)")
    assert codes(solved(quoting)) == {"premises-of-another-text"}, "sentences of the text beside foreign formulas"
    assert solved("Premises:\nConclusion:\nIdle(mara)\n").answer is None


TURNED = """
Is Mara idle? | ¬Idle(mara) | Idle(mara)
Based on the text, is the following statement true, false, or uncertain? Mara is idle. | ¬Idle(mara) | Idle(mara)
Is it true or false that Mara is idle? | ¬Idle(mara) | Idle(mara)
Does Tom like Mara? | ¬Likes(tom, mara) | Likes(tom, mara)
Mara is not idle. | Idle(mara) | ¬Idle(mara)
Tom doesn't like Mara. | Likes(tom, mara) | ¬Likes(tom, mara)
Is Mara not idle? | Idle(mara) | ¬Idle(mara)
It is not true that Mara is idle. | Idle(mara) | ¬Idle(mara)
Is it true that Mara is not idle? | Idle(mara) | ¬Idle(mara)
Is it false that Mara is idle? | Idle(mara) | ¬Idle(mara)
Is it false that Mara is not idle? | ¬Idle(mara) | Idle(mara)
Isn't Mara idle? | ¬Idle(mara) | Idle(mara)
Mara is idle, isn't she? | ¬Idle(mara) | Idle(mara)
Mara is not idle. Is this true? | Idle(mara) | ¬Idle(mara)
Mara is idle. Is this false? | Idle(mara) | ¬Idle(mara)
"""
"""A question, a goal that denies what it says or the reverse, and what the goal is then taken for."""


@pytest.mark.parametrize("row", TURNED.strip().splitlines())
def test_a_goal_denies_what_the_question_denies(row: str) -> None:
    question, wrong, right = row.split(" | ")
    expected = solved(text_of(right), question)
    for gloss in ("", "Mara is not idle.", "Tom does not like Mara."):
        found = solved(text_of(wrong, gloss), question)
        assert (found.answer, found.verdict) == (expected.answer, expected.verdict), "the model's wording tells nothing"
        assert codes(found, "mended") == {"goal-turned"}
        shown = prove(program_text(found.best.translation.reading), check=True)
        assert shown.verdict is found.verdict, "the program that is shown is the one that was proved"
    assert codes(expected, "mended") == set(), "what is right is left as it is"


ASKS_OTHERWISE = """
Does no one idle? | ∃x Idle(x)
Are neither Mara nor Tom idle? | Idle(mara) ∧ Idle(tom)
Is Mara a gardener who is not idle? | Idle(mara)
Isn't it true that Mara is not idle? | ¬Idle(mara)
Is it not true that Mara does not grow tomatoes? | ¬Grows(mara)
Are all gardeners idle? | ∃x Idle(x)
Are all gardeners idle? | ∃x (Gardener(x) ∧ Idle(x))
Does everybody grow tomatoes? | ∃x Grows(x)
Is somebody idle? | ∀x Idle(x)
Are some gardeners idle? | ∀x (Gardener(x) → Idle(x))
Is only Mara idle? | Idle(mara)
Is the claim that Mara is idle false? | Idle(mara)
Is Mara the only gardener? | Gardener(mara)
Are at least two gardeners idle? | ∀x (Gardener(x) → ¬Idle(x))
Are at least two gardeners idle? | ∃x (Gardener(x) ∧ Idle(x))
Is Mara a gardener and idle? | ¬Idle(mara)
Is Mara a gardener? | Idle(mara)
Does Tom like Mara? | Idle(mara)
Is Tom idle? | Idle(mara)
"""


@pytest.mark.parametrize("row", ASKS_OTHERWISE.strip().splitlines())
def test_a_goal_that_denies_or_counts_otherwise_is_no_answer(row: str) -> None:
    question, goal = row.split(" | ")
    found = solved(text_of(goal), question)
    assert (found.answer, codes(found)) == (None, {"goal-not-asked"})


ASKS_THAT = """
Is nobody idle? | ¬∃x Idle(x)
Is nobody idle? | ∀x ¬Idle(x)
Are neither Mara nor Tom idle? | ¬Idle(mara) ∧ ¬Idle(tom)
Are all gardeners idle? | ∀x (Gardener(x) → Idle(x))
Are all gardeners idle? | ¬∃x (Gardener(x) ∧ ¬Idle(x))
Is somebody idle? | ∃x Idle(x)
Is Mara not unidle? | Idle(mara)
Mara is idle. True/False? | Idle(mara)
Mara is idle. If it is false, answer B. | Idle(mara)
Is only Mara idle? | ∀x (Idle(x) → x = mara)
Can't Mara be idle? | Idle(mara)
Isn't Mara idle? | Idle(mara)
Mara is idle, isn't she? | Idle(mara)
Isn't it true that Mara is idle? | Idle(mara)
Is it false that Mara is not idle? | Idle(mara)
Is it false that Mara is idle? | ¬Idle(mara)
Is Mara unlike Tom? | ¬Likes(mara, tom)
Is Mara, who is not idle, a gardener? | Gardener(mara)
Is Mara a gardener that Tom does not like? | Gardener(mara) ∧ ¬Likes(tom, mara)
"""


@pytest.mark.parametrize("row", ASKS_THAT.strip().splitlines())
def test_a_goal_that_denies_and_counts_alike_is_answered(row: str) -> None:
    question, goal = row.split(" | ")
    found = solved(text_of(goal), question)
    assert not codes(found, "mended")
    assert "goal-not-asked" not in codes(found)
    assert "n't" not in question or "negation-missing" not in codes(found, "warning")


STORY = {
    "Tall people are nice.": "∀x (Tall(x) → Nice(x))",
    "Cleo is tall.": "Tall(cleo)",
    "Bob is rich.": "Rich(bob)",
    "Ann likes Bob.": "Likes(ann, bob)",
    "Dan is the brother of Bob.": "BrotherOf(dan, bob)",
    "Cleo has a J1 visa.": "J1Visa(cleo)",
    "Dan has an F1 visa.": "F1Visa(dan)",
    "Eve lives in Rome.": "LivesIn(eve, rome)",
    "Ann is taller than Bob.": "Taller(ann, bob)",
    "Fay is 25 years old.": "age(fay) = 25",
}
OTHERS = """
Is Cleo famous? | Rich(cleo)
Is Cleo nice and rich? | Nice(cleo)
If Cleo is rich, is Cleo nice? | Nice(cleo)
Is everyone nice? | Nice(cleo)
Is Zoe nice? | Nice(cleo)
Is Zoe nice? | ∃x Nice(x)
Does Bob like Ann? | Likes(ann, bob)
Does Ann like Bob? | Likes(ann, ann)
Does Eve live in Rome? | LivesIn(rome, eve)
Is Ann's sister rich? | Rich(bob)
Has Dan a J1 visa? | F1Visa(dan)
Is Cleo tall and nice? | Tall(cleo) ∨ Nice(cleo)
Is Cleo tall or nice? | Tall(cleo) ∧ Nice(cleo)
Is Cleo nice? | Tall(cleo) → Nice(cleo)
Is Cleo unkind? | Nice(cleo)
Is the brother of Bob rich? | Rich(bob)
Is Bob taller than Ann? | Taller(ann, bob)
Is Ann shorter than Bob? | Taller(ann, bob)
Is Ann liked by Bob? | Likes(ann, bob)
Is Bob Dan's brother? | BrotherOf(dan, bob)
Are Ann and Bob rich? | Rich(bob)
Was Eve born in Rome? | LivesIn(eve, rome)
Does Ann refuse to like Bob? | Likes(ann, bob)
Is Dan a former brother of Bob? | BrotherOf(dan, bob)
Suppose Ann is tall. Is she nice? | Nice(cleo)
Is Fay 26 years old? | age(fay) = 25
Tell me who is rich. | Rich(bob)
Who is rich? | Rich(bob)
How many people are nice? | Nice(cleo)
"""
"""Questions, and goals that ask something else of the same story."""
SAME = """
Is Cleo nice? | Nice(cleo)
Is she nice? | Nice(cleo)
Is Bob liked by Ann? | Likes(ann, bob)
Does Ann like Bob? | Likes(ann, bob)
Is somebody rich? | ∃x Rich(x)
Are all tall people nice? | ∀x (Tall(x) → Nice(x))
Is everybody nice whom Ann likes? | ∀x (Likes(ann, x) → Nice(x))
If Cleo is tall, is she nice? | Tall(cleo) → Nice(cleo)
Suppose Cleo is tall. Is she nice? | Tall(cleo) → Nice(cleo)
Is Cleo tall and nice? | Tall(cleo) ∧ Nice(cleo)
Is Cleo tall or rich? | Tall(cleo) ∨ Rich(cleo)
Is Bob shorter than Ann? | Taller(ann, bob)
Does Eve live in Rome? | LivesIn(eve, rome)
Tell me if Cleo is nice. | Nice(cleo)
Although Bob isn't tall, he is rich. | Rich(bob)
Is Ann taller than Bob? | Taller(ann, bob)
Is Dan Bob's brother? | BrotherOf(dan, bob)
Is Fay 25 years old? | age(fay) = 25
"""


@pytest.mark.parametrize("row", [*OTHERS.strip().splitlines(), *SAME.strip().splitlines()])
def test_another_question_of_the_same_story_has_no_answer(row: str) -> None:
    question, goal = row.split(" | ")
    stated = "\n".join(f"{formula} ::: {sentence}" for sentence, formula in STORY.items())
    found = solved(f"Premises:\n{stated}\nConclusion:\n{goal}\n", question, " ".join(STORY))
    if row in SAME:
        assert (found.verdict is not None, codes(found)) == (True, set())
    else:
        assert (found.answer, found.verdict, codes(found)) == (None, None, {"goal-not-asked"})


def test_nor_has_one_from_a_premise_without_a_sentence_or_of_everything() -> None:
    stated = [f"{formula} ::: {sentence}" for sentence, formula in STORY.items()]
    for changed in (
        ["∀x Nice(x) ::: Tall people are nice.", *stated[1:]],
        ["Nice(bob) ::: Cleo is nice.", *stated],
        [*stated, "∀x (Rich(x) → Nice(x))"],
    ):
        text = "\n".join(["Premises:", *changed, "Conclusion:", "Nice(bob)", ""])
        found = solved(text, "Is Bob nice?", " ".join(STORY))
        assert (found.answer, codes(found)) == (None, {"conclusion-added"})


def test_a_goal_that_holds_whatever_the_text_says_is_no_answer() -> None:
    for goal in ("Idle(mara) ∨ ¬Idle(mara)", "Idle(mara) ∧ ¬Idle(mara)"):
        found = solved(text_of(goal), "Is Mara idle?")
        assert found.answer is None
        assert "goal-proved-from-nothing" in codes(found)
    assert solved(text_of("Idle(mara) ∨ ¬Idle(mara)"), "Is Mara idle or not idle?").answer == "True"


def test_nor_is_what_hangs_on_sentences_of_others() -> None:
    context = "Mara is a gardener. Tom is a baker. All gardeners are idle."
    premises = "Gardener(tom) ::: Mara is a gardener.\nBaker(mara) ::: Tom is a baker.\n"
    rule = "∀x (Gardener(x) → Idle(x)) ::: All gardeners are idle.\n"
    found = solved(f"Premises:\n{premises}{rule}Conclusion:\nIdle(tom)\n", "Is Tom idle?", context)
    assert (found.answer, codes(found)) == (None, {"conclusion-added"})


ADDED = """
Mara | Gardener(mara) ∧ Idle(mara)
Mara | Idle(mara)
Tom | Likes(tom, mara) ∧ Idle(mara)
Nobody | Idle(mara)
Nobody | ∀x (Grows(x) → ¬Idle(x)) ∧ Idle(mara)
All | ∀x (Gardener(x) → Idle(x))
All | ∀x Idle(x)
"""
"""How a sentence begins, and a formula under it that says what is asked."""


@pytest.mark.parametrize("row", ADDED.strip().splitlines())
@pytest.mark.parametrize("options", [(), LABELS])
def test_no_answer_hangs_on_what_a_sentence_does_not_say(row: str, options: tuple[str, ...]) -> None:
    sentence, formula = row.split(" | ")
    others = {"Nobody": "∀x (Grows(x) → ¬Idle(tom))"} if sentence != "Nobody" else {}
    found = solved(text_of(IDLE, **{**others, sentence: formula}), options=options)
    assert (found.answer, found.verdict) in {(None, None), (None, Verdict.INCONSISTENT)}
    assert codes(found) == {"conclusion-added"} or found.verdict is Verdict.INCONSISTENT


def test_nor_on_a_sentence_that_is_invented() -> None:
    invented = text_of(IDLE, Nobody="∀x (Grows(x) → ¬Idle(tom))").replace("Conclusion", "Idle(mara) ::: {}\nConclusion")
    for sentence in ("Mara is idle.", "Is Mara idle?", "Some people are idle."):
        assert codes(solved(invented.format(sentence))) == {"conclusion-added"}
    bare = invented.replace(" ::: {}", "")
    assert codes(solved(bare)) == {"conclusion-added"}
    assert codes(solved(re.sub(" ::: .*", "", bare))) == {"conclusion-added"}, "nor on one that nothing is said of"
    assert solved(bare, context=TEXT.replace("Tom", "Mara is idle. Tom")).answer == "True"


SAID = """
You cannot sing without joy. Mara sings. | Does Mara sing? | Sings(mara)
Tom sings. Mara does too. | Does Mara sing? | Sings(mara)
Tom sings. Mara doesn't. | Does Mara sing? | ¬Sings(mara)
Mara is idle. | Is Mara idle? | Idle(mara)
Mara is a gardener. She is idle. | Is Mara idle? | Idle(mara)
Mara, who is a gardener, is idle. | Is Mara idle? | Gardener(mara) ∧ Idle(mara)
Mara leads the choir. | Is Mara the leader of the choir? | Leader(mara, choir)
Mara and Tom are not idle. | Is Tom idle? | ¬Idle(mara) ∧ ¬Idle(tom)
Mara is a lecurer. | Is Mara a lecturer? | Lecturer(mara)
"""
"""A text, a question, and a premise of its last sentence that answers it."""


@pytest.mark.parametrize("row", SAID.strip().splitlines())
def test_what_a_sentence_says_is_an_answer(row: str) -> None:
    text, question, formula = row.split(" | ")
    last = text.split(". ")[-1]
    goal = formula.split(" ∧ ")[-1].removeprefix("¬")
    found = solved(f"Premises:\n{formula} ::: {last}\nConclusion:\n{goal}\n", question, text)
    assert found.answer == ("False" if "¬" in formula else "True"), found.diagnostics


def test_nor_beside_one_that_gives_what_is_asked_though_the_answer_does_not_hang_on_it() -> None:
    found = solved(text_of(IDLE, Tom="Likes(tom, mara) ∧ Lazy(tom) ∧ ¬Idle(mara)"))
    assert (found.answer, codes(found)) == (None, {"conclusion-added"})


def test_less_than_half_of_a_text_is_no_text() -> None:
    said = "Gardener(mara) ::: Mara is a gardener."
    text = "Mara is a gardener. Tom is a baker. Eve sings. Dan reads."
    for premises in (said, "Gardener(mara)"):
        found = solved(f"Premises:\n{premises}\nConclusion:\nGardener(mara)\n", "Is Mara a gardener?", text)
        assert (found.answer, codes(found)) == (None, {"premises-of-another-text"})


@pytest.mark.parametrize(
    ("context", "question"),
    [
        ("Alle Gärtner züchten Tomaten. Mara ist eine Gärtnerin.", "Ist Mara faul?"),
        ("Todos los hombres son mortales. Sócrates es un hombre.", "¿Es mortal Sócrates?"),
        ("所有人都会死。苏格拉底是人。", "苏格拉底会死吗？"),
    ],
)
def test_of_a_text_that_is_not_english_words_tell_nothing_for_sure(context: str, question: str) -> None:
    english = text_of("Mortal(x1)").replace("x1", "minka")
    found = solved(english, question, context)
    assert found.verdict is not None
    assert codes(found, "warning") >= {"goal-not-asked"}
    assert codes(solved(text_of("¬Idle(mara)"), question, context), "mended") == set()


def test_samples_of_another_story_do_not_vote() -> None:
    problem = Problem("p", TEXT, "Is Mara idle?", TRUE_FALSE_UNCERTAIN)
    for rule in ("vote", "majority"):
        translator = ScriptedTranslator({problem.question: [SOCRATES] * 3})
        assert answer(problem, Options.of(translator, rule=rule)).answer is None
        translator = ScriptedTranslator({problem.question: [SOCRATES, SOCRATES, text_of(IDLE)]})
        assert answer(problem, Options.of(translator, rule=rule)).answer == "False"


SAYS_MORE = """
Whoever is older than 65 pays. Al is 65 years old. | ∀x (age(x) ≥ 65 → Pays(x)) ; age(al) = 65 | Pays(al)
Whoever is 65 or older pays. Al is 66 years old. | ∀x (age(x) > 65 → Pays(x)) ; age(al) = 66 | Pays(al)
Whatever is over 2 kg sinks. The ball weighs 900 g. | ∀x (weight(x) > 2 → Sinks(x)) ; weight(ball) = 900 | Sinks(ball)
Anne is kind if Bob sings. | Kind(anne)
Anne is kind unless she is tired. | Kind(anne)
Anne or Bob is kind. | Kind(anne)
Anne's twin is kind. | Kind(anne)
Bob likes Anne. | Likes(anne, bob)
Bob is like Anne. | bob = anne
Anne is kind. Only kind people are nice. | Kind(anne) ; ∀x (Kind(x) → Nice(x)) | Nice(anne)
Anne is kind. Kind people except doctors are nice. | Kind(anne) ; ∀x (Kind(x) → Nice(x)) | Nice(anne)
Anne is nice. Kind people are nice. | Nice(anne) ; ∀x (Kind(x) ↔ Nice(x)) | Kind(anne)
Perhaps Anne is nice. | Nice(anne)
Bob thinks that Anne is nice. | Nice(anne)
Anne may be nice. | Nice(anne)
Anne is rarely nice. | Nice(anne)
Anne is a former teacher. | Teacher(anne)
Anne wants to win. | Wins(anne)
Anne is unhappy. | Happy(anne)
Bob is kind. | Kind(bob) ∧ bob = anne | Kind(anne)
Bob is kind. | Kind(bob) ∧ Kind(anne) | Kind(anne)
Anne is tall. | Tall(anne) ∧ Kind(anne) | Kind(anne)
Anne is tall. Kind people are nice. | Tall(anne) ; ∀x (Kind(x) ∨ Tall(x) → Nice(x)) | Nice(anne)
Anne is kind. Bob is rich. Kind people who are rich are nice. \
| Kind(anne) ; Rich(bob) ; ∀x (Kind(x) → Nice(x)) | Nice(anne)
Anne is a person. Most people are nice. | Person(anne) ; ∀x (Person(x) → Nice(x)) | Nice(anne)
Anne is a person. Not all people are nice. | Person(anne) ; ∀x (Person(x) → ¬Nice(x)) | Nice(anne)
Anne is kind. Kind people are nice. | Kind(anne) ; ∀x (Kind(x) → ¬Nice(x)) | Nice(anne)
Anne is kind. Some kind people are nice. | Kind(anne) ; ∀x (Kind(x) → Nice(x)) | Nice(anne)
"""
"""A text, premises of its sentences one of which says more than its own, and a goal, if it is not the last of them."""
SAYS_AS_MUCH = """
There is no doubt that Anne is kind. | Kind(anne)
Anne wins. Nobody can win without training. | Wins(anne) ; ∀x (Wins(x) → Trains(x)) | Trains(anne)
Bob is not unkind. | Kind(bob)
Perhaps Anne is nice. | PerhapsNice(anne)
Bob thinks that Anne is nice. | ThinksNice(bob, anne)
Anne may vote. | AllowedToVote(anne)
Bob appears in Emma. | ActsIn(bob, emma)
Anne is married to Bob. | Spouse(anne, bob)
Anne is in NYC. Whoever is in NYC is happy. | In(anne, newYork) ; ∀x (In(x, newYork) → Happy(x)) | Happy(anne)
Bob is the brother of Anne. | Brother(bob, anne) ∧ Male(bob)
Anne is rarely late. | ¬Late(anne)
Anne is a former teacher. | FormerTeacher(anne)
Anne is unhappy. | ¬Happy(anne)
Emma is by Austen. | Book(emma) ∧ By(emma, austen) | By(emma, austen)
The queen is kind. | Kind(anne)
Anne is older than Bob. | Younger(bob, anne)
Anne is kind. Kind people are nice and rich. | Kind(anne) ; ∀x (Kind(x) → Nice(x)) | Nice(anne)
Anne is kind. Kind or rich people are nice. | Kind(anne) ; ∀x (Kind(x) → Nice(x)) | Nice(anne)
Anne is kind. Someone who is kind is nice. | Kind(anne) ; ∀x (Kind(x) → Nice(x)) | Nice(anne)
Whoever is older than 65 pays. Al is 66 years old. | ∀x (age(x) > 65 → Pays(x)) ; age(al) = 66 | Pays(al)
Whoever is at least 65 pays. Al is 65 years old. | ∀x (age(x) ≥ 65 → Pays(x)) ; age(al) = 65 | Pays(al)
What is over 2 kg sinks. The ball weighs 2500 g. | ∀x (weight(x) > 2000 → Sinks(x)) ; weight(ball) = 2500 | Sinks(ball)
Anne is kind. Kind people are unlike Bob. | Kind(anne) ; ∀x (Kind(x) → ¬Like(x, bob)) | ¬Like(anne, bob)
Anne is blind. Blind people are careful. | Blind(anne) ; ∀x (Blind(x) → Careful(x)) | Careful(anne)
Not all people are nice. | ¬∀x (Person(x) → Nice(x))
"""
"""The same, of premises that say what their sentences say."""


@pytest.mark.parametrize("row", [*SAYS_MORE.strip().splitlines(), *SAYS_AS_MUCH.strip().splitlines()])
def test_no_answer_hangs_on_a_premise_that_says_more_than_its_sentence(row: str) -> None:
    text, stated, goal = (*row.split(" | "), row.split(" | ")[1])[:3]
    pairs = zip(stated.split(" ; "), re.findall(r"[^.]+\.", text), strict=True)
    premises = "\n".join(f"{formula} ::: {sentence.strip()}" for formula, sentence in pairs)
    found = solved(f"Premises:\n{premises}\nConclusion:\n{goal}\n", "", text)
    if row in SAYS_AS_MUCH:
        assert (found.answer, codes(found)) == ("True", set())
    else:
        assert (found.answer, found.verdict, codes(found)) == (None, None, {"conclusion-added"})
