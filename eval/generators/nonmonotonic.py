"""Multi-LogiEval's non-monotonic problems: a pattern of defaults with classical rules behind it (section 3.2)."""

from __future__ import annotations

import random
from typing import Final

from sorites.solvers import Verdict

from .assumptions import Assumptions
from .combinations import Place
from .patterns import pattern, refuted
from .problem import Generated, proved_alike
from .specification import Split

_OPEN: Final = "Neither what is said nor what is normally so settles it, therefore it does not follow."


def nonmonotonic(rng: random.Random, place: Place, split: Split) -> Generated:
    """Return a problem of a pattern of defaults, told by templates.

    Args:
        rng: the source of choices.
        place: which pattern it is, and which answer is wanted; by table 16, what stands behind MT is asked for and
            does not hold.
        split: whose words it has.
    """
    text = Assumptions.told(rng, split)
    positive = place.positive if place.positive is not None else not place.name.endswith("_MT")
    linked = place.twin and place.depth > 1  # of one step every link is in the question
    goal, said = pattern(text, place.name, not positive if linked else None)
    verdict = Verdict.ENTAILED
    if not positive and not linked:
        (goal, said), verdict = refuted(text, place.name, goal), Verdict.REFUTED
    elif not positive:
        verdict = Verdict.REFUTED if place.depth > 2 else Verdict.UNKNOWN
    if linked and place.depth > 2:  # where a rule stands must not tell what it hangs together with
        text.order[2:] = rng.sample(text.order[2:], len(text.order) - 2)
    beside = text.tell()
    ask = f"{rng.choice(('Is it true', 'Does it follow'))} that {said}?"
    if text.supposed:
        ask = f"Suppose that {' and '.join(text.supposed)}. {ask}"
    program = text.program(goal, ask)
    return Generated(
        " ".join(text.order),
        ask,
        program,
        proved_alike(program, verdict, beside),
        place.depth,
        (place.name,),
        tuple(text.steps) if verdict is not Verdict.UNKNOWN else (_OPEN,),
        tuple(one.gloss for one in beside),
        {"logic": "nm", "depth": str(place.depth), "rule": place.name},
    )
