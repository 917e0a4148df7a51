"""What people who had not built it found: each class with its shortest text, answered rightly or refused."""

from __future__ import annotations

import pytest

from sorites import solve

REFUSED = None

FOUND = [
    ("Ann has pens and books.", "Does Ann have books?", "True"),
    ("The policy covers fires and floods.", "Does the policy cover floods?", "True"),
    ("Ann has no pens or books.", "Does Ann have a book?", "False"),
    ("Ann sings and dances.", "Does Ann dance?", "True"),
    ("In case of fire, the alarm rings.", "Does the alarm ring?", REFUSED),
    ("In the event of rain, the match is cancelled.", "Is the match cancelled?", REFUSED),
    ("Subject to approval, Ann is hired.", "Is Ann hired?", REFUSED),
    ("For Bob, Ann is a hero.", "Is Ann a hero?", REFUSED),
    ("On paper, Ann is rich.", "Is Ann rich?", REFUSED),
    ("Ann is tall for a child.", "Is Ann tall?", REFUSED),
    ("All late claims are rejected. Claim 2 is a claim. Claim 2 is late.", "Is claim 2 rejected?", "True"),
    ("Fake tickets are invalid. The ticket is fake.", "Is the ticket invalid?", REFUSED),
    ("Unless Tom owes fines, he may leave. Tom owes no fines.", "May Tom leave?", REFUSED),
    ("Every boy likes his mother. Tom is a boy.", "Does Tom like his mother?", "True"),
    ("No boy likes his teacher. Tom is a boy.", "Does Tom like his teacher?", "False"),
    ("Ann has no brothers or sisters.", "Does Ann have a sister?", "False"),
    ("Gold is heavy. The ring is gold.", "Is the ring heavy?", REFUSED),
    ("Ann drew a picture of a unicorn.", "Is there a unicorn?", REFUSED),
    ("Ann prevented a fire.", "Was there a fire?", "Uncertain"),
    ("Ann ate a hot dog.", "Did Ann eat a dog?", "Uncertain"),
    ("Ann has a teddy bear.", "Does Ann have a bear?", "Uncertain"),
    ("Ann and Bob are a couple.", "Is Ann a couple?", REFUSED),
    ("Ann and Bob are siblings.", "Is Bob Ann's sibling?", "True"),
    ("The tenant shall pay.", "Must the tenant pay?", "True"),
    ("Una will have a boat.", "Does Una have a boat?", REFUSED),
    ("Una sold her boat.", "Does Una have a boat?", REFUSED),
    ("There was a guide.", "Is there a guide?", REFUSED),
    ("Yesterday it rained.", "Is it raining?", REFUSED),
    ("All cooks and nurses who sing are happy. Una is a cook.", "Is Una happy?", REFUSED),
    ("Una does not see some cats. Tom is a cat.", "Does Una see Tom?", REFUSED),
    ("Una is a vice president. Every president lives in the palace.", "Does Una live in the palace?", "Uncertain"),
    ("Una is a would-be singer. All singers are rich.", "Is Una rich?", "Uncertain"),
    ("Una is an old friend of Udo. Everyone who is old is wise.", "Is Una wise?", REFUSED),
    ("The guides are numerous. Una is one of the guides.", "Is Una numerous?", REFUSED),
    ("The lamp costs 2 dollars.", "Does the lamp cost 2 euros?", REFUSED),
    (
        "Birds normally fly. Penguins are birds. Penguins normally do not fly. Tux is a penguin.",
        "Does Tux fly?",
        "False",
    ),
    ("Ann is short of money.", "Is Ann short?", REFUSED),
    ("Ann is good at chess.", "Is Ann good?", REFUSED),
    ("Ann is not rich but kind.", "Is Ann kind?", "True"),
    ("The car was not sold but given to Bob.", "Was the car sold?", "False"),
    ("Ann is not afraid of Rex but of Lux.", "Is Ann afraid of Lux?", "True"),
    ("The shop is not open on Monday but on Tuesday.", "Is the shop open on Tuesday?", "True"),
    ("Ann is neither a nurse nor a cook but a doctor.", "Is Ann a doctor?", REFUSED),
    ("Luckily, Ann did not fall.", "Did Ann fall?", REFUSED),
    ("Ann often does not sing.", "Does Ann often sing?", REFUSED),
    ("If the lamp is old, it likely does not shine. The lamp is old.", "Does the lamp shine?", REFUSED),
    ("Luckily, Ann won.", "Did Ann win?", "True"),
    ("Mr. and Mrs. Hall are rich.", "Is Mr. Hall rich?", REFUSED),
    ("Two kinds of apples are red.", "Are two apples red?", REFUSED),
    ("Only one student passed. Kim and Leo are students. Kim passed. Leo is not Kim.", "Did Leo pass?", "False"),
    ("One of Ann and Bob sings. Ann sings.", "Does Bob sing?", REFUSED),
    ("Tom is a brother of a farmer who hopes that Bob left.", "Did Bob leave Tom?", "Uncertain"),
    ("The length of the film is 2 hours.", "Does the film last 2 hours?", "True"),
    ("Glaziers are normally generous. Kira is a glazier.", "Is Kira generous?", "True"),
]


@pytest.mark.parametrize(("context", "question", "answer"), FOUND)
def test_what_strangers_found(context: str, question: str, answer: str | None) -> None:
    assert solve(context, question).answer == answer
