"""The vocabulary of Sorites English: every line of the tables, and examples of what no table has."""

import pytest

from sorites.translators.english.vocabulary import (
    Form,
    adjective,
    article,
    classes,
    closed,
    forms_of,
    guesses,
    is_mass,
    measures,
    noun,
    numerals,
    opposite,
    tables,
    verb,
)
from sorites.translators.english.vocabulary.words import PLURAL_ONLY

ODD = frozenset(["does", "data", "bicepses", "bolases", "dentes", "partes", "taxes", "leaves"])
"""Plurals of which the lemma is another one: of a closed class, or listed as a plural of its own."""


def readings(word: str) -> set[tuple[str, str, str]]:
    return {(form.lemma, form.category, form.form) for form in forms_of(word)}


def lines(name: str) -> list[list[str]]:
    return [line.split(",") for line in tables.table(name).decode().splitlines()]


def test_every_line_of_the_tables_is_found() -> None:
    """The tables are sorted: otherwise a word would be unknown for no reason."""
    for name in ("lemma_lu.csv.gz", "infl_lu.csv.gz"):
        for word, *row in lines(name):
            assert tuple(row) in tables.rows(name, word), word
    assert tables.rows("infl_lu.csv.gz", "aaaa") == tables.rows("infl_lu.csv.gz", "zzzz") == ()


def lemmas_of(category: str) -> list[str]:
    part = {"noun": "noun", "verb": "verb", "adjective": "adj"}[category]
    return [
        word
        for word, name, *_ in lines("infl_lu.csv.gz")
        if name == part and forms_of(word) and word.islower() and word != "people"
    ]


@pytest.mark.parametrize("form", ["base", "s", "past", "participle", "ing"])
def test_a_form_of_each_verb_is_read_as_that_form(form: str) -> None:
    for lemma in lemmas_of("verb"):
        own = [reading.lemma for reading in forms_of(lemma) if reading[1:] == ("verb", "base")]
        word = verb(lemma, form)
        if own and forms_of(word) and "ride" not in lemma:  # the table has "joyriding" as a past
            assert any((name, "verb", form) in readings(word) for name in own), (lemma, word)


def test_the_plural_of_each_noun_is_read_as_its_plural() -> None:
    for lemma in lemmas_of("noun"):
        own = [reading.lemma for reading in forms_of(lemma) if reading.category == "noun"]
        word = noun(lemma, plural=True)
        if word in PLURAL_ONLY or word in ODD:
            continue
        assert not own or word == lemma or any((name, "noun", "plural") in readings(word) for name in own), (
            lemma,
            word,
        )


def test_the_degrees_of_each_adjective_are_read_as_such() -> None:
    for lemma in lemmas_of("adjective"):
        for form in ("comparative", "superlative"):
            word = adjective(lemma, form)
            if " " not in word and forms_of(word):
                assert form in {reading.form for reading in forms_of(word)}, (lemma, word)


def test_closed_words_and_noise_are_never_open() -> None:
    for word in closed.CLOSED:
        assert {tuple(form) for form in forms_of(word)} <= {("being", "noun", "singular")}, word
        assert guesses(word) == (), word
    for word in "r rs as s ph i does us US IT must wo GTE BBB Bartholomew Amy".split():
        assert forms_of(word) == (), word


def test_words_with_a_capital_are_peoples_not_names() -> None:
    for word, *_ in lines("lemma_lu.csv.gz"):
        for form in forms_of(word):
            if not form.lemma.islower() and "-" not in form.lemma:
                assert form.lemma.isalpha(), form
                assert form.lemma.istitle(), form
    assert ("German", "adjective", "positive") in readings("German")
    assert ("Italian", "noun", "plural") in readings("Italians")


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("emails", {("email", "noun", "plural"), ("email", "verb", "s")}),
        ("sues", {("sue", "verb", "s")}),
        ("tows", {("tow", "noun", "plural"), ("tow", "verb", "s")}),
        ("bribed", {("bribe", "verb", "past"), ("bribe", "verb", "participle")}),
        ("co-signs", {("co-sign", "verb", "s")}),
        ("colour", {("colour", "noun", "singular"), ("colour", "verb", "base")}),
        ("purées", {("puree", "verb", "s")}),
        ("people", {("person", "noun", "plural")}),
        ("sheep", {("sheep", "noun", "singular"), ("sheep", "noun", "plural")}),
        ("trousers", {("trousers", "noun", "plural")}),
        ("trunks", {("trunk", "noun", "plural")}),
        ("texted", {("text", "verb", "past"), ("text", "verb", "participle")}),
        ("oxen", {("ox", "noun", "plural")}),
        ("cafés", {("cafe", "noun", "plural")}),
        ("complete", {("complete", "adjective", "positive"), ("complete", "verb", "base")}),
        ("bars", {("bar", "noun", "plural"), ("bar", "verb", "s")}),
        ("makes", {("make", "verb", "s")}),
        ("cats", {("cat", "noun", "plural")}),
        ("dues", {("dues", "noun", "plural")}),
        ("goods", {("goods", "noun", "plural")}),
        ("news", {("news", "noun", "singular")}),
        ("overshot", {("overshoot", "verb", "past"), ("overshoot", "verb", "participle")}),
        ("over-shot", {("overshoot", "verb", "past"), ("overshoot", "verb", "participle")}),
        ("Birds", {("bird", "noun", "plural")}),
        ("older", {("old", "adjective", "comparative")}),
        ("Wumpuses", set()),
    ],
)  # fmt: skip
def test_a_word_has_these_readings(word: str, expected: set[tuple[str, str, str]]) -> None:
    assert readings(word) == expected


@pytest.mark.parametrize(
    ("word", "first"),
    [
        ("wumpuses", Form("wumpus", "noun", "plural")),
        ("towifies", Form("towify", "verb", "s")),
        ("flibbed", Form("flib", "verb", "past")),
        ("zorping", Form("zorp", "verb", "ing")),
        ("gorply", Form("gorply", "adverb", "positive")),
        ("gorpful", Form("gorpful", "adjective", "positive")),
        ("rewashed", Form("rewash", "verb", "past")),
        ("non-singers", Form("non-singer", "noun", "plural")),
        ("community-oriented", Form("community-oriented", "adjective", "positive")),
        ("part-time", Form("part-time", "adjective", "positive")),
        ("well-known", Form("well-known", "adjective", "positive")),
        ("five-year", Form("five-year", "adjective", "positive")),
        ("board-members", Form("board-member", "noun", "plural")),
        ("doghouseboats", Form("doghouseboat", "noun", "plural")),
        ("jompuses", Form("jompus", "noun", "plural")),
        ("gorpiest", Form("gorpy", "adjective", "superlative")),
        ("state-of-the-art", Form("state-of-the-art", "adjective", "positive")),
        ("mothers-in-law", Form("mother-in-law", "noun", "plural")),
        ("MRIs", Form("MRI", "noun", "plural")),
    ],
)
def test_the_first_guess(word: str, first: Form) -> None:
    assert forms_of(word) == ()
    assert guesses(word)[0] == first


def test_the_supplement_repeats_no_table() -> None:
    for lemma, part, *_ in (line.split(",") for line in tables.table("infl_more.csv").decode().splitlines()):
        assert part not in {row[0] for row in tables.rows("infl_lu.csv.gz", lemma)}, lemma


def test_a_verb_may_have_a_hyphen() -> None:
    assert Form("binge-watch", "verb", "s") in guesses("binge-watches")
    assert Form("binge-watch", "verb", "past") in guesses("binge-watched")


def test_what_is_no_word_is_not_guessed() -> None:
    assert guesses("second-oldest") == guesses("third-most") == guesses("she'll") == ()
    assert guesses("123") == guesses("-") == guesses("'") == guesses("") == guesses("the") == ()


def test_forms_are_made() -> None:
    assert [
        verb("give", form) for form in ("base", "s", "past", "participle", "ing")
    ] == "give gives gave given giving".split()
    assert (verb("look after", "past"), verb("be", "participle"), verb("rerun", "past")) == (
        "looked after",
        "been",
        "reran",
    )
    assert (noun("key card", True), noun("mother-in-law", True), noun("cup of tea", True)) == (
        "key cards", "mothers-in-law", "cups of tea")  # fmt: skip
    assert (noun("person", True), noun("furniture", True), noun("gorpy", True)) == ("people", "furniture", "gorpies")
    assert (adjective("old", "comparative"), adjective("careful", "superlative")) == ("older", "most careful")
    with pytest.raises(KeyError):
        verb("go", "future")
    with pytest.raises(KeyError):
        adjective("old", "superlatives")


def test_mass_and_count() -> None:
    assert is_mass("furniture")
    assert not is_mass("sheep")
    assert is_mass("water")
    assert not is_mass("wumpus")


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (
            "an",
            "hour heir honest apple 8 11 18,000 MRI FBI X-ray HTML F-16 onion unimportant umbrella urn élan SUV",
        ),
        (
            "a",
            "university U.S. UN unit unicorn European one-eyed one NASA user Ugandan ukulele herb 1,100 100 dog BBC",
        ),
    ],
)
def test_the_article(expected: str, words: str) -> None:
    assert {word: article(word) for word in words.split()} == dict.fromkeys(words.split(), expected)


@pytest.mark.parametrize(
    ("word", "denied"),
    [
        ("invalid", "valid"),
        ("unhappy", "happy"),
        ("unpaid", "paid"),
        ("impossible", "possible"),
        ("irregular", "regular"),
        ("dishonest", "honest"),
        ("non-member", "member"),
        ("careless", "careful"),
        ("disobey", "obey"),
        ("unhappily", "happily"),
    ],
)
def test_true_negations(word: str, denied: str) -> None:
    assert opposite(word) == denied


def test_what_only_looks_like_a_negation() -> None:
    words = "inflammable invaluable disease unless uncle unit until under income indeed insect include display nonsense"
    for (
        word
    ) in f"{words} important intense priceless shameless uneasy infamous infamously disinterested unique valid".split():
        assert opposite(word) is None, word


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("twenty-one", 21),
        ("three hundred and five", 305),
        ("two dozen", 24),
        ("a hundred", 100),
        ("1,000", 1000),
        ("one million two hundred thousand", 1_200_000),
        ("five twenty", None),
        ("1,00", None),
        ("and five", None),
        ("dog", None),
    ],
)
def test_numbers(words: str, value: int | None) -> None:
    assert numerals.number(words) == value


def test_numerals_are_complete() -> None:
    assert [numerals.ORDINALS[word] for word in ("first", "second", "twelfth", "twentieth", "ninety-ninth")] == [
        1,
        2,
        12,
        20,
        99,
    ]
    assert numerals.NUMERALS["once"] == 1
    assert numerals.NUMERALS["dozen"] == 12


def test_the_classes_are_consistent() -> None:
    assert closed.FUNCTION_WORDS <= closed.CLOSED
    assert not classes.SUBSECTIVE & classes.PRIVATIVE
    assert not classes.PRIVATIVE & classes.OPAQUE_ADJECTIVES
    assert classes.SYMMETRIC_NOUNS <= classes.RELATIONAL
    assert classes.FUNCTIONAL <= classes.RELATIONAL
    dimensions = {unit.dimension for unit in measures.UNITS.values()}
    assert {name for scale in classes.DIMENSIONS.values() for name in scale.measured} <= dimensions
    for word in classes.ERGATIVES | classes.DITRANSITIVES | classes.UNSPECIFIED_OBJECT | classes.REPORTS:
        assert any(form[1:] == ("verb", "base") for form in forms_of(word) or guesses(word)), word
    for word in classes.DIMENSIONS:
        assert any(form.category == "adjective" for form in forms_of(word)), word


def test_nothing_is_of_two_minds() -> None:
    assert not classes.FACTIVES & classes.REPORTS
    assert not classes.ANIMALS & classes.PERSON_NOUNS - {
        "bull",
        "hen",
        "cow",
        "mare",
        "ewe",
        "ram",
        "rooster",
        "stallion",
    }
    assert all(classes.DIMENSIONS[word].opposite != word for word in classes.DIMENSIONS)
