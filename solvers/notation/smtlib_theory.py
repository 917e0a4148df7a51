"""The theories of SMT-LIB 2.7 that scripts may use: the core, and integers and reals with their arithmetic."""

from __future__ import annotations

import itertools
from typing import Final, NoReturn

from ..logic.diagnostics import Diagnostic, Level
from ..logic.symbols import BOOL, INT, NUMBERS, REAL, THING
from ..logic.syntax import (
    ARITHMETIC,
    MAX_DEPTH,
    And,
    Cmp,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Term,
    Truth,
    Var,
    Xor,
    conjunction,
)
from ..logic.syntax import Expression as Tree
from ..logic.walkers import walk
from .sexpr import Group, Node, ScriptError, Word, head_of
from .smtlib import OPERATIONS, RELATIONS, unescaped
from .smtlib_terms import Env, Meaning, Terms, Theory, Value, combined, joined

MAX_BOOLS: Final = 6
"""The most variables of Bool in one quantifier, which are written out."""
_CONNECTIVES: Final = frozenset("and or not xor =>".split())
_ALIASES: Final = {
    "implies": "=>", "->": "=>", "==>": "=>", "iff": "=", "<->": "=", "<=>": "=", "==": "=", "if": "ite",
    "!=": "distinct", "/=": "distinct", "&&": "and", "||": "or", "neg": "not", "~": "not",
}  # fmt: skip
_ELSEWHERE: Final = frozenset(
    "match to_int is_int select store concat extract bvadd bvsub bvmul bvand bvor bvult bvule str.++ str.len".split()
)


def _connective(head: str, node: Group, parts: list[Formula]) -> Formula:
    if head == "not" and len(parts) == 1:
        return Not(parts[0])
    if head in ("and", "or") and parts:
        if len(parts) == 1:
            return parts[0]
        return And(tuple(parts)) if head == "and" else Or(tuple(parts))
    if head in ("xor", "=>") and 2 <= len(parts) <= MAX_DEPTH:
        if head == "xor":
            result = parts[0]
            for part in parts[1:]:
                result = Xor(result, part)
            return result
        result = parts[-1]
        for part in reversed(parts[:-1]):
            result = Implies(part, result)
        return result
    raise ScriptError("unexpected-token", f"'{head}' has the wrong number of parts", node)


def _number(reader: Terms, node: Node, env: Env) -> Value:
    """Return a term that is to be a number."""
    value = reader.value(node, env)
    if value.sort and value.sort not in NUMBERS:
        message = f"what stands here is of the sort {value.sort}, and a number is wanted"
        raise ScriptError("sort-clash", message, node, "Compare and calculate with Int and Real only.")
    return value


def _one_sort(values: list[Value], node: Node) -> str:
    """Return the sort of terms that must be of one; integers may stand for reals."""
    sorts = list(dict.fromkeys(value.sort for value in values if value.sort))
    if len(sorts) > 1:
        if NUMBERS.issuperset(sorts):
            return REAL
        message = f"terms of the sorts {' and '.join(sorts)} stand together"
        raise ScriptError("sort-clash", message, node, "Sorts never overlap: write terms of one sort.")
    return sorts[0] if sorts else ""


def _equality(reader: Terms, node: Group, args: list[Node], env: Env, _truth: bool | None) -> Formula:
    head = head_of(node)
    if len(args) < 2:
        raise ScriptError("unexpected-token", f"'{head}' takes two terms or more", node)
    sides = [reader.meaning(a, env, _looks_true(reader, args, env)) for a in args]
    if not any(isinstance(side, Value) for side in sides):
        truths = [side for side in sides if not isinstance(side, Value)]
        if head == "=":
            return conjunction(tuple(Iff(a, b) for a, b in itertools.pairwise(truths)))
        return Not(Iff(truths[0], truths[1])) if len(truths) == 2 else Truth(False)
    values = []
    for side, arg in zip(sides, args, strict=True):
        if not isinstance(side, Value):
            raise ScriptError("formula-as-term", "a formula stands where a term should", arg)
        values.append(side)
    _one_sort(values, node)
    if head == "=":
        pairs = itertools.pairwise(values)
        return conjunction(tuple(joined([a, b], lambda t: Eq(*t), node) for a, b in pairs))
    both = itertools.combinations(values, 2)
    return conjunction(tuple(joined([a, b], lambda t: Not(Eq(*t)), node) for a, b in both))


def _looks_true(reader: Terms, args: list[Node], env: Env) -> bool | None:
    """Return whether what is equated is true or false, where nothing is declared."""
    if reader.strict:
        return None
    return any(_is_formula(reader, a, env) for a in args)


def _is_formula(reader: Terms, node: Node, env: Env) -> bool:
    if isinstance(node, Word):
        found = env.get(node.text)
        return node.text in ("true", "false") or (found is not None and not isinstance(found, Value))
    head = head_of(node)
    head = _ALIASES.get(head, head)
    return head in RELATIONS or head in _CONNECTIVES or head in ("=", "distinct", "forall", "exists", "!")


def _calculated(reader: Terms, head: str, node: Group, args: list[Node], env: Env) -> Value:
    values = [_number(reader, a, env) for a in args]
    fewest, most = (1, 1) if head in ("abs", "to_real") else (1 if head == "-" else 2, MAX_DEPTH)
    if not fewest <= len(values) <= most:
        raise ScriptError("unexpected-token", f"'{head}' has the wrong number of arguments", node)
    if head == "to_real":
        return Value(values[0].cases, REAL)
    if head == "abs":
        return _absolute(values[0])
    if head == "-" and len(values) == 1:
        return combined(values, _opposite, values[0].sort, node)
    if head in OPERATIONS:
        if head != "/" and (other := next((v for v in values if v.sort == REAL), None)) is not None:
            at = args[values.index(other)]
            raise ScriptError("sort-clash", f"'{head}' is of integers, and a real stands here", at, "Use '/'.")
        name, sort = OPERATIONS[head], REAL if head == "/" else INT
    else:
        name, sort = head, _one_sort(values, node)
    result = values[0]
    for value in values[1:]:
        result = combined([result, value], lambda terms: Fn(name, terms), sort, node)
    return result


def _absolute(value: Value) -> Value:
    """Return the distance from zero: the number itself, or its opposite where it is negative."""
    cases: list[tuple[tuple[Formula, ...], Term]] = []
    for guards, term in value.cases:
        negative = Cmp("<", term, Num(0))
        cases += [((*guards, negative), _opposite((term,))), ((*guards, Not(negative)), term)]
    return Value(tuple(cases), value.sort)


def _quantified(reader: Terms, node: Group, args: list[Node], env: Env, _truth: bool | None) -> Formula:
    kind = Forall if head_of(node) == "forall" else Exists
    if len(args) != 2 or not isinstance(args[0], Group) or not args[0].items:
        raise ScriptError("unexpected-token", f"expected ({head_of(node)} ((x U)) …)", node)
    pairs = [reader.bound(pair) for pair in args[0].items]
    if len(pairs) > MAX_DEPTH:
        raise ScriptError("too-deep", f"more than {MAX_DEPTH} variables", node)
    return _over(reader, kind, pairs, args[1], dict(env))


def _over(
    reader: Terms, kind: type[Forall | Exists], pairs: list[tuple[str, str]], body: Node, env: dict[str, Meaning]
) -> Formula:
    """Return a formula quantified over variables; one that is true or false is both, one after the other."""
    if not pairs:
        return reader.formula(body, env)
    (symbol, sort), *rest = pairs
    if sort == BOOL:
        if sum(s == BOOL for _, s in pairs) > MAX_BOOLS:
            raise ScriptError("too-large", f"more than {MAX_BOOLS} variables of Bool in one quantifier", body)
        both = tuple(_over(reader, kind, rest, body, {**env, symbol: Truth(value)}) for value in (True, False))
        return And(both) if kind is Forall else Or(both)
    name = wanted = unescaped(symbol)
    count = 1
    while name in reader.open and _in_use(name, symbol, env):  # by a definition, or a let
        count += 1
        name = f"{wanted}{count}"
    reader.open.append(name)
    try:
        inner = _over(reader, kind, rest, body, {**env, symbol: Value.of(Var(name), sort)})
    finally:
        reader.open.pop()
    return kind(name, inner, "" if sort == THING else sort)


def _in_use(variable: str, symbol: str, env: Env) -> bool:
    """Return whether anything around but the symbol itself stands for a term with the variable."""
    for other, meaning in env.items():
        nodes: list[Tree] = []
        if isinstance(meaning, Value):
            nodes += [node for guards, term in meaning.cases for node in (*guards, term)]
        else:
            nodes.append(meaning)
        if other != symbol and any(isinstance(n, Var) and n.name == variable for node in nodes for n in walk(node)):
            return True
    return False


def _let(reader: Terms, node: Group, args: list[Node], env: Env, truth: bool | None) -> Meaning:
    if len(args) != 2 or not isinstance(args[0], Group):
        raise ScriptError("unexpected-token", "expected (let ((x t)) …)", node)
    found: dict[str, Meaning] = {}
    for pair in args[0].items:
        if not isinstance(pair, Group) or len(pair.items) != 2 or not isinstance(pair.items[0], Word):
            raise ScriptError("unexpected-token", "expected a name and what it stands for, as in (x t)", pair)
        found[pair.items[0].text] = reader.meaning(pair.items[1], env)
    return reader.meaning(args[1], {**env, **found}, truth)


def _choice(reader: Terms, node: Group, args: list[Node], env: Env, truth: bool | None) -> Meaning:
    if len(args) != 3:
        raise ScriptError("unexpected-token", "'ite' takes a condition and two cases", node)
    condition = reader.formula(args[0], env)
    looks = truth if truth is not None else _looks_true(reader, args[1:], env)
    one, other = (reader.meaning(a, env, looks) for a in args[1:])
    if isinstance(one, Value) and isinstance(other, Value):
        sort = _one_sort([one, other], node)
        first = tuple(((condition, *guards), term) for guards, term in one.cases)
        second = tuple(((Not(condition), *guards), term) for guards, term in other.cases)
        return Value(first + second, sort)
    yes, no = reader.truth(one, args[1]), reader.truth(other, args[2])
    return Or((And((condition, yes)), And((Not(condition), no))))


def _annotated(reader: Terms, node: Group, args: list[Node], env: Env, truth: bool | None) -> Meaning:
    if not args:
        raise ScriptError("unexpected-token", "'!' takes a term and what is noted of it", node)
    meaning = reader.meaning(args[0], env, truth)
    for key, name in itertools.pairwise(args[1:]):
        if isinstance(key, Word) and key.text == ":named" and isinstance(name, Word):
            reader.names.macros[name.text] = meaning
    return meaning


def _ascribed(reader: Terms, node: Group, args: list[Node], env: Env, truth: bool | None) -> Meaning:
    """Return a term whose sort is said beside it, as in ``(as red Color)``."""
    if len(args) != 2:
        raise ScriptError("unexpected-token", "expected (as term sort)", node)
    meaning, sort = reader.meaning(args[0], env, truth), reader.sort(args[1])
    if isinstance(meaning, Value) and meaning.sort and meaning.sort != sort:
        raise ScriptError("sort-clash", f"this is of the sort {meaning.sort}, not {sort}", node)
    return meaning


def _indexed(_reader: Terms, node: Group, args: list[Node], _env: Env, _truth: bool | None) -> NoReturn:
    what = head_of(args) or "an indexed symbol"
    raise ScriptError("unsupported-operation", f"'{what}' is not read here", node, "There are Int and Real.")


def _opposite(terms: tuple[Term, ...]) -> Term:
    [inner] = terms
    return Num(-inner.value, inner.decimal) if isinstance(inner, Num) else Fn("-", (Num(0), inner))


def _joined(reader: Terms, node: Group, args: list[Node], env: Env, _truth: bool | None) -> Formula:
    return _connective(head_of(node), node, [reader.formula(a, env) for a in args])


def _compared(reader: Terms, node: Group, args: list[Node], env: Env, _truth: bool | None) -> Formula:
    if len(args) < 2:
        raise ScriptError("unexpected-token", f"'{head_of(node)}' compares two terms or more", node)
    relation, values = RELATIONS[head_of(node)], [_number(reader, a, env) for a in args]
    pairs = itertools.pairwise(values)
    return conjunction(tuple(joined([a, b], lambda t: Cmp(relation, *t), node) for a, b in pairs))


def _arithmetic(reader: Terms, node: Group, args: list[Node], env: Env, _truth: bool | None) -> Value:
    return _calculated(reader, head_of(node), node, args, env)


def _not_held(_reader: Terms, node: Group, _args: list[Node], _env: Env, _truth: bool | None) -> NoReturn:
    raise ScriptError("unsupported-operation", f"'{head_of(node)}' is not read here", node, "Write it out.")


def _aliased(reader: Terms, node: Group, args: list[Node], env: Env, truth: bool | None) -> Meaning:
    """Read a word of other languages that can mean one thing only."""
    word = node.items[0]
    meant = _ALIASES[head_of(node)]
    message, hint = f"'{head_of(node)}' is no word of SMT-LIB; it is read as '{meant}'", f"Write '{meant}'."
    if not reader.mend:
        raise ScriptError("other-word", f"'{head_of(node)}' is no word of SMT-LIB", word, hint)
    reader.said.append(Diagnostic("other-word", Level.MENDED, message, word.span, hint))
    again = Group(node.start, node.end, [Word(meant, word.span.start), *args])
    return reader.meaning(again, env, truth)


THEORY: Final[Theory] = {
    "=": _equality,
    "distinct": _equality,
    "forall": _quantified,
    "exists": _quantified,
    "let": _let,
    "ite": _choice,
    "!": _annotated,
    "as": _ascribed,
    "_": _indexed,
    **dict.fromkeys(_ALIASES, _aliased),
    **dict.fromkeys(_CONNECTIVES, _joined),
    **dict.fromkeys(RELATIONS, _compared),
    **dict.fromkeys([*ARITHMETIC, *OPERATIONS, "abs", "to_real"], _arithmetic),
    **dict.fromkeys(_ELSEWHERE, _not_held),
}
"""What reads a bracket that begins with each word."""
