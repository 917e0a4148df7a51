"""Random scripts of SMT-LIB with sorts, arithmetic, functions, and definitions."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from sorites.solvers.logic.diagnostics import Diagnostic
from sorites.solvers.logic.syntax import Formula
from sorites.solvers.notation.smtlib_reader import Script

HEADER = """(declare-sort A 0)
(declare-sort B 0)
(declare-datatypes ((Color 0)) (((red) (green) (blue))))
(declare-const a1 A)
(declare-const a2 A)
(declare-const b1 B)
(declare-const c1 Color)
(declare-const n Int)
(declare-const m Int)
(declare-const r Real)
(declare-const s Real)
(declare-const p Bool)
(declare-const q Bool)
(declare-fun f (A) B)
(declare-fun g (A) Int)
(declare-fun h (B) Real)
(declare-fun col (A) Color)
(declare-fun P (A) Bool)
(declare-fun Q (A B) Bool)
(declare-fun R (Int) Bool)
(declare-fun W (Real) Bool)
(define-fun near () Bool (<= (- n m) 1))
(define-const two Int 2)
"""
SORTS = ("A", "B", "Color", "Int", "Real")


@dataclass(slots=True)
class Maker:
    """Makes terms and formulas, from what a seeded generator draws."""

    draw: random.Random
    quantifiers: bool = True
    bound: dict[str, list[str]] = field(default_factory=lambda: {sort: [] for sort in (*SORTS, "Bool")})
    count: int = 0

    def fresh(self) -> str:
        self.count += 1
        return self.draw.choice(["x", "y", "z", f"v{self.count}", "n", "a1"])

    def script(self) -> str:
        """Return a script whose last assertion is a negated goal."""
        premises = [f"(assert {self.formula(3)})" for _ in range(self.draw.randint(1, 4))]
        return "\n".join([HEADER, *premises, f"(assert (not {self.formula(2)}))", "(check-sat)"])

    def formula(self, depth: int) -> str:
        if depth <= 0:
            return self.atom(1)
        kind = self.draw.choice(
            ["atom", "atom", "not", "and", "or", "=>", "xor", "=", "ite", "let", "near", "distinct"]
            + ["forall", "exists"] * self.quantifiers
        )
        part = self.formula
        match kind:
            case "atom":
                return self.atom(2)
            case "not":
                return f"(not {part(depth - 1)})"
            case "and" | "or" | "=>" | "xor":
                parts = [part(depth - 1) for _ in range(self.draw.choice([2, 2, 3]))]
                return f"({kind} {' '.join(parts)})"
            case "=" | "distinct":
                return f"({kind} {part(depth - 1)} {part(depth - 1)})"
            case "ite":
                return f"(ite {part(depth - 1)} {part(depth - 1)} {part(depth - 1)})"
            case "near":
                return "near"
            case "let":
                return self.let("Bool", depth)
            case _:
                return self.quantified(kind, depth)

    def quantified(self, kind: str, depth: int) -> str:
        sort, name = self.draw.choice(["A", "B", "Color"]), self.fresh()
        return f"({kind} (({name} {sort})) {self.within(name, sort, lambda: self.formula(depth - 1))})"

    def let(self, wanted: str, depth: int) -> str:
        sort, name = self.draw.choice([*SORTS, "Bool"]), self.fresh()
        value = self.formula(depth - 1) if sort == "Bool" else self.term(sort, 1)
        body = self.within(
            name, sort, lambda: self.formula(depth - 1) if wanted == "Bool" else self.term(wanted, depth - 1)
        )
        return f"(let (({name} {value})) {body})"

    def within(self, name: str, sort: str, make: Callable[[], str]) -> str:
        """Return what is made where a name is bound; it hides what it meant before."""
        hidden = {other: list(names) for other, names in self.bound.items()}
        for names in self.bound.values():
            while name in names:
                names.remove(name)
        self.bound[sort].append(name)
        text = make()
        self.bound = hidden
        return text

    def atom(self, depth: int) -> str:
        kind = self.draw.choice(["p", "P", "Q", "R", "W", "=", "<", "distinct", "bool"])
        term = self.term
        match kind:
            case "p":
                return self.draw.choice([w for w in ("p", "q", "true", "false") if not self.hidden(w)])
            case "P":
                return f"(P {term('A', depth)})"
            case "Q":
                return f"(Q {term('A', depth)} {term('B', depth)})"
            case "R":
                return f"(R {term('Int', depth)})"
            case "W":
                return f"(W {term('Real', depth)})"
            case "bool" if self.bound["Bool"]:
                return self.draw.choice(self.bound["Bool"])
            case "<":
                sort = self.draw.choice(["Int", "Real"])
                terms = " ".join(term(sort, depth) for _ in range(self.draw.choice([2, 2, 3])))
                return f"({self.draw.choice(['<', '<=', '>', '>='])} {terms})"
            case _:
                sort = self.draw.choice(SORTS)
                terms = " ".join(term(sort, depth) for _ in range(self.draw.choice([2, 2, 3])))
                return f"({'distinct' if kind == 'distinct' else '='} {terms})"

    def hidden(self, name: str) -> bool:
        return any(name in names for names in self.bound.values())

    def term(self, sort: str, depth: int) -> str:
        leaves = {
            "A": ["a1", "a2"],
            "B": ["b1"],
            "Color": ["c1", "red", "green", "blue"],
            "Int": ["n", "m", "0", "1", "2", "(- 3)", "two", "7"],
            "Real": ["r", "s", "0.0", "1.5", "2.0", "(- 0.5)"],
        }[sort]
        plain = [leaf for leaf in leaves if not self.hidden(leaf)] + 2 * self.bound[sort]
        if depth <= 0 or self.draw.random() < 0.3:
            return self.draw.choice(plain)
        if self.draw.random() < 0.1:
            return self.let(sort, depth)
        inner = depth - 1
        if sort == "A":
            return self.draw.choice(plain)
        if sort == "B":
            return f"(f {self.term('A', inner)})"
        if sort == "Color":
            return f"(col {self.term('A', inner)})"
        return self.number(sort, inner)

    def number(self, sort: str, depth: int) -> str:
        kind = self.draw.choice(["+", "-", "*", "neg", "call", "divide", "+3"])
        one = self.term(sort, depth)
        match kind:
            case "+" | "-":
                return f"({kind} {one} {self.term(sort, depth)})"
            case "+3":
                return f"(+ {one} {self.term(sort, 0)} {self.term(sort, 0)})"
            case "*":
                return f"(* {self.draw.choice(['2', '3'])}{'.0' * (sort == 'Real')} {one})"
            case "neg":
                return f"(- {one})"
            case "call" if sort == "Int":
                return f"(g {self.term('A', depth)})"
            case "call":
                return self.draw.choice([f"(h {self.term('B', depth)})", f"(to_real {self.term('Int', depth)})"])
            case "divide" if sort == "Int":
                sign = self.draw.choice(["div", "mod"])
                return f"({sign} {one} {self.draw.choice(['2', '3', '(- 2)', '0', self.term('Int', 0)])})"
            case "divide":
                return f"(/ {one} {self.draw.choice(['2.0', '(- 3.0)', '0.0'])})"
            case _:
                return one


def random_script(seed: int) -> str:
    """Return a script that a seed gives."""
    draw = random.Random(seed)
    return Maker(draw, quantifiers=draw.random() < 0.6).script()


def parse_script(text: str) -> tuple[list[Formula], list[Diagnostic]]:
    """Return the assertions of a script, and what is wrong."""
    script = Script(text)
    return [one.formula for one in script.asserted], script.diagnostics
