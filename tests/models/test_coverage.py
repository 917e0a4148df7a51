"""Which sentences of a text the statements of a program render."""

from __future__ import annotations

import pytest

from sorites.solvers import read_program
from sorites.testing import program, serving
from sorites.translators import ModelOptions, Problem, Translation, make_translator
from sorites.translators.coverage import INVENTED, LEFT_OUT, MISSING, Rendering, coverage, coverage_of
from sorites.translators.problem import TRUE_FALSE_UNCERTAIN

TEXT = (
    "Wild turkeys live in woods. Anne, who is kind, met “Bob”. She is nice and very tall. "
    "Mary is more reliable than Jack. If it rains, the grass is wet. Is Anne kind?"
)


@pytest.mark.parametrize(
    ("quoted", "numbers"),
    [
        ("Wild turkeys live in woods.", (1,)),
        ("wild  turkeys live in woods", (1,)),
        ('Anne, who is kind, met "Bob".', (2,)),
        ("Anne met Bob.", (2,)),  # a part of it
        ("Anne is tall.", (3,)),  # a name for a pronoun
        ("The grass gets wet if it rains.", (5,)),
        ("Wild turkeys live in woods. Mary is more reliable than Jack.", (1, 4)),
        ("Wild turkeys are birds.", ()),  # true, and not said
        ("All dogs bark.", ()),
        ("Bob is reliable.", ()),  # in words of the text, and not said either
        ("", ()),
    ],
)
def test_a_quotation_is_known_by_its_words(quoted: str, numbers: tuple[int, ...]) -> None:
    assert coverage(TEXT, [Rendering(quoted)]).renders == (numbers,)


def test_what_is_accounted_for() -> None:
    found = coverage(
        TEXT,
        [Rendering("Anne met Bob."), Rendering("All dogs bark.")],
        left_out=[("wild turkeys live in woods", "irrelevant"), ("5", "untranslatable"), ("2", "irrelevant")],
        preferences=[("mary", "jack")],
    )
    assert found.missing == (3,)  # the question needs no formula, and the preference renders a sentence
    assert found.left_out == ((1, "irrelevant"), (5, "untranslatable"))  # what is rendered is not left out
    assert found.invented == (1,)
    assert [d.code for d in found.diagnostics] == [MISSING, LEFT_OUT, LEFT_OUT, INVENTED]


def test_what_a_question_takes_for_granted_is_not_invented() -> None:
    assert coverage("Kind people are nice.", [Rendering("Anne is kind.")]).invented == (0,)
    found = coverage("Kind people are nice.", [Rendering("Anne is kind.")], question="If Anne is kind, is she nice?")
    assert found.invented == ()


def test_a_program_without_sentences_tells_nothing() -> None:
    bare = read_program("Premises:\nKind(anne)\nConclusion:\nKind(anne)").program
    told = read_program("Premises:\nKind(anne) ::: Anne is kind.\nConclusion:\nKind(anne)").program
    assert bare is not None
    assert told is not None
    assert coverage_of(bare, TEXT) is None
    assert coverage_of(told, "") is None
    assert coverage_of(told, "Anne is kind. Bob is not.").missing == (2,)  # type: ignore[union-attr]


def translated(reply: dict[str, object], context: str) -> Translation:
    problem = Problem("p", context, "Is Anne nice?", TRUE_FALSE_UNCERTAIN)
    with serving(reply) as server:
        [found] = make_translator("openai:scripted", options=ModelOptions(server.url, api_key="k")).translations(
            problem
        )
    return found


def test_what_a_model_leaves_out_or_invents_is_said() -> None:
    reply = program(
        ("Kind people are nice.", "∀x (Kind(x) → Nice(x))"), ("Anne smiles.", "Kind(anne)"), goal=("q", "Nice(anne)")
    )
    context = "Kind people are nice. Anne is kind. What a day!"
    found = translated(reply, context).reading
    assert found.program is not None
    assert [d.code for d in found.diagnostics] == [MISSING, MISSING, INVENTED]
    [invented] = [d for d in found.diagnostics if d.code == INVENTED]
    assert invented.span is not None
    assert found.text[invented.span.start : invented.span.end].startswith("Kind(anne)")
    whole = {**reply, "left_out": [{"sentence": "What a day!", "reason": "an exclamation"}]}
    whole["premises"][1] |= {"sentence": "Anne is kind."}
    found = translated(whole, context).reading
    assert [d.code for d in found.diagnostics] == [LEFT_OUT]
    assert "untranslatable" in found.diagnostics[0].message
