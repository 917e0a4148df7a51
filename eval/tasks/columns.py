"""Files that call things otherwise, or nest them: which part of a row is the context, the question and the answer.

``context=passage,question=questions.question,answer=questions.answer`` says where each stands. A step into a list makes
a row of each of its entries, ``*`` one of each value of an object; ``facts+rules`` are put together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sorites.solvers import UserError
from sorites.translators.files import Row, words_of

FIELDS: Final = ("context", "question", "answer", "options", "id", "story", "program", "proof")
"""What of a problem may be named."""
_SOURCES: Final = ("file", "hf")
Steps = tuple[str, ...]
_Bound = Mapping[Steps, Any]
"""What is found at each place on the way to a row's question."""


def parted(name: str) -> tuple[str, str, str]:
    """Return the parts of a dataset's name: its kind, where it is, and what stands behind ``?``.

    Args:
        name: such as ``file:PATH?question=input``; the kind of others is empty.
    """
    kind, _, rest = name.partition(":")
    if kind not in _SOURCES:
        return "", name, ""
    place, _, options = rest.partition("?")
    return kind, place, options


def with_columns(name: str, said: str | None) -> str:
    """Return the name of a dataset with what its columns are called.

    Args:
        name: the dataset.
        said: its columns; ``None`` for nothing.

    Raises:
        UserError: it is no file, and has columns of its own.
    """
    if said is None:
        return name
    if not parted(name)[0]:
        raise UserError(f"columns are named for file:PATH and hf:ORG/NAME; '{name}' has columns of its own")
    return f"{name}{',' if '?' in name else '?'}{said}"


def told(options: str) -> dict[str, str]:
    """Return what is said of columns, by the field's name.

    Args:
        options: such as ``context=text,answer=label``; ``&`` between them will do.
    """
    pairs = [one.partition("=") for one in options.replace("&", ",").split(",") if one.strip()]
    return {name.strip(): value.strip() for name, _, value in pairs}


@dataclass(frozen=True, slots=True)
class Columns:
    """Where in a row the parts of a problem stand.

    Attributes:
        places: by field, its places, which are put together, each as steps.
    """

    places: Mapping[str, Sequence[Steps]]

    @classmethod
    def of(cls, said: Mapping[str, str]) -> Columns:
        """Return columns as they are named.

        Args:
            said: by field, its place.

        Raises:
            UserError: there is no such field, or none of them is the question.
        """
        if odd := [name for name in said if name not in FIELDS]:
            raise UserError(f"a problem has no '{odd[0]}'; columns are named for {', '.join(FIELDS)}")
        if missing := [name for name in ("question", "answer") if not said.get(name)]:
            raise UserError(f"--columns says where the {missing[0]} stands, too: {missing[0]}=COLUMN")
        return cls({name: [tuple(one.split(".")) for one in place.split("+")] for name, place in said.items()})

    def rows(self, found: Iterable[Row]) -> Iterator[Row]:
        """Yield a row for each question, with the fields' own names, and what else is short beside them.

        Args:
            found: rows as a file has them.

        Raises:
            UserError: there is nothing at a place.
        """
        several = [row for one in found for row in self._of(one)]
        choices: list[Any] = []
        if self.places.get("options") == self.places["answer"]:  # of all answers that there are
            choices = sorted({words_of(row.found["answer"]) for row in several})
        for row in several:
            yield Row(row.place, row.found | {"options": choices}) if choices else row

    def _of(self, row: Row) -> list[Row]:
        """Return the questions of a row; what they share the name of has their number, too."""
        found = list(self._questions(row))
        if len(found) == 1:
            return found
        several = []
        for number, one in enumerate(found, 1):
            own = {"id": f"{one.found['id']}/{number}"} if "id" in one.found and "id" not in self.places else {}
            several.append(Row(f"{row.place}, question {number}", one.found | own))
        return several

    def _questions(self, row: Row) -> Iterator[Row]:
        [way, *_] = self.places["question"]
        place = row.place
        for one in _bound({(): row.found}, way):
            fields = {"context": ""} | {name: self._value(name, one, place) for name in self.places}
            taken = {*fields, *(steps[-1] for several in self.places.values() for steps in several)}
            fields |= {name: value for name, value in _others(one).items() if name not in taken}
            if isinstance(choices := fields.get("options"), Mapping):  # by what the answer calls them
                fields["options"] = list(choices.values())
                fields["answer"] = choices.get(fields["answer"], fields["answer"])
            asked, answers = fields["question"], fields["answer"]
            if not (isinstance(asked, list) and isinstance(answers, list) and len(asked) == len(answers)):
                yield Row(place, _with_options(fields))
                continue
            for question, answer in zip(asked, answers, strict=True):
                yield Row(place, fields | {"question": question, "answer": answer})

    def _value(self, name: str, bound: _Bound, place: str) -> Any:
        several = [_at(bound, steps) for steps in self.places[name]]
        for steps, value in zip(self.places[name], several, strict=True):
            if value is None and name in {"question", "answer"}:
                first = bound[()]
                there = ", ".join(f"'{key}'" for key in first) if isinstance(first, Mapping) else "no columns"
                raise UserError(f"{place}: there is no '{'.'.join(steps)}'; it has {there}")
        if len(several) == 1:
            return several[0]
        return [words_of(line) for value in several for line in (value if isinstance(value, list) else [value])]


def _bound(so_far: _Bound, way: Steps) -> Iterator[_Bound]:
    """Yield what stands on a way through a row, once for each entry of what it goes through."""
    at, steps = max(so_far, key=len), way
    found, left = so_far[at], steps[len(at) :]
    if isinstance(found, list) and left:
        for entry in found:
            yield from _bound({**so_far, at: entry}, way)
    elif not left:
        yield so_far
    elif left[0] == "*":
        for value in found.values() if isinstance(found, Mapping) else ():
            yield from _bound({**so_far, (*at, "*"): value}, way)
    else:
        yield from _bound({**so_far, (*at, left[0]): found.get(left[0]) if isinstance(found, Mapping) else None}, way)


def _at(bound: _Bound, steps: Steps) -> Any:
    """Return what stands at a place, from where the way to the question leaves it."""
    known = max((part for part in bound if steps[: len(part)] == part), key=len)
    found = bound[known]
    for step in steps[len(known) :]:
        found = found.get(step) if isinstance(found, Mapping) else None
    return found


def _others(bound: _Bound) -> dict[str, Any]:
    """Return the columns beside, of what the question stands in, and around it."""
    around = [found for _, found in sorted(bound.items(), key=lambda one: len(one[0])) if isinstance(found, Mapping)]
    return {name: value for found in around for name, value in found.items() if isinstance(value, str | int | float)}


def _with_options(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with the options that stand at the end of the question, as those of BIG-Bench Hard do."""
    asked = fields["question"]
    if "options" in fields or not isinstance(asked, str) or "\nOptions:\n" not in asked:
        return fields
    question, _, listed = asked.partition("\nOptions:\n")
    options = [line.removeprefix("- ").strip() for line in listed.splitlines() if line.strip()]
    return fields | {"question": question, "options": options}
