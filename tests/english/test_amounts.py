"""How many and how much: counting, measures, ages, prices, comparisons and orderings in everyday problems."""

from __future__ import annotations

import pytest

from sorites.solvers import Limits, prove
from sorites.translators.english import read_english

YES, NO, OPEN, REFUSED = "True", "False", "Unknown", "refused"
_SAID = {"entailed": YES, "refuted": NO, "unknown": OPEN}


def answer(context: str, question: str) -> str:
    """Return the answer that all readings of a text give, or that there is none."""
    reading = read_english(context, question)
    if reading.first is None:
        return REFUSED
    outcomes = [prove(p, limits=Limits(10)) for p in (reading.first, *(o.program for o in reading.others))]
    said = {str(o.verdict) for o in outcomes}
    assert said == {"unknown"} or len(said) > 1 or all(o.checked for o in outcomes)
    return _SAID[said.pop()] if len(said) == 1 else REFUSED


PROBLEMS = [
    # ages
    ("Anyone over 18 may vote. Tom is 30.", "May Tom vote?", YES),
    ("Only people over 18 may vote. Tom is 16.", "May Tom vote?", NO),
    ("Everyone who is at least 65 travels free. Ann is 64.", "Does Ann travel free?", OPEN),
    ("People aged 65 or over travel free. Ann is 70.", "Does Ann travel free?", REFUSED),
    ("Children under 6 pay nothing. Tom is a child. Tom is 4 years old.", "Does Tom pay nothing?", YES),
    ("Nobody younger than 12 may ride the coaster. Mia is 9 years old.", "May Mia ride the coaster?", NO),
    ("Applicants must be 18 or older. Tom is an applicant.", "Is Tom at least 16?", REFUSED),
    ("Tom is 3 months old. Ann is 2 years old.", "Is Ann older than Tom?", YES),
    ("Tom is at least 30 years old.", "Is Tom older than 25?", YES),
    ("Tom is at least 30 years old.", "Is Tom older than 40?", OPEN),
    ("Tom is older than Ann. Ann is older than Bob.", "Is Bob younger than Tom?", YES),
    ("Tom is 2 years older than Ann. Ann is 10.", "Is Tom 12?", YES),
    ("Tom is at least 2 years older than Ann. Ann is 10.", "Is Tom 11 years old?", NO),
    ("Tom is twice as old as Ann. Ann is 10.", "Is Tom 20 years old?", YES),
    ("Tom is twice as old as Ann. Ann is 10.", "Is Tom under 18?", NO),
    ("Ann is half as old as Tom. Tom is 30.", "Is Ann 15?", YES),
    ("Tom is not older than Ann.", "Is Ann younger than Tom?", NO),
    ("Tom is not older than Ann.", "Is Ann older than Tom?", OPEN),
    ("Tom is no older than Ann. Ann is 20.", "Is Tom over 20?", NO),
    ("Tom is as old as Ann. Ann is 20.", "Is Tom over 30?", REFUSED),
    ("Tom is exactly as old as Ann. Ann is 20.", "Is Tom 20?", YES),
    ("Tom is not as tall as Ann.", "Is Ann taller than Tom?", YES),
    ("Tom is taller than Ann.", "Is Tom tall?", OPEN),
    ("Tom is old. Ann is young.", "Is Tom older than Ann?", OPEN),
    ("Tom's age is 40. Ann is 35.", "Is Tom older than Ann?", YES),
    ("The age of Tom is at least 18. Everyone who is over 16 may drive.", "May Tom drive?", YES),
    ("If Tom is older than 30, he is a member. Tom is 31.", "Is Tom a member?", YES),
    ("Every student who is older than Max passes. Lea is a student. Lea is older than Max.", "Does Lea pass?", YES),
    ("Ann is older than every student. Bob is a student.", "Is Bob younger than Ann?", YES),
    ("Ann is older than Bob and Carl.", "Is Carl younger than Ann?", YES),
    ("Tom is 3 weeks old. Ann is 2 months old.", "Is Ann older than Tom?", REFUSED),
    # prices
    ("The price of the bike is $300.", "Does the bike cost $300?", YES),
    ("The bike's price is $300. The price of the car is $200.", "Is the car cheaper than the bike?", YES),
    ("The price of the bike is higher than the price of the car.", "Is the bike heavier than the car?", REFUSED),
    ("Requests over $5,000 need approval. The request is $6,000.", "Does the request need approval?", YES),
    ("Orders of at least $50 ship for free. The order costs $60.", "Does the order ship for free?", YES),
    ("The car is 20% more expensive than the bike. The bike costs $100.", "Does the car cost $120?", REFUSED),
    ("The pen costs 50 cents. The book costs $2.", "Is the book more expensive than the pen?", YES),
    ("The pen costs 5 euros. The book costs $2.", "Is the book more expensive than the pen?", REFUSED),
    ("If the order costs more than $100, the delivery is free. The order costs $120.", "Is the delivery free?", YES),
    ("The ticket costs between $10 and $20.", "Does the ticket cost more than $25?", REFUSED),
    # sizes, weights and durations
    ("The rope is 2 m long. The stick is 150 cm long.", "Is the rope longer than the stick?", YES),
    ("The tree is 3 meters taller than the house. The house is 5 meters tall.", "Is the tree 8 meters tall?", YES),
    ("Tom weighs at most 20 kg.", "Does Tom weigh more than 25 kg?", NO),
    ("The box weighs 2 kg.", "Does the box weigh 2000 g?", YES),
    ("The box is heavier than the bag. The bag weighs 5 kg.", "Does the box weigh more than 4 kg?", YES),
    ("The meeting lasts 2 hours.", "Does the meeting last 120 minutes?", YES),
    ("The film lasts 90 minutes. The play is longer than the film.", "Does the play last more than 1 hour?", YES),
    ("Parcels over 20 kg need a label. The parcel weighs 25 kg.", "Does the parcel need a label?", YES),
    ("A 30-year-old man arrived. Everyone over 25 pays.", "Does a man pay?", YES),
    ("Tom is 5 feet 10 inches tall. Ann is 6 feet tall.", "Is Ann taller than Tom?", REFUSED),
    ("The rope has a length of 2 meters.", "Is the rope 3 meters long?", REFUSED),
    ("Tom is taller than 2 meters.", "Is Tom at least 190 cm tall?", YES),
    ("The box is 20 kg. The bag is 2 meters long.", "Is the box heavier than the bag?", OPEN),
    # what is had and done
    ("Tom has 5 years of experience.", "Does Tom have at least 3 years of experience?", YES),
    ("Employees with at least 3 years of experience get a bonus. Tom is an employee. Tom has 5 years of experience.",
     "Does Tom get a bonus?", YES),
    ("Tom ran 10 km. Tom ran 5 km.", "Did Tom run 10 km?", REFUSED),
    ("Tom is better than Ann.", "Is Ann worse than Tom?", YES),
    ("Tom may be older than Ann.", "Is Tom older than Ann?", REFUSED),
    ("Tom was older than Ann in 2010.", "Is Tom older than Ann?", REFUSED),
    ("The number of guests is 5.", "Is the number of guests 5?", REFUSED),
    ("Tom has 2.5 hours.", "Does Tom have 2 hours?", REFUSED),
    # counting
    ("Max owns three cars. Everyone who owns at least two cars pays tax.", "Does Max pay tax?", YES),
    ("At most 3 guests arrived. Ann, Bob, Carl and Dan are four different guests.",
     "Did Ann, Bob, Carl and Dan arrive?", NO),
    ("Exactly 3 guests arrived.", "Did more than 4 guests arrive?", NO),
    ("No more than two dogs barked.", "Did at least three dogs bark?", NO),
    ("Between 2 and 4 guests arrived.", "Did at most 4 guests arrive?", REFUSED),
    ("More than one student passed.", "Did at least two students pass?", YES),
    ("Three cars are red.", "Are two cars red?", REFUSED),
    ("All but one of the students passed.", "Did every student pass?", NO),
    ("Tom read 20 pages.", "Did Tom read at least 10 pages?", REFUSED),
    # superlatives and ranks
    ("Max is the tallest boy. Finn is a boy. Finn is not Max.", "Is Max taller than Finn?", YES),
    ("Tom is the second tallest boy. Max is the tallest boy.", "Is Max taller than Tom?", REFUSED),
    ("The oldest employee gets a bonus. Ann is the oldest employee.", "Does Ann get a bonus?", YES),
    ("Tom is the oldest of Tom, Ann and Bob.", "Is Bob younger than Tom?", REFUSED),
    ("Ann is the youngest of the students. Bob is a student. Bob is not Ann.", "Is Bob older than Ann?", YES),
    ("Tom is taller.", "Is Tom tall?", REFUSED),
    # times
    ("Ann arrived on Monday. Bob arrived at 5 pm.", "Did Ann arrive before Bob?", REFUSED),
    ("Tom sings on Mondays.", "Does Tom sing on Mondays?", YES),
    # places in a row
    ("The red box is to the left of the blue box.", "Is the blue box to the right of the red box?", YES),
    ("Oslo is north of Rome. Rome is north of Tunis.", "Is Tunis south of Oslo?", YES),
    ("Tom is second from the left. Ann is third from the left.", "Is Tom to the left of Ann?", REFUSED),
]  # fmt: skip


@pytest.mark.parametrize(("context", "question", "wanted"), PROBLEMS, ids=[f"{c} {q}"[:70] for c, q, _ in PROBLEMS])
def test_what_is_counted_and_measured_is_computed(context: str, question: str, wanted: str) -> None:
    assert answer(context, question) == wanted


SAID = [
    "Tom is 30 years old", "Tom is over 18", "the bike costs at least $300", "Tom is 2 years older than Ann",
    "Tom is twice as old as Ann", "the meeting lasts 2 hours",
    "the price of the bike is $300", "every car that costs more than $500 is red", "nobody under 18 drives",
]  # fmt: skip


@pytest.mark.parametrize("sentence", SAID)
def test_what_is_said_is_so(sentence: str) -> None:
    said = sentence[0].upper() + sentence[1:]
    assert answer(f"{said}.", f"Is it so that {sentence}?") == YES
    assert answer(f"It is not the case that {sentence}.", f"Is it so that {sentence}?") == NO


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2 hours", "120 minutes"),
        ("90 minutes", "1.5 hours"),
        ("3 days", "72 hours"),
    ],
)
def test_units_of_one_dimension_are_converted(one: str, other: str) -> None:
    question = "Is the play longer than the film?"
    for film in (one, other):
        assert answer(f"The film lasts {film}. The play lasts more than {one}.", question) == YES
        assert answer(f"The film lasts {film}. The play lasts at most {other}.", question) == NO


@pytest.mark.parametrize(
    ("more", "less"), [("older", "younger"), ("taller", "shorter"), ("heavier", "lighter"), ("richer", "poorer")]
)
def test_comparisons_have_converses(more: str, less: str) -> None:
    facts = [f"Tom is {more} than Ann.", f"Bob is {less} than Ann."]
    for context in (" ".join(facts), " ".join(reversed(facts))):
        assert answer(context, f"Is Tom {more} than Bob?") == YES
        assert answer(context, f"Is Bob {less} than Tom?") == YES
        assert answer(context, f"Is Bob {more} than Tom?") == NO
