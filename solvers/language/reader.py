"""Programs as text: sections of formulas with glosses, as Logic-LM writes them, and
the two line formats that other pipelines recorded.

::

    Predicates:
    Kind(x) ::: x is kind
    Premises:
    ∀x (Kind(x) → Nice(x)) ::: Kind people are nice.
    Conclusion:
    Nice(anne) ::: Anne is nice.

``Facts:`` and ``Rules:`` are premises, ``Query:`` is a conclusion. Lines of ``TEXT:``
and ``FOL:`` (LINC) are read as well; their last formula is the goal.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Final

from . import lexer
from .checks import check_labels
from .diagnostics import Diagnostic, Level, Span, gathered, has_errors
from .dialects import PROVER9, SMTLIB, TPTP, Dialect, detect
from .ladr import read_prover9
from .parser import parse_open_formula
from .problems import read_smtlib
from .program import Constant, Default, Predicate, Program, Reading, Semantics, Statement
from .tptp import read_tptp
from .unifying import settle_names
from .writer import DECLARATION, one_line

_SECTIONS: Final = {
    "semantics": "semantics",
    "spelling": "spelling",
    "predicates": "predicates",
    "constants": "constants",
    "premises": "premises",
    "premise": "premises",
    "facts": "premises",
    "rules": "premises",
    "axioms": "premises",
    "assumptions": "premises",
    "hypotheses": "premises",
    "formulas": "premises",
    "defaults": "defaults",
    "defeasible rules": "defeasible",
    "exceptions": "exceptions",
    "preferences": "preferences",
    "conclusion": "goal",
    "conclusions": "goal",
    "query": "goal",
    "goal": "goal",
}
_MARKS: Final = ("premises", "facts", "rules", "defaults", "conclusion", "query", "goal")
"""Sections that tell a program of ours from other formats."""
_HEADER: Final = re.compile(r"[ \t#*]*([^\W_]+(?: [^\W_]+){0,3})[ *]*:[ \t*]*(.*)")
MAX_HEADER: Final = 60
"""The most characters before the colon of a section's header."""
_LINE: Final = re.compile(r"[^\r\n]+")
_GLOSS: Final = re.compile(r"(?<!\\):::")
_MARKER: Final = re.compile(r"\s*(?:[*•]\s+|\(?\d{1,3}[.)]\s+)?")
_DASH: Final = re.compile(r"\s*(?:[*•-]\s+|\(?\d{1,3}[.)]\s+)?")
"""Where ¬ is the negation, a dash and a blank are a marker too."""
_LABEL: Final = re.compile(r"[ \t*•-]*([^\W\d_]\w*)[ \t]*:(?!:)[ \t]*")
_LABEL_ONLY: Final = re.compile(r"[^\W\d_]\w*")
_LINC: Final = re.compile(r"(?m)^[ \t]*FOL:")


def read_program(
    text: str, dialect: Dialect | None = None, *, strict: bool = False, folder: Path | None = None
) -> Reading:
    """Read a program, in whatever form and dialect it was written.

    Args:
        text: a program in sections, LINC's lines, or a problem in TPTP, LADR or SMT-LIB.
        dialect: the formulas' dialect; ``None`` to tell from the text.
        strict: mend nothing.
        folder: where the text is from; a TPTP problem includes files from there.

    Returns:
        The program and all diagnostics of the text, found in one pass.
    """
    dialect = dialect or detect(text)
    lowered = text.lower()
    if not any(f"{word}:" in lowered for word in _MARKS):
        if dialect is SMTLIB:
            return _finish(read_smtlib(text, strict), text, SMTLIB, strict)
        if re.search(r"(?m)^[ \t]*(?:fof|cnf|tff) ?\(", text):
            return _finish(read_tptp(text, strict, folder), text, TPTP, strict)
        if re.search(r"(?m)^[ \t]*(?:formulas|clauses) ?\(", text):
            return _finish(read_prover9(text, strict), text, PROVER9, strict)
    reader = _Reader(text, dialect, strict)
    if _LINC.search(text):
        reader.read_linc()
    else:
        reader.read_sections()
    return _finish(reader.result(), text, dialect, strict, exact=reader.exact)


def _split_gloss(line: str) -> tuple[str, str]:
    if ":::" not in line:
        return line, ""
    if "\\" in line:  # a quoted name may hold an escaped ':::'
        parts = _GLOSS.split(line, maxsplit=1)
        return parts[0], one_line(parts[1]) if len(parts) > 1 else ""
    body, _, gloss = line.partition(":::")
    return body, one_line(gloss)


class _Reader:
    def __init__(self, text: str, dialect: Dialect, strict: bool) -> None:
        self.text = text
        self.dialect = dialect
        self.strict = strict
        self.semantics = Semantics.CLASSICAL
        self.exact = False
        self.predicates: list[Predicate] = []
        self.constants: list[Constant] = []
        self.premises: list[Statement] = []
        self.rules: dict[str, list[Default]] = {"defaults": [], "defeasible": []}
        self.exceptions: list[Statement] = []
        self.preferences: list[tuple[str, str]] = []
        self.goal: Statement | None = None
        self.goal_seen = False
        self.closed: tuple[str, ...] = ()
        self.open_variables: tuple[str, ...] = ()
        self.diagnostics: list[Diagnostic] = []
        self.read = 0
        self.total = 0

    def result(self) -> tuple[Program | None, list[Diagnostic], int, int]:
        if not self.goal_seen:
            self.diagnostics.append(
                Diagnostic(
                    "no-goal",
                    Level.ERROR,
                    "the program asks nothing",
                    None,
                    "Add a section 'Conclusion:' with one formula.",
                    "a conclusion",
                )
            )
        program = None
        if self.goal is not None:
            self.check_labels()
            if not has_errors(self.diagnostics):
                program = Program(
                    tuple(self.premises),
                    self.goal,
                    semantics=self.semantics,
                    predicates=tuple(self.predicates),
                    open_variables=self.open_variables,
                    constants=tuple(self.constants),
                    defaults=tuple(self.rules["defaults"]),
                    defeasible=tuple(self.rules["defeasible"]),
                    exceptions=tuple(self.exceptions),
                    preferences=tuple(self.preferences),
                )
        return program, self.diagnostics, self.read, self.total

    def read_sections(self) -> None:  # noqa: C901, PLR0912  # a case for each kind of section
        section = ""
        end = -1
        for line in self.text.split("\n"):
            start = end + 1
            end = start + len(line)
            if not line or line.isspace() or "```" in line:
                continue
            colon = line.find(":")
            if 0 <= colon <= MAX_HEADER and line[colon : colon + 3] != ":::" and (header := _HEADER.match(line)):
                named = _SECTIONS.get(header.group(1).lower().removeprefix("fol "))
                rest = header.group(2)
                if named is not None:
                    section = named
                    line, start = rest, start + header.start(2)
                    if not line or line.isspace():
                        continue
                elif section and not rest and "(" not in line:
                    section = ""
                    self.skipped_section(header.group(1), start)
                    continue
            if section == "predicates":
                self.declaration(line, start)
            elif section == "constants":
                self.constant(line, start)
            elif section == "premises":
                if (statement := self.statement(line, start)) is not None:
                    self.premises.append(statement)
            elif section in self.rules:
                self.default(line, start, self.rules[section])
            elif section == "exceptions":
                if (statement := self.statement(line, start)) is not None:
                    self.exceptions.append(statement)
            elif section == "preferences":
                self.preference(line, start)
            elif section == "goal":
                self.conclusion(line, start)
            elif section == "semantics":
                self.meaning(line, start)
            elif section == "spelling":
                self.spelling(line, start)

    def meaning(self, line: str, start: int) -> None:
        word = line.strip(" \t\r-•*.").lower()
        if word in tuple(Semantics):
            self.semantics = Semantics(word)
            return
        message, hint = f"there is no semantics '{word}'", f"Write {' or '.join(Semantics)}."
        span = Span(start, start + len(line.rstrip()))
        self.diagnostics.append(Diagnostic("unknown-semantics", Level.ERROR, message, span, hint, "a semantics", word))

    def spelling(self, line: str, start: int) -> None:
        word = line.strip(" \t\r-•*.").lower()
        self.exact = word == "exact"
        if not self.exact:
            message, hint = f"there is no spelling '{word}'", "Write exact, or leave the line out."
            span = Span(start, start + len(line.rstrip()))
            self.diagnostics.append(Diagnostic("unknown-spelling", Level.ERROR, message, span, hint, "exact", word))

    def skipped_section(self, name: str, start: int) -> None:
        message = f"the section '{name}' is not known and was skipped"
        hint = "The sections are Predicates, Premises and Conclusion."
        span = Span(start, start + len(name))
        self.diagnostics.append(Diagnostic("unknown-section", Level.WARNING, message, span, hint))

    def read_linc(self) -> None:
        found: list[tuple[str, str, int]] = []
        sentence = ""
        for match in _LINE.finditer(self.text):
            line = match.group()
            label, _, rest = line.strip().partition(":")
            if label == "TEXT":
                sentence = one_line(rest)
            elif label == "FOL":
                found.append((rest.strip(), sentence, match.start() + line.index(":") + 1))
                sentence = ""
        for formula, gloss, start in found[:-1]:
            if (statement := self.formula(formula, gloss, self.text.find(formula, start))) is not None:
                self.premises.append(statement)
        for formula, gloss, start in found[-1:]:
            self.goal_seen = True
            self.goal = self.formula(formula, gloss, self.text.find(formula, start))
            self.open_variables = self.closed

    def statement(self, line: str, start: int) -> Statement | None:
        body, gloss = _split_gloss(line)
        if body and (body[0].isspace() or body[0] in "*•(0123456789-"):
            marker = (_DASH if self.dialect.scope == "wide" and "¬" in self.text else _MARKER).match(body)
            if marker and marker.end():
                body, start = body[marker.end() :], start + marker.end()
        return self.formula(body, gloss, start)

    def formula(self, text: str, gloss: str, start: int) -> Statement | None:
        self.total += 1
        formula, found, self.closed = parse_open_formula(text, self.dialect, strict=self.strict, offset=start)
        if found:
            self.diagnostics += found
        if formula is None:
            return None
        self.read += 1
        return Statement(formula, gloss, Span(start, start + len(text.rstrip())))

    def conclusion(self, line: str, start: int) -> None:
        if not self.goal_seen:
            self.goal_seen = True
            self.goal = self.statement(line, start)
            self.open_variables = self.closed
            return
        self.diagnostics.append(
            Diagnostic(
                "extra-conclusion",
                Level.WARNING,
                "only the first conclusion is asked; this line is not read",
                Span(start, start + len(line)),
                "Join several conclusions with ∧, or ask them one by one.",
            )
        )

    def declaration(self, line: str, start: int) -> None:
        body, gloss = _split_gloss(line)
        if match := DECLARATION.fullmatch(body.strip()):
            name, params = match.group(1), [p.strip().lstrip("$") for p in match.group(2).split(",") if p.strip()]
        else:
            tokens, kinds = lexer.tokenize(body, self.dialect.overrides)
            if not kinds or kinds[0] not in (lexer.NAME, lexer.QUOTED) or kinds[1:2] not in ([], ["("]):
                self.diagnostics.append(
                    Diagnostic(
                        "bad-declaration",
                        Level.WARNING,
                        "this declares no predicate",
                        Span(start, start + len(body.rstrip())),
                        "Write a declaration as Likes(x, y) ::: x likes y",
                        "a predicate with its arguments",
                    )
                )
                return
            name = lexer.unquote(tokens[0])
            params = [lexer.unquote(t) for t, k in zip(tokens[2:], kinds[2:], strict=True) if k == lexer.NAME]
        if self.dialect.truth_argument and params[-1:] == ["bool"]:
            params.pop()
        self.predicates.append(Predicate(name, tuple(params), gloss))

    def default(self, line: str, start: int, rules: list[Default]) -> None:
        match = _LABEL.match(line)
        label = match.group(1) if match else f"{'D' if rules is self.rules['defaults'] else 'R'}{len(rules) + 1}"
        begins = match.end() if match else 0
        if (found := self.statement(line[begins:], start + begins)) is not None:
            rules.append(Default(label, found.formula, found.gloss, found.span))

    def preference(self, line: str, start: int) -> None:
        labels = [label.strip() for label in line.strip(" \t-*•.").split(">")]
        if len(labels) < 2 or not all(_LABEL_ONLY.fullmatch(label) for label in labels):
            message, hint = "this states no preference", "Write the labels of two rules as R2 > R1"
            span = Span(start, start + len(line.rstrip()))
            self.diagnostics.append(Diagnostic("bad-preference", Level.ERROR, message, span, hint, "a preference"))
            return
        self.preferences += itertools.pairwise(labels)

    def check_labels(self) -> None:
        self.diagnostics += check_labels(self.rules["defaults"], self.rules["defeasible"], self.exceptions)
        known = {rule.label for rules in self.rules.values() for rule in rules}
        for label in dict.fromkeys(label for pair in self.preferences for label in pair if label not in known):
            message = f"the preference speaks of '{label}', which is the label of no rule"
            self.diagnostics.append(Diagnostic("unknown-label", Level.WARNING, message, None, "Label the rule."))

    def constant(self, line: str, start: int) -> None:
        body, gloss = _split_gloss(line)
        if marker := _DASH.match(body):
            body = body[marker.end() :]
        names = self.names(body)
        if not names and not gloss:
            body, _, gloss = body.partition(":")
            names = self.names(body)
        if not names:
            message, hint = "this declares no constant", "Write a constant as newYork ::: New York"
            span = Span(start, start + len(body.rstrip()))
            self.diagnostics.append(Diagnostic("bad-declaration", Level.WARNING, message, span, hint, "a constant"))
        self.constants += [Constant(name, one_line(gloss)) for name in names]

    def names(self, text: str) -> list[str]:
        """Return names with commas between them; none if the text is anything else."""
        tokens, kinds = lexer.tokenize(text, self.dialect.overrides)
        named = all(kind in (lexer.NAME, lexer.QUOTED) for kind in kinds[::2])
        if not named or len(kinds) % 2 == 0 or any(kind != "," for kind in kinds[1::2]):
            return []
        return [lexer.unquote(token) for token in tokens[::2]]


def _finish(
    result: tuple[Program | None, list[Diagnostic], int, int],
    text: str,
    dialect: Dialect,
    strict: bool,
    *,
    exact: bool = False,
) -> Reading:
    program, diagnostics, read, total = result
    if has_errors(diagnostics):
        program = None
    if program is not None:
        program, said = settle_names(program, text, dialect, strict=strict, exact=exact)
        diagnostics += said
    return Reading(program, gathered(diagnostics), text, read, total)
