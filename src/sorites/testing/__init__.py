"""For tests of what is built on Sorites: conformance checks for plugins, and doubles of models.

``check_solver``, ``check_translator`` and ``check_dataset`` raise ``AssertionError`` with what is wrong.
``serving`` is a real server on loopback that speaks OpenAI's protocol from a script;
``ScriptedChat`` and ``ScriptedTranslator`` do without one.

Examples:
    >>> from sorites.testing import ScriptedTranslator, check_translator
    >>> check_translator(ScriptedTranslator({"Is Anne nice?": "Premises:\\nKind(anne)\\nConclusion:\\nNice(anne)"}))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sorites._lazy import lazily

if TYPE_CHECKING:
    from .conformance import check_dataset, check_translator
    from .doubles import ScriptedChat, ScriptedTranslator
    from .server import Program, Reply, Script, Server, program, serving
    from .solvers import NonConformance, check_solver

__all__ = [
    "NonConformance",
    "Program",
    "Reply",
    "Script",
    "ScriptedChat",
    "ScriptedTranslator",
    "Server",
    "check_dataset",
    "check_solver",
    "check_translator",
    "program",
    "serving",
]
_PLACES = {
    ".conformance": ("check_dataset", "check_translator"),
    ".doubles": ("ScriptedChat", "ScriptedTranslator"),
    ".server": ("Program", "Reply", "Script", "Server", "program", "serving"),
    ".solvers": ("NonConformance", "check_solver"),
}

__getattr__, __dir__ = lazily(__name__, _PLACES)
