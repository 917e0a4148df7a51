"""The kernel: it says whether a certificate shows that a verdict is right of a program.

It asks no engine, and takes from a certificate nothing that the program says. What it accepts
is right whatever made it; only what the text of a program means is taken on trust, with its sorts.
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, replace
from typing import Final, Literal, NoReturn

from ..clock import uncollected
from ..errors import Late, OutsideFragment
from ..logic.domains import settled_program
from ..logic.errors import InvalidProgram
from ..logic.program import Program, Semantics
from ..logic.sorts import SortedTheory
from ..logic.syntax import Fn, Formula, Not
from ..logic.theories import TheoryRules
from .answers import Questions, answers_of
from .arguments import check_argument
from .certificates import (
    Argument,
    Certificate,
    Closure,
    Countermodels,
    Findings,
    Model,
    PreferredModels,
    Proof,
    Verdict,
)
from .chaining import Derivable
from .models import Meaning, check_tables
from .preferred import check_preferred
from .proofs import Replay
from .refusal import Refused, Unchecked

MANY_PREMISES: Final = 1000
"""The premises from which on it is worth to look for no garbage meanwhile."""
_KEY: Final = object()
_PROVEN: Final[dict[Verdict, Literal["goal", "negation", "contradiction"]]] = {
    Verdict.ENTAILED: "goal",
    Verdict.REFUTED: "negation",
    Verdict.INCONSISTENT: "contradiction",
}


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """That a certificate was accepted, for a verdict on a program. Only ``check`` makes one.

    Attributes:
        program: the program.
        verdict: the verdict.
        certificate: the certificate.
        key: what only ``check`` has.
    """

    program: Program
    verdict: Verdict
    certificate: Certificate
    key: InitVar[object]

    def __post_init__(self, key: object) -> None:
        if key is not _KEY:
            raise TypeError("only the kernel says that a certificate is checked")

    def __copy__(self) -> Checked:
        return self

    def __deepcopy__(self, memo: object) -> Checked:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("what was checked in one process is not checked in another one")


def check(program: Program, verdict: Verdict, certificate: Certificate) -> Checked:
    """Return that a certificate shows the verdict on a program.

    Args:
        program: the program, as it was asked about.
        verdict: what is said of it.
        certificate: why.

    Raises:
        Refused: it does not show that.
        Unchecked: it can't be checked: it is no proof but words, or the time of this run is up.
    """
    if type(verdict) is not Verdict:
        raise Refused("it is for no verdict")  # a text that equals one would be taken for different ones
    try:
        with uncollected(len(program.premises) > MANY_PREMISES):
            _check(program.unfolded, verdict, certificate)
    except (InvalidProgram, OutsideFragment):
        raise Refused("it is not for such a program, or states what is no formula of it") from None
    except RecursionError:
        raise Unchecked("its formulas are too deep") from None
    except (Late, MemoryError):
        raise Unchecked("there was not enough time, or memory") from None
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, ArithmeticError) as fault:
        raise Refused(f"it is malformed ({fault})") from None
    return Checked(program, verdict, certificate, _KEY)


def _check(program: Program, verdict: Verdict, certificate: Certificate) -> None:
    match certificate:
        case Proof() if program.defeasible and verdict is Verdict.INCONSISTENT:
            if (background := TheoryRules(program).background) is None:
                raise Refused("the program is not classical")
            _check(background, verdict, certificate)
        case Proof() | Countermodels():
            if program.defeasible or program.semantics is not Semantics.CLASSICAL:
                raise Refused("the program is not classical")
            if program.defaults and verdict is not Verdict.INCONSISTENT:
                raise Refused("what normally holds is not shown by a proof, or by countermodels")
            _check_classical(settled_program(program), verdict, certificate, {})
        case PreferredModels():
            check_preferred(program, verdict, certificate, _check)
        case Argument():
            check_argument(program, verdict, certificate, _check)
        case Closure():
            Derivable(program).check(program.goal.formula, verdict, certificate)
        case Findings():
            _check_findings(program, verdict, certificate)
        case _:
            raise Refused("it is no certificate")


def _check_findings(program: Program, verdict: Verdict, findings: Findings) -> None:
    """Make sure that all findings are right, and that the verdict is what follows from them.

    What the premises say is worked out once for all questions whether the goal holds of a row of its constants.
    """
    if not program.asked:
        raise Refused("the goal asks for no values")
    questions, names = Questions(program), program.signature
    things = {*map(Fn, names.constants), *names.numerals}
    derivable = Derivable(program) if program.semantics is Semantics.RULES else None
    ready = None if derivable is not None or program.rules else settled_program(program)
    known: dict[int, Meaning] = {}
    for number, one in enumerate(findings.ones, 1):
        asked, certificate = questions.of(one), one.certificate
        shared = one.asks == "instance" and things.issuperset(one.rows[0])
        if certificate is None:
            raise Unchecked(f"finding {number} has no certificate")
        if shared and ready is not None and ready.sorts.plain and isinstance(certificate, Proof | Countermodels):
            about = replace(ready, formulas=(*ready.formulas[:-2], asked, Not(asked)))
            _check_classical(about, one.verdict, certificate, known)
        elif derivable is not None and isinstance(certificate, Closure):
            derivable.check(asked, one.verdict, certificate)
        else:
            try:
                closed = program.asking(asked)
            except InvalidProgram as fault:
                raise Refused(f"finding {number}: {fault}") from None
            _check(closed, one.verdict, certificate)
    if answers_of(program, findings.ones).verdict is not verdict:
        raise Refused("what was found out does not give the verdict")


def _check_classical(
    ready: SortedTheory, verdict: Verdict, certificate: Proof | Countermodels, known: dict[int, Meaning]
) -> None:
    """Make sure that a proof, or two models, show the verdict on what a classical program says.

    Args:
        ready: the premises, the goal, and what refutes it.
        verdict: the verdict.
        certificate: why.
        known: models that the premises are known to be true in, by their identity; others are added.
    """
    *premises, goal, negated = ready.formulas
    if isinstance(certificate, Countermodels):
        if verdict is not Verdict.UNKNOWN:
            raise Refused(f"countermodels do not show that a goal is {verdict}")
        for model, denied in ((certificate.goal_holds, negated), (certificate.goal_fails, goal)):
            if not _satisfying(ready, model, known).holds(Not(denied)):
                raise Refused("the model does not satisfy what it should show")
        return
    if _PROVEN.get(verdict) != certificate.proves:
        raise Refused(f"a proof of the {certificate.proves} does not show that the goal is {verdict}")
    if not certificate.lines:
        raise Unchecked("no proof in steps that can be replayed was found")
    given: dict[tuple[str, int], Formula] = {("premise", i): premise for i, premise in enumerate(premises)}
    given |= {("axiom", i): axiom for i, axiom in enumerate(ready.axioms)}
    if verdict is not Verdict.INCONSISTENT:
        given["goal", 0] = Not(goal if verdict is Verdict.ENTAILED else negated)
    replay = Replay(ready, given)
    replay.refutes(certificate.lines)
    used = tuple(sorted(index for source, index in replay.used if source == "premise"))
    if certificate.premises_used != used or any(type(index) is not int for index in certificate.premises_used):
        raise Refused("the proof uses other premises than it says")
    if certificate.model is not None:  # of premises that contradict each other there is none
        _satisfying(ready, certificate.model, known)


def _satisfying(ready: SortedTheory, model: Model, known: dict[int, Meaning]) -> Meaning:
    """Return what formulas mean in a model, after a look whether it is one of the premises and the axioms."""
    if id(model) in known:
        return known[id(model)]
    members = [(member, 0) for ones in ready.enumerations.values() for member in ones]
    functions = tuple(dict.fromkeys((*ready.names.functions, *members)))
    check_tables(model, replace(ready.names, functions=functions), ready.sorts)
    meaning = Meaning(model, typed=not ready.sorts.plain)
    for i, premise in enumerate(ready.formulas[:-2], 1):
        if not meaning.holds(premise):
            raise Refused(f"the model does not satisfy premise {i}")
    if not all(map(meaning.holds, ready.axioms)):
        raise Refused("the model does not satisfy what it should show")
    return known.setdefault(id(model), meaning)
