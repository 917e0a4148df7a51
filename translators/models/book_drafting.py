"""A rule book that a model drafts in stages: the words first, then rules, for some sentences of a section at a time.

What it writes is data, read by the reader of books, and nothing else is done with it. What that can't read goes back to
the model in its words, by the loop that asks for every schema; what stays so is listed with what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar, Final, Self, TypeVar

from pydantic import Field, ValidationError, ValidationInfo, create_model, model_validator

from sorites.solvers.books.reading import Citation

from ..drafting import Row, cited, plain, quoted, settled, written
from .chat import ChatModel, Message
from .dialogue import CUT_OFF
from .prompts import fence, load_prompt
from .structure import UNCHECKED, Filled, told

AT_ONCE: Final = 8
"""For so many sentences rules are asked at once."""
F = TypeVar("F", bound=Filled)


class TypeOut(Filled):
    """An enumeration, or a type of records."""

    name: str = Field(description="One word, such as Travel.", min_length=1)
    members: list[str] = Field([], description="All its values, one word each; empty for records.")


class NounOut(Filled):
    """A fact that each case gives, or what rules conclude."""

    name: str = Field(description="One word that begins with a small letter, such as amount.", min_length=1)
    of: list[str] = Field([], description="The types of the records of which it is said, such as Order; mostly none.")
    type: str = Field(description="Bool, Int, Real, Money, Date, Time, or one of your types.", min_length=1)
    default: str = Field("", description="What it is where nothing says otherwise; mostly empty.")
    meaning: str = Field(description="What it means, in the words of the document.")


class Drafted(Filled):
    """What makes rows of a book: it fits if the book can hold them all."""

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

    types: list[TypeOut] = Field([], description="Enumerations, and types of records.")
    facts: list[NounOut] = Field(description="What each case gives.")
    derived: list[NounOut] = Field(description="What the rules conclude: what is allowed, needed or paid.")

    def rows(self) -> tuple[list[Row], list[str]]:
        """Return a row for each declaration."""
        lines = [("Types", t.name + (f" = {{{', '.join(t.members)}}}" if t.members else "")) for t in self.types]
        for section, nouns in (("Facts", self.facts), ("Derived", self.derived)):
            for one in nouns:
                of = f"{', '.join(one.of)} -> " if one.of else ""
                default = f", default = {one.default}" if one.default else ""
                lines.append((section, f"{plain(f'{one.name}: {of}{one.type}{default}')} ::: {plain(one.meaning)}"))
        return settled((), [Row(((section, " ".join(line.split())),)) for section, line in lines])


class RuleOut(Filled):
    """A rule, or an exception to rules."""

    label: str = Field(description="Its name, one word of its own, such as abroad.", min_length=1)
    exception_to: list[str] = Field([], description="Labels of the rules that do not apply where it does; mostly none.")
    formula: str = Field(description="condition → conclusion, with the words of the vocabulary.", min_length=1)


class SentenceOut(Filled):
    """What a sentence says: rules, or the meaning of a word; or why it is no rule."""

    number: int = Field(description="The number of the sentence.")
    rules: list[RuleOut] = Field([], description="Its rules; mostly one.")
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
        for number, one in enumerate(self.said, 1):
            ones = [each for each in self.sentences if each.number == number]
            lines = [_line(rule, one) for each in ones for rule in each.rules]
            defines = "" if lines else next((each.defines for each in ones if each.defines), "")
            why = plain(" ".join(each.why_not for each in ones))
            if not (lines or defines or why):
                faults.append(f"Sentence {number}: write its rules, the word that it defines, or why_not.")
                why = "the model says nothing of it"
            elif defines and not any(f"{defines}:" in line[: len(defines) + 1] for line in _nouns(self.known)):
                faults.append(f"Sentence {number}: the vocabulary has no '{defines}'.")
                defines, why = "", plain(f"it defines '{defines}', says the model, which is no word of the book")
            if lines or defines:
                rows.append(Row(tuple(lines), one, defines=defines))
            if why:
                rows.append(Row((), one, why))
        rows, more = settled(self.known, rows)
        return rows, faults + more


def _nouns(rows: Sequence[Row]) -> Iterator[str]:
    return (line for row in rows if not row.why for at, line in row.lines if at in ("Facts", "Derived"))


def _line(rule: RuleOut, one: Citation) -> tuple[str, str]:
    over = f" > {', '.join(rule.exception_to)}" if rule.exception_to else ""
    line = plain(f"{rule.label}{over}: {rule.formula}")
    return "Exceptions" if over else "Rules", f"{line} ::: {quoted(one)}"


def draft_by_model(chat: ChatModel, document: str, name: str) -> str:
    """Return the text of a rule book that a model drafts.

    Args:
        chat: the model.
        document: the document, as plain text or Markdown.
        name: its file's name.

    Raises:
        UserError: no sentence stands in it, or the endpoint refuses.
        ModelUnavailable: it did not answer.
    """
    said = cited(document, name)
    words, why = _filled(chat, BookWords, fence(context=document))
    rows = words.rows()[0] if words is not None else []
    for _, section in groupby(said, key=lambda one: one.place):
        ones = [*section]
        for part in (ones[i : i + AT_ONCE] for i in range(0, len(ones), AT_ONCE)):
            schema = create_model("BookRules", __base__=BookRules, __doc__=BookRules.__doc__)
            schema.known, schema.said = rows, part
            listed = "\n".join(f"{i}. {one.sentence}" for i, one in enumerate(part, 1))
            book = written(name, [row for row in rows if not row.why]).partition("Types:")[2]
            asked = fence(vocabulary=f"Types:{book.partition('Not used:')[0]}", sentences=listed)
            found, vain = _filled(chat, schema, asked) if words is not None else (None, why)
            rows = [*rows, *(found.rows()[0] if found is not None else (Row((), one, vain) for one in part))]
    return written(name, rows)


def _filled(chat: ChatModel, schema: type[F], asked: str) -> tuple[F | None, str]:
    """Return what a model filled in, also what can't be read of it; or why it is nothing at all."""
    system = Message("system", load_prompt(name="drafting").system)
    reply = chat.fill([system, Message("user", asked)], schema)
    try:
        return schema.read(reply.raw), ""
    except ValidationError as error:
        cut = "it was cut off; " if reply.finish == CUT_OFF else ""
        return None, plain(f"the model's answer is none: {cut}{reply.refusal or told(error)}")
