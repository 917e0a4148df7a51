"""Problem files of TPTP: annotated formulas of cnf, fof and tff with their roles, and files that they include.

Few signs need no brackets there: a quantifier and ``~`` reach the next formula only, chains are of ``&`` alone
or of ``|`` alone, and all other connectives join two.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span, line_and_column
from ..logic.program import Statement
from ..logic.symbols import BOOL, INT, REAL, THING, Declarations, DeclaredSort, Typed
from ..logic.syntax import (
    ARITHMETIC,
    DIVISION,
    MAX_DEPTH,
    Atom,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Not,
    Num,
    Or,
    Term,
    Var,
    conjunction,
    negation,
    number_named,
)
from ..logic.walkers import walk
from .conventions import FROM_TPTP, RELATIONS_FROM_TPTP, decode_tptp_variable, distinct_object, object_text
from .operators import Infix, Language, OperatorReader, Raw
from .problems import Result, assemble, refuse
from .scanner import unquote

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
_CLAUSES: Final[Infix] = {"|": (800, True, "or"), "=": (500, False, "="), "!=": (500, False, "!=")}
_JOINS: Final = {"=>": "implies", "<=": "if", "<=>": "iff", "<~>": "xor", "~|": "nor", "~&": "nand"}
_TPTP: Final = Language(
    words=re.compile(
        r"""\s*(?:(?P<comment>%[^\n]*|/\*.*?(?:\*/|\Z))|(?P<quoted>'(?:[^'\\\n]|\\.)*')|(?P<object>"(?:[^"\\\n]|\\.)*")
        |(?P<number>[+-]?\d+(?:/\d+|(?:\.\d+)?(?:[eE][+-]?\d+)?)(?!\w))
        |(?P<defined>\$\$?\w+)|(?P<variable>[A-Z]\w*)|(?P<word>[a-z]\w*)
        |(?P<quantifier>[!?](?=\s*\[))|(?P<sign><=>|<~>|=>|<=|~\||~&|!=|\S))""",
        re.S | re.X,
    ),
    infix={**_CLAUSES, "&": (800, True, "and"), **{sign: (800, False, kind) for sign, kind in _JOINS.items()}},
    negation=("~", 600),
    quantifiers={"!": Forall, "?": Exists},
    scope=600,
    truths={"$true": True, "$false": False},
)
_TYPES: Final[Infix] = {">": (800, False, ""), "*": (700, True, "")}
_BUILT_IN: Final = {"$i": THING, "$o": BOOL, "$int": INT, "$rat": REAL, "$real": REAL}
"""TPTP's own types; rational numbers are reals here."""


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
        if len(questions) > 1 or bool(goals) + bool(denied) + bool(questions) > 1:
            message = "a question, a conjecture and a negated conjecture stand beside each other"
            place = (*questions[1:], *denied, *goals)[0].span
            self.say("two-goals", message, place, "Ask them one by one; what holds is an axiom.")
        if denied:
            sides = tuple(negation(one.formula) for one in denied)
            goals = [replace(denied[0], formula=sides[0] if len(sides) == 1 else Or(sides))]
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

    def say(self, code: str, message: str, span: Span | None, hint: str) -> None:
        """Add an error about the problem."""
        self.diagnostics.append(Diagnostic(code, Level.ERROR, message, span, hint))

    def apart(self, held: set[Formula], statements: tuple[Statement, ...]) -> list[Statement]:
        """Return that distinct objects are different things, where equality can tell and no premise states it."""
        nodes = [node for one in statements for node in walk(one.formula)]
        named = dict.fromkeys(n for n in nodes if type(n) is Fn and not n.args and object_text(n.name))
        objects = list(named) if any(type(node) is Eq for node in nodes) else []
        if len(objects) > _MAX_OBJECTS:
            message = f"there are more than {_MAX_OBJECTS} distinct objects"
            self.say("too-long", message, None, "State what differs with !=.")
            return []
        pairs = ((Not(Eq(a, b)), Not(Eq(b, a))) for a, b in combinations(objects, 2))
        return [Statement(pair[0], "distinct objects") for pair in pairs if held.isdisjoint(pair)]


class _File(OperatorReader):
    """Reads the annotated formulas of one file.

    Args:
        problem: what the files state together.
        text: the file.
        folder: where it is.

    Attributes:
        name: what an included file is called where it is included; empty for the problem's own file.
        place: where the problem's own file includes this one.
    """

    name = ""
    place: Span | None = None
    kind = "fof"

    def __init__(self, problem: _Problem, text: str, folder: Path | None) -> None:
        super().__init__(text, _TPTP)
        self.problem, self.folder = problem, folder

    # -- statements ------------------------------------------------------------------------

    def note(self, found: Diagnostic) -> None:
        """Add a diagnostic; one of an included file is placed where it is included, and says its place in words."""
        if self.place is not None:
            line = line_and_column(self.text, found.span.start)[0] if found.span else 1
            found = replace(found, message=f"in '{self.name}', line {line}: {found.message}", span=self.place)
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
        self.kind, self.infix = head.text, _CLAUSES if head.text == "cnf" else _TPTP.infix
        self.problem.total += 1
        name = self.word("the name of a formula", "word", "quoted", "number").text
        self.take(",")
        role = self.word("a role such as axiom or conjecture", "word")
        self.take(",", "',' behind the role")
        if role.text == "type" and head.text == "tff":
            self.declaration()
            return
        if role.text not in _ROLES:
            hint = f"Read are {', '.join(_ROLES)}."
            refuse("unknown-role", f"the role '{role.text}' is not read", role.span, hint)
        raw = self.whole()
        self.ending()
        kind, gloss = "axiom" if role.text in _PREMISES else role.text, unquote(name)
        self.problem.stated[kind].append(Statement(self.closed(raw), gloss, self.place or raw.span))

    def declaration(self) -> None:
        """Read what a formula declares of types: ``f: (a * b) > c``."""
        self.problem.total -= 1
        bracket = self.at("(")
        token = self.word("the symbol whose type is declared", "word", "quoted")
        self.take(":")
        self.infix = _TYPES
        raw = self.whole()
        if raw.symbol == "$tType":
            self.problem.sorts[DeclaredSort(_name(token.text))] = None
        else:
            left, result = raw.args if raw.symbol == ">" else (None, raw)
            sides = () if left is None else left.args if left.symbol == "*" else (left,)
            arguments = tuple(map(self.sort, sides))
            if BOOL in arguments:
                hint = "Write a predicate of its own for each of them."
                refuse("unsupported", "a symbol of truth values is not read", token.span, hint)
            self.problem.typed[Typed(_name(token.text), arguments, self.sort(result))] = None
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
        while self.at(","):  # a general term, of which only the brackets matter
            level, start = 0, self.i
            while self.token.kind != "end" and (level or self.token.text not in (",", ")", ".")):
                level += (self.token.text in ("(", "[")) - (self.token.text in (")", "]"))
                self.i += 1
            if self.i == start or level:
                self.unexpected("an annotation")
        self.take(")", "a connective, ',' or ')'")
        self.take(".")

    # -- files that are included -------------------------------------------------------------

    def include(self, start: int) -> None:
        """Read an included file, behind the opening bracket."""
        name = unquote(self.word("the name of a file in quotes", "quoted").text)
        span = self.since(start)
        if self.token.text == ",":
            hint = "Include the whole file, or write the formulas here."
            refuse("not-included", "a part of a file is not included", span, hint)
        self.take(")")
        self.take(".")
        self.problem.files += 1
        if self.problem.files > MAX_FILES:
            refuse("not-included", f"the file '{name}' is one too many: does a file include itself?", span)
        top = self.problem.folder
        if top is None or self.folder is None:
            message = f"the file '{name}' is not read: where this text is from is not known"
            refuse("not-included", message, span, "Give the problem as a file, or write the formulas here.")
        try:
            places = ((folder / name).resolve() for folder in (self.folder, top))
            path = next((path for path in places if path.is_relative_to(top) and path.is_file()), None)
            text = path.read_text(encoding="utf-8") if path is not None else ""
        except (OSError, ValueError, RuntimeError) as fault:
            refuse("not-included", f"the file '{name}' can't be read: {fault.__class__.__name__}", span)
        if path is None:
            message, hint = f"the problem's own folder has no file '{name}'", "Files below it can be included, too."
            refuse("not-included", message, span, hint)
        inner = _File(self.problem, text, path.parent)
        inner.name, inner.place = name, self.place or span
        inner.read()

    # -- terms as they are written -----------------------------------------------------------

    def variables(self) -> list[Raw]:
        """Read the variables of a quantifier, each with its sort for a kind."""
        self.take("[" if self.kind != "cnf" else "p(X)")
        found = list[Raw]()
        while not found or self.at(","):
            token = self.word("a variable, which begins with a capital letter", "variable")
            sort = self.sort(self.primary()) if self.kind == "tff" and self.at(":") else THING
            if sort == BOOL:
                hint = "State the formula for $true and for $false."
                refuse("unsupported", "variables of truth values are not read", token.span, hint)
            found.append(Raw("" if sort == THING else sort, decode_tptp_variable(token.text), (), token.span))
        self.take("]", "',' or ']'")
        self.take(":")
        return found

    # -- what they mean ----------------------------------------------------------------------

    def sort(self, raw: Raw) -> str:
        """Return the sort that a type is."""
        if raw.args or not (raw.kind in ("word", "quoted") or raw.symbol in _BUILT_IN):
            hint = "Read are $i, $o, $int, $rat, $real and the types that the file declares as $tType."
            refuse("unsupported", f"the type '{raw.symbol}' is not read", raw.span, hint)
        return _BUILT_IN.get(raw.symbol) or unquote(raw.symbol)

    def atom(self, raw: Raw) -> Formula:
        """Return a term as the atom that it is."""
        symbol, args = raw.symbol, raw.args
        if symbol in RELATIONS_FROM_TPTP and len(args) == 2:
            return Cmp(RELATIONS_FROM_TPTP[symbol], self.term(args[0]), self.term(args[1]))
        if symbol == "$distinct" and 0 < len(args) <= MAX_DEPTH:
            return conjunction(tuple(Not(Eq(a, b)) for a, b in combinations(map(self.term, args), 2)))
        term = self.term(raw)
        if not isinstance(term, Fn) or raw.kind not in ("word", "quoted"):
            self.no_formula(raw)
        return Atom(term.name, term.args)

    def term(self, raw: Raw) -> Term:
        """Return a term as the term that it is."""
        symbol, args = raw.symbol, raw.args
        if self.states(raw):
            self.no_term(raw)
        if raw.kind == "defined":
            return self.calculated(raw, tuple(map(self.term, args)))
        if args and raw.kind not in ("word", "quoted"):
            hint = f"Write {symbol[0].lower()}{symbol[1:]}(…) or '{symbol}'(…)."
            refuse("variable-applied", f"'{symbol}' is no symbol of a function or a predicate", raw.span, hint)
        if raw.kind == "variable":
            name = decode_tptp_variable(symbol)
            if name not in self.bound and self.kind != "cnf":
                message = f"no quantifier binds {symbol} here: one reaches the next formula only, or brackets"
                hint = f"Write ! [{symbol}] : (…) around all that it is to bind, or {symbol.lower()} for one thing."
                refuse("free-variable", message, raw.span, hint)
            return Var(name)
        if raw.kind == "number":
            value = number_named(symbol.removeprefix("+"))
            if value is None:
                message = f"'{symbol}' is no numeral that is read here"
                refuse("unsupported", message, raw.span, "Write it in digits, as 0.25.")
            return value if self.kind == "tff" else Num(value.value)
        name = distinct_object(unquote(symbol)) if raw.kind == "object" else _name(symbol)
        if not name or (name in ARITHMETIC | DIVISION and args):
            message = "a name without letters" if not name else f"the name {symbol} means arithmetic elsewhere"
            refuse("unsupported" if name else "empty-name", message, raw.span, "Rename it.", "a name")
        return Fn(name, tuple(map(self.term, args)))

    def calculated(self, raw: Raw, args: tuple[Term, ...]) -> Term:
        """Return what a defined function gives."""
        match raw.symbol, args:
            case (("$to_real" | "$to_rat"), (term,)):
                return term
            case "$uminus", (term,):
                return Fn("-", (Num(0), term))
            case symbol, (_, _) if symbol in FROM_TPTP:
                return Fn(FROM_TPTP[symbol], args)
        hint = f"Read are {' '.join((*RELATIONS_FROM_TPTP, *FROM_TPTP))} $uminus $to_real $to_rat $distinct."
        refuse("unsupported", f"'{raw.symbol}' of {len(args)} arguments is not read here", raw.span, hint)


def _name(text: str) -> str:
    """Return the name of a symbol: ``'5'`` is a word and not the number 5, so it keeps its quotes."""
    name = unquote(text)
    return name if number_named(name) is None else text
