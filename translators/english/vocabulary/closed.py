"""The closed classes of English: the words that carry grammar. They are few and known, so they are listed.

The lists follow the chapters of Huddleston and Pullum, *The Cambridge Grammar of the English Language* (2002):
pronouns and determinatives (ch. 5), prepositions (ch. 7), auxiliaries and modals (ch. 3), coordinators and
subordinators (ch. 11, 15).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sorites.translators.english.vocabulary.numerals import NUMERALS

Number = Literal["singular", "plural", "any"]


class Pronoun(NamedTuple):
    """One reading of a pronoun."""

    kind: Literal["personal", "determiner", "possessive", "reflexive", "reciprocal", "demonstrative", "indefinite"]
    person: Literal[1, 2, 3]
    number: Number
    case: Literal["subject", "object", "any"] = "any"
    gender: Literal["male", "female", "neuter", "person", "any"] = "any"


class Auxiliary(NamedTuple):
    """One reading of a form of *be*, *do* or *have*."""

    lemma: Literal["be", "do", "have"]
    form: Literal["base", "s", "present", "past", "participle", "ing"]
    tense: Literal["present", "past", ""] = ""
    number: Number = "any"


def words(text: str) -> frozenset[str]:
    """The words of a text, as a set."""
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in text.split(","))


ARTICLES: Mapping[str, bool] = {"a": False, "an": False, "the": True}
"""The articles, and whether they are definite."""

UNIVERSAL = words("all every each any both")
"""Determiners that speak of all; `any` does so outside negation, questions and conditions."""

NEGATIVE = words("no neither none")
"""Determiners (and the pronoun) that deny."""

DETERMINERS = (
    frozenset(ARTICLES)
    | UNIVERSAL
    | NEGATIVE
    | words("some either this that these those another other such what which whatever whichever enough")
    | words("much many more most few fewer fewest little less least several my your his her its our their whose")
)
"""What can open a noun phrase, with the possessives; numerals are elsewhere."""

QUANTITIES: Mapping[str, str] = {
    "a lot of": "many", "lots of": "many", "plenty of": "many", "a number of": "several", "a few": "some",
    "a couple of": "some", "a little": "some", "a great deal of": "many", "most of": "most", "all of": "all",
    "none of": "no", "some of": "some", "each of": "each", "every one of": "every", "any of": "any", "both of": "both",
    "neither of": "neither", "either of": "either", "one of": "one", "many of": "many", "few of": "few",
    "the majority of": "most", "the rest of": "other", "all but": "all but", "not all": "not all",
    "not every": "not all",
    "nearly all": "most", "almost all": "most", "at least": "at least", "at most": "at most", "more than": "more than",
    "less than": "less than", "fewer than": "less than", "no more than": "at most", "no fewer than": "at least",
    "no less than": "at least", "not more than": "at most", "not less than": "at least", "exactly": "exactly",
    "up to": "at most", "over": "more than", "under": "less than", "a minimum of": "at least",
    "a maximum of": "at most",
}  # fmt: skip
"""Determiners and bounds of several words (and some of one), with the simpler thing that they say."""

BOUNDS = _phrases("at least, at most, more than, less than, exactly")
"""What a bound on a number may say; `QUANTITIES` brings the other phrases to these."""

_P = Pronoun
PRONOUNS: Mapping[str, tuple[Pronoun, ...]] = {
    "i": (_P("personal", 1, "singular", "subject", "person"),),
    "me": (_P("personal", 1, "singular", "object", "person"),),
    "you": (_P("personal", 2, "any", "any", "person"),),
    "he": (_P("personal", 3, "singular", "subject", "male"),),
    "him": (_P("personal", 3, "singular", "object", "male"),),
    "she": (_P("personal", 3, "singular", "subject", "female"),),
    "it": (_P("personal", 3, "singular", "any", "neuter"),),
    "we": (_P("personal", 1, "plural", "subject", "person"),),
    "us": (_P("personal", 1, "plural", "object", "person"),),
    "they": (_P("personal", 3, "any", "subject"),),
    "them": (_P("personal", 3, "any", "object"),),
    "my": (_P("determiner", 1, "singular", gender="person"),),
    "your": (_P("determiner", 2, "any", gender="person"),),
    "his": (_P("determiner", 3, "singular", gender="male"), _P("possessive", 3, "singular", gender="male")),
    "her": (_P("determiner", 3, "singular", gender="female"), _P("personal", 3, "singular", "object", "female")),
    "its": (_P("determiner", 3, "singular", gender="neuter"),),
    "our": (_P("determiner", 1, "plural", gender="person"),),
    "their": (_P("determiner", 3, "any"),),
    "mine": (_P("possessive", 1, "singular", gender="person"),),
    "yours": (_P("possessive", 2, "any", gender="person"),),
    "hers": (_P("possessive", 3, "singular", gender="female"),),
    "ours": (_P("possessive", 1, "plural", gender="person"),),
    "theirs": (_P("possessive", 3, "any"),),
    "myself": (_P("reflexive", 1, "singular", "object", "person"),),
    "yourself": (_P("reflexive", 2, "singular", "object", "person"),),
    "himself": (_P("reflexive", 3, "singular", "object", "male"),),
    "herself": (_P("reflexive", 3, "singular", "object", "female"),),
    "itself": (_P("reflexive", 3, "singular", "object", "neuter"),),
    "oneself": (_P("reflexive", 3, "singular", "object", "person"),),
    "themself": (_P("reflexive", 3, "singular", "object", "person"),),
    "ourselves": (_P("reflexive", 1, "plural", "object", "person"),),
    "yourselves": (_P("reflexive", 2, "plural", "object", "person"),),
    "themselves": (_P("reflexive", 3, "any", "object"),),
    "each other": (_P("reciprocal", 3, "plural", "object"),),
    "one another": (_P("reciprocal", 3, "plural", "object"),),
    "this": (_P("demonstrative", 3, "singular"),),
    "that": (_P("demonstrative", 3, "singular"),),
    "these": (_P("demonstrative", 3, "plural"),),
    "those": (_P("demonstrative", 3, "plural"),),
    "one": (_P("indefinite", 3, "singular"),),
    "ones": (_P("indefinite", 3, "plural"),),
    "others": (_P("indefinite", 3, "plural"),),
} | {
    start + end: (_P("indefinite", 3, "singular", gender="neuter" if end == "thing" else "person"),)
    for start in ("some", "any", "every", "no")
    for end in ("body", "one", "thing")
    if start + end != "noone"
} | {"no one": (_P("indefinite", 3, "singular", gender="person"),)}  # fmt: skip
"""Each pronoun with its readings. *They*, *them* and *their* may stand for one person."""

POSSESSIVES: Mapping[str, str] = {
    "my": "i", "your": "you", "his": "he", "her": "she", "its": "it", "our": "we", "their": "they", "whose": "who",
}  # fmt: skip
"""Possessive determiners, with the pronoun that they stand for."""

PLACES: Mapping[str, str] = {
    "somewhere": "some", "anywhere": "any", "everywhere": "every", "nowhere": "no", "here": "this", "there": "that",
}  # fmt: skip
"""Adverbs of place that quantify or point, with the determiner in them."""

MODALS: Mapping[str, str] = {
    "can": "can", "could": "could", "may": "may", "might": "might", "must": "must", "shall": "shall",
    "should": "should", "will": "will", "would": "would", "ought": "should", "need": "need", "dare": "dare",
    "ca": "can", "wo": "will", "sha": "shall",
}  # fmt: skip
"""Modal verbs, with the one they count as; *need* and *dare* are also full verbs. The last three stand before *n't*."""

_A = Auxiliary
AUXILIARIES: Mapping[str, tuple[Auxiliary, ...]] = {
    "be": (_A("be", "base"),),
    "am": (_A("be", "present", "present", "singular"),),
    "is": (_A("be", "s", "present", "singular"),),
    "are": (_A("be", "present", "present", "plural"),),
    "was": (_A("be", "past", "past", "singular"),),
    "were": (_A("be", "past", "past", "plural"),),
    "been": (_A("be", "participle"),),
    "being": (_A("be", "ing"),),
    "do": (_A("do", "base"), _A("do", "present", "present", "plural")),
    "does": (_A("do", "s", "present", "singular"),),
    "did": (_A("do", "past", "past"),),
    "done": (_A("do", "participle"),),
    "doing": (_A("do", "ing"),),
    "have": (_A("have", "base"), _A("have", "present", "present", "plural")),
    "has": (_A("have", "s", "present", "singular"),),
    "had": (_A("have", "past", "past"), _A("have", "participle")),
    "having": (_A("have", "ing"),),
}
"""The forms of *be*, *do* and *have*, which are also full verbs."""

_NEGATED = (
    "is are was were do does did have has had could should would might must need dare ought"  # and can't, won't, shan't
)
CONTRACTIONS: Mapping[str, tuple[str, ...]] = {word + "n't": (word, "not") for word in _NEGATED.split()} | {
    "can't": ("can", "not"), "cannot": ("can", "not"), "won't": ("will", "not"), "shan't": ("shall", "not"),
    "mayn't": ("may", "not"), "i'm": ("i", "am"), "let's": ("let", "us"), "'re": ("are",), "'ve": ("have",),
    "'ll": ("will",), "'m": ("am",), "n't": ("not",), "gonna": ("going", "to"), "gotta": ("got", "to"),
}  # fmt: skip
"""Contracted words and endings, in full. *'s* (is, has, of) and *'d* (had, would) have several readings: not here."""

NEGATIONS = words("not n't never neither nor no none nobody nothing nowhere without")
"""Words that deny what they stand with."""

COORDINATORS = words("and or but nor yet so plus")
"""Coordinating conjunctions; they may be one of a pair (*both … and*, *either … or*, *neither … nor*)."""

SUBORDINATORS = _phrases(
    "if, unless, because, although, though, whereas, while, when, whenever, where, wherever, since, as, until, till, "
    "before, after, once, whether, that, lest, than, so that, in order that, provided that, provided, providing "
    "that, as long as, so long as, on condition that, only if, even if, if and only if, just in case, in case, "
    "except that, given that, assuming that, assuming, supposing that, supposing, even though, as soon as, as if, as "
    "though, now that, by the time"
)
"""Words and phrases that open a subordinate clause."""

CONJUNCTIONS = COORDINATORS | SUBORDINATORS
"""All that joins clauses."""

CONNECTIVES = _phrases(
    "therefore, thus, hence, consequently, however, moreover, furthermore, nevertheless, nonetheless, otherwise, then, "
    "instead, also, too, additionally, besides, meanwhile, accordingly, likewise, similarly, in addition, as a result, "
    "for example, for instance, in fact, in particular, on the other hand, that is, i.e., e.g., of course, finally, "
    "in other words, in turn, as well, conversely, still"
)
"""Adverbs that connect a sentence to the one before; most say nothing of their own (*otherwise*, *instead* do)."""

FOCUS = words("only even just merely solely exclusively else")
"""Adverbs that single something out; *only* excludes the rest."""

DEGREES = words("very too so quite rather as more most less least enough extremely really fairly pretty somewhat")
"""Adverbs of degree. A degree that raises (*very tall*) entails the word alone; *too*, *as*, *less* and *least* do
not.
"""

RELATIVES = words("who whom whose which that where when")
"""What opens a relative clause."""

QUESTION_WORDS = words("who whom whose what which when where why how whoever whatever whichever")
"""What opens a question that yes and no do not answer, or a free relative (*whoever*)."""

TITLES: Mapping[str, str] = (
    dict.fromkeys("mr mister sir lord father brother king prince duke count uncle grandpa master".split(), "male")
    | dict.fromkeys(
        "mrs ms miss madam lady dame mother sister queen princess duchess countess aunt auntie grandma "
        "mistress".split(),
        "female",
    )
    | dict.fromkeys(
        "dr doctor prof professor judge justice captain capt general gen colonel col major sergeant sgt "
        "lieutenant lt officer detective inspector president minister senator governor mayor chancellor "
        "saint st rev reverend pastor rabbi imam bishop cardinal pope chef coach nurse emperor agent "
        "commander chief private corporal admiral".split(),
        "any",
    )
)
"""Words that may stand before a name as part of it, without their full stop, and the gender that they show."""

PARTICLES = words(
    "up out off down in on over away back through along around about by apart aside together forward forth across "
    "under round"
)
"""What makes one verb with the verb before it: *give up*, *take off*. Most are also prepositions."""

PREPOSITIONS = words(
    "about above across after against along alongside amid among amongst around as at atop before behind below "
    "beneath beside besides between beyond by despite during except for from in inside into like near of off on onto "
    "opposite out outside over past per round since than through throughout till to toward towards under underneath "
    "unlike until up upon via with within without worth versus concerning regarding excluding including barring "
    "following minus plus down"
) | _phrases(
    "according to, across from, ahead of, along with, apart from, as for, as of, aside from, at the back of, at the "
    "bottom of, at the end of, at the top of, away from, because of, by means of, by way of, close to, due to, "
    "except for, far from, for the sake of, in accordance with, in addition to, in case of, in charge of, in "
    "comparison with, in favour of, in favor of, in front of, in need of, in place of, in spite of, in terms of, in "
    "the middle of, in view of, inside of, instead of, near to, next to, on account of, on behalf of, on top of, "
    "opposite to, other than, out of, outside of, owing to, prior to, regardless of, subject to, subsequent to, such "
    "as, thanks to, to the left of, to the right of, together with, up to, with regard to, with respect to, as well "
    "as, rather than, on the left of, on the right of, to the north of, to the south of, to the east of, to the west "
    "of, north of, south of, east of, west of, at the front of, on board, on the side of, by the side of"
)
"""Prepositions, of one word and of several."""

ALSO_OPEN = words(
    "like need dare past near opposite inside outside round worth following concerning regarding besides "
    "still back together away apart aside forward pretty really fairly extremely provided supposing assuming "
    "providing given second third quarter double triple half quadruple finally instead similarly likewise "
    "accordingly meanwhile conversely consequently additionally exclusively solely once twice thrice unlike "
    "march down little hundredth thousandth millionth billionth"
)
"""Words of the closed classes that are nouns, verbs, adjectives or free adverbs as well, so the tables speak, too.

*Will*, *can*, *may*, *must* and *might* are not among them: as nouns they are too rare to pay for the confusion.
"""

FUNCTION_WORDS: frozenset[str] = (
    (
        DETERMINERS
        | frozenset(word for word in PRONOUNS if " " not in word)
        | frozenset(PLACES)
        | frozenset(MODALS)
        | frozenset(AUXILIARIES)
        | frozenset(CONTRACTIONS)
        | NEGATIONS
        | frozenset(word for word in CONJUNCTIONS if " " not in word)
        | frozenset(word for word in CONNECTIVES if " " not in word)
        | FOCUS
        | DEGREES
        | RELATIVES
        | QUESTION_WORDS
        | frozenset(NUMERALS)
        | words("o'clock etc etc. versus vs vs. yes according least")
    )
    - ALSO_OPEN
    - PREPOSITIONS
)
"""Words that are never part of a predicate's name. Prepositions are not in it, for they name predicates (*look
after*).
"""

CLOSED: frozenset[str] = (
    FUNCTION_WORDS | frozenset(word for word in PREPOSITIONS | PARTICLES if " " not in word)
) - ALSO_OPEN
"""Words that `forms_of` never reads as a noun, verb, adjective or adverb."""
