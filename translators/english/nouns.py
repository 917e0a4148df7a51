"""The grammar of noun phrases, over stretches of words.

A rule takes a stretch and gives what it says, or nothing. Where several readings are
possible the first in the order of the rules holds: fixed preferences instead of guesses.
"""

from __future__ import annotations

import itertools

from . import lexicon as lex
from .morphology import singular
from .stretch import BREAKS, FINITE, MAX_WORDS, Stretches, once
from .tree import Both, Det, Join, Name, Nominal, Not, Noun, Object, Pronoun, Quantified, Same, Says, Several, Verbal


class Nouns(Stretches):
    """Reads noun phrases of one sentence."""

    @once
    def noun(self, i: int, j: int) -> Noun | None:
        """Read a noun phrase, or several that are joined."""
        if i >= j or j - i > MAX_WORDS:
            return None
        low = self.low
        if low[i] == "both":
            return self.noun(i + 1, j)
        if (single := self.single(i, j)) is not None:
            return single
        join = Join.AND
        start = i
        if low[i] == "either":
            join, start = Join.XOR, i + 1
        for k in range(j - 2, start, -1):
            if low[k] in {"and", "or"}:
                left_end = k - 1 if low[k - 1] == "," else k
                right = self.single(k + 1, j)
                left = self.list_of(start, left_end)
                if right is not None and left:
                    if low[k] == "or":
                        join = Join.XOR if join is Join.XOR else Join.OR
                    return Both(join, (*left, right))
        return None

    def list_of(self, i: int, j: int) -> list[Noun]:
        """Return the noun phrases between commas, or nothing if one can't be read."""
        commas = [k for k in range(i, j) if self.low[k] in {",", "and", "or"}]
        found = []
        for start, end in zip([i, *(c + 1 for c in commas)], [*commas, j], strict=True):
            part = self.single(start, end)
            if part is None:
                return []
            found.append(part)
        return found

    @once
    def single(self, i: int, j: int) -> Noun | None:
        """Read one noun phrase."""
        if i >= j:
            return None
        low, first = self.low, self.low[i]
        if j == i + 1:
            if (
                first in lex.SUBJECT_PRONOUNS
                or first in lex.OBJECT_PRONOUNS
                or first in {"this", "that", "these", "those"}
            ):
                return Pronoun(first)
            if first in self.bound:
                return Name(first, proper=False)
        if low[i : i + 4] == ["at", "least", "one", "of"] and (several := self.one_of(i + 4, j, Join.OR)) is not None:
            return several
        if low[i : i + 2] == ["exactly", "one"] and j > i + 2:
            if low[i + 2] == "of":
                return self.one_of(i + 3, j, Join.XOR)
            return self.quantified(Det.ONE, i + 2, j)
        if first in lex.UNSUPPORTED or (first == "more" and j > i + 1 and low[i + 1] == "than"):
            self.miss(i, f"'all', 'some' or 'no', not '{self.words[i].text}'", surely=True)
            return None
        if first == "no" and j > i + 1 and low[i + 1] == "one":
            return self.quantified(Det.NO, i + 2, j)
        if low[i : i + 2] == ["none", "of"] and j > i + 3:
            return self.quantified(Det.NO, i + 3 if low[i + 2] in {"the", "these", "those"} else i + 2, j)
        if first in lex.QUANTIFIER_WORDS:
            if first in {"whoever", "whatever"}:
                where = self.relative(i + 1, j)
                return Quantified(Det.EVERY, Nominal((), where, "someone")) if where is not None else None
            found = self.nominal(i + 1, j)
            thing = "something" if first.endswith(("thing", "whatever")) else "someone"
            shown = thing if found is not None and not found.words else found.shown if found is not None else ""
            return (
                Quantified(Det(lex.QUANTIFIER_WORDS[first]), Nominal(found.words, found.where, shown))
                if found
                else None
            )
        if first == "not" and j > i + 1:
            return self.not_every(i + 1, j)
        if first in {"those", "these", "people"} and j > i + 1 and low[i + 1] in lex.RELATIVE:
            return self.quantified(Det.EVERY, i + 1, j)
        if low[i : i + 3] == ["at", "least", "one"]:
            return self.quantified(Det.SOME, i + 3, j)
        if first in lex.DETERMINERS and j > i + 1:
            start = i + 1
            if low[start] == "of" and start + 1 < j:
                start += 2 if low[start + 1] in {"the", "these", "those", *lex.POSSESSIVES} else 1
            elif low[start] in {"the", "these", "those", "of", "one"}:
                start += 1
            return self.quantified(Det(lex.DETERMINERS[first]), start, j)
        if first in {"the", "this", "that"} or first in lex.POSSESSIVES:
            return self.definite(i, j)
        if self.is_name(i, j):
            return Name(" ".join(w.text for w in self.words[i:j]))
        if low[i].endswith(("'s", "s'")):
            return self.definite(i, j)
        return self.bare(i, j)

    def one_of(self, i: int, j: int, join: Join) -> Noun | None:
        """Read the names behind ``at least one of`` or, of two, ``exactly one of``."""
        parts = self.list_of(i, j)
        named = all(isinstance(part, Name) for part in parts)
        return Both(join, tuple(parts)) if named and len(parts) >= 2 and (join is Join.OR or len(parts) == 2) else None

    def is_name(self, i: int, j: int) -> bool:
        """Return whether all words of a stretch begin with capitals, as names do: ``New York``, ``Bank of America``."""
        first, last = self.words[i], self.words[j - 1]
        if i == 0 and first.text not in self.names and not first.low.endswith("."):
            return False
        if last.low.endswith(("'s", "s'")) or not (last.capital or last.text[0].isdigit()):
            return False
        return all(w.capital or w.low in {"of", "the"} or w.text[0].isdigit() for w in self.words[i:j])

    def not_every(self, i: int, j: int) -> Noun | None:
        """Read what stands behind ``not`` in ``not all dogs``."""
        found = self.single(i, j)
        if isinstance(found, Quantified) and found.det in {Det.EVERY, Det.ANY}:
            return Quantified(Det.NOT_EVERY if found.det is Det.EVERY else Det.NO, found.nominal)
        return None

    def definite(self, i: int, j: int) -> Noun | None:
        """Read ``the cat`` or ``her cat``: somebody or something in particular."""
        start = i if self.low[i].endswith(("'s", "s'")) and i > 0 else i + (self.low[i] in {"the", "this", "that"})
        start += self.low[start] in lex.POSSESSIVES if start < j else 0
        if start >= j or any(w in BREAKS or w in FINITE for w in self.low[start:j]):
            return None
        if any(w in lex.PREPOSITIONS and w != "of" for w in self.low[start:j]) or self.low[start] in lex.DETERMINERS:
            return None
        return Name(" ".join([w.text.lower() for w in self.words[start : j - 1]] + [singular(self.low[j - 1])]), False)

    def bare(self, i: int, j: int) -> Noun | None:
        """Read a plural, or a word for a stuff, without an article."""
        end = next((k for k in range(i, j) if self.low[k] in lex.RELATIVE), j)
        if end == i or self.words[i].text in self.names or self.low[i].endswith("."):
            return None
        nominal = self.nominal(i, j)
        return Quantified(Det.BARE, nominal) if nominal is not None else None

    def quantified(self, det: Det, i: int, j: int) -> Noun | None:
        """Read a nominal behind its determiner."""
        nominal = self.nominal(i, j)
        return Quantified(det, nominal) if nominal is not None else None

    @once
    def nominal(self, i: int, j: int) -> Nominal | None:
        """Read adjectives, a noun, and a relative clause."""
        end = next((k for k in range(i, j) if self.low[k] in lex.RELATIVE), j)
        plain = self.low[i:end]
        if plain and plain[-1] == ",":
            plain = plain[:-1]
        if any(w in FINITE or w in "();:" or w in {"not", "if", "then", "nor", "but", "either"} for w in plain):
            return None
        if any(w in lex.DETERMINERS or w in lex.SUBJECT_PRONOUNS or w in lex.QUANTIFIER_WORDS for w in plain):
            return None
        if any(self.is_verb(k, end) for k in range(i, end)):
            return None
        excepting = (k for k in range(i, end) if self.low[k] == "except" or self.low[k : k + 2] == ["other", "than"])
        if (but := next(excepting, end)) < end:
            return self.all_but(i, but, end, j)
        if any(w == "and" and singular(before) != before for before, w in itertools.pairwise(plain)):
            return None  # dogs and cats
        if plain and (plain[0] in lex.CONJUNCTIONS or plain[-1] in lex.CONJUNCTIONS or "or" in plain):
            return None
        if "the" in plain[1:] and not any(w in lex.PREPOSITIONS for w in plain):
            return None
        with_place = next((k for k in range(i + 1, end) if self.low[k] in lex.PREPOSITIONS - {"of", "like"}), end)
        kept = [w for w in self.low[i:with_place] if w not in {",", "and"} | lex.POSSESSIVES and w != "the"]
        shown = " ".join(w.text if w.capital and i + n else w.low for n, w in enumerate(self.words[i:end]))
        if "of" in kept[1:-1]:  # a member of the club: one noun
            of = kept.index("of")
            kept[of - 1 :] = ["_".join([singular(kept[of - 1]), *map(singular, kept[of:])])]
        words = tuple(kept[:-1]) + ((singular(kept[-1]),) if kept else ())
        if with_place < end:
            return self.placed(Nominal(words, None, shown), with_place, end, j)
        if end == j:
            return Nominal(words, None, shown)
        where = self.relative(end + 1, j)
        return Nominal(words, where, shown) if where is not None else None

    def all_but(self, i: int, but: int, end: int, j: int) -> Nominal | None:
        """Read ``blocks other than Ann that are heavy`` and ``everyone except Bob``."""
        start = but + 2 if self.low[but + 1 : but + 2] in (["than"], ["for"]) else but + 1
        rest = self.noun(start, end)
        nominal = self.nominal(i, but) if but > i else Nominal(())
        if rest is None or nominal is None:
            self.miss(but, "a name behind 'except' or 'other than'")
            return None
        parts: list[Verbal] = [] if nominal.where is None else [nominal.where]
        for one in rest.parts if isinstance(rest, Both) else (rest,):
            if not isinstance(one, Name):
                return None
            parts.append(Not(Same(one)))
        if end < j:
            if (where := self.relative(end + 1, j)) is None:
                return None
            parts.insert(0, where)
        return Nominal(nominal.words, Several(Join.AND, tuple(parts)) if len(parts) > 1 else parts[0], nominal.shown)

    def placed(self, nominal: Nominal, i: int, end: int, j: int) -> Nominal | None:
        """Read what a preposition says of a noun: ``with integrity`` is as good as ``who has integrity``."""
        if self.low[i] == "with":
            place: Verbal | None = self.says("have", i, i + 1, end)
        else:
            place = self.says(None, i, i, end)
        if place is None or end == j:
            return Nominal(nominal.words, place, nominal.shown) if place is not None else None
        where = self.relative(end + 1, j)
        return Nominal(nominal.words, Several(Join.AND, (place, where)), nominal.shown) if where is not None else None

    def relative(self, i: int, j: int) -> Verbal | None:
        """Read a relative clause behind its pronoun."""
        if j > i and self.low[j - 1] == ",":
            j -= 1
        if (found := self.verbal(i, j)) is not None:
            return found
        for k in range(i + 1, j):
            if self.begins_verb(k, strong=False) and (subject := self.noun(i, k)) is not None:
                said = self.verbal(k, j)
                if isinstance(said, Says):
                    return Object(subject, said)
        self.miss(i, "a verb behind the relative pronoun")
        return None
