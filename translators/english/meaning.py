"""From what sentences say to formulas.

Conditions and the restrictors of universal noun phrases open variables that hold in
what follows (``If someone owns a dog, they love it``), as in Discourse Representation
Theory. Words become predicates only as deep as the text needs: ``has a unique style``
is one predicate, unless something else is said of styles.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sorites.solvers import Constant, Predicate
from sorites.solvers.language.syntax import Atom, Eq, Fn, Forall, Formula, Implies, Term, Truth, Var
from sorites.solvers.language.syntax import Exists as ExistsF
from sorites.solvers.language.syntax import Not as NotF
from sorites.solvers.language.traverse import free_variables

from . import lexicon as lex
from .formulas import all_of, both, camel, exactly_one, forall, join_all
from .kinds import Kinds, about_nothing
from .morphology import third_form
from .scope import SPEAKERS, Scope, Unresolved, referents
from .tree import (
    HOLE,
    About,
    Both,
    Bound,
    Clause,
    Denied,
    Det,
    Exists,
    IsA,
    Join,
    Joined,
    Name,
    Nominal,
    Not,
    Noun,
    Object,
    Plain,
    Pronoun,
    Quantified,
    Same,
    Says,
    Several,
    Verbal,
    Whole,
)

_PLURAL: Final = frozenset("they them themselves themself".split())
_LETTERS: Final = "xyzuvw"
Hole = Callable[[Term], Formula]


class Meaning:
    """Puts the sentences of one text into logic, with names that are stable across them."""

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds
        self.predicates: dict[tuple[str, int], Predicate] = {}
        self.constants: dict[str, Constant] = {}
        self.said: dict[str, Term] = {}
        self.count = 0
        self.generic: Var | None = None
        self.referred = False
        self.notes: list[tuple[str, str]] = []

    def sentence(self, clause: Clause) -> Formula:
        """Return the formula of a sentence.

        Raises:
            Unresolved: a pronoun refers to nobody.
        """
        self.count = 0
        self.referred = False
        self.generic = Var("") if isinstance(clause, Joined | About) else None
        formula = self.clause(clause, Scope(list(self.said.items())))
        if self.generic is not None and self.generic.name:
            formula = Forall(self.generic.name, formula)
        if self.referred and (free := free_variables(formula)):
            raise Unresolved(
                f"a pronoun means somebody ('{next(iter(free))}') whom its sentence does not speak of there"
            )
        return formula

    # -- clauses -----------------------------------------------------------------------

    def clause(self, clause: Clause, scope: Scope) -> Formula:
        """Return the formula of a clause."""
        match clause:
            case Plain(Pronoun("it"), verbal) if not self.near("it", scope, about_nothing(verbal)):
                return self.impersonal(verbal)
            case Plain(subject, verbal):
                return self.noun(subject, scope, lambda t: self.verbal(verbal, t, scope), subject_of=verbal)
            case Exists(Quantified(det, nominal)):
                inner = Quantified(Det.SOME if det is not Det.NO else det, nominal)
                if det is Det.NO:
                    body = self.clause(Exists(Quantified(Det.SOME, nominal)), Scope(list(scope.named)))
                    return NotF(body)
                return self.noun(inner, scope, lambda t: Truth(True))
            case Whole(key, shown):
                return self.whole(key, shown, scope)
            case Denied(body):
                return NotF(self.clause(body, Scope(list(scope.named), None, True)))
            case Joined(Join.IF, (condition, then)):
                return self.condition(condition, then, scope)
            case Joined(join, parts):
                return join_all(join, [self.clause(p, scope) for p in parts])
            case Bound(det, variable, body):
                return self.bound(det, variable, body, scope)
            case About(noun, body):
                return self.noun(noun, scope, lambda t: self.clause(body, scope))
        raise AssertionError(clause)

    def condition(self, condition: Clause, then: Clause, scope: Scope) -> Formula:
        """Return ``if A then B``, where somebody in A is anybody."""
        match condition, then:
            case Plain(Pronoun()), Plain(Quantified(Det.A | Det.EVERY | Det.ANY | Det.BARE) as anyone, verbal):
                # A student passes if he studies.
                return self.noun(
                    anyone,
                    scope,
                    lambda t: Implies(self.clause(condition, Scope([*scope.named])), self.verbal(verbal, t, scope)),
                    subject_of=verbal,
                )
        inner = Scope(list(scope.named), [])
        left = self.clause(condition, inner)
        right = self.clause(then, Scope(inner.named))
        scope.named[:] = [n for n in inner.named if not isinstance(n[1], Var)] or scope.named
        return forall(inner.opened or [], Implies(left, right))

    def bound(self, det: Det, variable: str, body: Clause, scope: Scope) -> Formula:
        """Return what is said of a variable."""
        inner = Scope([*scope.named, (f"variable {variable}", Var(variable))], None, scope.negated)
        said = self.clause(body, inner)
        if det is Det.EVERY:
            return Forall(variable, said)
        return ExistsF(variable, said) if det is Det.SOME else NotF(ExistsF(variable, said))

    def whole(self, key: tuple[str, ...], shown: str, scope: Scope) -> Formula:
        """Return the proposition of a statement that is kept whole; pronouns count as whom they mean."""
        words = []
        for word in key:
            named = referents(word, scope) if word in lex.SUBJECT_PRONOUNS else []
            words.append(named[0].name if named and isinstance(named[0], Fn) else word)
        self.notes.append(("kept-whole", shown))
        return self.atom(words, (), shown)

    def impersonal(self, verbal: Verbal) -> Formula:
        """Return a statement about nothing, such as ``it is raining``."""
        match verbal:
            case Not(body):
                return NotF(self.impersonal(body))
            case Several(join, parts):
                return join_all(join, [self.impersonal(p) for p in parts])
            case Says(key, _, shown):
                return self.atom([third_form(str(key[0])), *(str(k) for k in key[1:])], (), f"it {shown}")
            case IsA(nominal):
                return self.atom(["it", "is", *nominal.words], (), f"it is {nominal.shown}")
            case _:
                raise Unresolved("'it' refers to nothing that was named before")

    # -- noun phrases ------------------------------------------------------------------

    def noun(self, noun: Noun, scope: Scope, hole: Hole, subject_of: Verbal | None = None) -> Formula:
        """Return what is said of a noun phrase, with the quantifiers that it brings."""
        match noun:
            case Name(words, proper):
                term = self.constant(words, proper, scope)
                return hole(term)
            case Pronoun(word):
                return hole(self.resolve(word, scope))
            case Both(join, parts):
                return join_all(join, [self.noun(p, scope, hole, subject_of) for p in parts])
            case Quantified(det, nominal):
                return self.quantified(self.meant(det, scope, subject_of), nominal, scope, hole)
        raise AssertionError(noun)

    def meant(self, det: Det, scope: Scope, subject_of: Verbal | None) -> Det:
        """Return what a determiner says in its place."""
        if det is Det.ANY:
            return Det.SOME if scope.opened is not None or scope.negated else Det.EVERY
        if det is Det.A:
            if scope.opened is not None or subject_of is None or _is_past(subject_of):
                return Det.SOME
            return Det.EVERY
        if det is Det.BARE and scope.opened is not None and subject_of is not None:
            return Det.SOME
        return Det.EVERY if det is Det.BARE else det

    def quantified(self, det: Det, nominal: Nominal, scope: Scope, hole: Hole) -> Formula:
        """Return what is said of a noun phrase, under its quantifier."""
        if det is Det.SOME and scope.opened is not None:
            variable = self.fresh(scope)
            scope.opened.append(variable)
            restricted = self.nominal(nominal, Var(variable), scope)
            scope.named.append((self.kind(nominal), Var(variable)))
            return both(restricted, hole(Var(variable)))
        variable = self.fresh(scope)
        if det is Det.SOME:
            restricted = self.nominal(nominal, Var(variable), scope)
            scope.named.append((self.kind(nominal), Var(variable)))
            return ExistsF(variable, both(restricted, hole(Var(variable))))
        if det is Det.ONE:
            said = both(self.nominal(nominal, Var(variable), Scope(list(scope.named))), hole(Var(variable)))
            return exactly_one(variable, self.fresh(scope), said)
        if det is Det.ONLY:
            inner = Scope(list(scope.named))
            return Forall(variable, Implies(hole(Var(variable)), self.nominal(nominal, Var(variable), inner)))
        opened = Scope(list(scope.named), [variable])
        restricted = self.nominal(nominal, Var(variable), opened)
        before = list(scope.named)
        scope.named.append((self.kind(nominal), Var(variable)))
        scope.named += [n for n in opened.named if n not in before]
        outer = scope.opened, scope.negated
        scope.opened, scope.negated = None, scope.negated or det is Det.NO
        said = hole(Var(variable))
        scope.opened, scope.negated = outer
        scope.named[:] = before
        body = NotF(said) if det is Det.NO else said
        whole = body if restricted == Truth(True) else Implies(restricted, body)
        formula = forall(opened.opened or [], whole)
        return NotF(formula) if det is Det.NOT_EVERY else formula

    def nominal(self, nominal: Nominal, term: Term, scope: Scope) -> Formula:
        """Return what a noun with its adjectives and relative clause says of somebody."""
        parts: list[Formula] = []
        *modifiers, noun = nominal.words or ("",)
        empty = not noun or self.kinds.says_nothing(noun)
        if empty:
            parts += [self.is_a((m,), term) for m in modifiers]
        elif modifiers and all(m in self.kinds.adjectives for m in modifiers) and noun in self.kinds.nouns:
            parts += [self.is_a((w,), term) for w in nominal.words]
        else:
            parts.append(self.is_a(nominal.words, term))
            if modifiers and noun in self.kinds.subjects:
                parts.append(self.is_a((noun,), term))
        if nominal.where is not None:
            parts.append(self.verbal(nominal.where, term, scope))
        return all_of(parts)

    def is_a(self, words: tuple[str, ...], term: Term) -> Formula:
        """Return that somebody is of a kind."""
        return self.atom(list(words), (term,), f"{HOLE} is {' '.join(words)}")

    def kind(self, nominal: Nominal) -> str:
        """Return what pronouns may stand for a noun phrase."""
        if nominal.shown in {"someone", "something"}:
            return nominal.shown
        return "somebody"

    def constant(self, words: str, proper: bool, scope: Scope) -> Term:
        """Return the individual of a name, or the variable."""
        variable = next((t for kind, t in scope.named if kind == f"variable {words}"), None)
        if variable is not None:
            return variable
        name = camel(tuple(words.split()), capital=False)
        self.constants.setdefault(name, Constant(name, words if proper else f"the {words}"))
        term = Fn(name)
        scope.named.append(("name" if proper else "thing", term))
        self.said["before" if proper else "thing before"] = term
        return term

    def resolve(self, word: str, scope: Scope, subject: Term | None = None) -> Term:
        """Return whom a pronoun means; that of an object rather not the subject."""
        self.referred = True
        found = referents(word, scope)
        found = [term for term in found if term != subject] or found
        if not found and word in SPEAKERS:
            return self.constant(SPEAKERS[word], True, Scope())
        if found:
            return found[0]
        if self.generic is None:
            self.notes.append(("unnamed-pronoun", word))
            return self.constant("they" if word in _PLURAL else word, True, Scope())
        if not self.generic.name:
            self.generic = Var(self.fresh(scope))
            self.notes.append(("generic-pronoun", word))
        return self.generic

    def near(self, word: str, scope: Scope, weather: bool) -> bool:
        """Return whether a pronoun means something; if it may stand for nothing, in its own sentence."""
        found = referents(word, scope)
        return bool(found) and not (weather and found[0] is self.said.get("thing before"))

    # -- verb phrases ------------------------------------------------------------------

    def verbal(self, verbal: Verbal, subject: Term, scope: Scope) -> Formula:
        """Return what a verb phrase says of its subject."""
        match verbal:
            case Says(key, nouns, shown):
                return self.says(key, nouns, shown, (subject,), scope)
            case IsA(nominal):
                return self.nominal(nominal, subject, scope)
            case Same(noun):
                return self.noun(noun, scope, lambda t: Eq(subject, t))
            case Object(owner, Says(key, nouns, shown)):
                return self.noun(
                    owner, scope, lambda t: self.says((*key, None), nouns, f"{shown} {HOLE}", (t,), scope, subject)
                )
            case Not(body):
                return NotF(self.verbal(body, subject, Scope(scope.named, None, True)))
            case Several(join, parts):
                return join_all(join, [self.verbal(p, subject, scope) for p in parts])
        raise AssertionError(verbal)

    def says(
        self,
        key: tuple[str | None, ...],
        nouns: tuple[Noun, ...],
        shown: str,
        terms: tuple[Term, ...],
        scope: Scope,
        last: Term | None = None,
    ) -> Formula:
        """Return what a verb says of its subject and objects."""
        words: list[str] = [] if key[0] is None else [key[0]]
        rest: list[tuple[str | None, Noun | None]] = []
        queue = list(nouns)
        for part in key[1:] if words else key:
            rest.append((part, queue.pop(0) if part is None and queue else None))
        return self.arguments(words, rest, shown, terms, scope, last)

    def arguments(
        self,
        words: list[str],
        rest: list[tuple[str | None, Noun | None]],
        shown: str,
        terms: tuple[Term, ...],
        scope: Scope,
        last: Term | None,
    ) -> Formula:
        """Return what a verb says, one noun phrase after the other."""
        if not rest:
            return self.atom([third_form(words[0]), *words[1:]], terms, f"{HOLE} {shown}")
        (word, noun), rest = rest[0], rest[1:]
        if word is not None:
            return self.arguments([*words, word], rest, shown, terms, scope, last)
        if noun is None:
            assert last is not None
            return self.arguments(words, rest, shown, (*terms, last), scope, None)
        if isinstance(noun, Quantified) and (flat := self.flat(noun)) is not None:
            shown = shown.replace(HOLE, noun.nominal.shown if noun.det is not Det.A else f"a {noun.nominal.shown}", 1)
            said = self.arguments([*words, *flat], rest, shown, terms, scope, last)
            return NotF(said) if noun.det is Det.NO else said
        if isinstance(noun, Pronoun):
            term = self.resolve(noun.word, scope, terms[0] if terms else last)
            inner = Scope(scope.named, None, scope.negated)
            return self.arguments(words, rest, shown, (*terms, term), inner, last)
        return self.noun(
            noun,
            scope,
            lambda t: self.arguments(words, rest, shown, (*terms, t), Scope(scope.named, None, scope.negated), last),
        )

    def flat(self, noun: Quantified) -> list[str] | None:
        """Return the words of a noun phrase that no other sentence speaks of, for the predicate's name."""
        words = noun.nominal.words
        if not words or noun.nominal.where is not None:
            return None
        known = words[-1] in self.kinds.nouns and not self.kinds.says_nothing(words[-1])
        if noun.det is Det.BARE or (not known and noun.det in {Det.A, Det.SOME, Det.ANY, Det.NO}):
            return list(words)
        return None

    # -- names -------------------------------------------------------------------------

    def atom(self, words: list[str], terms: tuple[Term, ...], shown: str) -> Formula:
        """Return a predicate said of terms, and note how it is put."""
        name = camel(tuple(words), capital=True)
        params = tuple(_LETTERS[: len(terms)])
        if (name, len(terms)) not in self.predicates:
            gloss = shown
            for param in params:
                gloss = gloss.replace(HOLE, param, 1)
            self.predicates[name, len(terms)] = Predicate(name, params, gloss)
        return Atom(name, terms)

    def fresh(self, scope: Scope) -> str:
        """Return the name of a new variable."""
        taken = {t.name for _, t in scope.named if isinstance(t, Var)}
        taken.update(scope.opened or ())
        while True:
            letter = _LETTERS[self.count % len(_LETTERS)]
            name = letter if self.count < len(_LETTERS) else f"{letter}{self.count // len(_LETTERS)}"
            self.count += 1
            if name not in taken:
                return name


def _is_past(verbal: Verbal) -> bool:
    match verbal:
        case Says(past=past):
            return past
        case Not(body):
            return _is_past(body)
        case Several(_, parts):
            return any(map(_is_past, parts))
        case _:
            return False
