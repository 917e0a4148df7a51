"""Where a model is, how it is asked, and what its endpoint has taught us about it."""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from sorites.solvers import UserError

from ..masking import held, in_address
from ..options import ModelOptions
from .faults import EndpointFault

_log: Final = logging.getLogger("sorites.models")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a model is and how it is asked.

    Attributes:
        model: the model's name at the endpoint.
        how: its address, its key and how it is asked; what is ``None`` is not sent, so that the endpoint decides.
        name: what the user calls it; empty for ``openai:MODEL``.
    """

    model: str
    how: ModelOptions = ModelOptions()
    name: str = ""

    @property
    def url(self) -> str:
        """The base URL that is meant; empty for OpenAI's own."""
        return self.how.base_url or os.environ.get("OPENAI_BASE_URL", "")

    @property
    def told(self) -> Mapping[str, Any]:
        """What the model's answers depend on beside what it is told, without secrets."""
        how, names = self.how, ("mode", "temperature", "seed", "max_tokens", "max_reasks")
        told = {"model": self.model, "base_url": self.url, "headers": sorted(map(str, how.headers))}
        return {**told, "extra": dict(how.extra), **{name: getattr(how, name) for name in names}}

    @property
    def shown(self) -> str:
        """What the endpoint is called in messages: its URL without a password in it."""
        return without_password(self.url).partition("?")[0] or "OpenAI"

    @property
    def key(self) -> str | None:
        """The key that is meant, ``none`` for an endpoint of one's own; ``None`` if there has to be one.

        Raises:
            UserError: it is none.
        """
        key = (self.how.api_key or os.environ.get("OPENAI_API_KEY") or "").strip()
        if not key.isascii() or not key.isprintable():
            raise UserError("the key holds a line break or a sign that no request can carry: write it in one line")
        return key or ("none" if self.url else None)

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be shown."""
        told = {"api_key": self.how.api_key, "key": os.environ.get("OPENAI_API_KEY"), "headers": self.how.headers}
        return tuple(dict.fromkeys(held({**told, "url": self.url})))


def with_password(url: str, headers: Mapping[str, str]) -> dict[str, str]:
    """Return headers that say the user and the password of an address, which clients show in their logs.

    Args:
        url: the address.
        headers: other headers, which go before.
    """
    said = in_address(url)
    return ({"Authorization": f"Basic {said[-1]}"} if said else {}) | dict(headers)


def without_password(url: str) -> str:
    """Return an address without a user and a password in it."""
    return re.sub(r"://[^/@]*@", "://", url)


Trait = Literal["words", "texts", "folded", "stream", "bare"]
"""What the form of a request may be made of: structure is asked for in words, not by tools; answers of the assistant's
stand in the conversation as texts, not as calls; instructions stand in the first message of the user's; the answer is
streamed; no parameter is sent that somebody set."""
PLAINEST: Final[frozenset[Trait]] = frozenset({"words", "texts", "folded"})
LADDER: Final[dict[str, tuple[frozenset[Trait], str]]] = {
    "tools": (frozenset({"words"}), "knows no tools, so it is asked in markdown"),
    "system": (frozenset({"folded"}), "knows no messages of the system, so the first message says it all"),
    "stream": (frozenset({"stream"}), "wants its answers streamed, so they are"),
    "unknown": (frozenset({"bare"}), "refuses the request, so it is asked without the parameters that were set"),
    "form": (PLAINEST, "refuses the form of the request, so it is asked in the plainest one"),
}
"""What helps against a fault, by its kind, and what is said of it; the last two are tried and may be taken back."""


@dataclass(slots=True)
class Learned:
    """What an endpoint has taught us about one of its models; kept as long as the process runs.

    Attributes:
        left_out: parameters that the model does not take.
        renamed: parameters that it takes under another name.
        most: the greatest values that it takes.
        form: what requests are made of.
        vain: refusals against which no other form helped.
        answered: whether it has ever answered by the protocol.
    """

    left_out: set[str] = field(default_factory=set)
    renamed: dict[str, str] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    form: frozenset[Trait] = frozenset()
    vain: set[str] = field(default_factory=set)
    answered: bool = False

    def adapt(self, fault: EndpointFault, model: str, mode: str) -> bool:
        """Take note of a refusal, and say so once.

        Args:
            fault: what was refused.
            model: the model, as it is called in logs.
            mode: how structure should be asked for; what the user wants is kept to.

        Returns:
            Whether asking again may help.
        """
        kind: str = fault.kind
        if kind == "parameter":
            if fault.parameter not in {"tools", "response_format"}:
                return self._refuse(fault, model)
            kind = "tools"
        if kind not in LADDER:
            return False
        if not self.form <= fault.form:
            return True  # others have learned more since it was sent
        if LADDER[kind][0] <= fault.form:
            kind = fault.kind = "form"  # that did not help, so it was something else
        if kind == "form":
            self.form -= {"bare"}
        traits, how = LADDER[kind]
        wanted = traits if mode == "auto" else traits - {"words"}
        if wanted <= fault.form or fault.reason in self.vain:
            return False
        self.form |= wanted
        _log.warning("%s %s: %s", model, how, fault.reason)
        return True

    def take_back(self, fault: EndpointFault) -> None:
        """Take note that no other form helped against a refusal."""
        self.form -= (PLAINEST | {"bare"}) - fault.form
        self.vain.add(fault.reason)

    def _refuse(self, fault: EndpointFault, model: str) -> bool:
        parameter = fault.parameter
        other = _OTHER_NAMES.get(parameter)
        if fault.most:
            self.most[parameter] = min(fault.most, self.most.get(parameter, fault.most))
            how = f"{fault.most} is sent"
        elif parameter in self.left_out or parameter in self.renamed:
            return True
        elif other is not None and "instead" in fault.reason and parameter not in self.renamed.values():
            self.renamed[parameter] = other
            how = f"'{other}' is sent instead"
        else:
            self.left_out.add(parameter)
            how = "it is left out"
        _log.warning("%s does not take '%s', so %s: %s", model, parameter, how, fault.reason)
        return True

    def fitted(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters as the model takes them."""
        named = {self.renamed.get(name, name): value for name, value in parameters.items()}
        return {
            name: min(value, self.most[name]) if name in self.most else value
            for name, value in named.items()
            if name not in self.left_out
        }


_OTHER_NAMES: Final = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_known: Final[dict[tuple[str, str], Learned]] = {}
_lock: Final = threading.Lock()


def learned_of(endpoint: Endpoint) -> Learned:
    """Return what is known of a model at an endpoint, the same for all that ask it."""
    with _lock:
        return _known.setdefault((endpoint.url, endpoint.model), Learned())
