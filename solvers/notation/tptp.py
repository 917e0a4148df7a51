"""Problem files of TPTP: annotated formulas with their roles, and files that they include."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span, line_and_column
from ..logic.program import Statement
from ..logic.symbols import BOOL, Declarations, DeclaredSort, Typed
from ..logic.syntax import Eq, Exists, Fn, Formula, Not, Or, negation
from ..logic.walkers import walk
from .conventions import object_text
from .problems import Result, assemble, refuse
from .scanner import unquote
from .tptp_formulas import FormulaReader, symbol_name

_PREMISES: Final = ("axiom", "hypothesis", "definition", "assumption", "lemma", "theorem", "corollary", "plain")
_ROLES: Final = (*_PREMISES, "conjecture", "negated_conjecture", "question")
_SOURCES: Final = ("file", "inference", "introduced", "theory", "creator", "unknown")
_LANGUAGES: Final = ("fof", "cnf", "tff")
_HEADS: Final = (*_LANGUAGES, "include", "thf", "tcf", "tpi")
"""With what statements begin."""
MAX_FILES: Final = 100
"""The most files that a problem may include, directly or not."""
_MAX_OBJECTS: Final = 200
_HINT: Final = "Write fof(goal, conjecture, …). for what is to be proved."
_CONJECTURE: Final = re.compile(r"(?m)^[ \t]*(?:fof|cnf|tff)\s*\(\s*[^,]+,\s*(?:conjecture|question)\b")


def read_tptp(text: str, folder: Path | None = None) -> Result:
    """Return what a problem of cnf, fof and tff formulas holds, as a program.

    Args:
        text: the file.
        folder: where the file is, in which files that it includes are looked for.

    Returns:
        The program if there is one, diagnostics, how many formulas were read, how many there are.
    """
    folder = folder.resolve() if folder is not None else None
    problem = _Problem(folder)
    file = _File(problem, text, folder)
    file.read()
    return problem.result(file.ahead(-1).span)


def states_conjecture(text: str) -> bool:
    """Return whether a file has a formula with the role of a conjecture, or of a question."""
    return bool(_CONJECTURE.search(text))


@dataclass(slots=True)
class _Problem:
    """What all files of a problem state together."""

    folder: Path | None
    stated: dict[str, list[Statement]] = field(default_factory=lambda: {role: [] for role in _ROLES})
    diagnostics: list[Diagnostic] = field(default_factory=list)
    sorts: dict[DeclaredSort, None] = field(default_factory=dict)
    typed: dict[Typed, None] = field(default_factory=dict)
    files: int = 0
    total: int = 0

    def result(self, end: Span) -> Result:
        """Return the program of all that is stated."""
        premises, goals = self.stated["axiom"], self.stated["conjecture"]
        denied, questions = self.stated["negated_conjecture"], self.stated["question"]
        if denied and not goals:
            sides = tuple(negation(one.formula) for one in denied)
            goals = [replace(denied[0], formula=sides[0] if len(sides) == 1 else Or(sides))]
        else:
            self.compare(denied, goals)
        for other in (*questions[1:], *(goals if questions else ())):
            message = "a question stands beside another question, or beside a conjecture"
            self.say("two-goals", Level.ERROR, message, other.span, "Ask them one by one.")
        premises += self.apart({one.formula for one in premises}, (*premises, *goals, *questions))
        declared = Declarations(tuple(self.sorts), tuple(self.typed))
        found = assemble(premises, questions or goals, self.diagnostics, self.total, end, _HINT, declared)
        if not questions or found[0] is None:
            return found
        names, body = list[str](), questions[0].formula
        while isinstance(body, Exists) and body.var not in names:
            names.append(body.var)
            body = body.body
        return replace(found[0], asked=tuple(names)), *found[1:]

    def say(self, code: str, level: Level, message: str, span: Span | None, hint: str = "") -> None:
        """Add a diagnostic about the problem."""
        self.diagnostics.append(Diagnostic(code, level, message, span, hint))

    def compare(self, denied: list[Statement], goals: list[Statement]) -> None:
        """Drop negated conjectures that only deny the conjecture; others would be a second goal."""
        asked = {goal.formula for goal in goals}
        for one in denied:
            if negation(one.formula) in asked or Not(one.formula) in asked:
                message = "the negated conjecture repeats the conjecture and is not read"
                self.say("extra-conclusion", Level.WARNING, message, one.span)
                continue
            message = "a negated conjecture stands beside a conjecture, and denies something else"
            self.say("two-goals", Level.ERROR, message, one.span, "Make it an axiom if it holds, or drop one.")

    def apart(self, held: set[Formula], statements: tuple[Statement, ...]) -> list[Statement]:
        """Return that distinct objects are different things, where equality can tell and no premise states it."""
        nodes = [node for one in statements for node in walk(one.formula)]
        named = dict.fromkeys(n for n in nodes if type(n) is Fn and not n.args and object_text(n.name))
        objects = list(named) if any(type(node) is Eq for node in nodes) else []
        if len(objects) > _MAX_OBJECTS:
            message = f"there are more than {_MAX_OBJECTS} distinct objects"
            self.say("too-long", Level.ERROR, message, None, "State what differs with !=.")
            return []
        pairs = ((a, b) for i, a in enumerate(objects) for b in objects[i + 1 :])
        new = (Not(Eq(a, b)) for a, b in pairs if held.isdisjoint((Not(Eq(a, b)), Not(Eq(b, a)))))
        return [Statement(formula, "distinct objects") for formula in new]


class _File(FormulaReader):
    """Reads the annotated formulas of one file.

    Args:
        problem: what the files state together.
        text: the file.
        folder: where it is.

    Attributes:
        names: the included files on the way to this one; empty for the problem's own file.
        place: where the problem's own file includes this one.
        wanted: the names of the formulas that are taken; ``None`` for all.
    """

    names: tuple[str, ...] = ()
    place: Span | None = None
    wanted: frozenset[str] | None = None

    def __init__(self, problem: _Problem, text: str, folder: Path | None) -> None:
        super().__init__(text)
        self.problem, self.folder = problem, folder
        self.seen: set[str] = set()

    def note(self, found: Diagnostic) -> None:
        """Add a diagnostic; one of an included file is placed where it is included, and says its place in words."""
        if self.place is not None:
            line = line_and_column(self.text, found.span.start)[0] if found.span else 1
            found = replace(found, message=f"in '{self.names[-1]}', line {line}: {found.message}", span=self.place)
        self.problem.diagnostics.append(found)

    def recover(self) -> None:
        """Step to where the next statement begins."""
        while self.token.kind != "end" and not (self.token.text in _HEADS and self.ahead(1).text == "("):
            self.i += 1

    def statement(self) -> None:
        """Read an annotated formula or an include directive."""
        head = self.token
        if head.text not in _HEADS or self.ahead(1).text != "(":
            self.unexpected("a formula such as fof(name, axiom, p => q).")
        if head.text not in (*_LANGUAGES, "include"):
            refuse("unsupported", f"the language {head.text} is not read", head.span, "Read are cnf, fof and tff.")
        self.i += 2
        if head.text == "include":
            self.include(head.start)
            return
        self.kind = head.text
        self.problem.total += 1
        name = self.label()
        self.take(",")
        role = self.token
        if role.kind != "word":
            self.unexpected("a role such as axiom or conjecture")
        self.i += 1
        if self.at("-"):  # axiom-local
            self.general_term()
        self.take(",", "',' behind the role")
        if role.text == "type" and head.text == "tff":
            self.declaration()
            return
        if role.text not in _ROLES:
            hint = f"Read are {', '.join(_ROLES)}."
            refuse("unknown-role", f"the role '{role.text}' is not read", role.span, hint)
        raw = self.whole()
        self.ending()
        formula = self.closed(raw)
        self.seen.add(name)
        if self.wanted is None or name in self.wanted:
            kind = "axiom" if role.text in _PREMISES else role.text
            self.problem.stated[kind].append(Statement(formula, name, self.place or raw.span))

    def label(self) -> str:
        """Read the name of a formula."""
        token = self.token
        if token.kind not in ("word", "quoted", "number"):
            self.unexpected("the name of a formula")
        self.i += 1
        return unquote(token.text) if token.kind == "quoted" else token.text

    def declaration(self) -> None:
        """Read what a formula declares of types."""
        self.problem.total -= 1
        bracket, token = self.at("("), self.token
        if token.kind not in ("word", "quoted"):
            self.unexpected("the symbol whose type is declared")
        self.i += 1
        self.take(":")
        if self.at("$tType"):
            self.problem.sorts[DeclaredSort(symbol_name(token.text))] = None
        else:
            arguments, result = self.mapping()
            if BOOL in arguments:
                hint = "Write a predicate of its own for each of them."
                refuse("unsupported", "a symbol of truth values is not read", token.span, hint)
            self.problem.typed[Typed(symbol_name(token.text), arguments, result)] = None
        if bracket:
            self.take(")")
        self.ending()

    def ending(self) -> None:
        """Step over the source of a formula and what may follow it, the bracket and the full stop."""
        source = self.ahead(1)
        if self.token.text == "," and self.ahead(2).text == "(" and source.text not in _SOURCES:
            message = f"'{source.text}(…)' behind the formula is no source of it, such as file(…) or inference(…)"
            hint = "Write & in place of the comma if it is part of the formula, or drop it."
            refuse("ambiguous-comma", message, source.span, hint)
        while self.at(","):
            self.general_term()
        self.take(")", "a connective, ',' or ')'")
        self.take(".")

    def general_term(self) -> None:
        """Step over a term of annotations, of which only the brackets matter."""
        level, start = 0, self.i
        while self.token.kind != "end" and (level or self.token.text not in (",", ")", ".")):
            level += (self.token.text in ("(", "[")) - (self.token.text in (")", "]"))
            self.i += 1
        if self.i == start or level:
            self.unexpected("an annotation")

    def include(self, start: int) -> None:
        """Read an included file, behind the opening bracket."""
        name, wanted = unquote(self.token.text), self.wanted
        if self.token.kind != "quoted":
            self.unexpected("the name of a file in quotes")
        self.i += 1
        span, listed = self.since(start), list[str]()
        if self.at(","):
            self.take("[")
            listed.append(self.label())
            while self.at(","):
                listed.append(self.label())
            self.take("]")
            wanted = frozenset(listed) if wanted is None else wanted & frozenset(listed)
        self.take(")")
        self.take(".")
        path = self.located(name, span)
        problem = self.problem
        problem.files += 1
        if problem.files > MAX_FILES:
            refuse("not-included", f"the file '{name}' is one too many: does a file include itself?", span)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            refuse("not-included", f"the file '{name}' can't be read: {fault.__class__.__name__}", span)
        inner = _File(problem, text, path.parent)
        inner.names, inner.place, inner.wanted = (*self.names, name), self.place or span, wanted
        inner.read()
        self.seen |= inner.seen
        if missing := [one for one in listed if one not in inner.seen]:
            refuse("not-included", f"the file '{name}' has no formula '{missing[0]}'", span)

    def located(self, name: str, span: Span) -> Path:
        """Return the path of an included file, which is inside the problem's folder."""
        top = self.problem.folder
        if top is None or self.folder is None:
            message = f"the file '{name}' is not read: where this text is from is not known"
            refuse("not-included", message, span, "Give the problem as a file, or write the formulas here.")
        parts = PurePosixPath(name).parts
        plain = parts and ".." not in parts and "\\" not in name and "\0" not in name
        places = ((folder / name).resolve() for folder in (self.folder, top) if plain)
        inside = [path for path in places if path.is_relative_to(top)]
        if not inside:
            message = f"the file '{name}' is not in the problem's own folder"
            refuse("not-included", message, span, "Files are included from that folder and the ones below.")
        found = next((path for path in inside if path.is_file()), None)
        if found is None:
            refuse("not-included", f"there is no file '{name}' in the problem's folder", span)
        return found
