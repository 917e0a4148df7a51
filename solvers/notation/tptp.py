"""Problem files of TPTP: annotated formulas with their roles, and files that they include."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Final, NoReturn

from ..logic.diagnostics import Diagnostic, Level, Span, line_and_column
from ..logic.program import Statement
from ..logic.symbols import Declarations, DeclaredSort, Typed
from ..logic.syntax import Eq, Exists, Fn, Formula, Not, Or, negation
from ..logic.walkers import walk
from .conventions import object_text
from .file_tokens import Token, Unreadable, tokenize
from .problems import Result, assemble
from .scanner import unquote
from .tptp_scopes import HEADS, OTHERS, FormulaReader, begins
from .tptp_tokens import WORDS, TokenParser
from .tptp_types import read_declaration

_PREMISES: Final = frozenset("axiom hypothesis definition assumption lemma theorem corollary plain".split())
_SOURCES: Final = frozenset("file inference introduced theory creator unknown".split())
MAX_FILES: Final = 100
"""The most files that a problem may include, directly or not."""
_MAX_INCLUDED: Final = 4_000_000
_MAX_NESTED: Final = 10
_MAX_OBJECTS: Final = 200
_MAX_MENDED: Final = 50
"""The most formulas of a problem in which a bracket's place is looked for."""


def read_tptp(text: str, strict: bool = False, folder: Path | None = None) -> Result:
    """Read a TPTP problem of cnf, fof and tff formulas.

    Args:
        text: the file.
        strict: mend nothing.
        folder: where the file is, in which files that it includes are looked for.

    Returns:
        The program if there is one, diagnostics, how many formulas were read, how many there are.
    """
    problem = _Problem(strict, folder.resolve() if folder is not None else None)
    last = _File(problem, text, problem.folder, ()).read()
    return problem.result(last)


@dataclass(slots=True)
class _Problem:
    """What all files of a problem state together."""

    strict: bool
    folder: Path | None
    premises: list[Statement] = field(default_factory=list)
    goals: list[Statement] = field(default_factory=list)
    denied: list[Statement] = field(default_factory=list)
    questions: list[Statement] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    sorts: dict[DeclaredSort, None] = field(default_factory=dict)
    typed: dict[Typed, None] = field(default_factory=dict)
    tried: int = 0
    files: int = 0
    size: int = 0
    total: int = 0

    def result(self, end: Span) -> Result:
        if self.denied and self.goals:
            self.settle_denied()
        elif self.denied:
            sides = tuple(negation(s.formula) for s in self.denied)
            self.goals.append(
                Statement(sides[0] if len(sides) == 1 else Or(sides), self.denied[0].gloss, self.denied[0].span)
            )
        self.tell_objects_apart()
        hint = "Write fof(goal, conjecture, …). for what is to be proved."
        declared = Declarations(tuple(self.sorts), tuple(self.typed))
        if self.questions:
            return self.question(declared, end, hint)
        return assemble(self.premises, self.goals, self.diagnostics, self.total, end, hint, declared)

    def question(self, declared: Declarations, end: Span, hint: str) -> Result:
        """Return the program of a problem with a formula of the role question, which asks for its first variables."""
        asked, *more = self.questions
        for other in (*more, *self.goals):
            message = "a question stands beside another question, or beside a conjecture"
            self.diagnostics.append(Diagnostic("two-goals", Level.ERROR, message, other.span, "Ask them one by one."))
        names, body = list[str](), asked.formula
        while isinstance(body, Exists) and body.var not in names:
            names.append(body.var)
            body = body.body
        self.goals = [asked]
        program, said, read, total = assemble(
            self.premises, self.goals, self.diagnostics, self.total, end, hint, declared
        )
        return replace(program, asked=tuple(names)) if program is not None else None, said, read, total

    def settle_denied(self) -> None:
        """Drop negated conjectures that only deny the conjecture; others would be a second goal."""
        goals = {g.formula for g in self.goals}
        for one in self.denied:
            if negation(one.formula) in goals or Not(one.formula) in goals:
                message = "the negated conjecture repeats the conjecture and is not read"
                self.diagnostics.append(Diagnostic("extra-conclusion", Level.WARNING, message, one.span))
                continue
            message = "a negated conjecture stands beside a conjecture, and denies something else"
            hint = "Make it an axiom if it holds, or drop one of the two if it is asked."
            self.diagnostics.append(Diagnostic("two-goals", Level.ERROR, message, one.span, hint))

    def tell_objects_apart(self) -> None:
        """State that distinct objects are different things, where equality can tell."""
        stated = {p.formula for p in self.premises}
        nodes = [n for s in (*self.premises, *self.goals) for n in walk(s.formula)]
        if not any(type(n) is Eq for n in nodes):
            return
        objects = list(dict.fromkeys(n for n in nodes if type(n) is Fn and not n.args and object_text(n.name)))
        if len(objects) > _MAX_OBJECTS:
            message = f"there are more than {_MAX_OBJECTS} distinct objects"
            self.diagnostics.append(Diagnostic("too-long", Level.ERROR, message, None, "State what differs with !=."))
            return
        for i, a in enumerate(objects):
            for b in objects[i + 1 :]:
                if stated.isdisjoint((Not(Eq(a, b)), Not(Eq(b, a)))):
                    self.premises.append(Statement(Not(Eq(a, b)), "distinct objects"))


class _File:
    """Reads the annotated formulas of one file.

    Args:
        problem: what the files state together.
        text: the file.
        folder: where it is.
        names: the included files on the way to this one; empty for the problem's own file.
        wanted: the names of the formulas that are taken; ``None`` for all.
    """

    def __init__(
        self,
        problem: _Problem,
        text: str,
        folder: Path | None,
        names: tuple[str, ...],
        wanted: frozenset[str] | None = None,
    ) -> None:
        self.problem = problem
        self.text = text
        self.folder = folder
        self.names = names
        self.wanted = wanted
        self.seen: set[str] = set()
        self.tokens = tokenize(text, WORDS)
        self.i = 0
        self.place: Span | None = None

    def read(self) -> Span:
        """Read all formulas and return where the last token stands."""
        while self.tokens[self.i].kind != "end":
            try:
                self.unit()
            except Unreadable:
                self.recover()
        return self.tokens[max(0, len(self.tokens) - 2)].span

    def unit(self) -> None:
        """Read an annotated formula or an include directive."""
        head = self.tokens[self.i]
        if head.text not in HEADS or self.ahead(1).text != "(":
            message = f"expected a formula such as fof(name, axiom, p => q)., found '{head.text}'"
            self.fail("unexpected-token", message, head.span, "TPTP states every formula with a name and a role.")
        if head.text in OTHERS:
            hint = "Read are cnf, fof and tff."
            self.fail("unsupported", f"the language {head.text} is not read", head.span, hint)
        self.i += 2
        if head.text == "include":
            self.include(head)
        else:
            self.problem.total += 1
            self.annotated(head)

    def ahead(self, count: int) -> Token:
        """Return the token so many places ahead, or the last one."""
        return self.tokens[min(self.i + count, len(self.tokens) - 1)]

    def fail(self, code: str, message: str, span: Span, hint: str = "") -> NoReturn:
        """Note an error and end the reading of a formula."""
        self.note(Diagnostic(code, Level.ERROR, message, span, hint))
        raise Unreadable

    def mend(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Note that something was mended, or fail if nothing may be."""
        if self.problem.strict:
            self.fail(code, message, span, hint)
        self.note(Diagnostic(code, Level.MENDED, message, span, hint))

    def note(self, found: Diagnostic) -> None:
        """Add a diagnostic; one of an included file is placed where it is included."""
        self.problem.diagnostics.append(found)

    def recover(self) -> None:
        """Step to where the next formula begins."""
        tokens = self.tokens
        while tokens[self.i].kind != "end":
            self.i += 1
            begins = tokens[self.i].text in HEADS and self.ahead(1).text == "("
            stopped, fresh = tokens[self.i - 1].text == ".", tokens[self.i].fresh
            if (stopped and fresh) or (begins and (stopped or fresh)):
                return

    def annotated(self, head: Token) -> None:
        """Read a formula with its name, role and annotations, behind the opening bracket."""
        name_token, role_token = self.tokens[self.i], self.ahead(2)
        if self.ahead(1).text != "," or name_token.kind not in ("word", "quoted", "number"):
            self.expected("a name and a comma", 0 if name_token.kind not in ("word", "quoted", "number") else 1)
        name = unquote(name_token.text) if name_token.kind == "quoted" else name_token.text
        role = role_token.text
        if role_token.kind != "word":
            self.expected("a role such as axiom or conjecture", 2)
        self.i += 3
        if self.tokens[self.i].text == "-":  # axiom-local
            self.i += 1
            self.general_term()
        if self.tokens[self.i].text != ",":
            self.expected("',' behind the role", 0)
        self.i += 1
        if role == "type" and head.text == "tff":
            self.declaration()
            return
        if role not in _PREMISES | {"conjecture", "negated_conjecture", "question"}:
            known = "axiom, hypothesis, definition, assumption, lemma, theorem, corollary, plain, conjecture"
            hint = f"Read are {known}, negated_conjecture and question."
            self.fail("unknown-role", f"the role '{role}' is not read", role_token.span, hint)
        start = self.i
        formula = self.formula(head.text)
        span = Span(self.tokens[start].start, self.tokens[self.i - 1].end)
        self.annotations()
        self.closing()
        self.seen.add(name)
        if self.wanted is None or name in self.wanted:
            statement = Statement(formula, name, self.place or span)
            problem = self.problem
            which = {"conjecture": problem.goals, "negated_conjecture": problem.denied, "question": problem.questions}
            which.get(role, problem.premises).append(statement)

    def declaration(self) -> None:
        """Read what a formula declares of types."""
        self.problem.total -= 1
        parser = TokenParser(self.text, self.tokens, self.i, [], self.problem.strict)
        try:
            declared = read_declaration(parser)
        finally:
            for found in parser.diagnostics:
                self.note(found)
        self.i = parser.i
        self.annotations()
        self.closing()
        if isinstance(declared, Typed):
            self.problem.typed[declared] = None
        else:
            self.problem.sorts[declared] = None

    def expected(self, what: str, ahead: int) -> NoReturn:
        """Fail at a token."""
        token = self.ahead(ahead)
        if token.kind == "end":
            message = "the file ends in the middle of a formula: was it cut off?"
            self.fail("cut-off", message, Span(self.tokens[-2].start, token.start), "Give the rest of the file.")
        self.fail("unexpected-token", f"expected {what}, found '{token.text}'", token.span)

    def formula(self, language: str) -> Formula:
        """Read the formula, with all its variables bound, and step behind it."""
        reader = FormulaReader(self.text, self.tokens, self.problem.strict or self.problem.tried > _MAX_MENDED)
        try:
            formula, self.i = reader.read(language, self.i)
        finally:
            self.problem.tried += reader.tried
            self.tokens = reader.tokens
            for found in reader.diagnostics:
                self.note(found)
        return formula

    def annotations(self) -> None:
        """Step over the source of a formula and what may follow it."""
        if self.tokens[self.i].text != ",":
            return
        source, following = self.ahead(1), self.ahead(2)
        if following.text == "(" and source.kind in ("word", "quoted") and source.text not in _SOURCES:
            message = f"'{source.text}(…)' behind the formula is no source of it, such as file(…) or inference(…)"
            hint = "Write & in place of the comma if it is part of the formula, or drop it."
            self.fail("ambiguous-comma", message, source.span, hint)
        while self.tokens[self.i].text == ",":
            self.i += 1
            self.general_term()

    def general_term(self) -> None:
        """Step over a term of annotations, of which only the brackets matter."""
        level, start = 0, self.i
        while (token := self.tokens[self.i]).kind != "end":
            if token.kind == "sign":
                if level == 0 and token.text in (",", ")", "."):
                    break
                level += (token.text in ("(", "[")) - (token.text in (")", "]"))
            self.i += 1
        if self.i == start or level:
            self.expected("an annotation", 0)

    def closing(self) -> None:
        """Step over the bracket and the full stop that end a formula; the stop may be missing."""
        if self.tokens[self.i].text != ")":
            self.expected("',' or ')'", 0)
        end = self.tokens[self.i]
        self.i += 1
        token = self.tokens[self.i]
        if token.text == ".":
            self.i += 1
        elif token.kind == "end" or begins(self.tokens, self.i):
            self.mend("missing-full-stop", "a full stop was missing behind the formula", end.span)
        else:
            self.expected("'.'", 0)

    def include(self, head: Token) -> None:
        """Read an included file, behind the opening bracket."""
        token = self.tokens[self.i]
        if token.kind != "quoted":
            self.expected("the name of a file in quotes", 0)
        self.i += 1
        wanted: list[str] | None = None
        if self.tokens[self.i].text == "," and self.ahead(1).text == "[":
            self.i += 2
            wanted = []
            while self.tokens[self.i].kind in ("word", "quoted", "number"):
                word = self.tokens[self.i]
                wanted.append(unquote(word.text) if word.kind == "quoted" else word.text)
                self.i += 1
                self.i += self.tokens[self.i].text == ","
            if self.tokens[self.i].text != "]":
                self.expected("a formula's name or ']'", 0)
            self.i += 1
        self.closing()
        name = unquote(token.text)
        path = self.located(name, Span(head.start, token.end))
        self.read_included(name, path, wanted, Span(head.start, token.end))

    def located(self, name: str, span: Span) -> Path:
        """Return the path of an included file, which is inside the problem's folder."""
        problem = self.problem
        if problem.folder is None or self.folder is None:
            message = f"the file '{name}' is not read: where this text is from is not known"
            self.fail("not-included", message, span, "Give the problem as a file, or write the formulas here.")
        parts = PurePosixPath(name).parts
        outside = PurePosixPath(name).is_absolute() or ".." in parts or "\\" in name or "\0" in name or not parts
        path = problem.folder
        if not outside:
            places = ((folder / name).resolve() for folder in (self.folder, problem.folder))
            inside = [p for p in places if p.is_relative_to(problem.folder)]
            outside = not inside
            path = next((p for p in inside if p.is_file()), path)
        if outside:
            message = f"the file '{name}' is not in the problem's own folder"
            self.fail("not-included", message, span, "Files are included from that folder and the ones below.")
        if path == problem.folder:
            self.fail("not-included", f"there is no file '{name}' in the problem's folder", span)
        return path

    def read_included(self, name: str, path: Path, wanted: list[str] | None, span: Span) -> None:
        """Read the formulas of a file."""
        problem = self.problem
        problem.files += 1
        if len(self.names) >= _MAX_NESTED or problem.files > MAX_FILES:
            message = f"the file '{name}' is included too deep: does a file include itself?"
            self.fail("not-included", message, span)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as fault:
            self.fail("not-included", f"the file '{name}' can't be read: {fault.__class__.__name__}", span)
        problem.size += len(text)
        if problem.size > _MAX_INCLUDED:
            self.fail("not-included", "the included files are too long together", span)
        both = self.wanted
        if wanted is not None:
            both = frozenset(wanted) if both is None else both & frozenset(wanted)
        within = _Included(problem, text, path.parent, (*self.names, name), both)
        within.place = self.place or span
        within.read()
        self.seen |= within.seen
        missing = [w for w in wanted or () if w not in within.seen]
        if missing:
            self.fail("not-included", f"the file '{name}' has no formula '{missing[0]}'", span)


class _Included(_File):
    """An included file: what is said of it is placed where it is included."""

    def note(self, found: Diagnostic) -> None:
        """Add a diagnostic, with its place in the file in words."""
        line = line_and_column(self.text, found.span.start)[0] if found.span else 1
        message = f"in '{self.names[-1]}', line {line}: {found.message}"
        placed = Diagnostic(found.code, found.level, message, self.place, found.hint, found.expected, found.found)
        self.problem.diagnostics.append(placed)


_CONJECTURE: Final = re.compile(r"(?m)^[ \t]*(?:fof|cnf|tff)\s*\(\s*[^,]+,\s*(?:conjecture|question)\b")


def states_conjecture(text: str) -> bool:
    """Return whether a file has a formula with the role of a conjecture, or of a question."""
    return bool(_CONJECTURE.search(text))
