"""What may be joined to more than one thing, and is refused: the words alone do not say to which.

The shapes of such sentences are rows of ``shapes.txt``: *and*, a possessive or a negation may be of one thing or of
several there.
"""

from __future__ import annotations

import re
from typing import Final

from ..grammar.sentence_tree import Clause, Sentences
from ..grammar.tree import (
    NP,
    Be,
    Det,
    Do,
    Join,
    Joined,
    Modal,
    Name,
    Node,
    Nominal,
    Not,
    Quantified,
    S,
    Tense,
    nodes,
)
from ..semantics.referents import Unresolved
from ..vocabulary.lists import SHAPES, shapes_of

_SEVERAL: Final = re.compile(SHAPES["SEVERAL"])
_WHEN: Final = re.compile(r"(?:When|Once|As soon as)\b")
_THEY: Final = re.compile(r"\b(?:they|them|their|theirs)\b", re.I)
_ASKED: Final = re.compile(r"(?i)^\W*(?:why|when|where|how|whose)\b")
_PIECE: Final = re.compile(r"[^,;.!?]+")


def plural(before: str, sentence: str) -> str:
    """Return why a sentence with *they* is refused behind one that counts things: they may be these, or their owner."""
    they = _THEY.search(sentence)
    several = _SEVERAL.search(before) if they is not None else None
    if they is None or several is None:
        return ""
    return f"'{they[0]}' may be '{several[0]}' or somebody else; write the noun or the name instead"


def attach(sentence: str, tree: Node, *, ruled: bool) -> None:
    """Make sure that nothing of a sentence may be joined to more than one thing.

    Args:
        sentence: the sentence.
        tree: what the grammar makes of it.
        ruled: whether its text is one of rules, which deny of all alike.

    Raises:
        Unresolved: it may.
    """
    for shape, why in (*shapes_of("REFUSED"), *(() if ruled else shapes_of("IN_A_FEW_SENTENCES"))):
        if (found := shape.search(sentence)) is not None:
            raise Unresolved(f"'{found[0].strip()}' {why}")
    for node in nodes(tree):
        if why := _reach(node, sentence):
            raise Unresolved(why)


def _reach(node: Node, sentence: str) -> str:
    """Return why it is not certain how far something of a tree reaches; empty where it is."""
    match node:
        case Sentences(Join.AND | Join.OR, parts) if any(map(_tells, parts[:-1])):
            return "what stands behind 'and' may be said, or be so: write two sentences"
        case Sentences(Join.IF, (Clause(_, Do() | Be() as first), Clause(_, Do() | Be() as second))) if (
            first.tense is second.tense is Tense.PAST and _WHEN.match(sentence)
        ):
            return "this tells what happened once: say both in sentences of their own"
        case Not(Modal("may", Be())):
            return "'may not be' may forbid it, or say that it is perhaps not so: write 'can not', or leave it out"
        case Joined(Join.AND, (Name() as first, *rest)) if _bare(first) > 1 and any(_bare(one) == 1 for one in rest):
            return "what stands before the first noun may be said of all of them: say it of each"
        case Joined(_, (*parts, _)) if any(isinstance(np, Quantified) and np.excepting is not None for np in parts):
            return "who stands behind 'and' or 'or' may be left out or not: say of each that it is an exception"
        case Quantified(Det.THE, Nominal(noun, roles=(("of", Quantified(Det.A | Det.SOME, Nominal(one))), *_))):
            return f"'the {noun} of a {one}' may be one, or one of each: write 'of every {one}', or say of which {one}"
        case Do("have", passive=False, objects=(), complement=""):
            return "'have' lacks what there is: of what was done, say it without a modal"
    return ""


def _tells(s: S) -> bool:
    """Return whether a sentence ends with what somebody says, thinks or knows."""
    return isinstance(s, Clause) and isinstance(s.verb, Do) and s.verb.complement.startswith("that ")


def _bare(np: NP) -> int:
    """Return how many words a noun phrase without a determiner has; 0 for others."""
    match np:
        case Quantified(Det.BARE, nominal) if not (nominal.roles or nominal.where):
            return 1 + len(nominal.adjectives)
        case Name(words, shown) if shown.islower():
            return len(words)
    return 0


def nearest(sentence: str, at: int) -> str:
    """Return what may be written instead of a sentence that can't be read.

    Args:
        sentence: the sentence.
        at: where reading it stopped, in characters.

    Returns:
        A hint about the words with no form there that stand nearest; else about what stands from there on.
    """
    if (asked := _ASKED.match(sentence)) is not None and sentence.rstrip().endswith("?"):
        return f"'{asked[0].strip()}' has no form: ask whether something holds, or who, what or which."
    found = [
        (abs(m.start() - at), m[0], hint)
        for pattern, hint in shapes_of("INSTEAD", alone=True)
        for m in pattern.finditer(sentence)
    ]
    if found:
        _, words, hint = min(found)
        return f"'{words}' has no form here: {hint}. docs/english.md lists what is read."
    piece = _PIECE.search(sentence, at) or _PIECE.search(sentence)
    words = piece[0].strip() if piece is not None else sentence
    return f"'{words}' fits no sentence that is read: say it in a sentence of its own, or leave it out with --partial."
