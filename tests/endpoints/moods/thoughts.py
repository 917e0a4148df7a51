"""Models that think before they answer, in the answer's text or beside it."""

from __future__ import annotations

import json

from ..server import Asked, Behaviour, Endpoint
from ..speaking import Said, obedient
from .mood import GOOD, OPPOSITE, Mood, then

MUSING = 'The set {x | x > 0} is no object. First try: {"premises": [{"sentence": "}'
DECOY = f"{MUSING} Then rather: {json.dumps(OPPOSITE, ensure_ascii=False)} But no, the goal is never negated."
TEXT = json.dumps(GOOD, ensure_ascii=False)
FENCED = f"```json\n{TEXT}\n```"


def thinking(answer: str, thoughts: str = DECOY) -> Behaviour:
    """Write thoughts between marks before the answer, whatever was asked for."""
    return lambda asked: Said(f"<think>\n{thoughts}\n</think>\n\n{answer}")


def beside(field: str) -> Behaviour:
    """Write thoughts in a field of their own."""
    return lambda asked: obedient(asked.body, GOOD, thoughts=DECOY, beside=field)


def with_a_call(asked: Asked) -> Said:
    """Write thoughts as content, and call the tool as well."""
    return Said(f"<think>\n{DECOY}\n</think>", TEXT if asked.tools else None)


def endless(asked: Asked) -> Said:
    """Think and never come to an end, then answer, since it was asked again."""
    return Said(f"<think>\n{DECOY}") if asked.number == 0 else Said(f"<think>Again.</think>{TEXT}")


def in_parts(asked: Asked) -> Said:
    """Write content in parts, as Mistral's reasoning models do."""
    parts = [{"type": "thinking", "thinking": [{"type": "text", "text": DECOY}]}, {"type": "text", "text": TEXT}]
    return Said(TEXT, message={"content": parts})


def cut_off_in_thoughts(asked: Asked) -> Said:
    """Be cut off in the middle of thoughts, which hold a whole program."""
    return Said(f"<think>\n{DECOY}", finish="length")


def more_room(endpoint: Endpoint) -> bool:
    """Tell whether the second request leaves more room than the first answer took."""
    room = endpoint.bodies[1].get("max_completion_tokens") or endpoint.bodies[1].get("max_tokens") or 0
    return bool(room > endpoint.usages[0]["completion_tokens"])


MOODS = (
    Mood("think-tools", thinking(TEXT)),
    Mood("think-json", thinking(TEXT), options=("--set", "mode=json")),
    Mood("think-json-schema", thinking(TEXT), options=("--set", "mode=json-schema")),
    Mood("think-markdown", thinking(FENCED), options=("--set", "mode=markdown")),
    Mood("think-markdown-bare", thinking(TEXT), options=("--set", "mode=markdown")),
    Mood("think-beside-a-call", with_a_call),
    Mood("think-without-a-beginning", lambda asked: Said(f"{DECOY}\n</think>\n\n{TEXT}"),
         options=("--set", "mode=json")),
    Mood("think-twice", lambda asked: Said(f"<think>{MUSING}</think>\n<think>{DECOY}</think>{TEXT}")),
    Mood("think-without-end", endless, 2),
    Mood("think-without-end-ever", lambda asked: Said(f"<think>\n{DECOY}"), (1, 4), None, 1, never=('"False"',)),
    Mood("think-cut-off", then(cut_off_in_thoughts, thinking(TEXT)), 2, holds=more_room),
    Mood("reasoning-content", beside("reasoning_content")),
    Mood("reasoning", beside("reasoning")),
    Mood("content-in-parts", in_parts),
)  # fmt: skip
