"""Random problem files in the languages of the real provers, and what those provers say of them.

The writers here share nothing with the package: they put brackets where each standard
asks for them, and leave them out where it lets them.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from sorites.solvers import Limits, Verdict, make_solver, prove, read_program
from sorites.solvers.bridges.process import Job, run
from sorites.solvers.registry import engine

COUNT = int(os.environ.get("SORITES_DIFFERENTIAL", "0"))
"""How many files each differential test writes; 0 for a few dozen."""
YES = frozenset({Verdict.ENTAILED, Verdict.INCONSISTENT})
NO = frozenset({Verdict.UNKNOWN, Verdict.REFUTED})


def ours(text: str, seconds: float = 2.0) -> bool | None:
    """Return whether our reader and solver find that the goal follows; ``None`` if that stays open."""
    reading = read_program(text)
    assert reading.first is not None, (text, reading.diagnostics)
    verdict = prove(reading.first, make_solver("z3"), Limits(seconds)).verdict
    return True if verdict in YES else False if verdict in NO else None


def prover9(text: str, seconds: float = 2.0) -> bool | None:
    """Return whether Prover9 proves the goal of its file; ``None`` if it came to no end.

    Raises:
        AssertionError: it does not read the file.
    """
    path = engine("prover9").where()
    assert path is not None
    ended = run(Job((path, "-t", str(int(seconds))), text), seconds + 2, 1024)
    assert "ERROR" not in ended.output, (text, ended.output[-2000:])
    if "usable" in text or "demodulators" in text:  # never resolved among themselves: a failure says nothing
        return True if ended.code == 0 else None
    return {0: True, 2: False}.get(ended.code)


def eprover(text: str, seconds: float = 2.0) -> bool | None:
    """Return whether E proves the goal of its file; ``None`` if it came to no end.

    Raises:
        AssertionError: it does not read the file.
    """
    path = engine("eprover").where()
    assert path is not None
    ended = run(Job((path, "--auto", "-s", "--tstp-format"), text), seconds, 1024)
    for status, answer in (
        ("ContradictoryAxioms", True), ("CounterSatisfiable", False), ("Theorem", True),
        ("Unsatisfiable", True), ("Satisfiable", False),
    ):  # fmt: skip
        if f"SZS status {status}" in ended.output:
            return answer
    assert "SZS status" in ended.output or ended.killed or ended.code < 0, (text, ended.output[-2000:])
    return None


@dataclass(slots=True)
class Writer:
    """Writes random formulas; what they look like is a subclass's business."""

    random: random.Random
    constants: Sequence[str] = ("a", "b", "c")
    predicates: Sequence[tuple[str, int]] = (("p", 1), ("q", 1), ("r", 2), ("s", 0))
    functions: Sequence[tuple[str, int]] = (("f", 1),)
    bound: list[str] = field(default_factory=list)

    def chance(self, share: float) -> bool:
        """Return ``True`` in this share of cases."""
        return self.random.random() < share

    def pick(self, *writers: Callable[[], str]) -> str:
        """Write by one of these."""
        return self.random.choice(writers)()


@dataclass(slots=True)
class Ladr(Writer):
    """LADR: powers decide on brackets."""

    prolog: bool = False
    operators: bool = False

    def file(self) -> str:
        """Write a file of lists and commands."""
        rng = self.random
        parts = ["assign(max_weight, 1000000000).\nassign(sos_limit, -1).\nclear(auto_denials).\n"]
        self.prolog, self.operators = self.chance(0.3), self.chance(0.4)
        if self.prolog:
            parts.append("set(prolog_style_variables).\n")
        for _ in range(rng.randint(1, 3)):
            name = rng.choice(["assumptions", "assumptions", "sos", "sos", "usable", "demodulators"])
            kind = "clauses" if self.chance(0.15) else "formulas"
            write = self.equation if name == "demodulators" else self.clause if kind == "clauses" else self.statement
            lines = [f"  {write()}{self.tail()}" for _ in range(rng.randint(1, 3))]
            parts.append("\n".join([f"{kind}({name}).", *lines, "end_of_list.\n"]))
        rng.shuffle(parts)
        parts.append(f"formulas(goals).\n  {self.statement()}.\nend_of_list.\n")
        return "\n".join(parts)

    def tail(self) -> str:
        """Write what ends a formula."""
        attribute = self.random.choice(["", "", "", ' # label("a rule. of % ours")', " # label(rule1)"])
        return f"{attribute}.{self.random.choice(['', '', '  % all x p(x).'])}"

    def statement(self) -> str:
        """Write a formula, sometimes with free variables."""
        self.bound = [self.variable()] if self.chance(0.3) else []
        return self.formula(2, 800)

    def clause(self) -> str:
        """Write literals joined by ``|``."""
        self.bound = [self.variable(), self.variable()]
        return " | ".join(self.literal() for _ in range(self.random.randint(1, 3)))

    def literal(self) -> str:
        """Write a literal."""
        return ("-" if self.chance(0.5) else "") + self.applied()

    def equation(self) -> str:
        """Write an equation that may rewrite."""
        self.bound = []
        return f"{self.term(1, 699)} = {self.random.choice(self.constants)}"

    def variable(self) -> str:
        """Write a variable."""
        return self.random.choice(("X", "Y", "Zoe") if self.prolog else ("x", "y", "u1", "zoe"))

    def formula(self, depth: int, most: int) -> str:
        """Write a formula of at most this power."""
        if depth == 0 or self.chance(0.15):
            return self.atomic(most)
        signs = [("->", 800, 799), ("<->", 800, 799), ("<-", 800, 799), ("|", 790, 789), ("&", 780, 779)]
        which = self.random.randrange(8)
        if which < len(signs):
            sign, power, left = signs[which]
            right = power if sign in "&|" else left
            text = f"{self.formula(depth - 1, left)} {sign} {self.formula(depth - 1, right)}"
            return self.within(text, power, most)
        if which == 5:
            return f"-{self.formula(depth - 1, 350)}"
        name = self.random.choice([self.variable(), "k", "x"])
        self.bound.append(name)
        text = f"{self.random.choice(['all', 'exists'])} {name} {self.formula(depth - 1, 750)}"
        self.bound.pop()
        return self.within(text, 750, most)

    def within(self, text: str, power: int, most: int) -> str:
        """Put brackets around a text that binds too loosely, and sometimes around another."""
        return f"({text})" if power > most or self.chance(0.1) else text

    def atomic(self, most: int) -> str:
        """Write an atom or an equation."""
        if self.chance(0.3):
            sign = self.random.choice(["=", "!="])
            return self.within(f"{self.term(1, 699)} {sign} {self.term(1, 699)}", 700, most)
        if self.operators and self.chance(0.2):
            return self.within(f"{self.term(1, 699)} {self.random.choice(['<', '<='])} {self.term(1, 699)}", 700, most)
        return "$T" if self.chance(0.03) else self.applied()

    def applied(self) -> str:
        """Write a predicate with its arguments."""
        name, arity = self.random.choice(self.predicates)
        return f"{name}({', '.join(self.term(1, 998) for _ in range(arity))})" if arity else name

    def term(self, depth: int, most: int) -> str:
        """Write a term of at most this power."""
        if depth and self.operators and self.chance(0.4):
            which = self.random.randrange(4)
            if which == 0:
                return self.within(f"-{self.term(0, 350)}", 350, most)
            if which == 1:
                return f"{self.term(0, 300)}'"
            sign = self.random.choice(["*", "+"])
            return self.within(f"{self.term(0, 499)} {sign} {self.term(0, 499)}", 500, most)
        if depth and self.functions and self.chance(0.15):
            name, arity = self.random.choice(self.functions)
            return f"{name}({', '.join(self.term(depth - 1, 998) for _ in range(arity))})"
        if self.bound and self.chance(0.6):
            return self.random.choice(self.bound)
        return self.random.choice([*self.constants, "0", "1", '"New York"', "x" if self.prolog else "X"])


@dataclass(slots=True)
class Tptp(Writer):
    """TPTP: brackets nearly everywhere."""

    language: str = "fof"

    def file(self) -> str:
        """Write a file of annotated formulas."""
        rng = self.random
        clauses = self.chance(0.3)
        roles = ["axiom", "hypothesis", "definition", "lemma", "plain", "axiom"]
        lines = []
        for i in range(rng.randint(1, 5)):
            if clauses or self.chance(0.2):
                lines.append(self.annotated("cnf", f"c{i}", rng.choice(roles), self.clause()))
            else:
                lines.append(self.annotated("fof", f"'formula {i}'", rng.choice(roles), self.statement()))
        goal = f"~ ({self.statement()})"
        if clauses:
            lines.append(self.annotated("cnf", "g", "negated_conjecture", self.clause()))
        elif self.chance(0.2):
            lines.append(self.annotated("fof", "g", "negated_conjecture", goal))
        else:
            lines.append(self.annotated("fof", "g", "conjecture", self.statement()))
        rng.shuffle(lines)
        return "\n".join(lines)

    def annotated(self, language: str, name: str, role: str, formula: str) -> str:
        """Write a formula with its annotations."""
        source = self.random.choice(
            ["", "", "", ", file('x.p', a)", ", inference(res,[status(thm)],[a, b])", ", b, [x(y)]"]
        )
        comment = self.random.choice(["", "", " % fof(z, axiom, $false).", " /* fof(z, axiom,\n $false). */"])
        return f"{language}({name}, {role}, ({formula}){source}).{comment}"

    def statement(self) -> str:
        """Write a closed formula."""
        self.bound = []
        return self.formula(4)

    def clause(self) -> str:
        """Write literals joined by ``|``."""
        self.bound = ["X", "Y"]
        return " | ".join(("~ " if self.chance(0.5) else "") + self.atomic() for _ in range(self.random.randint(1, 3)))

    def formula(self, depth: int) -> str:
        """Write a formula, with no brackets around it."""
        if self.chance(0.5):
            return self.unitary(depth)
        if self.chance(0.5):
            sign = self.random.choice(["=>", "<=", "<=>", "<~>", "~|", "~&"])
            return f"{self.unitary(depth - 1)} {sign} {self.unitary(depth - 1)}"
        sign = self.random.choice("&|")
        return f" {sign} ".join(self.unitary(depth - 1) for _ in range(self.random.randint(2, 3)))

    def unitary(self, depth: int) -> str:
        """Write a formula as it stands beside a sign."""
        if depth <= 0 or self.chance(0.1):
            return self.atomic()
        which = self.random.randrange(3)
        if which == 0:
            return f"~ {self.unitary(depth - 1)}"
        if which == 1:
            return f"({self.formula(depth - 1)})"
        names = self.random.sample(["X", "Y", "Z", "Long_name"], self.random.randint(1, 2))
        self.bound += names
        text = f"{self.random.choice('!?')} [{', '.join(names)}] : {self.unitary(depth - 1)}"
        del self.bound[-len(names) :]
        return text

    def atomic(self) -> str:
        """Write an atom or an equation."""
        if self.chance(0.3):
            return f"{self.term(1)} {self.random.choice(['=', '!='])} {self.term(1)}"
        if self.chance(0.03):
            return self.random.choice(["$true", "$false"])
        name, arity = self.random.choice(self.predicates)
        return f"{name}({', '.join(self.term(1) for _ in range(arity))})" if arity else name

    def term(self, depth: int) -> str:
        """Write a term."""
        if depth and self.chance(0.15):
            name, arity = self.random.choice(self.functions)
            return f"{name}({', '.join(self.term(depth - 1) for _ in range(arity))})"
        if self.bound and self.chance(0.6):
            return self.random.choice(self.bound)
        return self.random.choice([*self.constants, "'New York'", "'a'"])


def compared(part: int, made: Callable[[int], str], real: Callable[[str], bool | None]) -> None:
    """Test that a real program says of the eighth of the files that seeds give what is said here."""
    each, both = COUNT // 8 or 8, 0
    for seed in range(part * each, (part + 1) * each):
        text = made(seed)
        theirs, mine = real(text), ours(text)
        if theirs is not None and mine is not None:
            both += 1
            assert theirs is mine, text
    assert both >= each // 3
