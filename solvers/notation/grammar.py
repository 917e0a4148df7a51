"""The canonical form of programs as a grammar, for models whose output a grammar constrains.

A text that the grammar allows is read as it stands, with nothing to mend: formulas are in the
dialect ``unicode`` with the brackets that the printer writes, each quantifier binds the next of a
row of variables, so that none is left unbound, and no name is a word of the language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from .printer import SIGNS
from .signs import UNICODE, WORDS, forms

FORMS: Final = ("gbnf", "lark")
VARIABLES: Final = ("x", "y", "z", "w", "u", "v")
"""The variables, in the order in which nested quantifiers bind them."""
RESERVED: Final = WORDS | forms("neither both when whenever where therefore hence so thus".split())
"""What is no name, since it is a word of the language in one dialect or another, or looks like one."""
_LOWER, _UPPER = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CHARS: Final = "0123456789" + _UPPER + _LOWER
_CONSTANT: Final = (_LOWER, _UPPER + _LOWER)
"""What a constant begins with: a second letter, or it would look like a variable."""
_PREDICATE: Final = (_UPPER,)


def grammar(form: str) -> str:
    """Return the grammar of programs.

    Args:
        form: ``gbnf`` as llama.cpp reads it, or ``lark``.

    Returns:
        The grammar's text; it begins with the rule for a whole program.
    """
    if form == "gbnf":
        rules = [*_rules("root"), ("constant", _without(_CONSTANT)), ("predicate", _without(_PREDICATE))]
        rules.append(("gloss", r'" ::: " [^ \n] [^\n]*'))
        return "".join(f"{name} ::= {body}\n" for name, body in rules)
    rules = [*_rules("start"), ("constant", "CONSTANT"), ("predicate", "PREDICATE"), ("gloss", "GLOSS")]
    terminals = [
        ("CONSTANT.2", _regex(_CONSTANT)),
        ("PREDICATE.-1", _regex(_PREDICATE)),
        ("GLOSS", r"/ ::: [^ \n][^\n]*/"),
    ]
    return "".join(f"{name}: {body}\n" for name, body in [*rules, *terminals])


def _rules(root: str) -> Iterable[tuple[str, str]]:
    """Yield the rules that both forms share."""
    spelt = list(SIGNS[UNICODE.name].values())
    negation, and_, or_, xor, implies, iff, forall, exists, true, false, equal, unequal = spelt[:12]
    yield (
        root,
        r'"Predicates:\n" declaration+ ("Constants:\n" named+)? "Premises:\n" statement+ "Conclusion:\n" statement',
    )
    yield "named", r'constant gloss? "\n"'
    yield "declaration", r'predicate ("(" (variable (", " variable)*)? ")")? gloss? "\n"'
    yield "variable", " | ".join(f'"{name}"' for name in VARIABLES)
    yield "statement", r'formula0 gloss? "\n"'
    for level in range(len(VARIABLES) + 1):
        n = str(level)
        chains = [f'(" {sign} " part{n})+' for sign in (and_, or_)]
        chains += [f'" {sign} " part{n}' for sign in (xor, implies, iff)]
        quantified = f' | "{negation}"* quantified{n}' if level < len(VARIABLES) else ""
        yield f"formula{n}", f"part{n} ({' | '.join(chains)})?{quantified}"
        yield f"part{n}", f'equation{n} | "{negation}"* simple{n}'
        yield f"simple{n}", f'atom{n} | predicate | "{true}" | "{false}" | "(" formula{n} ")"'
        yield f"atom{n}", f'predicate "(" terms{n} ")"'
        yield f"equation{n}", f'term{n} (" {equal} " | " {unequal} ") term{n}'
        yield f"terms{n}", f'term{n} (", " term{n})*'
        bound = "".join(f' | "{name}"' for name in VARIABLES[:level])
        yield f"term{n}", f'constant ("(" terms{n} ")")?{bound}'
        if level < len(VARIABLES):
            name, inner = VARIABLES[level], str(level + 1)
            begins = " | ".join(f'"{sign.format(name)}"' for sign in (forall, exists))
            scope = [
                f"atom{inner}",
                "predicate",
                f'"{true}"',
                f'"{false}"',
                f'"(" formula{inner} ")"',
            ]
            scope += [f"quantified{inner}"] if level + 1 < len(VARIABLES) else []
            yield f"quantified{n}", f'({begins}) "{negation}"* ({" | ".join(scope)})'


def _reserved(firsts: tuple[str, ...]) -> list[str]:
    return sorted(word for word in RESERVED if len(word) >= len(firsts) and word[0] in firsts[0])


def _regex(firsts: tuple[str, ...]) -> str:
    begins = "".join(_class(chars) for chars in firsts)
    return f"/(?!(?:{'|'.join(_reserved(firsts))})(?![A-Za-z0-9])){begins}[0-9A-Za-z]*/"


def _without(firsts: tuple[str, ...]) -> str:
    """Return what matches names but reserved ones, which a form without a way to say 'but' has to spell out."""
    return _branch(firsts, _reserved(firsts), 0)


def _branch(firsts: tuple[str, ...], words: Collection[str], depth: int) -> str:
    chars = firsts[depth] if depth < len(firsts) else _CHARS
    following = sorted({word[depth] for word in words if len(word) > depth})
    rest = "".join(c for c in chars if c not in following)
    tail = "".join(f" {_class(more)}" for more in firsts[depth + 1 :]) + f" {_class(_CHARS)}*"
    ways = [_class(rest) + tail]
    for char in following:
        ways.append(f'"{char}" {_branch(firsts, [w for w in words if w[depth : depth + 1] == char], depth + 1)}')
    may_end = depth >= len(firsts) and not any(len(word) == depth for word in words)
    return f"({' | '.join(ways)}){'?' if may_end else ''}"


def _class(chars: str) -> str:
    """Return a class of characters, with ranges where they follow each other."""
    runs = "".join(sorted(chars))
    shown = ""
    start = 0
    for i in range(1, len(runs) + 1):
        if i == len(runs) or ord(runs[i]) != ord(runs[i - 1]) + 1:
            shown += runs[start:i] if i - start < 3 else f"{runs[start]}-{runs[i - 1]}"
            start = i
    return f"[{shown}]"
