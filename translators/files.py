"""Files of anybody's by their standards: text in UTF-8, JSON, JSON lines (by line feeds alone) and CSV (RFC 4180)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import AliasChoices, BaseModel, BeforeValidator, ValidationError

from sorites.solvers import UserError, require

T = TypeVar("T", bound=BaseModel)
DELIMITERS: Final = ",;\t|"
"""What may stand between the fields of a table: that of which the first line has most."""


def words_of(found: Any) -> Any:
    """Return a number, or true or false, as a text; anything else stays as it is."""
    return str(found) if isinstance(found, int | float) else found  # True and False are integers, too


Text = Annotated[str, BeforeValidator(words_of)]
"""A text, which JSON may also have as a number, or as true or false."""
_TABLES: Final = frozenset({".csv", ".tsv"})
_MARKS: Final = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)
_LONGEST: Final = (1 << 31) - 1
"""The most characters of a field; the module's own bound is shorter than some stories."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a file.

    Attributes:
        place: where it stands, such as ``line 3``.
        found: what stands there; of a table the fields by their columns.
    """

    place: str
    found: Any


def text_of(path: Path, *, legacy: bool = False) -> str:
    """Return the text of a file in UTF-8, with or without a byte order mark.

    Args:
        path: the file.
        legacy: what is not in UTF-8 is in cp1252, as some benchmarks were published.

    Raises:
        UserError: there is no such file, it is a folder, or it is in another encoding.
    """
    if path.is_dir():
        inside = sorted(p.name for p in path.iterdir() if p.is_file())
        listed = f": {', '.join(inside[:5])}{', …' if len(inside) > 5 else ''}" if inside else ""
        raise UserError(f"{path} is a folder; name a file in it{listed}")
    try:
        raw = path.read_bytes()
    except FileNotFoundError as error:
        raise UserError(f"there is no file {path}") from error
    except OSError as error:
        raise UserError(f"can't read {path}: {error.strerror or error}") from error
    if mark := next((name for mark, name in _MARKS if raw.startswith(mark)), None):
        raise UserError(f"{path} is in {mark}; save it in UTF-8, as 'iconv -f {mark} -t UTF-8' does")
    if b"\0" in raw[:1000]:
        raise UserError(f"{path} holds zero bytes: it is no text, or in UTF-16; save it as text in UTF-8")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if legacy:
            return raw.decode("cp1252", errors="replace")
        line, byte = raw.count(b"\n", 0, error.start) + 1, raw[error.start]
        raise UserError(
            f"{path}, line {line}: the byte 0x{byte:02X} is no UTF-8; save the file in UTF-8, "
            "as 'iconv -f CP1252 -t UTF-8' does with what Windows wrote"
        ) from error


def json_of(text: str, where: str) -> Any:
    """Return what a text of JSON says.

    Args:
        text: the text.
        where: the file, and the line if it is one of several.

    Raises:
        UserError: it is no JSON.
    """
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, character {error.colno}" if "\n" in text.strip() else f"character {error.colno}"
        raise UserError(f"{where} is no JSON: {error.msg} ({place})") from error
    except (ValueError, RecursionError) as error:
        raise UserError(f"{where} is no JSON that can be read: {error}") from error
    if "\\ud" in text.lower():
        try:
            json.dumps(found, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise UserError(f"{where} has half a surrogate pair (\\ud8…), which is no character") from error
    return found


def rows_of(path: Path, *, legacy: bool = False) -> Iterator[Row]:
    """Yield the rows of a file: a table (``.csv``, ``.tsv``), a list in JSON, one under ``data``, or JSON lines.

    Args:
        path: the file.
        legacy: see ``text_of``.

    Raises:
        UserError: it can't be read, or is none of these.
    """
    text = text_of(path, legacy=legacy)
    if path.suffix.lower() in _TABLES:
        yield from _table(text, path)
    else:
        yield from _objects(text, path)


def parquet_rows(path: Path) -> Iterator[Row]:
    """Yield the rows of a Parquet file.

    Raises:
        UserError: it can't be read.
    """
    require("hf", "pyarrow")
    from pyarrow import ArrowInvalid, parquet  # type: ignore[import-untyped,unused-ignore]

    try:
        found = parquet.read_table(path).to_pylist()
    except (OSError, ArrowInvalid) as error:
        raise UserError(f"can't read {path}: {error}") from error
    yield from (Row(f"row {number}", row) for number, row in enumerate(found))


def checked(schema: type[T], found: Any, where: str) -> T:
    """Return a row as its schema has it.

    Args:
        schema: what it must have.
        found: the row.
        where: the file, and the place in it.

    Raises:
        UserError: it does not fit; the error says what there is, and what is expected.
    """
    if not isinstance(found, Mapping):
        raise UserError(f"{where}: an object with {_expected(schema)} is expected, not {_kind(found)}")
    try:
        return schema.model_validate(found)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        if first["type"] == "missing":
            there = ", ".join(f"'{name}'" for name in found) or "nothing"
            raise UserError(f"{where} has no '{place}'; it has {there}, and expected are {_expected(schema)}") from None
        if first["type"] in {"model_type", "model_attributes_type"}:
            raise UserError(f"{where}: '{place}' should be an object, and is {_kind(first['input'])}") from None
        said = first["msg"].removeprefix("Value error, ")
        wanted = "a text is expected" if first["type"] == "string_type" else said
        raise UserError(f"{where}: '{place}' is {_kind(first['input'])}; {wanted}") from None


def refuse_doubled(places: Iterable[tuple[str, str]], path: Path, how: str) -> None:
    """Refuse ids that are there twice, since records could not be told apart.

    Args:
        places: each id, and where it stands.
        path: the file.
        how: what to do about it.

    Raises:
        UserError: there is one; the error says where it stands.
    """
    found: dict[str, str] = {}
    for name, place in places:
        if name in found:
            raise UserError(f"{path} has the id '{name}' twice ({found[name]} and {place}); {how}")
        found[name] = place


def _objects(text: str, path: Path) -> Iterator[Row]:
    whole = text.strip()
    if not whole:
        return
    if (found := _whole(whole, path)) is not None:
        yield from (Row(f"entry {number}", one) for number, one in enumerate(found, 1))
        return
    for number, line in enumerate(text.split("\n"), 1):  # splitlines() would also split at U+2028 and the like
        if line.strip():
            yield Row(f"line {number}", json_of(line, f"{path}, line {number}"))


def _whole(text: str, path: Path) -> list[Any] | None:
    """Return the list that a text of JSON is, or holds under ``data``; ``None`` if it has an object a line."""
    if not text.startswith("["):
        try:
            _, end = json.JSONDecoder().raw_decode(text)
        except (ValueError, RecursionError):
            end = len(text) if path.suffix.lower() == ".json" else 0
        if end < len(text) or ("\n" not in text and '"data"' not in text):
            return None
    found = json_of(text, str(path))
    if isinstance(found, dict):
        found = found.get("data", found)
    return found if isinstance(found, list) else [found]


def _table(text: str, path: Path) -> Iterator[Row]:
    csv.field_size_limit(_LONGEST)
    delimiter = max(DELIMITERS, key=text.lstrip().partition("\n")[0].count)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    place = 1
    try:
        for cells in lines:
            start, place = place, lines.line_num + 1
            if not any(cell.strip() for cell in cells):
                continue
            if header is None:
                header = [cell.strip() for cell in cells]
                if doubled := sorted({name for name in header if name and header.count(name) > 1}):
                    raise UserError(f"{path} has the column '{doubled[0]}' twice")
            elif len(cells) != len(header):
                raise UserError(
                    f"{path}, line {start}: {len(cells)} fields, where the first line names {len(header)} columns; "
                    f"a field with {_named(delimiter)} or a line break in it stands in quotes"
                )
            else:
                yield Row(f"line {start}", {name: cell for name, cell in zip(header, cells, strict=True) if name})
    except csv.Error as error:
        raise UserError(f"{path}, line {place}: no CSV: {error}; a quote within quotes is doubled") from error


def _expected(schema: type[BaseModel]) -> str:
    """Return the columns that must be there, by the first of the names that each may have."""
    found = []
    for name, one in schema.model_fields.items():
        alias = one.validation_alias
        said = alias.choices[0] if isinstance(alias, AliasChoices) else alias or name
        found += [f"'{said}'"] if one.is_required() else []
    return ", ".join(found)


def _named(delimiter: str) -> str:
    return {"\t": "a tab", ",": "a comma", ";": "a semicolon"}.get(delimiter, f"a '{delimiter}'")


def _kind(found: Any) -> str:
    """Return what a value of JSON is, in words."""
    if found is None:
        return "null"
    kinds = {
        list: "a list",
        dict: "an object",
        str: "a text",
        bool: "true or false",
        int: "a number",
        float: "a number",
    }
    kind = kinds.get(type(found), "something else")
    return f"{kind} ({str(found)[:40]!r})" if isinstance(found, str | bool | int | float) else kind
