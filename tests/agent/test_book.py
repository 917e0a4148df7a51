"""Texts that are read once and asked often: by a model behind a real server, the grammar, and recorded programs."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from sorites import Book, Limits, Options, SolverAgent, UnreadableProgram, UserError, read, solve
from sorites.agent.middleware import ProvedAnswers
from sorites.agent.solution import Solution
from sorites.eval import run
from sorites.testing import Reply, Server, serving
from sorites.translators import ModelOptions

CONTEXT = "Kind people are nice. Anne is kind."
PREMISES = [("Kind people are nice.", "∀x (Kind(x) → Nice(x))"), ("Anne is kind.", "Kind(anne)")]
SAID = {
    "Is Anne nice?": "Nice(anne)",
    "Is Anne not nice?": "¬Nice(anne)",
    "Is Anne kind?": "Kind(anne)",
    "Is Anne tall?": "Tall(anne)",
    "Who is nice?": "?x Nice(x)",
    "Anne is nice.": "Nice(anne)",
    "Anne is tall.": "Tall(anne)",
}
QUESTION = re.compile(r"<question>\n(.*?)\n</question>", re.S)


class Model:
    """A model that fills in whatever it is asked for, and notes what that was."""

    def __init__(self, premises: Any = PREMISES, said: dict[str, str] = SAID, words: str = "Kind Nice") -> None:
        self.premises, self.said, self.words = premises, dict(said), words
        self.asked: list[str] = []

    def __call__(self, number: int, request: dict[str, Any]) -> Reply:
        [tool] = request["tools"]
        name = tool["function"]["name"]
        several = "further" in tool["function"]["parameters"]["properties"]
        self.asked.append(f"{name}+" if several else name)
        texts = [m["content"] for m in request["messages"] if m["role"] == "user"]
        put = next(text for text in reversed(texts) if "<context>" in text)
        question = QUESTION.search(put)[1].strip()  # type: ignore[index]
        if name == "GoalsOut":
            assert CONTEXT in put
            return Reply({"goals": [{"sentence": question, "formula": self.said[question]}]})
        words = self.words + (" Tall" if name == "FOLProgram" and "tall" in question else "")
        found: dict[str, Any] = {
            "predicates": [{"name": n, "arguments": ["x"], "meaning": f"x is {n.lower()}"} for n in words.split()],
            "constants": [{"name": "anne", "meaning": "Anne"}],
            "premises": [{"sentence": s, "formula": f} for s, f in self.premises],
        }
        if name != "TextAlone":
            found["goal"] = {"sentence": question, "formula": self.said[question]}
        if several:
            more = re.findall(r"(?m)^\d+\. (.*)$", put)
            found["further"] = [{"sentence": one, "formula": self.said[one]} for one in more]
        return Reply(found)


def of(server: Server, **more: Any) -> dict[str, Any]:
    return {"translator": "openai:scripted", "options": ModelOptions(server.url, api_key="none"), **more}


def problem(question: str) -> dict[str, str]:
    return {"context": CONTEXT, "question": question}


def test_a_question_is_all_that_is_translated() -> None:
    model = Model()
    with serving(script=model) as server:
        book = read(CONTEXT, **of(server))
        found = [book.ask(question) for question in ("Is Anne nice?", "Is Anne not nice?", "Who is nice?")]
        whole = [solve(CONTEXT, question, **of(server)) for question in ("Is Anne nice?", "Is Anne not nice?")]
    assert model.asked == ["TextAlone", *["GoalsOut"] * 3, *["FOLProgram"] * 2]
    assert [one.answer for one in found] == ["True", "False", "Anne"] == [*(one.answer for one in whole), "Anne"]
    assert found[2].answers is not None
    assert found[2].answers.names == (("anne",),)
    assert all(one.checked for one in found)
    assert found[0].explanation == whole[0].explanation
    assert [d.code for one in found for d in one.diagnostics] == []
    assert book.solution is not None
    assert book.solution.usage.requests == 1
    small, large = (json.dumps([r["messages"], r["tools"]]) for r in (server.requests[1], server.requests[-1]))
    assert 3 * len(small) < len(large)


def test_without_blocking_and_from_the_agent() -> None:
    async def asked() -> list[Solution]:
        book = await agent.aread(CONTEXT)
        return [
            *await asyncio.gather(*map(book.aask, ("Is Anne nice?", "Is Anne kind?"))),
            agent.read(CONTEXT).ask("Is Anne kind?"),
        ]

    with serving(script=Model()) as server:
        agent = SolverAgent(**of(server))
        assert [one.answer for one in asyncio.run(asked())] == ["True"] * 3
    assert len(server.requests) == 5


def test_another_word_is_told_and_then_there_is_no_answer() -> None:
    model = Model()
    with serving(script=model) as server:
        book = read(CONTEXT, **of(server))
        found = book.ask("Is Anne tall?")
        assert (found.answer, found.verdict, found.certificate) == (None, None, None)
        assert {d.code for d in found.diagnostics} == {"other-word"}
        assert "Tall" in server.requests[2]["messages"][-1]["content"]
    replies = [Reply({"goals": [{"sentence": "", "formula": one}]}) for one in ("Tall(anne)", "Nice(anne)")]
    with serving(*replies) as server:
        mended = Book(book.problem, book.reading, Options.of(**of(server))).ask("Is Anne what one calls nice?")
    assert (mended.answer, len(mended.attempts), len(server.requests)) == ("True", 2, 2)


def test_what_can_not_be_read_is_no_book() -> None:
    with (
        serving(script=Model([("Kind people are nice.", "∀x (Kind(x) Nice(x)")])) as server,
        pytest.raises(UnreadableProgram),
    ):
        read(CONTEXT, **of(server))
    with pytest.raises(UnreadableProgram):
        read("Colourless ideas furiously which.")
    with pytest.raises(UserError, match="no question"):
        read(CONTEXT).ask(" ")


def test_a_person_edits_and_saves(tmp_path: Path) -> None:
    with serving(script=Model(said={**SAID, "Is Bob nice?": "Nice(bob)"})) as server:
        book = read(CONTEXT, **of(server))
        edited = book.edited(f"{book.text}Kind(bob) ::: Bob is kind.\n∀x (Kind(x) → ¬Mean(x))\n")
        (tmp_path / "book.fol").write_text(edited.text)
        again = SolverAgent(**of(server)).book((tmp_path / "book.fol").read_text())
        for one in (edited, again):
            assert one.ask("Is Anne nice?").answer == "True"
            assert one.problem.context == f"{CONTEXT} Bob is kind. Nothing that is kind is mean."
        assert (again.text, again.reading.first) == (edited.text, edited.reading.first)
    assert book.text == read_again(book)
    with pytest.raises(UnreadableProgram):
        book.edited("Premises:\n∀x (Kind(x)\n")


def read_again(book: Book) -> str:
    return book.edited(f"{book.text}Conclusion:\nNice(anne)\n").text


def test_the_grammar_asks_an_edited_book_in_its_words() -> None:
    book = read("Every cat sleeps. Tom is a cat.")
    assert [book.ask(q).answer for q in ("Does Tom sleep?", "Does Tom sing?")] == ["True", "Uncertain"]
    edited = book.edited(book.text.replace("Sleep", "Rest"))
    assert edited.ask("Is Tom a cat?").answer == "True"
    assert edited.ask("Does Tom sleep?").answer is None  # which is no word of it any more
    rules = "Every member who pays may vote. Ann is a member. Ann pays."
    assert [solve(rules, q).answer for q in QUESTIONS] == [read(rules).ask(q).answer for q in QUESTIONS]


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("Ann and Bob are clerks. Clerks normally get a bonus. Ann does not get a bonus.", ["Does Bob get a bonus?"]),
        ("Every dog barks. Rex is a dog. No cat barks. Tom is a cat or a dog.", ["Who barks?", "Does Tom bark?"]),
        ("Ann has at least two dogs. Every dog that Ann has barks.", ["Does something bark?", "Is Ann a dog?"]),
        ("Either Ann or Bob sings. Bob does not sing.", ["Does Ann sing?", "Who sings?"]),
    ],
)
def test_a_book_that_was_saved_answers_as_its_text(text: str, questions: list[str]) -> None:
    book = read(text, limits=Limits(60))
    again = book.edited(book.text)
    for question in questions:
        found, whole = again.ask(question), solve(text, question, limits=Limits(60))
        assert (found.verdict, found.answer, found.checked) == (whole.verdict, whole.answer, whole.checked), question
        assert found.answers == whole.answers


QUESTIONS = ("May Ann vote?", "Is Ann a member?", "Is Bob a member?")


def test_a_recorded_program_is_parted(tmp_path: Path) -> None:
    def row(name: str, goal: str, more: str = "") -> dict[str, Any]:
        lines = "\n".join(f"{formula} ::: {sentence}" for sentence, formula in PREMISES)
        return {"id": name, "raw_logic_programs": [f"Premises:\n{lines}\n{more}Conclusion:\n{goal} ::: It is so.\n"]}

    rows = [row("a", "Nice(anne)"), row("b", "¬Kind(anne)", "Kind(bob) ::: Bob is kind.\n"), row("c", "Tall(anne)")]
    (tmp_path / "programs.json").write_text(json.dumps(rows))
    recorded = f"recorded:{tmp_path / 'programs.json'}"
    book = read(CONTEXT, "a", translator=recorded)
    assert "Conclusion" not in book.text
    assert book.reading.first is not None
    premises = book.reading.first.premises
    for name, question, wanted in (
        ("a", "Is Anne nice?", "True"),
        ("b", "Is Anne not kind?", "False"),
        ("c", "Is Anne tall?", None),
    ):
        asked = book.ask(question, name=name)
        assert asked.answer == wanted
        if asked.program is not None:
            assert [one.formula for one in asked.program.premises] == [one.formula for one in premises]


def test_options_are_asked_in_the_words_of_a_book() -> None:
    options = ("A) Anne is nice.", "B) Anne is not nice.")

    def choosing(*formulas: str) -> tuple[Solution, int]:
        goals = [{"sentence": "", "formula": formula} for formula in formulas]
        model = Model()
        with serving(script=lambda n, r: Reply({"goals": goals}) if n else model(n, r)) as server:
            book = read(CONTEXT, **of(server, max_repairs=1))
            return book.ask("Which of these follows?", options), len(server.requests)

    found, requests = choosing("Nice(anne)", "¬Nice(anne)")
    assert (found.answer, found.checked, requests) == ("Anne is nice.", True, 2)
    assert choosing("Nice(anne)", "Tall(anne)")[0].answer is None
    assert choosing("Nice(anne)")[0].answer is None


def test_models_that_write_text_have_books() -> None:
    text = "Predicates:\nKind(x) ::: x is kind\nNice(x) ::: x is nice\nPremises:\n"
    text += "".join(f"{formula} ::: {sentence}\n" for sentence, formula in PREMISES) + "Conclusion:\n⊤ ::: Nothing.\n"
    with serving(Reply(text), Reply("```\nNice(anne)\n```")) as server:
        options = ModelOptions(server.url, api_key="none", mode="text")
        found = read(CONTEXT, translator="openai:scripted", options=options).ask("Is Anne nice?")
    assert (found.answer, len(server.requests)) == ("True", 2)


def answers(found: list[Solution]) -> list[str | None]:
    return [one.answer for one in found]


@pytest.mark.parametrize("awaited", [False, True])
def test_a_batch_reads_each_text_once(awaited: bool) -> None:
    model = Model()
    asked: Any = [problem(question) for question in ("Is Anne nice?", "Is Anne not nice?", "Is Anne kind?")]
    with serving(script=model) as server:
        agent = SolverAgent(**of(server))
        found = asyncio.run(agent.abatch(asked)) if awaited else agent.batch(asked)
        assert answers(found) == ["True", "False", "True"]
        assert model.asked == ["FOLProgram+"]
        assert sum(one.usage.requests for one in found) == 1
        one = asyncio.run(agent.abatch(asked[:1] * 3)) if awaited else agent.batch(asked[:1] * 3)
        assert answers(one) == ["True"] * 3
        assert model.asked == ["FOLProgram+", "FOLProgram"]


@pytest.mark.parametrize("awaited", [False, True])
def test_what_the_words_do_not_say_is_translated_anew(awaited: bool) -> None:
    model = Model()
    asked: Any = [problem(question) for question in ("Is Anne nice?", "Is Anne tall?")]
    with serving(script=model) as server:
        agent = SolverAgent(**of(server))
        found = asyncio.run(agent.abatch(asked)) if awaited else agent.batch(asked)
    assert answers(found) == ["True", "Uncertain"]
    assert sorted(model.asked) == ["FOLProgram", "FOLProgram+"]
    assert [[one.kept for one in each.attempts] for each in found] == [[True], [False, True]]


@pytest.mark.parametrize("awaited", [False, True])
def test_who_waits_for_a_book_is_not_left_waiting(awaited: bool) -> None:
    model = Model()

    def failing(number: int, request: dict[str, Any]) -> Reply:
        return Reply(status=401) if number == 0 else model(number, request)

    asked: Any = [problem(question) for question in ("Is Anne nice?", "Is Anne kind?", "Is Anne not nice?")]
    with serving(script=failing) as server:
        agent = SolverAgent(**of(server))
        batch = agent.abatch(asked, return_exceptions=True) if awaited else None
        found = asyncio.run(batch) if batch is not None else agent.batch(asked, return_exceptions=True)
    told = [getattr(one, "answer", "refused") for one in found]
    assert told.count("refused") == 1
    assert all(one in ("refused", right) for one, right in zip(told, ("True", "True", "False"), strict=True))


@pytest.mark.parametrize("awaited", [False, True])
def test_sentences_of_an_answer_are_asked_of_one_book(awaited: bool) -> None:
    model = Model()
    state: Any = {"messages": [AIMessage("Anne is nice. Anne is tall.")]}
    with serving(script=model) as server:
        checked = ProvedAnswers(CONTEXT, SolverAgent(**of(server)))
        told = asyncio.run(checked.aafter_model(state, None)) if awaited else checked.after_model(state, None)
        assert told is not None
        assert [one["status"] for one in told["checks"]] == ["proved", "open"]
        assert sorted(model.asked) == ["FOLProgram", "FOLProgram+"]
        checked.checks("Anne is nice.")
    assert len(model.asked) == 2


def gold(question: str) -> str:
    return "\n".join(["Premises:", *(formula for _, formula in PREMISES), "Conclusion:", SAID[question], ""])


def test_a_benchmark_by_story(tmp_path: Path) -> None:
    file = tmp_path / "problems.jsonl"
    rows = [
        {"id": str(n), "context": CONTEXT, "question": question, "answer": answer, "program": gold(question)}
        for n, (question, answer) in enumerate(
            [("Is Anne nice?", "True"), ("Is Anne not nice?", "False"), ("Is Anne kind?", "True")]
        )
    ]
    file.write_text("\n".join(map(json.dumps, rows)))
    asked = {}
    for by_story in (False, True):
        model = Model()
        with serving(script=model) as server:
            options = ModelOptions(server.url, api_key="none")
            found = run(f"file:{file}", translators=["openai:scripted", "gold"], model=options, by_story=by_story)
        for cell in found.cells.values():
            assert (cell.accuracy, cell.executable_rate) == (1.0, 1.0)
        asked[by_story] = model.asked
    assert asked == {False: ["FOLProgram"] * 3, True: ["FOLProgram+"]}
