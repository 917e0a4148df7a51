"""The tables of lemminflect: which forms a lemma has, and of which lemmas a word is a form.

Why these. They hold, under the MIT licence, the inflections of the SPECIALIST lexicon of the United States'
National Library of Medicine (6,748 verbs, 22,906 nouns, 8,465 adjectives, 2,331 adverbs) with British spellings, in
0.6 MB. The others: `inflect` is kept up best, but makes plurals and articles by rules and knows no verbs, nor
whether a word is known; importing it takes seconds, since it compiles and type-checks itself. `pyinflect` is the older
work of lemminflect's author, without lemmas. `simplemma` gives a lemma without its part of speech, in 19 MB for all
languages. WordNet (`nltk`, `wn`) must be fetched and lists few inflections.

Why they are files of this package (licenses/lemminflect.txt). The library needs numpy, of 59 MB, for two neural models
that answer unknown words with a guess that cannot be told from a fact; its last release is of 2022, and its content is
a lexicon, which ages slowly. The tables are sorted, so a word is sought in one small block of the bytes, and nothing is
parsed that nobody asks for.

``lemma_more.csv`` and ``infl_more.csv`` are of the same form, and ours: common words that the tables leave out, those
younger than the lexicon, and some that it lost on its way, found by looking up the 30,000 most frequent words of
English, a thousand names of everyday things, and the parts of speech in which WordNet's tagged texts have them.
"""

from __future__ import annotations

import gzip
from bisect import bisect_left
from functools import cache
from operator import itemgetter
from pathlib import Path

from sorites.translators.english.vocabulary import regular

_BLOCK = 4096
"""So many bytes are searched for a word: less is slower to begin with, more slower to find."""


UNCHANGED = frozenset("quit broadcast forecast wet knit wed bid".split())
"""Verbs whose past can be as the base form, which the table lists second or not at all."""


@cache
def table(name: str) -> bytes:
    """One table, unpacked.

    Args:
        name: `lemma_lu.csv.gz` (form, part of speech, lemmas) or `infl_lu.csv.gz` (lemma, part of speech, forms); or
            what we add to them.
    """
    data = Path(__file__).with_name(name).read_bytes()
    return gzip.decompress(data) if name.endswith(".gz") else data


@cache
def _blocks(name: str) -> tuple[list[int], list[bytes]]:
    """Where each block of a table begins, and its first word."""
    data = table(name)
    found = (data.find(b"\n", place) + 1 for place in range(_BLOCK, len(data) - _BLOCK, _BLOCK))
    starts = [0, *found]
    return starts, [data[start : data.find(b",", start)] for start in starts]


def rows(name: str, word: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a table that begin with a word, without it: part of speech, then the columns, each with all variants.

    Args:
        name: the table, as for `table`.
        word: the word exactly as it stands in the first column.

    Returns:
        For example `(("verb", "sang", "sung", "singing", "sings"),)`; empty if the table has no such word.
    """
    data, sought = table(name), word.encode()
    starts, firsts = _blocks(name)
    block = bisect_left(firsts, sought)  # the word begins this block, or stands in the one before
    beginning = sought + b","
    last = starts[block] + len(beginning) if block < len(starts) else len(data)
    place = data.find(b"\n" + beginning, max(starts[max(block - 1, 0)] - 1, 0), last) + 1
    found = []
    while data.startswith(beginning, place):
        end = data.find(b"\n", place)
        found.append(tuple(data[place + len(beginning) : end].decode().split(",")))
        place = end + 1
    return tuple(found)


@cache
def lemmas(word: str) -> tuple[tuple[str, str], ...]:
    """The lemmas of which a word may be a form: pairs of part of speech and lemma, adjectives first, verbs last."""
    found = (*rows("lemma_lu.csv.gz", word), *rows("lemma_more.csv", word))
    return tuple(sorted(((part, one) for part, listed in found for one in listed.split("/")), key=itemgetter(0)))


@cache
def inflections(lemma: str, part: str) -> tuple[tuple[str, ...], ...] | None:
    """The forms of a lemma, column by column, each with all variants (the usual one first).

    Args:
        lemma: the word in its base form.
        part: `noun`, `verb`, `adj` or `adv`, as the table has it.

    Returns:
        Noun: plurals. Verb: past, participle (as the past where the table leaves it out), -ing, -s. Adjective and
        adverb: comparatives, superlatives (empty where there are none). None if the table has no such lemma.
    """
    for row in (*rows("infl_lu.csv.gz", lemma), *rows("infl_more.csv", lemma)):
        if row[0] == part:
            columns = [tuple(form for form in column.split("/") if _plain(form)) for column in row[1:]]
            if part == "verb":
                if lemma in UNCHANGED:
                    columns[:2] = (tuple(dict.fromkeys((lemma, *column))) for column in columns[:2])
                # "learned/learnt,learnt": what is regular in the past is so in the participle, too
                columns[1] += tuple(
                    form for form in columns[0] if not columns[1] or form == regular.verb(lemma, "past")
                )
                columns[1] = tuple(dict.fromkeys(columns[1]))
            return tuple(columns)
    return None


def _plain(form: str) -> bool:
    # "over shot" beside "overshot", and "O.K.'d": spellings that no token of ours can have
    return bool(form) and " " not in form and "." not in form
