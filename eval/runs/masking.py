"""Secrets in what a run keeps: they are named nowhere, neither in its settings nor in its command line."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from sorites.translators.models.faults import masked as without_known

MASK: Final = "***"
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
_PAIR: Final = re.compile(r"(?P<before>[?&;#]|^)(?P<name>[\w.\[\]-]+)=(?P<value>[^&;#]*)")
_HEADER: Final = re.compile(r"^(?P<name>[\w-]+):\s*\S")
_KEYS: Final = re.compile(
    r"\b(?:gh[pousr]_|github_pat_|glpat-|AIza|AKIA|ASIA|ya29\.|xox[abeprs]-|r8_|nvapi-|eyJ)[\w.+/=-]{12,}"
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


def masked(text: str, known: Collection[str] = ()) -> str:
    """Return a text without secrets: those that are known, and all that looks like one.

    Args:
        text: the text, such as an address.
        known: secrets, wherever they stand; short ones are passed over, since they are words, too.
    """
    longer = sorted((one for one in known if len(one) >= _LENGTH), key=len, reverse=True)
    return _KEYS.sub(MASK, _PAIR.sub(_valueless, without_known(text, tuple(longer))))


def _valueless(found: re.Match[str]) -> str:
    if not is_secret(found["name"]):
        return found[0]
    return f"{found['before']}{found['name']}={MASK}"


def masked_command(command: Sequence[str], known: Collection[str] = ()) -> list[str]:
    """Return a command line without the secrets in it.

    Args:
        command: its words.
        known: secrets that may stand anywhere.
    """
    found, before = list[str](), ""
    for word in command:
        option, equals, value = word.partition("=") if word.startswith("-") else ("", "", "")
        if _names_secret(before):
            found.append(_kept(before, word))
        elif equals and _names_secret(option):
            found.append(f"{option}={_kept(option, value)}")
        elif (header := _HEADER.match(word)) and is_secret(header["name"]):
            found.append(f"{header['name']}: {MASK}")
        else:
            found.append(f"{option}={masked(value, known)}" if equals else masked(word, known))
        before = word if word.startswith("-") and not equals else ""
    return found


def _names_secret(option: str) -> bool:
    return option.startswith("-") and (is_secret(option) or "header" in option.lower())


def _kept(option: str, value: str) -> str:
    """Return what may be shown of an option's secret: of a header its name."""
    name = re.match(r"[\w-]+(?=\s*[:=])", value) if "header" in option.lower() else None
    return f"{name[0]}: {MASK}" if name else MASK


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
