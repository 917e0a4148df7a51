"""Certificates of closed questions as parts of one that answers a goal: no more than is needed of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..kernel.certificates import Countermodels, Finding, Given, Model, Proof, Verdict


def moved(proof: Proof, premises: Sequence[int]) -> Proof:
    """Return a proof from some premises of a program as one from all of them.

    Args:
        proof: the proof.
        premises: the indices of those premises.
    """
    lines = tuple(
        replace(line, reason=Given("premise", premises[line.reason.index]))
        if isinstance(line.reason, Given) and line.reason.source == "premise"
        else line
        for line in proof.lines
    )
    used = tuple(premises[i] for i in proof.premises_used)
    return replace(proof, lines=lines, premises_used=used, model=None)


def lean(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return findings without what others show, too: that there is an answer, and that premises are consistent.

    Args:
        findings: what was found out.
    """
    named = any(one.asks == "instance" and one.verdict is Verdict.ENTAILED for one in findings)
    kept = [one for one in findings if not named or one.asks != "exists"]
    shown = any(isinstance(one.certificate, Countermodels) for one in kept)
    ones = [one for one in (*kept, *findings) if isinstance(one.certificate, Proof)]  # those that are kept come first
    model, bearer = None, None
    if not shown and ones:
        bearer = next((one for one in ones if _model(one) is not None), ones[0])
        model, bearer = _model(bearer), bearer if any(one is bearer for one in kept) else ones[0]
    lean: list[Finding] = []
    for one in kept:
        if isinstance(one.certificate, Proof):
            one = replace(one, certificate=replace(one.certificate, model=model if one is bearer else None))
        lean.append(one)
    return tuple(lean)


def _model(one: Finding) -> Model | None:
    return one.certificate.model if isinstance(one.certificate, Proof) else None
