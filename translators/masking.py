"""Secrets, and texts without them: the one place that says what is a secret, and where things hold theirs.

What is shown of an endpoint's words, of errors and of a run's settings goes by here, so that a secret is named nowhere.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote, unquote

MASK: Final = "***"
PLACEHOLDERS: Final = frozenset({"", "none", "empty", "ollama", "lm-studio"})
"""What stands for a key where none is needed."""
_WORDS: Final = frozenset(
    "key apikey token accesstoken secret password passwd passphrase pwd credential credentials authorization auth "
    "bearer cookie signature sig".split()
)
"""Words in the names of what is secret; ``tokens`` are counted, so they are not among them."""
_PLACES: Final = frozenset({"env", "file"})
"""Behind such a word: where a secret is, which is none."""
_OPEN: Final = frozenset({"prompt_cache_key"})
_LENGTH: Final = 8
"""Letters: what is as long can be looked for everywhere without finding common words."""
_SHORT: Final = 3
"""Letters: what is no longer is looked for as a word of its own, and in messages only."""
_VARIABLE: Final = re.compile(r"[A-Z_][A-Z0-9_]{0,39}")
_PAIR: Final = re.compile(r"(?P<before>[?&;#]|^)(?P<name>[\w.\[\]-]+)=(?P<value>[^&;#]*)")
_HEADER: Final = re.compile(r"([\w-]+):\s*\S")
_KEYS: Final = re.compile(
    r"\b(?:(?:sk|pk|gsk|key|hf|xai)[-_]|gh[pousr]_|github_pat_|glpat-|AIza|AKIA|ASIA|ya29\.|xox[abeprs]-|r8_|nvapi-|eyJ)[\w.*+/=-]{12,}"
    r"|(?<=bearer )\S{8,}|(?<=basic )[\w+/]{8,}={0,2}(?!\w)",
    re.I,
)
"""Keys by the letters that their makers put before them, tokens of JWT, and what follows the name of a scheme."""


def is_secret(name: str) -> bool:
    """Return whether what has a name, such as ``--api-key``, is a secret.

    Args:
        name: of an option, a parameter, a header or a variable.
    """
    words = [word for word in re.split(r"[\W_]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)) if word]
    if name.lower() in _OPEN or not words or words[-1].lower() in _PLACES:
        return False
    return any(word.lower() in _WORDS for word in words)


def names_variable(value: str) -> bool:
    """Return whether a text may be shown as the name of a variable, since it is no key that stands in its place."""
    plain = _VARIABLE.fullmatch(value) or (value.isidentifier() and is_secret(value))
    return bool(plain) and not _KEYS.search(value)


def masked(text: str, known: Collection[str] = (), *, short: bool = False) -> str:
    """Return a text without secrets: those that are known, and all that looks like one.

    Args:
        text: the text, such as an address.
        known: secrets, wherever they stand.
        short: whether short ones are looked for, too, as in messages; they are words elsewhere.
    """
    text = re.sub(r"://[^/\s@]+@", f"://{MASK}@", without(text, known, short=short))
    return _KEYS.sub(MASK, _PAIR.sub(_valueless, text))


def without(text: str, known: Collection[str], *, short: bool = False) -> str:
    """Return a text without the secrets that are known; see ``masked``."""
    pattern = _pattern(tuple(known), short)
    return pattern.sub(MASK, text) if pattern is not None else text


@lru_cache(64)
def _pattern(known: tuple[str, ...], short: bool) -> re.Pattern[str] | None:
    """Return what finds secrets, also quoted, encoded, or broken by spaces; the longest first."""
    forms = {form for one in known if one.lower() not in PLACEHOLDERS for form in _forms(one)}
    found = []
    for one in sorted(forms, key=len, reverse=True):
        if len(one) >= _LENGTH:
            found.append(r"(?:\s|\\n)*".join(map(re.escape, one)))
        elif short:
            found.append(re.escape(one) if len(one) > _SHORT else rf"(?<!\w){re.escape(one)}(?!\w)")
    return re.compile("|".join(found)) if found else None


def _forms(secret: str) -> Iterator[str]:
    """Yield a secret as it may be written: each word of it, too, since lines are broken where they are shown."""
    for one in {secret.strip(), *secret.split()}:
        yield from (one, quote(one), repr(one)[1:-1], b64encode(one.encode()).decode().rstrip("="))


def in_address(url: str) -> list[str]:
    """Return the password in an address, in the forms in which it goes over the wire; nothing if there is none."""
    found = re.search(r"://([^/@]*)@", url)
    inside = found[1] if found else ""
    password = inside.rpartition(":")[2]
    return [password, unquote(password), b64encode(unquote(inside).encode()).decode()] if inside else []


def held(named: Mapping[str, Any]) -> Iterator[str]:
    """Yield the secrets among values by their names: keys, all that headers say, and passwords in addresses.

    Args:
        named: the values, such as the fields of a client.
    """
    for name, value in named.items():
        value = value.get_secret_value() if hasattr(value, "get_secret_value") else value
        if "header" in name and isinstance(value, Mapping):
            words = ((header, word) for header, said in value.items() for word in str(said).split())
            yield from (w for h, w in words if w.lower() not in _SCHEMES and (is_secret(str(h)) or len(w) >= _LENGTH))
        elif isinstance(value, Mapping) and name in _WITHIN:
            yield from held(value)
        elif is_secret(name):
            yield from (value,) if isinstance(value, str) else ()
        elif "url" in name or "base" in name:
            yield from in_address(str(value))


def held_by(client: Any) -> tuple[str, ...]:
    """Return the secrets of a client of somebody's, such as one of ``openai``, and of the one within it, if any."""
    named = getattr(client, "__dict__", {})
    inner = named.get("client")
    return (*held(named), *(held_by(inner) if inner is not None else ()))


_SCHEMES: Final = frozenset({"bearer", "basic"})
_WITHIN: Final = frozenset({"kwargs", "_default_config", "model_kwargs"})
"""Where models and clients keep more of what they are made with."""


def _valueless(found: re.Match[str]) -> str:
    name, value = found["name"], found["value"]
    words = re.split(r"[\W_]+", name.lower())
    if not is_secret(name) and not (words[-1] == "env" and value and not names_variable(value)):
        return found[0]
    return f"{found['before']}{name}={MASK}"


def masked_command(command: Sequence[str], known: Collection[str] = ()) -> list[str]:
    """Return a command line without the secrets in it.

    Args:
        command: its words.
        known: secrets that may stand anywhere.
    """
    found, before = list[str](), ""
    for word in command:
        option, equals, value = word.partition("=") if word.startswith("-") else ("", "", "")
        if before and _names_secret(before):
            found.append(MASK)
        elif equals:
            found.append(f"{option}={MASK if _names_secret(option) else masked(value, known)}")
        else:
            header = _HEADER.match(word)
            found.append(f"{header[1]}: {MASK}" if header and is_secret(header[1]) else masked(word, known))
        before = word if word.startswith("-") and not equals else ""
    return found


def _names_secret(option: str) -> bool:
    return is_secret(option) or "header" in option.lower()


def masked_data(data: Any, known: Collection[str] = ()) -> Any:
    """Return data as of JSON without secrets.

    Args:
        data: objects, lists and values; a text under the name of a secret is one.
        known: secrets that may stand anywhere.
    """
    if isinstance(data, str):
        return masked(data, known)
    if isinstance(data, Mapping):
        return {
            masked(str(name), known): MASK
            if isinstance(value, str) and is_secret(str(name))
            else masked_data(value, known)
            for name, value in data.items()
        }
    return [masked_data(one, known) for one in data] if isinstance(data, list | tuple) else data


def of_environment() -> Iterator[str]:
    """Yield the secrets that the environment's variables hold."""
    return (value for name, value in os.environ.items() if value and is_secret(name))
