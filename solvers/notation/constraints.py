"""Constraint programs with options, as Logic-LM writes them: in Python's notation, or variables with domains."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span, gathered, has_errors
from ..logic.errors import InvalidProgram
from ..logic.program import Program, Statement
from ..logic.question import OPPOSITE, Asked, Option, Question, Test, Wanted, options_of
from ..logic.symbols import BOOL, INT, Declarations
from ..logic.syntax import Cmp, Count, Eq, Fn, Formula, Iff, Not, Num, conjunction
from .asked import asked_by
from .pythonic import FunctionSorts, Names, NotRead, expression, plain, refuse
from .readings import Reading

_HEADING: Final = re.compile(r"(?im)^[ \t]*#+[ \t]*(declarations?|constraints?|options?)[ \t]*:?[ \t]*$")
_DOMAINS: Final = re.compile(r"(?im)^[ \t]*(domain|variables?|constraints?|query)[ \t]*:[ \t]*$")
_SIGNS: Final = (
    (
        "python",
        re.compile(r"(?m)^[ \t]*#+[ \t]*Declarations?\b"),
        re.compile(r"(?m)^[ \t]*\w+[ \t]*=[ \t]*(EnumSort|Function)\b"),
    ),
    ("csp", re.compile(r"(?m)^[ \t]*Variables?[ \t]*:"), re.compile(r"\[IN\]")),
)
"""By what a text is known to be in one of these dialects."""
_OPTION: Final = re.compile(r"^\s*\(?([A-Z])\)?[).:]?\s*(.*)$", re.S)
_ENUM: Final = re.compile(r"^(\w+)\s*=\s*EnumSort\s*\(\s*\[(.*)\]\s*\)$", re.S)
_FUNCTION: Final = re.compile(r"^(\w+)\s*=\s*Function\s*\(\s*\[?(.*?)\]?\s*(?:->|,)\s*\[?([^\[\]]*)\]?\s*\)$", re.S)
_BUILT_IN: Final[Mapping[str, str]] = {
    "int": INT, "Int": INT, "IntSort": INT, "IntSort()": INT, "integer": INT,
    "bool": BOOL, "Bool": BOOL, "BoolSort": BOOL, "BoolSort()": BOOL, "boolean": BOOL,
}  # fmt: skip
_WRAPPERS: Final[Mapping[str, Wanted]] = {
    "is_sat": "possible", "is_possible": "possible", "is_valid": "entailed", "is_must": "entailed",
    "is_required": "entailed", "is_unsat": "refuted", "is_valid_schedule": "possible",
}  # fmt: skip
"""What a program asks of an option by the name that it puts around it."""
_KINDS: Final[Mapping[str, Asked]] = {
    "is_accurate_list": Asked.LIST, "is_min": Asked.LEAST, "is_max": Asked.MOST, "is_determined": Asked.SETTLED,
    "is_equivalent": Asked.SAME,
}  # fmt: skip
_NONE: Final = r"\b{}\((?:[^()]|\([^()]*\))*\)\s*[!=]=\s*(?:None|null|none)\b"
"""Where a program says that a function has no value."""
_NUMBERS: Final = "zero one two three four five six seven eight nine ten eleven twelve".split()


def is_constraints(text: str, dialect: str | None) -> str:
    """Return the dialect of constraints that a text is in; empty if it is in none.

    Args:
        text: the text.
        dialect: the dialect, if it is known.
    """
    for name, *signs in _SIGNS:
        if dialect == name or (dialect is None and all(sign.search(text) for sign in signs)):
            return name
    return ""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line: what it says in the notation, its sentence, and its place."""

    code: str
    gloss: str
    span: Span


@dataclass(slots=True)
class _Reader:
    """Reads one program.

    Attributes:
        text: the text.
        said: what is to be said of it.
        names: what it declares.
    """

    text: str
    said: list[Diagnostic] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    row: _Row | None = None
    read: int = 0
    total: int = 0

    def __post_init__(self) -> None:
        self.names.mended = self.mended

    def mended(self, code: str, what: str) -> None:
        """Say what was mended in the row that is read."""
        self.said.append(Diagnostic(code, Level.MENDED, what, self.row.span if self.row else None))

    def fault(self, fault: NotRead, row: _Row) -> None:
        """Say what keeps a row from being read."""
        self.said.append(Diagnostic(fault.code, Level.ERROR, fault.what, row.span, fault.hint))

    def rows(self, heading: re.Pattern[str]) -> dict[str, list[_Row]]:
        """Return the rows under each heading, in small letters and without a plural's end."""
        found: dict[str, list[_Row]] = {}
        section = ""
        for line in re.finditer(r"[^\n]+", self.text):
            if match := heading.fullmatch(line.group()):
                section = match.group(1).lower().rstrip("s")
                found.setdefault(section, [])
                continue
            code, mark, gloss = line.group().partition(":::")
            if not mark:
                code, mark, gloss = _commented(code)
            if not section or not (code.strip() or (gloss.strip() and section != "option")):
                continue
            start = line.start() + len(code) - len(code.lstrip())
            row = _Row(code.strip(), gloss.strip(), Span(start, max(line.start() + len(code.rstrip()), start + 1)))
            if row.code:
                found[section].append(row)
        return found

    def formulas(self, row: _Row, read: Callable[[ast.expr], Formula]) -> Formula | None:
        """Return the formula of a row; ``None``, with a diagnostic, if it is none."""
        self.row, self.names.used = row, set(re.findall(r"\w+", row.code))
        self.total += 1
        try:
            found = read(expression(row.code, self.mended))
        except NotRead as fault:
            self.fault(fault, row)
            return None
        except RecursionError:
            self.fault(NotRead("too-deep", "this is nested too deeply", "Split it."), row)
            return None
        self.read += 1
        return found

    def finished(self, question: Question | None) -> Reading:
        """Return the reading."""
        said = gathered(self.said)
        question = None if has_errors(said) else question
        first = question.program if question is not None else None
        return Reading(first, said, self.text, self.read, self.total, question=question)

    def question(
        self, premises: list[Statement], options: tuple[Option, ...], asked: Asked, wanted: Wanted, words: str
    ) -> Question | None:
        """Return the question, if its program is one."""
        supposed = tuple(p for p in premises if _supposed(p.gloss, words))
        stated = tuple(p for p in premises if p not in supposed)
        extra = tuple(Statement(formula, gloss) for formula, gloss in self.names.stated())
        declared = Declarations(self.names.declared(), self.names.typed())
        try:
            program = Program(extra + stated, options[0].says, declared=declared)
            return Question(program, options, asked, wanted, supposed, words)
        except InvalidProgram as fault:
            self.said.append(Diagnostic("invalid", Level.ERROR, fault.what, None, fault.hint))
            return None


def _supposed(gloss: str, words: str) -> bool:
    """Return whether the sentence of a premise is what a question in words supposes."""
    said = re.sub(r"\W+", " ", gloss.lower()).strip().removeprefix("if ")
    return len(said) > 8 and said in re.sub(r"\W+", " ", words.lower())


def _commented(code: str) -> tuple[str, str, str]:
    """Part a line from a remark behind a ``#`` that is in no quotes."""
    quoted = ""
    for i, char in enumerate(code):
        if char in "\"'" and quoted in ("", char):
            quoted = "" if quoted else char
        elif char == "#" and not quoted:
            return code[:i], "#", code[i + 1 :]
    return code, "", ""


def read_constraints(text: str, dialect: str, question: str = "", options: Sequence[str] = ()) -> Reading:
    """Read a constraint program.

    Args:
        text: the text.
        dialect: ``python`` or ``csp``.
        question: the question in words, where the text does not say it.
        options: the options in words, where it does not say them.

    Returns:
        The program with its options, or what keeps it from being read.
    """
    reader = _Reader(text)
    return _read_python(reader, question, options) if dialect == "python" else _read_csp(reader, question)


def _read_csp(reader: _Reader, question: str) -> Reading:
    """Read variables with their domains, constraints and options."""
    rows = reader.rows(_DOMAINS)
    names, premises = reader.names, list[Statement]()
    for row in rows.get("variable", []) + [row for row in rows.get("domain", []) if "[IN]" in row.code]:
        reader.row = row
        match = re.fullmatch(r"(\w+)\s*\[IN\]\s*\[(.*)\]", row.code)
        values = [one.strip() for one in match.group(2).split(",")] if match else []
        if match is None or not all(re.fullmatch(r"-?\d+", one) for one in values):
            reader.fault(NotRead("wrong-domain", "this is no variable with its values", "Write x [IN] [1, 2, 3]."), row)
            continue
        name, numbers = match.group(1), sorted(map(int, values))
        if name in names.constants:
            reader.fault(NotRead("same-name", f"'{name}' is declared twice", "Declare it once."), row)
        names.constants[name] = INT
        said: list[Formula] = [Cmp("≤", Num(numbers[0]), Fn(name)), Cmp("≤", Fn(name), Num(numbers[-1]))]
        holes = [n for n in range(numbers[0], numbers[-1]) if n not in numbers]
        said += [Not(Eq(Fn(name), Num(n))) for n in holes]
        premises.append(Statement(conjunction(tuple(said)), row.gloss, row.span))
    for row in rows.get("constraint", []):
        if (found := reader.formulas(row, lambda node: names.formula(node, {}))) is not None:
            premises.append(Statement(found, row.gloss, row.span))
    says = list[Statement]()
    for row in rows.get("query", []):
        match = re.match(r"\(?[A-Z]\)\s*", row.code)
        bare = replace(row, code=row.code[match.end() :]) if match else row
        if (found := reader.formulas(bare, lambda node: names.formula(node, {}))) is not None:
            says.append(Statement(found, row.gloss, row.span))
    wanted = asked_by(question)[1] or "entailed"
    if len(says) < 2 and not has_errors(reader.said):
        reader.said.append(Diagnostic("no-goal", Level.ERROR, "there are no options", None, "Write A) … under Query:"))
    if has_errors(reader.said):
        return reader.finished(None)
    options = options_of(says, Asked.EACH, wanted, [], [])
    return reader.finished(reader.question(premises, options, Asked.EACH, wanted, question))


def _read_python(reader: _Reader, question: str, told: Sequence[str]) -> Reading:
    """Read declarations, constraints and options in Python's notation."""
    rows = reader.rows(_HEADING)
    stated = _declared(reader, rows.get("declaration", []))
    options, words = list[_Row](), question
    for row in rows.get("option", []):
        letter = re.match(r"\s*\(([A-Z])\)\s*", row.gloss)
        if row.code.lower() == "question":
            words = question or row.gloss
        elif letter:
            at = ord(letter.group(1)) - ord("A")
            gloss = row.gloss[letter.end() :] or (told[at] if at < len(told) else "")
            options.append(replace(row, gloss=gloss))
        else:
            stated.append(row)
    names, premises = reader.names, list[Statement]()
    for row in stated + rows.get("constraint", []):
        if (found := reader.formulas(row, lambda node: names.formula(node, {}))) is not None:
            premises.append(Statement(found, row.gloss, row.span))
    asking = _Asking(reader, names, *asked_by(words), words)
    for row in options:
        asking.take(row)
    if len(options) < 2 and not has_errors(reader.said):
        reader.said.append(
            Diagnostic("no-goal", Level.ERROR, "there are no options", None, "Write … ::: (A) under # Options.")
        )
    if has_errors(reader.said):
        return reader.finished(None)
    premises, choices = asking.options(premises)
    if has_errors(reader.said):
        return reader.finished(None)
    return reader.finished(reader.question(premises, choices, asking.asked, asking.wanted, words))


def _declared(reader: _Reader, rows: list[_Row]) -> list[_Row]:
    """Read declarations, and return the rows among them that are constraints."""
    listed, functions, rest = dict[str, list[str]](), list[tuple[str, str, str, _Row]](), list[_Row]()
    for row in rows:
        match = re.fullmatch(r"(\w+)\s*=\s*(\w+)\s*\((.*)\)", row.code, re.S)
        if match is None:
            rest.append(row)
        elif match.group(2) == "EnumSort" and (ones := re.fullmatch(r"\s*\[(.*)\]\s*", match.group(3), re.S)):
            listed[match.group(1)] = _members(ones.group(1))
        elif match.group(2) == "Function" and "->" in match.group(3):
            arguments, _, results = match.group(3).rpartition("->")
            functions.append((match.group(1), arguments, results, row))
        else:
            fault = NotRead(
                "wrong-sort", "this declares nothing that is known", "S = EnumSort([a, b]), f = Function([S] -> [S])"
            )
            reader.fault(fault, row)
    names = reader.names
    inline = re.compile(r"EnumSort\s*\(\s*\[(.*?)\]\s*\)")
    for name, _, results, _ in functions:
        if match := inline.search(results):
            listed[f"{name}_values"] = _members(match.group(1))
    try:
        names.settle(listed)
    except NotRead as fault:
        reader.fault(fault, rows[0])
    for name, arguments, results, row in functions:
        results = inline.sub(f"{name}_values", results)
        kinds = [[one.strip() for one in re.sub(r"[\[\]()]", "", side).split(",")] for side in (arguments, results)]
        unknown = [one for one in (*kinds[0], *kinds[1]) if one not in names.sorts and one not in _BUILT_IN]
        if unknown or (BOOL in [_BUILT_IN.get(one) for one in kinds[0]]):
            what = f"'{(unknown or kinds[0])[0]}' is no sort that is declared"
            reader.fault(NotRead("unknown-sort", what, "Declare it: S = EnumSort([a, b])."), row)
            continue
        sides = [tuple(_BUILT_IN.get(one, one) for one in side) for side in kinds]
        names.functions[name] = FunctionSorts(name, sides[0], sides[1])
        if len(sides[1]) == 1 and sides[1][0] in names.sorts and re.search(_NONE.format(name), reader.text):
            names.absent.add(names.whole(sides[1][0]))
        if re.search(rf"Distinct\s*\(\s*\[\s*(\w+)\s*:\s*\w+\s*\]\s*,\s*{name}\s*\(\s*\1\s*\)\s*\)", reader.text):
            names.one_to_one.add(name)
    return rest


def _members(text: str) -> list[str]:
    """Return the members of a sort, as they are listed between brackets."""
    found = re.findall(r"\s*(\"[^\"]*\"|'[^']*'|[^,]+?)\s*(?:,|$)", text)
    return [one[1:-1] if one[:1] in "\"'" and one[-1:] == one[:1] and len(one) > 1 else one.strip() for one in found]


@dataclass(slots=True)
class _Asking:
    """The options of a program, and what is asked of them.

    Attributes:
        reader: what reads the program.
        names: what it declares.
        kind: what the question asks in words.
        told: whether they must, could, can't or need not be true, in words; ``None`` if it does not say.
        words: the question.
        asked: what is asked.
        wanted: whether they must, could, can't or need not be true.
    """

    reader: _Reader
    names: Names
    kind: Asked
    told: Wanted | None
    words: str
    asked: Asked = Asked.EACH
    wanted: Wanted = "entailed"
    _said: list[tuple[Asked, Wanted | None]] = field(default_factory=list)
    _says: list[Statement] = field(default_factory=list)
    _parts: list[tuple[Formula, ...]] = field(default_factory=list)
    _numbers: list[int] = field(default_factory=list)
    _replaced: list[Formula] = field(default_factory=list)

    def take(self, row: _Row) -> None:
        """Read an option."""

        def read(node: ast.expr) -> Formula:
            kind, wanted = Asked.EACH, None
            while isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                name, args = node.func.id, _joined(node.func.id, node.args)
                if name == "is_exception" and len(args) == 1:
                    node = args[0]
                    inner = _wrapped(node)
                    wanted = OPPOSITE[inner or "entailed"]
                    node = _bare(node)
                    break
                if name in _WRAPPERS and len(args) == 1:
                    node, wanted = args[0], _WRAPPERS[name]
                elif name in _KINDS:
                    kind = _KINDS[name]
                    self._said.append((kind, wanted))
                    return self._of_kind(kind, args, row)
                else:
                    break
            if isinstance(node, ast.Compare | ast.Call) and (counted := self._number(node, row)) is not None:
                self._said.append((Asked.NUMBER, counted[1]))
                return counted[0]
            self._said.append((kind, wanted))
            if isinstance(node, ast.List):
                return conjunction(tuple(self.names.formula(one, {}) for one in node.elts))
            return self.names.formula(node, {})

        if (found := self.reader.formulas(row, read)) is not None:
            self._says.append(Statement(found, row.gloss, row.span))

    def _number_of(self, row: _Row) -> int:
        """Return the number that an option is about."""
        word = row.gloss.strip().lower()
        if word in _NUMBERS:
            return _NUMBERS.index(word)
        if re.fullmatch(r"\d+", word):
            return int(word)
        refuse("no-number", "which number this option is about is not said", "Compare what is counted: … == 2.")

    def _number(self, node: ast.expr, row: _Row) -> tuple[Formula, Wanted] | None:
        """Return what an option says that tells of how many things something must or may hold; else ``None``."""
        match node:
            case ast.Compare(ast.Call(ast.Name("Count"), [bound, inner]), [ast.Eq()], [ast.Constant(int(number))]):
                pass
            case ast.Call(ast.Name("Count"), [bound, inner]):
                number = -1
            case _:
                return None
        wanted = _wrapped(inner)
        if wanted is None or not isinstance(inner, ast.Call):
            return None
        number = number if number >= 0 else self._number_of(row)
        formula, binders = self.names.each(bound, inner.args[0])
        self._parts.append(formula)
        self._numbers.append(number)
        return conjunction(formula) if formula else refuse("no-sort", f"nothing is counted over {binders}", ""), wanted

    def _of_kind(self, kind: Asked, args: list[ast.expr], row: _Row) -> Formula:
        """Return what an option says that is asked of in a way of its own."""
        names = self.names
        match kind, args:
            case Asked.LIST, [ast.List(elts)]:
                parts = tuple(names.formula(_bare(one), {}) for one in elts)
                self._parts.append(parts)
                return conjunction(parts)
            case ((Asked.LEAST | Asked.MOST), [term, ast.Constant(int(number))]):
                self._numbers.append(number)
                return names.related("=", names.value(term, {}), plain(INT, Num(number)))
            case ((Asked.LEAST | Asked.MOST), [ast.Compare(_, [ast.Eq()], [ast.Constant(int(number))]) as said]):
                self._numbers.append(number)
                return names.formula(said, {})
            case ((Asked.LEAST | Asked.MOST), [term]) if not names.says(term):
                self._numbers.append(self._number_of(row))
                return names.related("=", names.value(term, {}), plain(INT, Num(self._numbers[-1])))
            case Asked.SAME, [one, other]:
                self._replaced.append(names.formula(one, {}))
                return names.formula(other, {})
            case ((Asked.SAME | Asked.SETTLED), [one]):
                return names.formula(one, {})
        refuse(
            "unexpected-token",
            "this option is none of those that are known",
            "Write is_sat(…), is_valid(…) or a formula.",
        )

    def options(self, premises: list[Statement]) -> tuple[list[Statement], tuple[Option, ...]]:
        """Return the premises and the options, with what is asked of them."""
        kinds = {kind for kind, _ in self._said}
        wrote = {wanted for _, wanted in self._said}
        if len(kinds) > 1:
            self._fail("the options are asked of in different ways", "Put the same word around each option.")
            return premises, ()
        self.asked, written = kinds.pop(), wrote.pop() if len(wrote) == 1 else None
        if self.asked is Asked.EACH and self.kind in (Asked.LEAST, Asked.MOST):
            self._ordered()
        self.wanted = self.told or written or ("possible" if self.asked is Asked.LIST else "entailed")
        if self.told is not None and written not in (None, self.told) and self.asked is Asked.EACH:
            what = f"the question asks which option {_PHRASES[self.told]}, the program which one {_PHRASES[written]}"
            hint = "The question's words are followed."
            self.reader.said.append(Diagnostic("asked-otherwise", Level.WARNING, what, None, hint))
        if self.asked is Asked.SAME:
            premises = self._without(premises)
            if has_errors(self.reader.said):
                return premises, ()
        found = options_of(self._says, self.asked, self.wanted, self._parts, self._numbers)
        if self.asked is Asked.SAME:
            one = self._replaced[0]
            found = tuple(replace(o, tests=(Test((Iff(one, o.says.formula),), "entailed"),)) for o in found)
        return premises, found

    def _fail(self, what: str, hint: str) -> None:
        self.reader.said.append(Diagnostic("unclear-question", Level.ERROR, what, None, hint))

    def _ordered(self) -> None:
        """Take options that equate one term with numbers as such, where the least or the greatest is asked for."""
        numbers = list[int]()
        for one in self._says:
            match one.formula:
                case Eq(term, Num(int(number))):
                    numbers.append(number)
                case Eq(Fn() as term, Fn(member, ())) if (at := self.names.place(member)) is not None:
                    numbers.append(at)
                case Count("=", number):
                    term = replace(one.formula, number=0)  # type: ignore[assignment]
                    numbers.append(number)
                case _:
                    return
            if one is self._says[0]:
                first = term
            if term != first:
                return
        self.asked, self._numbers = self.kind, numbers

    def _without(self, premises: list[Statement]) -> list[Statement]:
        """Return the premises without the one that the options are to replace."""
        text = re.sub(r"\W+", " ", self.words.lower())
        named = [p for p in premises if p.gloss and re.sub(r"\W+", " ", p.gloss.lower()).strip() in text]
        if self._replaced:
            named = [p for p in premises if p.formula == self._replaced[0]] or named
        if len(named) != 1:
            self._fail(
                "which constraint the options replace is not said", "Give it its sentence as the question has it."
            )
            return premises
        self._replaced = [named[0].formula]
        return [p for p in premises if p is not named[0]]


_PHRASES: Final[Mapping[Wanted, str]] = {
    "entailed": "must be true", "possible": "could be true", "refuted": "can't be true",
    "not entailed": "need not be true",
}  # fmt: skip


def _joined(name: str, args: list[ast.expr]) -> list[ast.expr]:
    """Return the arguments of a name around an option as one, where it takes one."""
    single = name in _WRAPPERS or name == "is_exception" or name in ("is_determined",)
    return [ast.Tuple(args, ast.Load())] if single and len(args) > 1 else args


def _wrapped(node: ast.expr) -> Wanted | None:
    """Return what the name around an option asks of it, if there is one."""
    match node:
        case ast.Call(ast.Name(name), [_, *_]) if name in _WRAPPERS:
            return _WRAPPERS[name]
    return None


def _bare(node: ast.expr) -> ast.expr:
    """Return an option without such a name around it."""
    if _wrapped(node) is None or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return node
    return _joined(node.func.id, node.args)[0]
