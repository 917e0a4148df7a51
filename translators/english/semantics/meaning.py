"""What the sentences of a text say, joined and under conditions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from copy import copy

from sorites.solvers.logic.syntax import And, Atom, Eq, Exists, Forall, Formula, Iff, Implies, Term, Var

from ..grammar.modifying import IT
from ..grammar.sentence_tree import (
    Ask,
    Bound,
    Clause,
    Denied,
    Opaque,
    Question,
    Sentences,
    There,
    Weather,
)
from ..grammar.tree import (
    NP,
    Be,
    Det,
    Do,
    Join,
    Modal,
    Name,
    Node,
    Nominal,
    Possessed,
    Pronoun,
    Quantified,
    S,
    Variable,
    nodes,
)
from ..grammar.ways import Ways
from ..vocabulary.classes import FUNCTIONAL, RELATIONAL
from .boxes import Box, Entity, deny
from .clauses import Clauses
from .events import Moment
from .predicates import Vocabulary
from .referents import Sentence, Unresolved, sort_of
from .senses import Kind, Sense


class Meaning(Clauses):
    """Formulas of the sentences of one text, in their order.

    Attributes:
        addressed: whether the text may speak to its reader; where it can't, no tree is looked through for ``you``.
        letters: whether the text binds letters: then one that nothing binds stands for anything, as in textbooks
            of logic.
        context: the text without the question.
    """

    context: str = ""
    addressed: bool = True
    letters: bool = False

    def apart(self, s: S, box: Box) -> Formula:
        """Return what a sentence says, in a box of its own."""
        with self.setting(inner=True):
            return self.told(box, lambda b: self.statement(s, b))

    def conditional(self, condition: S, consequent: S, box: Box) -> None:
        """Say that something holds under a condition."""
        match consequent:
            case Clause(Quantified() as subject, verb) if self.general(subject, verb) and refers_back(condition):
                # A student passes if he studies: whom the condition speaks of is the subject.
                def under(term: Term, inner: Box) -> None:
                    k1 = Box(inner)
                    with self.under():
                        self.statement(condition, k1)
                    k2 = Box(k1)
                    self.vp(verb, term, k2)
                    inner.add(k1.implies(k2.formula()))

                self.np(subject, box, under, subject=True, det=Det.EVERY)
                return
        k1 = Box(box)
        with self.under(inner=True):
            self.statement(condition, k1)
        k2 = Box(k1)
        with self.setting(inner=True, then=box.parent is None):
            self.statement(consequent, k2)
        if not k1.conditions:
            raise Unresolved("its condition says nothing that could be so or not")
        box.add(k1.implies(k2.formula()))

    def for_all(self, s: Bound, box: Box) -> None:
        """Say something of all, some or no values of letters."""
        reach = Box(box)
        before = dict(self.bound)
        for letter in s.variables:
            variable = self.fresh()
            reach.variables.append(variable)
            self.bound[letter] = Var(variable)
            if s.nominal is None and len(s.variables) == 1:
                self.mention(Entity(Var(variable), subject=True, shown=letter), reach)
            if s.nominal is not None:
                with self.under():
                    self.nominal(s.nominal, Var(variable), reach)
                sort = "person" if s.nominal.noun == "human" else sort_of(s.nominal)
                self.mention(Entity(Var(variable), s.nominal.noun, sort, shown=s.nominal.noun, subject=True), reach)
        if s.det is Det.EVERY:
            scope = Box(reach)
            with self.setting(inner=True):
                self.statement(s.body, scope)
            box.add(reach.implies(scope.formula()))
        else:
            with self.setting(inner=True):
                self.statement(s.body, reach)
            box.add(deny(reach.formula()) if s.det is Det.NO else reach.formula())
        self.bound = before

    def __init__(self, ways: Ways) -> None:
        super().__init__(ways)
        self.gaps = []
        self.bound = {}
        self.generics = []
        self.moments, self.required, self.amounts_at = [], [], set()
        self.generic = set()
        self.dimension_of = {}
        self.single = set()
        self.sizes = set()

    def fork(self) -> Meaning:
        """Return one that knows the same, to try a tree with."""
        other = copy(self)
        said = self.vocabulary
        other.vocabulary = Vocabulary({**said.senses}, {**said.names}, {**said.constants}, {**said.known})
        other.sentences = [Sentence([e.copy() for e in s.entities], [*s.introduced]) for s in self.sentences]
        other.presupposed = [*self.presupposed]
        other.moments, other.required, other.gaps = [*self.moments], [*self.required], [*self.gaps]
        other.amounts_at = {*self.amounts_at}
        other.generic = {*self.generic}
        other.bound, other.subjects = dict(self.bound), [*self.subjects]
        other.known, other.sexes, other.generics = self.known.copy(), dict(self.sexes), [*self.generics]
        other.dimension_of, other.single, other.sizes = {**self.dimension_of}, {*self.single}, {*self.sizes}
        return other

    def premise(self, tree: S) -> Formula:
        """Return what a sentence says.

        Raises:
            Unresolved: it has no single form in logic.
        """
        found = self.whole(tree, asking=False)
        self.known.learn(found)
        return found

    def question(self, asked: Question) -> tuple[Formula, tuple[str, ...]]:
        """Return what is asked, and the variables that it asks for."""
        if asked.ask is Ask.WHICH:
            return self.open(asked)
        found = self.whole(asked.body, asking=True)
        return (deny(found) if asked.ask is Ask.NOT else found), ()

    def open(self, asked: Question) -> tuple[Formula, tuple[str, ...]]:
        """Return what is asked of whom."""
        if (
            isinstance(asked.body, Clause)
            and isinstance(asked.body.verb, Be)
            and isinstance(asked.body.verb.what, Name)
        ):
            raise Unresolved("what one is has no end of answers: ask whether one is something, or who is")
        self.begin()
        box = Box()
        with self.setting(asking=True, licensed=True):
            variable = self.fresh()
            term = Var(variable)
            self.gaps.append(term)
            if asked.nominal is not None:
                self.nominal(asked.nominal, term, box)
            self.statement(asked.body, box)
            self.gaps.pop()
        return Exists(variable, box.formula()), (variable,)

    def only_ones(self) -> Iterator[tuple[Formula, str]]:
        """Yield that there is one of what the text speaks of as of one thing: *their account*, *the actor who …*."""
        for word in sorted(self.single & (RELATIONAL - FUNCTIONAL)):
            name = self.vocabulary.names.get(Sense(Kind.NOUN, word, ("subject", "of")), "")
            if all(not isinstance(f, Atom) or f.name != name for f in self.known.there):
                continue
            if not self.ways.other("one", f"'{word}' of somebody", "the only one", "one of several"):
                alone = Implies(And(tuple(Atom(name, (Var(x), Var("z"))) for x in "xy")), Eq(Var("x"), Var("y")))
                yield Forall("x", Forall("y", Forall("z", alone))), f"of each there is one {word}"
        for key, term in self.vocabulary.known.items():
            match key:
                case ("of", owner, Nominal(noun, (), where=())) if noun.split()[-1] in RELATIONAL - FUNCTIONAL:
                    kin = self.vocabulary.names.get(Sense(Kind.NOUN, noun, ("subject", "of")))
                    said = [
                        f.args[0]
                        for f in self.known.there
                        if isinstance(f, Atom) and (f.name, *f.args[1:]) == (kin, owner)
                    ]
                    others = [one for one in said if one != term]
                    mine, other = self.shown_of(term), self.shown_of(others[0]) if others else ""
                    if len(others) == 1 and not self.ways.other("one", f"'{mine}'", f"'{other}'", "another one"):
                        yield Eq(term, others[0]), f"{mine} is {other}"
                    continue
                case ("of", _, Nominal() as nominal) if nominal.noun in self.single and not nominal.where:
                    pass
                case ("the", Nominal() as nominal) if nominal.where and not nominal.plural:
                    pass
                case _:
                    continue
            box = Box()
            box.variables.append("x")
            with suppress(Unresolved), self.setting(modal="", licensed=True, asking=True):
                self.nominal(nominal, Var("x"), box)
                yield box.implies(Eq(Var("x"), term)), f"there is one thing that is {self.shown_of(term)}"

    def begin(self) -> None:
        """Begin a new sentence."""
        self.sentences.append(Sentence())
        self.counter = 0
        self.subjects = []
        self.found_by = []
        self.bound = {}

    def whole(self, tree: S, *, asking: bool) -> Formula:
        """Return what a sentence says, its indefinites bound unless they are facts'."""
        self.begin()
        box = Box()
        with self.setting(asking=asking, licensed=False, downward=False, modal="", here=box):
            if not self.letters_name and (free := _free_letters(tree)):
                law = isinstance(tree, Sentences) and tree.join in {Join.IF, Join.IFF}
                body = tree if law or self.letters else None
                if body is None:
                    raise Unresolved(f"'{free[0].upper()}' stands for nobody: write 'for every {free[0]}, …'")
                self.for_all(Bound(Det.EVERY, free, None, body), box)
            else:
                if not asking and self.addressed:
                    _one_reader(tree)
                self.statement(tree, box)
        return box.formula()

    def statement(self, s: S, box: Box) -> None:
        """Say what a sentence says."""
        match s:
            case Clause(subject, verb):
                self.clause(subject, verb, box)
            case There():
                self.there(s, box)
            case Weather(verb):
                if self.spoken_of(verb, box):
                    self.clause(IT, verb, box)
                else:
                    box.add(said := self.weather(verb, box))
                    if isinstance(said, Atom) and isinstance(verb, Do | Be) and not self.inner and not self.licensed:
                        self.moments.append(Moment(said, verb.tense))
            case Denied(body):
                self.denied(box, lambda b: self.statement(body, b))
            case Sentences():
                self.compound(s, box)
            case Bound():
                self.for_all(s, box)
            case Opaque(words):
                box.add(self.vocabulary.atom(Sense(Kind.VERB, "hold", (), complement=words), ()))
            case _:
                raise Unresolved("'normally' stands within a sentence: begin the sentence with it")

    def compound(self, s: Sentences, box: Box) -> None:
        """Say what sentences say that are joined."""
        match s:
            case Sentences(Join.IF, (condition, consequent), back):
                if back and isinstance(consequent, Clause) and _named(consequent.subject):
                    self.np(consequent.subject, Box(box), lambda t, b: None, subject=True)
                self.conditional(condition, consequent, box)
            case Sentences(Join.IFF, (left, right)):
                box.add(Iff(self.apart(left, box), self.apart(right, box)))
            case Sentences(Join.AND, parts):
                for part in parts:
                    self.statement(part, box)
            case Sentences(join, parts):
                box.add(self.alternatives(join, [self.apart(p, box) for p in parts]))


def refers_back(s: S) -> bool:
    """Return whether a sentence has a pronoun."""
    return any(isinstance(node, Pronoun) for node in nodes(s))


def _named(np: NP) -> bool:
    """Return whether a noun phrase means one that is known by a name or a description."""
    return (
        isinstance(np, Name)
        or (isinstance(np, Quantified) and np.det is Det.THE and not np.nominal.plural)
        or (isinstance(np, Possessed) and isinstance(np.owner, Name))
    )


def _free_letters(tree: S) -> tuple[str, ...]:
    """Return the capital letters that stand for anything, in their order."""
    if isinstance(tree, Bound):
        return ()
    found: dict[str, None] = {}
    for node in nodes(tree):
        if isinstance(node, Bound):
            return ()
        if isinstance(node, Variable):
            found[node.name] = None
    return tuple(found)


def _speaks_to_you(tree: Node) -> bool:
    """Return whether a phrase speaks to its reader."""
    return any(isinstance(node, Pronoun) and node.word in {"you", "your"} for node in nodes(tree))


def _one_reader(tree: S) -> None:
    """Make sure that ``you`` is one person.

    Raises:
        Unresolved: it may be anybody.
    """
    odd = any(
        isinstance(n, Modal)
        or (isinstance(n, Sentences) and n.join in {Join.IF, Join.IFF})
        or (isinstance(n, Nominal) and n.where)
        for n in nodes(tree)
    )
    if odd and _speaks_to_you(tree):
        raise Unresolved("'you' may be one person or anybody: write a name, or 'everyone'")
