"""A rule book: read and compiled once, and asked of many cases."""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import re
import time
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..clock import within
from ..errors import Late, UserError
from ..logic.program import Program, Statement
from ..logic.symbols import BOOL
from ..logic.syntax import Atom, Binder, Fn, Formula
from ..logic.walkers import walk
from ..outcome import Outcome, Verdict
from .answers import ANSWER, Decision
from .compiling import Compiled
from .deciding import ENGINE
from .facts import BookCase, CaseLike, by_default, case_of, parse_facts
from .reading import Parts, read_parts, read_question
from .written import Answered, WrittenBook

if TYPE_CHECKING:
    from .advising import Bound, Change, Difference

SECONDS: Final = 10.0
"""What one question may take."""
SHAPE: Final = ("members", "same", "unknown", "absent", "closed")
"""What of a case decides how a book is written out for it."""
MOST_SHAPES: Final = 64
"""For how many sets of things a book stays written out."""


class RuleBook:
    """A book of rules. It never changes, and may be shared by threads.

    Examples:
        >>> from sorites.solvers.books import RuleBook
        >>> book = RuleBook.read('''
        ... Facts:
        ... amount: Money ::: the amount of the expense
        ... Derived:
        ... approved: Bool ::: the expense is paid without asking
        ... Rules:
        ... small: amount ≤ 100 → approved ::: "Expenses of $100 or less are approved." (2)
        ... ''')
        >>> book.allows("approved", {"amount": 50}).status.value
        'allowed'
        >>> book.allows("approved", {}).status.value, book.allows("approved", {}).missing
        ('open', (('amount',),))

    Attributes:
        parts: what it says.
        text: its text.
        version: a hash of its text.
        name: its file's name; may be empty.
    """

    def __init__(self, parts: Parts, text: str, name: str = "") -> None:
        self.parts, self.text, self.name = parts, text, name
        self.version = hashlib.sha256(text.encode()).hexdigest()[:16]
        self.compiled = Compiled(parts, text, name)
        self._defaults = by_default(parts)
        kinds = self._kinds = {one.name: one.kind for one in (*parts.facts, *parts.derived)}
        self._read = lru_cache(maxsize=1024)(lambda question: read_question(question, parts.declared, kinds))
        self._written = lru_cache(maxsize=MOST_SHAPES)(
            lambda abstract, *shape: WrittenBook(
                self.compiled, BookCase((), **dict(zip(SHAPE, shape, strict=True))), abstract=abstract
            )
        )

    @classmethod
    def load(cls, path: str | PathLike[str]) -> RuleBook:
        """Return the book of a file.

        Raises:
            UserError: there is no such file.
            BookFault: it is no rule book; with all that is wrong and where.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"the rule book {path} can't be read: {error}") from None
        return cls.read(text, Path(path).name)

    @classmethod
    def read(cls, text: str, name: str = "") -> RuleBook:
        """Return the book of a text.

        Raises:
            BookFault: it is no rule book; with all that is wrong and where.
        """
        return cls(read_parts(text, name), text, name)

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return RuleBook.read, (self.text, self.name)

    def question(self, text: str) -> Formula:
        """Return the formula of a question, or of what must hold for an action.

        Raises:
            BookFault: it is none in the words of the book.
        """
        return self._read(self.parts.actions.get(text, (text,))[0])

    def case(self, facts: CaseLike) -> BookCase:
        """Return a case of facts: values by their names, or JSON.

        Raises:
            MisfitFacts: they do not fit the types of the book.
        """
        if isinstance(facts, BookCase):
            return facts
        return case_of(parse_facts(facts) if isinstance(facts, str | bytes) else facts, self.parts, self._defaults)

    def ask(self, question: str, facts: CaseLike, *, seconds: float = SECONDS) -> Decision:
        """Return what the book says of a question about a case.

        Args:
            question: a formula in the words of the book, or the name of one of its actions.
            facts: the facts of the case: values by their names, JSON, or a model of pydantic.
            seconds: the time that it may take.

        Raises:
            BookFault: the question is none in the words of the book.
            MisfitFacts: the facts do not fit the types of the book.
        """
        return self.decided(self.question(question), self.case(facts), question, seconds)

    async def aask(self, question: str, facts: CaseLike, *, seconds: float = SECONDS) -> Decision:
        """Do as ``ask`` does, in a thread of its own."""
        return await asyncio.to_thread(self.ask, question, facts, seconds=seconds)

    async def aallows(self, action: str, facts: CaseLike, *, seconds: float = SECONDS) -> Decision:
        """Do as ``allows`` does, in a thread of its own."""
        return await asyncio.to_thread(self.allows, action, facts, seconds=seconds)

    def decided(self, goal: Formula, case: BookCase, question: str, seconds: float = SECONDS) -> Decision:
        """Return what the book says of a formula about a case; ``question`` is how it was asked."""
        found, unknown = self.settled(goal, case, seconds)
        return Decision(question, found, case, self, unknown)

    def settled(
        self, goal: Formula, case: BookCase, seconds: float = SECONDS, *, checked: bool = True
    ) -> tuple[Answered, tuple[str, ...]]:
        """Return what the book says whatever things there are that the case does not name.

        Where a proof speaks of such things, it has to do without: what they may say is then left open.

        Returns:
            The answer; and the facts that are not given and on which things it hangs, if it is open for these.
        """
        ends = time.perf_counter() + seconds
        found = self.decide(goal, case, seconds, checked=checked)
        if found.outcome.verdict not in ANSWER or not (found.loose and (case.unknown or case.absent)):
            return found, ()
        left = max(ends - time.perf_counter(), 0)
        again = self.decide(goal, case, left, checked=checked, abstract=True)
        if again.outcome.verdict is found.outcome.verdict:
            return again, ()
        if time.perf_counter() > ends:  # which says nothing of what it hangs on
            return self._undecided(goal, case, seconds), ()
        return self._undecided(goal, case, seconds), self._hangs(goal, found, case)

    def _hangs(self, goal: Formula, found: Answered, case: BookCase) -> tuple[str, ...]:
        """Return the facts that are not given and on whose things an answer hangs."""
        said = [goal, *(self.compiled.premises[i].statement.formula for i in dict.fromkeys(found.origins))]
        nodes = [node for formula in said for node in walk(formula)]
        sorts = {node.sort for node in nodes if isinstance(node, Binder)}
        sorts |= {self._kinds[node.name] for node in nodes if isinstance(node, Atom | Fn) and node.name in self._kinds}
        nouns = {path: self.parts.noun(cell.name) for path, cell in case.open.items()}
        listed = [p for p, one in nouns.items() if sorts & {*case.unknown} & {one.kind, *one.typed.arguments[1:]}]
        return (*(name for name, sort in case.absent if sort in sorts), *listed)

    def _undecided(self, goal: Formula, case: BookCase, seconds: float) -> Answered:
        program = Program((), Statement(goal), declared=case.declared(self.parts.declared))
        return Answered(Outcome(Verdict.UNDECIDED, ENGINE, seconds), program, (), ())

    def allows(self, action: str, facts: CaseLike, *, seconds: float = SECONDS) -> Decision:
        """Return whether the book allows an action in a case: see ``ask``.

        Args:
            action: the name of one of its actions, or what must hold for it, as a formula.
            facts: the facts of the case.
            seconds: the time that it may take.

        Returns:
            What it says: ``allowed`` and ``status`` for who asks, ``why``, ``missing``, ``certificate``.
        """
        return self.ask(action, facts, seconds=seconds)

    def decide(
        self, goal: Formula, case: BookCase, seconds: float = SECONDS, *, checked: bool = True, abstract: bool = False
    ) -> Answered:
        """Return what the book says of a formula about a case; the kernel checks it unless that is not asked.

        If it is ``abstract``, nothing that hangs on things which the case does not name is known.
        """
        try:
            with within(seconds):
                return self.written(case, abstract).decide(goal, case, seconds, checked=checked)
        except (Late, MemoryError):
            return self._undecided(goal, case, seconds)

    @property
    def asked(self) -> list[str]:
        """What may be asked without a formula: actions, and what is derived of the case's own things."""
        of: dict[str, list[str]] = {}
        for one in self.parts.facts:
            if not one.typed.arguments:
                of.setdefault(one.kind, []).append(one.name)
        derived = [
            f"{one.name}({', '.join(things)})" if things else one.name
            for one in self.parts.derived
            if one.kind == BOOL
            for things in itertools.product(*(of.get(sort, ()) for sort in one.typed.arguments))
        ]
        return [*self.parts.actions, *derived]

    def describe(self, path: str) -> str:
        """Return what to ask for a fact: its description, or its name."""
        name = re.split(r"[.\]]", path)[-1]
        return self.parts.noun(name).typed.gloss or name

    def written(self, case: BookCase, abstract: bool = False) -> WrittenBook:
        """Return the book written out for the things of a case."""
        return self._written(abstract, *(getattr(case, name) for name in SHAPE))

    def missing(self, question: str, facts: CaseLike) -> tuple[tuple[str, ...], ...]:
        """Return the smallest sets of unknown facts that can settle a question, by their paths.

        Args:
            question: a question, or an action.
            facts: the facts of the case.

        Returns:
            Sets of which some values give an answer, all of the fewest facts; the book's descriptions say what to ask.
            None if the answer is there.
        """
        from .advising import missing

        return missing(self, self.question(question), self.case(facts))

    def why_not(self, question: str, facts: CaseLike) -> tuple[Change, ...] | None:
        """Return the nearest change of facts with which the answer is yes, of none if it is; ``None`` if there is none.

        Args:
            question: a question, or an action.
            facts: the facts of the case.
        """
        from .advising import nearest

        return nearest(self, self.question(question), self.case(facts))

    def possible(self, question: str, facts: CaseLike) -> bool:
        """Return whether something may hold in a case, as far as its facts are known."""
        return self.ask(question, facts).answer not in ("no", "impossible")

    def must(self, question: str, facts: CaseLike) -> bool:
        """Return whether something has to hold in a case, whatever facts are still unknown."""
        return self.ask(question, facts).answer == "yes"

    def which(self, question: str, facts: CaseLike) -> dict[str, Decision]:
        """Return, for each thing of the case, whether something holds of it.

        Args:
            question: a formula behind a variable and its type, as ``?p: Passenger  age(p) < 2``.
            facts: the facts of the case.
        """
        from .advising import which

        return which(self, question, self.case(facts))

    def bounds(self, name: str, facts: CaseLike) -> tuple[Bound | None, Bound | None]:
        """Return the least and the greatest number that something may be in a case; ``None`` where none is proved.

        Args:
            name: a fact, or what is derived, as ``allowance`` or ``price(item)``.
            facts: the facts of the case.
        """
        from .advising import bounds

        return bounds(self, name, self.case(facts))

    def diff(self, other: RuleBook) -> list[Difference]:
        """Return cases of which another version of the book says something else.

        Args:
            other: the other version.
        """
        from .advising import differences

        return differences(self, other)


__all__ = ["RuleBook"]
