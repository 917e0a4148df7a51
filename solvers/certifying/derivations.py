"""Refutations that a prover derives, replayed clause by clause.

The prover gets clauses, not formulas: the new names for what there is are ours. Each clause that it derives
becomes a lemma. Its denial gives new constants, and instances of the clauses that it was inferred from
contradict it by units and equality; the prover says from which clauses, and finding the instances is left to us.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ..bridges.process import Job, run
from ..clock import check, left, stop_of_this_run
from ..kernel.certificates import Given, Line
from ..kernel.proofs import Replay
from ..kernel.refusal import Refused
from ..logic.rewriting import substitute
from ..logic.sorts import SortedTheory
from ..logic.syntax import Formula, Or, Var, disjunction, negation
from ..registry import engine
from .clauses import Clause, New, clauses
from .drafts import Draft, derived, numbered
from .entailment import contradiction
from .inferences import Tree, instances
from .names import closed
from .printed import Symbols, UnreadableDerivation, inferences, read_inference
from .unification import Bindings

_OPTIONS: Final = (
    ("--auto", "--silent", "--proof-object"),
    ("--auto", "--silent", "--proof-object", "--forward-demod-level=0"),
)
"""E's for the whole derivation, and for those of a single clause of it, where smaller steps help."""
_SECONDS: Final = 5.0, 1.0
"""The most seconds that these may take."""
_MEGABYTES: Final = 1024
_WAYS: Final = 500
"""The most places that are tried for one inference."""


@dataclass(frozen=True, slots=True)
class Derivation:
    """A derivation as far as it was replayed.

    Attributes:
        names: where new names come from.
        known: the clauses shown, by the prover's labels.
        depth: how many derivations it is a part of.
    """

    names: New
    known: dict[str, Clause]
    depth: int = 0

    def refutation(self, goals: Collection[str] = ()) -> Clause:
        """Return the empty clause, derived from the clauses that are known.

        Args:
            goals: the labels of those that come from what is denied.

        Raises:
            Unreadable: the prover does not derive it, or in a way that can't be replayed.
        """
        symbols = Symbols()
        text = "".join(
            f"cnf({label},{'negated_conjecture' if label in goals else 'axiom'},({symbols.clause(clause)})).\n"
            for label, clause in self.known.items()
        )
        seconds, stop = max(min(left(), _SECONDS[self.depth]), 0.01), stop_of_this_run()
        command = (engine("eprover").where(), *_OPTIONS[self.depth])
        finished = run(Job(command, text), seconds, _MEGABYTES, stop.wanted if stop else None)
        for label, printed, inference in inferences(finished.output):
            check()
            if label not in self.known:
                clause = self._shown(symbols.read(printed), read_inference(inference, self.known))
                if not clause.literals:
                    return clause
                self.known[label] = clause
        raise UnreadableDerivation("no derivation")

    def _shown(self, literals: tuple[Formula, ...], tree: Tree) -> Clause:
        """Return a clause that the prover inferred."""
        only = tree.only()
        if only is not None and len(only.literals) == len(literals):
            return only
        variables = self.names.variables(literals)
        assumed = tuple(dict.fromkeys(one for clause in tree.clauses() for one in clause.assumed))
        values, denial = self.names.deny((*literals, *assumed), variables)
        said = tuple(substitute(literal, values) for literal in literals)
        lines = self._instances(tree, literals, values, [*map(negation, said), *map(negation, assumed)])
        if lines is None:
            lines = [self._below(said, tree).draft]
        draft = derived(closed(disjunction((*literals, *assumed)), variables), [*denial, *lines])
        return Clause(literals, variables, draft, assumed)

    def _instances(
        self, tree: Tree, literals: tuple[Formula, ...], things: Bindings, true: Sequence[Formula]
    ) -> list[Draft] | None:
        """Return lines of instances of the parents of a clause that entail it."""
        for uses in instances(tree, literals, things):
            known = {
                node.name: self.names.something(sort)
                for use in uses
                for name, sort in use.clause.variables
                for node in (use.values[name],)
                if isinstance(node, Var)
            }
            stated = [use.under(known) for use in uses]
            once = {(use.clause, tuple(use.values.values())): use for use in stated}.values()
            shown = [use.clause.instance(use.values, self.names) for use in once]
            if (lines := contradiction(true, shown)) is not None:
                return lines
        return None

    def _below(self, said: tuple[Formula, ...], tree: Tree) -> Clause:
        """Return a clause without variables that was inferred, by a derivation of its own."""
        known = {f"b{i}": clause for i, clause in enumerate(dict.fromkeys(tree.clauses()), 1)}
        goals = {}
        for i, one in enumerate(said, 1):
            denied = negation(one)
            goals[f"g{i}"] = Clause((denied,), (), derived(Or((denied, one)), ()), (one,))
        if self.depth:
            raise UnreadableDerivation(tree.rule)
        return Derivation(self.names, {**known, **goals}, 1).refutation(goals)


def derivation(ready: SortedTheory, given: Iterable[tuple[Given, Formula]]) -> tuple[Line, ...] | None:
    """Return a proof that formulas have no model, from a derivation of E; ``None`` if none can be replayed.

    Args:
        ready: the program that they are from, settled.
        given: the formulas, with what they are in the program.

    Raises:
        Late: the time is up.
        TooLarge: there would be too many clauses.
    """
    if not engine("eprover").installed or ready.names.arithmetic:
        return None
    given = tuple(given)
    names = New(ready)
    known: dict[str, Clause] = {}
    goals: set[str] = set()
    for source, formula in given:
        for clause in clauses(formula, Draft(formula, source), names):
            if not clause.literals:
                return numbered(clause.draft)
            label = f"a{len(known) + 1}"
            known[label] = clause
            if source.source == "goal":
                goals.add(label)
    try:
        lines = numbered(Derivation(names, known).refutation(goals).draft)
        Replay(ready, {(source.source, source.index): formula for source, formula in given}).refutes(lines)
    except (UnreadableDerivation, Refused):
        return None
    return lines
