"""Constraint programs with options, as Logic-LM writes them: in Python's notation, or variables with domains."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, NamedTuple, TypeVar

from ..clock import look
from ..logic.diagnostics import Diagnostic, Level, Span, gathered, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import Program, Statement
from ..logic.question import OPPOSITE, PHRASES, Asked, Option, Question, Table, Test, Wanted, options_of
from ..logic.symbols import BOOL, INT, Declarations
from ..logic.syntax import And, Cmp, Count, Eq, Fn, Formula, Iff, Implies, Not, Num, Term, Truth, conjunction
from ..logic.walkers import walk
from .asked import asked_by, unclear_question
from .pythonic import NO_VALUE, FunctionSorts, Names, NotRead, expression, plain
from .readings import Reading

_HEADING: Final = re.compile(
    r"(?i)[ \t]*(?:#+[ \t]*(declaration|constraint|option)s?[ \t]*:?|(domain|variable|constraint|query)s?[ \t]*:)[ \t]*"
)
_BUILT_IN: Final[Mapping[str, str]] = {"int": INT, "Int": INT, "bool": BOOL, "Bool": BOOL}
_WRAPPERS: Final[Mapping[str, Wanted]] = {
    **dict.fromkeys(("is_sat", "is_possible", "is_valid_schedule"), "possible"),
    **dict.fromkeys(("is_valid", "is_must", "is_required"), "entailed"),
    "is_unsat": "refuted",
}
"""What a program asks of an option by the name that it puts around it."""
_KINDS: Final[Mapping[str, Asked]] = {
    "is_accurate_list": Asked.LIST, "is_min": Asked.LEAST, "is_max": Asked.MOST, "is_determined": Asked.SETTLED,
    "is_equivalent": Asked.SAME,
}  # fmt: skip
_SUPPOSED: Final = re.compile(
    r"(?i)(?<!determined)\s(?:if|(?:given|assuming|provided)(?: that)?|supposing|once|as long as)\b(.*?)[?,.:]?\s*$"
)
_SUPPOSES: Final = re.compile(r"(?i)\s*(?:if|suppose|assume)\b(.*?)(?:, (?:then|which|each|any|what)\b|$)")
_LETTER: Final = re.compile(r"\s*(?:\(?([A-Z])\)\s*)+")
_COLUMN: Final = re.compile(r"([^={(]+)=\s*(\{.*\})")
"""A column of the table in which an assignment is shown: things as they are called, and the terms that place them."""
_NUMBERS: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()
_ONE_TO_ONE: Final = re.compile(r"Distinct\s*\(\s*\[\s*(\w+)\s*:\s*\w+\s*\]\s*,\s*(\w+)\s*\(\s*\1\s*\)\s*\)")
_NONE: Final = re.compile(rf"(\w+)\((?:[^()]|\([^()]*\))*\)\s*[!=]=\s*(?:{'|'.join(NO_VALUE)})\b")
"""Where a program says that a function has no value."""


_T = TypeVar("_T")


class _Row(NamedTuple):
    """A line: what it says in the notation, its sentence, and its place."""

    code: str
    gloss: str
    span: Span


class _Option(NamedTuple):
    """An option as it was read: what is asked of it, what it says, what it lists, of which number, in whose place."""

    kind: Asked
    wanted: Wanted | None
    says: Statement
    parts: tuple[Formula, ...] = ()
    number: int = 0
    replaced: Formula | None = None


def read_constraints(text: str, question: str = "", options: Sequence[str] = ()) -> Reading:
    """Read a constraint program.

    Args:
        text: the text, in ``python`` or ``csp``.
        question: the question in words, where the text does not say it.
        options: the options in words, where it does not say them.

    Returns:
        The program with its options, or what keeps it from being read.
    """
    reader, listed = _Reader(text, question), list[_Row]()
    rows = reader.rows()
    reader.variables(rows["variable"] + [row for row in rows["domain"] if "[IN]" in row.code])
    stated = reader.declare(rows["declaration"])
    for row in rows["option"] + rows["query"]:
        letter = _LETTER.match(row.code) or _LETTER.match(row.gloss)
        if row.code.lower() == "question":
            reader.words = question or row.gloss
        elif column := _COLUMN.fullmatch(row.code):
            reader.columns.append((column[1].strip(), row._replace(code=column[2])))
        elif letter is None:
            stated.append(row)
        else:
            at, rest = ord(letter[1]) - ord("A"), letter.string[letter.end() :]
            code, gloss = (rest, row.gloss) if letter.string == row.code else (row.code, rest)
            known = _LETTER.sub("", options[at], 1) if at < len(options) else ""
            listed.append(row._replace(code=code, gloss=gloss or known))
    stated += rows["constraint"]
    for row in stated:
        formula = reader.read(row, lambda node: reader.names.formula(node, {}))
        reader.premises += [] if formula is None else [Statement(formula, row.gloss, row.span)]
    found = [reader.read(row, partial(reader.option, row)) for row in listed]
    if len(found) < 2 and (listed or options or not reader.words):
        reader.say("no-goal", Level.ERROR, "there are no options", "Write … ::: (A) under # Options, A) … under Query:")
    table = reader.table()
    asking = None if has_errors(reader.said) else reader.question([one for one in found if one is not None], table)
    said, count = gathered(reader.said), len(stated) + len(listed)
    asking = None if has_errors(said) else asking
    return Reading(
        None if asking is None else asking.program, said, text, count - reader.failed, count, question=asking
    )


@dataclass(slots=True)
class _Reader:
    """Reads one program.

    Attributes:
        text: the text.
        words: the question in words.
        names: what it declares.
        premises: what was stated.
        said: what is to be said of it.
        failed: how many rows could not be read.
        columns: the columns of the table in which an assignment is shown, by name.
    """

    text: str
    words: str
    names: Names = field(default_factory=Names)
    premises: list[Statement] = field(default_factory=list)
    said: list[Diagnostic] = field(default_factory=list)
    failed: int = 0
    columns: list[tuple[str, _Row]] = field(default_factory=list)
    _at: Span | None = None

    def __post_init__(self) -> None:
        self.names.mended = lambda code, what: self.say(code, Level.MENDED, what)

    def say(self, code: str, level: Level, what: str, hint: str = "") -> None:
        """Note what is to be said of the row that is read."""
        self.said.append(Diagnostic(code, level, what, self._at, hint))

    def rows(self) -> dict[str, list[_Row]]:
        """Return the rows under each heading."""
        found, section = defaultdict[str, list[_Row]](list), ""
        for line in re.finditer(r"[^\n]+", self.text):
            if match := _HEADING.fullmatch(line.group()):
                section = (match.group(1) or match.group(2)).lower()
                continue
            code, mark, gloss = line.group().partition(":::")
            if not mark:
                code, _, gloss = (re.match(r"((?:[^\"'#]|\"[^\"]*\"|'[^']*'|['\"])*)(#?)(.*)", code) or line).groups()
            start = line.start() + len(code) - len(code.lstrip())
            row = _Row(code.strip(), gloss.strip(), Span(start, start + len(code.strip())))
            found[section] += [row] if row.code else []
        return found

    def read(self, row: _Row, read: Callable[[ast.expr], _T]) -> _T | None:
        """Return what is read of a row; ``None``, with a diagnostic, if it can't be."""
        look()
        self._at, self.names.used = row.span, set(re.findall(r"\w+", row.code))
        try:
            return read(expression(row.code, self.names.mended))
        except NotRead as fault:
            self.refuse(fault, row)
        except RecursionError:
            self.refuse(NotRead("too-deep", "this is nested too deeply"), row)
        self.failed += 1
        return None

    def refuse(self, fault: NotRead, row: _Row) -> None:
        """Say what keeps a row from being read."""
        self._at = row.span
        self.say(fault.code, Level.ERROR, fault.what, fault.hint)

    # Declarations.

    def variables(self, rows: list[_Row]) -> None:
        """Read variables with their domains."""
        for row in {row.code: row for row in rows}.values():  # some say each twice, under both headings
            match = re.fullmatch(r"(\w+)\s*\[IN\]\s*\[((?:\s*-?\d+\s*,?)+)\]", row.code)
            if match is None or match.group(1) in self.names.constants:
                self.refuse(NotRead("wrong-domain", "this is no variable of its own with its values"), row)
                continue
            name, numbers = Fn(match.group(1)), sorted({int(one) for one in re.findall(r"-?\d+", match.group(2))})
            self.names.constants[name.name] = INT
            said: list[Formula] = [Cmp("≤", Num(numbers[0]), name), Cmp("≤", name, Num(numbers[-1]))]
            said += [Not(Eq(name, Num(n))) for n in range(numbers[0], numbers[-1]) if n not in numbers]
            self.premises.append(Statement(conjunction(tuple(said)), row.gloss, row.span))

    def declare(self, rows: list[_Row]) -> list[_Row]:
        """Read declarations, and return the rows among them that are constraints."""
        listed, functions, rest = dict[str, list[str]](), list[tuple[str, str, _Row]](), list[_Row]()
        for row in {row.code: row for row in rows}.values():
            match = re.fullmatch(r"(\w+)\s*=\s*(\w+)\s*\((.*)\)", row.code, re.S)
            if match is None:
                rest.append(row)
                continue
            name, kind, inner = match.groups()
            if name in listed or name in [one for one, *_ in functions]:
                self.refuse(NotRead("wrong-sort", f"'{name}' is declared already, as something else"), row)
            elif kind == "EnumSort" and (members := re.fullmatch(r"\s*\[(.*)\]\s*", inner, re.S)):
                found = _members(members.group(1))
                listed[name] = [*dict.fromkeys(found)]
                if len(listed[name]) < len(found) or not found:
                    self.refuse(NotRead("wrong-sort", f"'{name}' has a member twice, or none"), row)
            elif kind == "Function" and "->" in inner:
                functions.append((name, inner, row))
            else:
                self.refuse(NotRead("wrong-sort", "this declares nothing that is known"), row)
        self.names.settle(listed)
        for name, sorts, row in functions:
            self._declare(name, sorts, row)
        return rest

    def _declare(self, name: str, sorts: str, row: _Row) -> None:
        """Declare a function."""
        named = [re.findall(r"[^\[\]()\s,]+", side) for side in sorts.rsplit("->", 1)]
        arguments, results = (tuple(_BUILT_IN.get(one, one) for one in side) for side in named)
        if not arguments and results == (INT,):
            self.names.constants[name] = INT
            return
        ranging = arguments if results == (BOOL,) else (*arguments, *results)
        if unknown := [one for one in ranging if one not in self.names.sorts and one != INT]:
            self.refuse(NotRead("unknown-sort", f"'{unknown[0]}' is no sort that is declared"), row)
            return
        self.names.functions[name] = FunctionSorts(name, arguments, results)
        if name in {match.group(2) for match in _ONE_TO_ONE.finditer(self.text)}:
            self.names.one_to_one.add(name)
        if results[0] in self.names.sorts and name in {match.group(1) for match in _NONE.finditer(self.text)}:
            self.names.absent.add(self.names.whole(results[0]))

    # Options.

    def option(self, row: _Row, node: ast.expr) -> _Option:
        """Return an option as it was read."""
        names, wanted = self.names, None
        name, args = _call(node)
        if denied := name == "is_exception" and len(args) == 1:
            node, name = args[0], _call(args[0])[0]
        if denied or name in _WRAPPERS:
            wanted, node = _WRAPPERS.get(name, "entailed"), _bare(node)
            wanted = OPPOSITE[wanted] if denied else wanted
        name, args = _call(node)
        compared = node.left if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq) else node
        counts, counted = _call(compared)

        def says(formula: Formula) -> Statement:
            return Statement(formula, row.gloss, row.span)

        if counts == "Count" and len(counted) == 2 and _call(counted[1])[0] in _WRAPPERS:
            inner = _call(counted[1])[0]
            parts = tuple(names.formula(_bare(counted[1]), env) for env in names.each(counted[0], {}))
            number = _number(node.comparators[0] if isinstance(node, ast.Compare) else None, row)
            return _Option(Asked.NUMBER, _WRAPPERS[inner], says(conjunction(parts)), parts, number)
        match _KINDS.get(name), args:
            case Asked.LIST, [ast.List(elts)]:
                parts = tuple(names.formula(_bare(one), {}) for one in elts)
                return _Option(Asked.LIST, wanted, says(conjunction(parts)), parts)
            case (Asked.LEAST | Asked.MOST) as kind, [term, *rest] if len(rest) < 2:
                if isinstance(one := term, ast.Compare) and isinstance(one.ops[0], ast.Eq):
                    term, rest = one.left, one.comparators
                number = _number(rest[0] if rest else None, row)
                said = names.related("=", names.term(term, {}), plain(INT, Num(number)))
                return _Option(kind, wanted, says(said), (), number)
            case Asked.SAME, [one, other]:
                return _Option(Asked.SAME, wanted, says(names.formula(other, {})), replaced=names.formula(one, {}))
            case (Asked.SAME | Asked.SETTLED) as kind, [one]:
                return _Option(kind, wanted, says(names.formula(one, {})))
        elts = node.elts if isinstance(node, ast.List) else [node]
        return _Option(Asked.EACH, wanted, says(conjunction(tuple(names.formula(one, {}) for one in elts))))

    def table(self) -> Table | None:
        """Return the table in which an assignment is shown, if there is one."""

        def things(node: ast.expr) -> tuple[tuple[str, Term], ...]:
            if not isinstance(node, ast.Dict):
                raise NotRead("unexpected-token", "this is no column of a table")
            found = []
            for key, value in zip(node.keys, node.values, strict=True):
                term = self.names.term(value, {}).plain
                if not isinstance(key, ast.Constant) or not isinstance(term, Fn) or not term.args:
                    raise NotRead("unexpected-token", "a column has texts with terms behind them")
                found.append((str(key.value), term))
            return tuple(found)

        read = [(name, self.read(row, things)) for name, row in self.columns]
        columns = tuple((name, found) for name, found in read if found is not None)
        return Table(self.columns[0][1].gloss, columns) if columns else None

    def question(self, options: list[_Option], table: Table | None) -> Question | None:
        """Return the question of options that were read, if there is one."""
        self._at = None
        if not options:
            return self._asking((), Asked.WHOLE, "entailed", table)
        kinds, wrote = {one.kind for one in options}, {one.wanted for one in options}
        kind, told = asked_by(self.words)
        asked, written = kinds.pop(), wrote.pop() if len(wrote) == 1 else None
        if kinds:
            self.say("unclear-question", Level.ERROR, "the options are asked of in different ways", "Ask once.")
        about = " ".join(one.gloss for one in (*self.premises, *(one.says for one in options)))
        if asked is Asked.EACH and written is None and (unclear := unclear_question(self.words, about)):
            self.say(unclear.code, Level.ERROR, unclear.message, unclear.hint)
        numbers = [one.number for one in options]
        if asked is Asked.EACH and kind in (Asked.LEAST, Asked.MOST) and (ordered := self._ordered(options)):
            asked, numbers = kind, ordered
        wanted = told or written or ("possible" if asked is Asked.LIST else "entailed")
        if asked is Asked.EACH and written not in (None, wanted):
            what = f"the question asks which option {PHRASES[wanted]}, the program which one {PHRASES[written]}"
            self.say("asked-otherwise", Level.WARNING, what, "The question's words are followed.")
        replaced = self._replaced(options) if asked is Asked.SAME else None
        says, parts = [one.says for one in options], [one.parts for one in options]
        if asked is Asked.EACH:
            says = self._apart(says)
        listed = options_of(says, asked, wanted, parts, numbers)
        if replaced is not None:
            same = [Test((Iff(replaced, one.formula),), "entailed") for one in says]
            listed = tuple(replace(one, tests=(test,)) for one, test in zip(listed, same, strict=True))
        return self._asking(listed, asked, wanted, table)

    def _asking(
        self, options: tuple[Option, ...], asked: Asked, wanted: Wanted, table: Table | None
    ) -> Question | None:
        """Return the question of what was read; ``None``, with a diagnostic, if it is no program."""
        supposed = tuple(p for p in self.premises if _said_in(p.gloss, self.words))
        clause = _SUPPOSES.match(self.words) or _SUPPOSED.search(self.words)
        if clause is not None and not supposed and not any(_near(clause.group(1), p.gloss) for p in self.premises):
            what = f"the question supposes '{clause.group(1).strip()}', and no constraint has that sentence"
            self.say("nothing-supposed", Level.WARNING, what, "Write it as one more constraint, with its sentence.")
        stated = [Statement(formula, gloss) for formula, gloss in self.names.stated()]
        stated += [p for p in self.premises if p not in supposed]
        declared = Declarations(self.names.declared(), self.names.typed())
        try:
            goal = options[0].says if options else Statement(Truth(True))
            program = Program(tuple(stated), goal, declared=declared)
        except InvalidProgram as fault:
            self.say("invalid", Level.ERROR, fault.what, fault.hint)
            return None
        return Question(program, options, asked, wanted, supposed, self.words, table)

    def _apart(self, says: list[Statement]) -> list[Statement]:
        """Return options without what all of them repeat of what the question supposes, which is stated instead."""
        clause = _SUPPOSES.match(self.words)
        implied = all(isinstance(one.formula, Implies) for one in says)

        def parts(formula: Formula) -> tuple[Formula, ...]:
            match formula:
                case And(ones):
                    return ones
                case Implies(left, right) if implied:
                    return left, right
            return (formula,)

        ways = [parts(one.formula) for one in says]
        conditions = [part for part in ways[0][: 1 if implied else None] if all(part in ones for ones in ways)]
        rest = [conjunction(tuple(part for part in ones if part not in conditions)) for ones in ways]
        words = set(re.findall(r"\w+", clause.group(1).lower())) if clause else set()
        named = [node.name for one in conditions for node in walk(one) if isinstance(node, Fn) and not node.args]
        repeats = all(words.intersection(re.findall(r"[a-z]+|\d+", name.lower())) for name in named)
        if clause is None or not conditions or not repeats or Truth(True) in rest:
            return says
        self.premises += [Statement(one, clause.group(1).strip()) for one in conditions]
        return [replace(one, formula=formula) for one, formula in zip(says, rest, strict=True)]

    def _ordered(self, options: list[_Option]) -> list[int]:
        """Return the numbers of options that equate one term with numbers, or with members that have an order."""
        numbers, terms = list[int](), set[object]()
        for one in options:
            match one.says.formula:
                case Eq(term, Num(int(number))):
                    pass
                case Eq(term, Fn(member, ())) if (number := self.names.place(member) or 0) != 0:
                    pass
                case Count("=", number) as term:
                    term = replace(term, number=0)
                case _:
                    return []
            numbers.append(number)
            terms.add(term)
        return numbers if len(terms) == 1 else []

    def _replaced(self, options: list[_Option]) -> Formula | None:
        """Take away the premise that the options are to replace, and return it."""
        told = options[0].replaced
        found = [p for p in self.premises if p.formula == told] or [
            p for p in self.premises if _said_in(p.gloss, self.words)
        ]
        if len(found) != 1:
            hint = "Give it its sentence as the question has it."
            self.say("unclear-question", Level.ERROR, "which constraint the options replace is not said", hint)
            return None
        self.premises.remove(found[0])
        return found[0].formula


def _members(text: str) -> list[str]:
    """Return the members of a sort, as they are listed between brackets."""
    found = re.findall(r"\s*(\"[^\"]*\"|'[^']*'|[^,]+?)\s*(?:,|$)", text)
    return [one[1:-1] if one[0] in "\"'" and one[-1] == one[0] and len(one) > 1 else one for one in found]


def _near(clause: str, gloss: str) -> bool:
    """Return whether a sentence has most of the words of what is supposed."""
    words, said = (set(re.findall(r"\w+", one.lower())) for one in (clause, gloss))
    return len(words & said) >= 0.8 * len(words)


def _said_in(gloss: str, words: str) -> bool:
    """Return whether a question in words has the sentence of a premise."""
    said, text = (" ".join(re.findall(r"\w+", one.lower())) for one in (gloss, words))
    return len(said) > 8 and said.removeprefix("if ") in text


def _call(node: ast.expr) -> tuple[str, list[ast.expr]]:
    """Return what is called, and with what; nothing if nothing is."""
    return (node.func.id, node.args) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ("", [])


def _bare(node: ast.expr) -> ast.expr:
    """Return an option without a name around it that says what is asked of it; several formulas are one."""
    name, args = _call(node)
    if name not in _WRAPPERS or not args:
        return node
    return args[0] if len(args) == 1 else ast.Tuple(args, ast.Load())


def _number(node: ast.expr | None, row: _Row) -> int:
    """Return the number that an option is about: as it is written, or else in its sentence."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    word = row.gloss.strip().rstrip(".").lower()
    if node is None and (word in _NUMBERS or word.isdecimal()):
        return _NUMBERS.index(word) if word in _NUMBERS else int(word)
    raise NotRead("no-number", "which number this option is about is not said")
