"""Rule F1 and Conflict F1 of proofs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sorites.eval.scoring.proofs import Outline, overlap, read_proof, told

from ..command import answered, sorites

GOLD = (
    'We know the owl hoots at the crab, and according to Rule1 "if something hoots at the crab, then it greets it", '
    'and for the conflicting and higher priority rule Rule4 we cannot prove the antecedent "the owl is in Peru" and '
    'for Rule5 we cannot prove the antecedent "the owl has a hat", so we can conclude "the owl greets it". We know the '
    'owl greets the bee, and according to Rule2 "…", and Rule2 has a higher preference than the conflicting rules '
    '(Rule3 and Rule6), so we can conclude "the owl naps". So the statement is proved and the answer is "yes".'
)
PROGRAM = """
Premises:
Hoots(owl, crab)
Defeasible rules:
Rule1: Hoots(x, crab) → Greets(x, bee)
Rule2: Greets(x, bee) → Naps(x)
Rule3: Hoots(x, crab) → ¬Naps(x)
Rule4: InPeru(x) → ¬Greets(x, bee)
Rule5: HasHat(owl) → ¬Greets(owl, bee)
Rule6: Greets(owl, bee) → ¬Naps(owl)
Preferences:
Rule2 > Rule3
Rule2 > Rule6
Rule4 > Rule1
Rule5 > Rule1
Conclusion:
Naps(owl)
"""


def test_a_published_proof_is_read() -> None:
    pairs = {("Rule1", "Rule4"), ("Rule1", "Rule5"), ("Rule2", "Rule3"), ("Rule2", "Rule6")}
    assert read_proof(GOLD) == Outline(frozenset({"Rule1", "Rule2"}), frozenset(pairs))


def test_f1_is_that_of_the_sets() -> None:
    assert overlap(frozenset("abc"), frozenset("bcd")) == 2 / 3
    assert overlap(frozenset(), frozenset()) == 1
    assert overlap(frozenset(), frozenset("a")) == 0


GOLD_SETS = Outline(frozenset({"Rule1", "Rule4"}), frozenset({("Rule1", "Rule3"), ("Rule4", "Rule2")}))
"""What the texts below are compared with: Rule1 stands against Rule3, and Rule4 against the preferred Rule2."""


@pytest.mark.parametrize(
    ("text", "rules", "conflicts"),
    [
        # As the paper writes proofs, all of it.
        (
            'We know A, and according to Rule1 "if A, then B", and Rule1 has a higher preference than the conflicting '
            'rules (Rule3), so we can conclude "B". We know B, and according to Rule4 "if B, then C", and for the '
            'conflicting and higher priority rule Rule2 we cannot prove the antecedent "D", so we can conclude "C".',
            1.0,
            1.0,
        ),
        # In a model's words, numbered and in markdown, with rules that it names and does not use.
        (
            "1. The owl hoots, so by Rule 1 it greets the bee.\n"
            "2. **Rule 3** would say the opposite, but Rule 1 is preferred over Rule 3.\n"
            "3. Rule 2 does not apply, since nothing is known of a hat. Rule 2 is preferred over Rule 4.\n"
            "4. Applying Rule 4, the owl naps. Therefore the answer is proved.",
            1.0,
            1.0,
        ),
        # One rule of two, no conflict.
        ("Using Rule1, the owl greets the bee. So it is proved.", 2 / 3, 0.0),
        # A rule too many, a conflict of two: 2 · 2 / (3 + 2) and 2 · 1 / (1 + 2).
        (
            "From Rule1 we get B. Rule5 applies as well. According to Rule4 C follows. Rule1 overrides Rule3.",
            4 / 5,
            2 / 3,
        ),
        # The conflict is settled the wrong way.
        ("According to Rule3, not B, as Rule3 takes precedence over Rule1. Hence it is disproved.", 0.0, 0.0),
        # A structured answer.
        ('{"reasoning": "By Rule1 we get B.\\nBy Rule4 we get C, and R1 beats R3.", "answer": "proved"}', 1.0, 2 / 3),
        # Rules are listed, and nothing is derived by them.
        ("Rule1 is about owls. Rule4 cannot be applied. I guess that it is proved.", 0.0, 0.0),
        ("proved", 0.0, 0.0),
        # As data, whatever the words before it say.
        (
            "By Rule5 we get E.\nProof step: Rule1 over Rule3\n- **Proof step 2:** Rule4 over Rule2, Rule6\nproved",
            1.0,
            0.8,
        ),
        ("Proof step: [Rule1], over [Rule3]\nProof step: Rule4 > Rule2", 1.0, 1.0),
    ],
)
def test_a_models_proof_is_read_in_its_own_words(text: str, rules: float, conflicts: float) -> None:
    found = read_proof(text)
    assert overlap(found.rules, GOLD_SETS.rules) == rules, found
    assert overlap(found.resolutions, GOLD_SETS.resolutions) == conflicts, found


@pytest.mark.parametrize(
    ("text", "conflict"),
    [
        (
            "1. Given. 2. Rule2 -> toad discards a tile. 3. Rule1 -> not discard, but Rule2 has priority over Rule1.",
            True,
        ),
        ("By Rule 1, the toad would not discard a tile. However, by Rule 2, preferred over Rule 1, it does.", True),
        ("The toad discards a tile (Rule 2). So it is proved.", False),
    ],
)
def test_forms_that_chat_models_write_are_read(text: str, conflict: bool) -> None:
    found = read_proof(text)
    assert found.read
    assert found.rules == {"Rule2"}, found
    assert found.resolutions == ({("Rule2", "Rule1")} if conflict else set())


def test_what_is_asked_for_as_data_is_read_back_and_what_cannot_be_read_is_told_apart() -> None:
    gold = read_proof(GOLD)
    assert read_proof(told(gold)) == gold
    assert not read_proof("I looked at Rule1 and Rule4 for long. Proved.").read
    assert not read_proof('Proof step: {"rule": 2}').read
    assert read_proof("It is proved.").read
    assert read_proof("Proof step: none").read


def test_baselines_have_their_proofs_scored(tmp_path: Path) -> None:
    """Of three right answers one gives the gold proof, one half of it, one none; what is unknown has no proof."""
    data, answers = tmp_path / "games.jsonl", tmp_path / "answers.json"
    given = ("generate", "boardgameqa", "--n", "6", "--seed", "0", "-o", "p_conflict=1")
    assert sorites(*given, "--out", str(data)).returncode == 0
    records = [json.loads(line) for line in data.read_text("utf-8").splitlines()]
    whole, part, none = [r for r in records if r["label"] != "unknown"][:3]
    wrote = {whole["id"]: " ".join(whole["chain"]), part["id"]: part["chain"][0], none["id"]: "It is clear."}
    said = [{"id": r["id"], "predicted_answer": f"{wrote.get(r['id'], '')} {r['label']}"} for r in records]
    answers.write_text(json.dumps(said), "utf-8")
    out = tmp_path / "run"
    ended = sorites("bench", "generated", "--data", str(data), "--answerer", f"answers:{answers}", "--out", str(out))
    assert ended.returncode == 0, ended.stderr
    scored = [json.loads(line) for line in (out / "records.jsonl").read_text("utf-8").splitlines()]
    found = {one["id"]: one["proof_f1"] for one in scored if one.get("proof_f1")}
    assert set(found) == {r["id"] for r in records if r["label"] != "unknown"}
    assert found[whole["id"]] == {"rules": 1.0, "conflicts": 1.0, "unread": 0.0}
    assert 0 < found[part["id"]]["rules"] < 1
    assert found[none["id"]]["rules"] == 0
    settled = {one["id"]: bool(read_proof(" ".join(one["chain"])).resolutions) for one in records}
    assert {name: one["conflicts"] is not None for name, one in found.items()} == {n: settled[n] for n in found}
    shown = answered("paper", "boardgameqa-figure5", out)["measured"]
    [row] = shown.values()
    known = [one["conflicts"] for one in found.values() if one["conflicts"] is not None]
    assert row[1] == pytest.approx(100 * sum(known) / len(known))


def test_who_writes_no_proof_has_no_conflict_right(tmp_path: Path) -> None:
    """A gold proof without conflicts is no conflict that was resolved (section 5.2: the overlap of two sets)."""
    data, answers, out = tmp_path / "p.jsonl", tmp_path / "a.json", tmp_path / "run"
    assert sorites("generate", "boardgameqa", "--n", "30", "--seed", "3", "--out", data).returncode == 0
    records = [json.loads(line) for line in data.read_text("utf-8").splitlines()]
    gold = [read_proof(" ".join(one["chain"])) for one in records if one["label"] != "unknown"]
    assert {bool(one.resolutions) for one in gold} == {True, False}
    answers.write_text(json.dumps([{"id": one["id"], "predicted_answer": one["label"]} for one in records]), "utf-8")
    bench = answered("bench", "generated", "--data", data, "--answerer", f"answers:{answers}", "--out", out)
    assert bench["proof_f1"] == {"rules": 0.0, "conflicts": 0.0, "unread": 0.0}
    table = answered("paper", "boardgameqa-figure5", out)
    assert [*table["measured"].values()] == [[0.0, 0.0]]
    assert "whose gold proof settles a conflict" in table["note"]
