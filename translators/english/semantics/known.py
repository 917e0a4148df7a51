"""What a text has said so far of whom it speaks of: by that a description finds whom it describes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import And, Atom, Exists, Fn, Forall, Formula, Implies, Term, Var
from sorites.solvers.logic.walkers import walk

from .postulates import entails
from .predicates import Vocabulary
from .senses import Kind, Sense


@dataclass(slots=True)
class Known:
    """Facts of a text, and which nouns say what other nouns say.

    Attributes:
        facts: what was said of somebody, without quantifiers.
        kinds: pairs of predicates with one argument: whatever is the first is the second.
        made: how many things without a name were met.
        there: the facts, to find one quickly.
        ruled: the predicates of which a rule says something.
        said: of whom which predicates with one argument were said.
        found: the nouns of those who were asked for since it learned something.
    """

    facts: list[Formula] = field(default_factory=list)
    kinds: set[tuple[str, str]] = field(default_factory=set)
    made: int = 0
    there: set[Formula] = field(default_factory=set)
    said: dict[Term, list[str]] = field(default_factory=dict)
    ruled: set[str] = field(default_factory=set)
    found: dict[Term, set[str]] = field(default_factory=dict)

    def copy(self) -> Known:
        """Return another one that knows the same."""
        said = {k: [*v] for k, v in self.said.items()}
        return Known([*self.facts], {*self.kinds}, self.made, {*self.there}, said, {*self.ruled})

    def learn(self, formula: Formula) -> None:
        """Take in what a sentence says."""
        self.found.clear()
        rule: Formula = formula
        while isinstance(rule, Forall):
            rule = rule.body
        if isinstance(rule, Implies) and rule is not formula:
            self.ruled |= {node.name for node in walk(rule.left) if isinstance(node, Atom)}
        match formula:
            case And(parts):
                for part in parts:
                    self.learn(part)
            case Exists(variable, body):
                self.made += 1
                self.learn(substitute(body, {variable: Fn(f"_{self.made}")}))
            case Forall(variable, Implies(Atom(kind, (Var(one),)), right)) if one == variable:
                for part in right.parts if isinstance(right, And) else (right,):
                    match part:
                        case Atom(other, (Var(same),)) if same == variable:
                            self.kinds.add((kind, other))
            case _ if formula not in self.there:
                self.there.add(formula)
                self.facts.append(formula)
                if isinstance(formula, Atom) and len(formula.args) == 1:
                    self.said.setdefault(formula.args[0], []).append(formula.name)

    def above(self, kind: str) -> set[str]:
        """Return the predicates that hold of whatever one holds of, itself among them."""
        found, added = {kind}, True
        while added:
            more = {b for a, b in self.kinds if a in found} - found
            added = bool(more)
            found |= more
        return found

    def nouns(self, term: Term, vocabulary: Vocabulary) -> set[str]:
        """Return the nouns that the text has said of somebody."""
        if (found := self.found.get(term)) is not None:
            return found
        found = self.found[term] = set()
        for fact in self.said.get(term, ()):
            for name in self.above(fact):
                sense = vocabulary.senses.get((name, 1))
                if sense is not None and sense.kind is Kind.NOUN and not sense.modal:
                    found.add(sense.lemma)
        return found

    def holds(self, wanted: list[Formula], around: list[Formula], vocabulary: Vocabulary, free: frozenset[str]) -> bool:
        """Return whether the text says all of something, of whatever its variables stand for.

        Args:
            wanted: what is looked for.
            around: what the present sentence has said so far.
            vocabulary: the senses of the predicates.
            free: the variables of what is looked for that may stand for anything.
        """
        return any(True for _ in self._matches(wanted, [*self.facts, *around], vocabulary, free, {}))

    def _matches(
        self,
        wanted: list[Formula],
        facts: list[Formula],
        vocabulary: Vocabulary,
        free: frozenset[str],
        bound: dict[str, Term],
    ) -> Iterator[dict[str, Term]]:
        if not wanted:
            yield bound
            return
        first, *rest = wanted
        for fact in facts:
            for more in self._match(first, fact, vocabulary, free, bound):
                yield from self._matches(rest, facts, vocabulary, free, more)

    def _match(
        self, wanted: Formula, fact: Formula, vocabulary: Vocabulary, free: frozenset[str], bound: dict[str, Term]
    ) -> Iterator[dict[str, Term]]:
        if not isinstance(wanted, Atom) or not isinstance(fact, Atom):
            return
        if wanted.name == fact.name and len(wanted.args) == len(fact.args):
            pairs = list(zip(wanted.args, fact.args, strict=True))
        elif len(wanted.args) == len(fact.args) == 1 and wanted.name in self.above(fact.name):
            pairs = [(wanted.args[0], fact.args[0])]
        else:
            more, less = _sense(vocabulary, fact), _sense(vocabulary, wanted)
            if more is None or less is None or more.kind is not less.kind or not entails(more, less):
                return
            by_role = dict(zip(more.roles, fact.args, strict=True))
            pairs = [(w, by_role[r]) for r, w in zip(less.roles, wanted.args, strict=True)]
        now = dict(bound)
        for pattern, term in pairs:
            if isinstance(pattern, Var) and pattern.name in free:
                if now.setdefault(pattern.name, term) != term:
                    return
            elif pattern != term:
                return
        yield now


def _sense(vocabulary: Vocabulary, atom: Atom) -> Sense | None:
    return vocabulary.senses.get((atom.name, len(atom.args)))


def substitute(formula: Formula, terms: dict[str, Term]) -> Formula:
    """Return a formula with terms for its free variables."""
    if not terms:
        return formula
    return rewrite(formula, lambda f: f, lambda t: terms.get(t.name, t) if isinstance(t, Var) else t)
