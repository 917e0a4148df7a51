"""The quick way to read plain facts gives what the other way gives: program, places, diagnostics."""

import re

from hypothesis import given
from hypothesis import strategies as st

from sorites.solvers.language import facts
from sorites.solvers.language.reader import read_program
from sorites.solvers.logic.program import Reading

NAMES = st.sampled_from(
    "Likes Kind P Q p f x y z1 u22 w X Y2 Zoe bob Bob anne anne_1 a1 all or not And true True False forall v Therefore "
    "thus P12 T c0 e1 __init__ do__it x__y if Text FOL TEXT some exists éa bobs BOB men man Either implies".split()
)
ARGUMENTS = st.lists(NAMES, min_size=1, max_size=3)
FACTS = st.builds(
    lambda name, args, comma: f"{name}({comma.join(args)})", NAMES, ARGUMENTS, st.sampled_from((",", ", "))
)
AROUND = st.builds(
    lambda before, fact, behind: before + fact + behind,
    st.sampled_from(("", "- ", "1. ", "F1: ", "¬", " ", "> ", "**", "`", "∴ ", "# ", "% ", '"', "FOL: ", "hence ")),
    FACTS,
    st.sampled_from(("", ".", " ", ",", ";", "?", " ::: It is.", " ∧ P(a)", "**", "`", '"', " # so", " → Q(b)", ")")),
)
OTHERS = st.sampled_from(
    (
        "", "Premises:", "Conclusion:", "Predicates:", "Constants:", "Rules:", "Note:", "Note: as said", "Defaults:",
        "Likes(x, y) ::: x likes y", "Kind(bob)", "∀x (Likes(x, bob) → Kind(x))", "TEXT: Bob is kind.", "```", "---",
        "All men are kind.", "P(a) <= Q(b)", "x ∈ Kind", "∀x Fxx → Lxy", "Sorts:", "Exceptions:", "$x", "Man x → P x",
        "| a | b |", "<b>", "Likes(bob,", "anne)", "R1 > R2", "Example: P(a)", "Step 1:", "Semantics: rules",
        "Spelling: exact",
    )
)  # fmt: skip
TEXTS = st.lists(st.one_of(FACTS, FACTS, AROUND, OTHERS), max_size=12).map("\n".join)
WHOLE = st.builds(lambda body, goal: f"Premises:\n{body}\nConclusion:\n{goal}", TEXTS, st.one_of(FACTS, AROUND))


def slowly(text: str, strict: bool) -> Reading:
    """Read a text in which no fact is taken for plain."""
    quick = facts.FACT
    facts.FACT = re.compile(r"(?!)()()")  # type: ignore[misc]
    try:
        return read_program(text, strict=strict)
    finally:
        facts.FACT = quick  # type: ignore[misc]


@given(st.one_of(TEXTS, WHOLE), st.booleans())
def test_a_plain_fact_is_read_quickly_as_it_is_read_with_care(text: str, strict: bool) -> None:
    assert repr(read_program(text, strict=strict)) == repr(slowly(text, strict))
