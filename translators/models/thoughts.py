"""What a model thinks aloud before it answers, and the JSON in what it writes."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any, Final

_NAMES: Final = "think|thinking|thought|thoughts|reasoning|reflection|seed:think"
_OPENS: Final = re.compile(rf"\s*(?:<({_NAMES})>|(◁think▷)|(\[THINK\]))", re.I)
_CLOSES: Final = re.compile(rf"</(?:{_NAMES})>|◁/think▷|\[/THINK\]", re.I)
_CHANNEL: Final = re.compile(
    r"<\|channel\|>\s*(\w+)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>(.*?)(?=<\|[a-z]+\|>|\Z)", re.S
)
"""A part of what gpt-oss writes, where its server leaves it as it is: thoughts are in the channel ``analysis``."""
_LATEX: Final = re.compile(
    r"\\\\|\\(?=(?:forall|rightarrow|to|neg?q|neg|not|notin|nexists|bot|top|therefore|text\w*)(?![a-z])|[^\"\\/bfnrtu'])"
)
"""A backslash that JSON reads otherwise than it is meant: before a word of LaTeX, or where JSON knows none."""
_COMMENT: Final = re.compile(r'(?<=[,{\[])\s*//[^\n"]*\n')
_MOST: Final = 2000
"""The most braces at which JSON is looked for in one text."""


def without_thoughts(text: str) -> tuple[str, str]:
    """Return what a model answers, and what it thought before.

    Thoughts stand between marks such as ``<think>`` and ``</think>`` at the beginning. Some templates write the
    first mark into the prompt, so that the second one stands alone; what was cut off within its thoughts
    answers nothing.

    Args:
        text: all that it wrote.
    """
    if parts := _CHANNEL.findall(text):
        said = [part for channel, part in parts if channel != "analysis"]
        mused = "\n".join(part.strip() for channel, part in parts if channel == "analysis")
        return said[-1].strip() if said else "", mused
    opens = _OPENS.match(text)
    closes = list(_CLOSES.finditer(text))
    if closes and (opens is not None or not _OPENS.search(text)):
        end = closes[-1] if opens is None else _matching(text, opens.end(), closes)
        rest, more = without_thoughts(text[end.end() :])
        thought = text[opens.end() if opens else 0 : end.start()].strip()
        return rest, "\n".join(filter(None, (thought, more)))
    if opens is not None:
        return "", text[opens.end() :].strip()
    return text.strip(), ""


def in_blocks(content: Any) -> tuple[str, str]:
    """Return the text and the thoughts of a message's content, which some endpoints give in blocks.

    Args:
        content: a text, or blocks such as ``{"type": "text", "text": "…"}``.
    """
    if isinstance(content, str):
        return content, ""
    text, thoughts = [], []
    for block in content:
        if isinstance(block, str):
            text.append(block)
        elif isinstance(block, dict) and block.get("type") == "text":
            text.append(str(block.get("text", "")))
        elif isinstance(block, dict) and block.get("type") in {"thinking", "reasoning"}:
            inner = block.get("thinking") or block.get("reasoning") or ""
            thoughts.append(in_blocks(inner)[0] if isinstance(inner, str | list) else "")
    return "".join(text), "\n".join(filter(None, thoughts))


def _matching(text: str, start: int, closes: list[re.Match[str]]) -> re.Match[str]:
    """Return the mark that closes what is opened before ``start``: thoughts may quote the marks themselves."""
    for close in closes:
        if close.start() >= start and not _OPENS.search(text, start, close.start()):
            return close
    return closes[-1]


def json_in(text: str, wanted: Collection[str], *, mend: bool = False) -> str:
    """Return the JSON object that a text answers with; empty if there is none.

    Args:
        text: a text with JSON in it, perhaps within marks of code or within a string of JSON.
        wanted: the fields that the object should have. Of several objects the last one with all of them is
            taken, since models correct themselves; then the last of all.
        mend: whether to read JSON with slips, such as a comma too many, where no object has all of them.
    """
    text = text.strip()
    if text.startswith('"'):
        with suppress(ValueError):
            text = str(json.loads(text))
    text = _LATEX.sub(lambda found: "\\\\", text)
    best = ""
    fits = False
    for found in _objects(text):
        fitting = _fitting(found, set(wanted))
        if fitting is not None or not fits:
            plain = {name: _plain(one) for name, one in (fitting or found).items() if one is not None}
            best = json.dumps(plain, ensure_ascii=False)
            fits = fitting is not None
    return (_mended(text, wanted) if mend and not fits and "{" in text else "") or best


def _plain(found: Any) -> Any:
    """Return a list that is written as a text, as some models do within a call; anything else as it is."""
    if isinstance(found, str) and found.startswith("["):
        with suppress(ValueError):
            return json.loads(found, strict=False)
    return found


def _fitting(found: Any, wanted: set[str]) -> Any:
    """Return what has all fields: an object, or one in it, such as the arguments of a call that is written out."""
    if isinstance(found, str) and found.lstrip().startswith("{"):
        try:
            found = json.loads(found, strict=False)
        except ValueError:
            return None
    if isinstance(found, dict) and wanted <= set(found):
        return found
    inner = found.values() if isinstance(found, dict) else found if isinstance(found, list) else ()
    return next((fits for one in inner if (fits := _fitting(one, wanted)) is not None), None)


def _mended(text: str, wanted: Collection[str]) -> str:
    """Return the object that is meant by JSON with slips; nothing if it says more or less than the text does."""
    from json_repair import loads

    given = text[text.index("{") : text.rfind("}") + 1]
    if any(given.count(a) != given.count(b) for a, b in ("{}", "[]")):
        return ""
    given = _COMMENT.sub("", given)
    found = loads(given, skip_json_loads=True)
    said = json.dumps(found, ensure_ascii=False)
    same = _letters(said) == _letters(given)
    return said if same and isinstance(found, dict) and set(wanted) <= set(found) else ""


def _letters(text: str) -> str:
    """Return the letters and figures of JSON, or of Python's way to write it, in their order."""
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), text)
    return re.sub(r"[\W_]+", "", text).lower().replace("none", "null")


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the objects of a text that do not stand in another one."""
    decoder = json.JSONDecoder(strict=False)
    at = text.find("{")
    for _ in range(_MOST):
        if at < 0:
            return
        try:
            found, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        yield found
        at = text.find("{", end)
