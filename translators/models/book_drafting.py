"""A rule book that a model drafts in stages: the words first, then rules, for some sentences of a section at a time.

It writes lines of the book, which its reader reads, and nothing else is done with them. What that can't read goes back
to the model in its words, by the loop that asks for every schema; what stays so is listed with what is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import ClassVar, Final, Self, TypeVar

from pydantic import Field, ValidationError, ValidationInfo, create_model, model_validator

from sorites.solvers.books.reading import Citation

from ..drafting import Row, cited, declared, plain, ruled, settled, written
from .chat import ChatModel, InVain, Message, RequestRefused
from .prompts import fence, load_prompt
from .structure import CUT_OFF, UNCHECKED, Filled, told

AT_ONCE: Final = 8
"""For so many sentences rules are asked at once."""
D = TypeVar("D", bound="Drafted")


class Drafted(Filled):
    """Lines of a book: they fit if it can hold them all."""

    def rows(self) -> tuple[list[Row], list[str]]:
        """Return the rows, those with why that the book can't hold, and what is wrong."""
        raise NotImplementedError

    @model_validator(mode="after")
    def _readable(self, info: ValidationInfo) -> Self:
        if not (isinstance(info.context, dict) and info.context.get(UNCHECKED)) and (faults := self.rows()[1]):
            raise ValueError("\n".join(dict.fromkeys(faults)))
        return self


class BookWords(Drafted):
    """The words of a rule book."""

    types: list[str] = Field([], description="Lines such as Travel = {none, abroad}; a name alone is of records.")
    facts: list[str] = Field(description="What each case gives, in lines such as amount: Money ::: what it costs.")
    derived: list[str] = Field(description="What rules conclude, such as paid: Bool, default = false ::: it is paid.")

    def rows(self) -> tuple[list[Row], list[str]]:
        """Return a row for each line."""
        sections = ("Types", self.types), ("Facts", self.facts), ("Derived", self.derived)
        return settled((), [declared(section, line) for section, lines in sections for line in lines])


class SentenceOut(Filled):
    """What a sentence says: rules, or the meaning of a word; or why it is no rule."""

    number: int = Field(description="The number of the sentence.")
    rules: list[str] = Field([], description="label: condition → conclusion, or label > label of another: … of one.")
    defines: str = Field("", description="The word of the vocabulary that it explains, if it does nothing else.")
    why_not: str = Field("", description="Why it, or a part of it, is no rule; else empty.")


class BookRules(Drafted):
    """The rules of some sentences."""

    known: ClassVar[Sequence[Row]] = ()
    said: ClassVar[Sequence[Citation]] = ()
    sentences: list[SentenceOut] = Field(description="One for each sentence, in their order.")

    def rows(self) -> tuple[list[Row], list[str]]:
        """Return a row for each sentence, and one more for a part that is not used."""
        rows, faults = list[Row](), list[str]()
        nouns = [line for row in self.known if not row.why for at, line in row.lines if at in ("Facts", "Derived")]
        words = {line.partition(":")[0] for line in nouns}
        for number, one in enumerate(self.said, 1):
            ones = [each for each in self.sentences if each.number == number]
            lines = tuple(ruled(line, one) for each in ones for line in each.rules)
            defines = "" if lines else next((each.defines for each in ones if each.defines), "")
            why = plain(" ".join(each.why_not for each in ones))
            if not (lines or defines in words or why):
                why = plain(
                    f"the model says of it no more than '{defines}'" if defines else "the model says nothing of it"
                )
                faults.append(
                    f"Sentence {number}: write its rules, the word of the vocabulary that it defines, or why_not."
                )
            if lines or defines in words:
                rows.append(Row(lines, one, defines=defines))
            if why:
                rows.append(Row((), one, why))
        rows, more = settled(self.known, rows)
        return rows, faults + more


def draft_by_model(chat: ChatModel, document: str, name: str) -> tuple[str, str]:
    """Return the text of a rule book that a model drafts, and why not all of it was asked for; empty if it was.

    Once there are words, an endpoint that fails loses nothing: sentences that were not asked for are listed with why.

    Args:
        chat: the model.
        document: the document, as plain text or Markdown.
        name: its file's name.

    Raises:
        UserError: no sentence stands in it, or the endpoint refuses the first question.
        ModelUnavailable: it did not answer that.
    """
    said, failed = cited(document, name), ""
    words, why = _filled(chat, BookWords, fence(context=document))
    rows = words.rows()[0] if words is not None else []
    for _, section in groupby(said, key=lambda one: one.place):
        ones = [*section]
        for part in (ones[i : i + AT_ONCE] for i in range(0, len(ones), AT_ONCE)):
            schema = create_model("BookRules", __base__=BookRules, __doc__=BookRules.__doc__)
            schema.known, schema.said = rows, part
            listed = "\n".join(f"{i}. {one.sentence}" for i, one in enumerate(part, 1))
            book = written(name, [row for row in rows if not row.why])
            found = None
            try:
                if words is not None:
                    found, why = _filled(chat, schema, fence(vocabulary=book, sentences=listed))
            except InVain as error:
                failed = str(error)
                why, words = (
                    plain(f"the model was not heard: {failed}"),
                    words if isinstance(error, RequestRefused) else None,
                )
            rows = [*rows, *(found.rows()[0] if found is not None else (Row((), one, why) for one in part))]
    return written(name, rows), failed


def _filled(chat: ChatModel, schema: type[D], asked: str) -> tuple[D | None, str]:
    """Return what a model filled in, also what can't be read of it; or why it is nothing at all."""
    messages = [Message("system", load_prompt(name="drafting").system), Message("user", asked)]
    reply = chat.fill(messages, schema)
    try:
        return schema.read(reply.raw), ""
    except ValidationError as error:
        cut = "it was cut off; " if reply.finish == CUT_OFF else ""
        return None, plain(
            f"the model's answer is none: {cut}{reply.refusal or (told(error) if reply.raw else 'it is empty')}"
        )
