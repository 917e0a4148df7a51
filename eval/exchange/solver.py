"""Sorites as a solver of inspect_ai: a model, or a translator of ours, writes a program, and a prover answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from inspect_ai.model import ChatMessageAssistant, ModelOutput, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from sorites.agent.answerers import Answered
from sorites.agent.answering import aanswer
from sorites.agent.extraction import extract_label
from sorites.agent.options import Options, meant
from sorites.solvers import Limits, UserError
from sorites.translators import LabelScheme, Problem, scheme_of
from sorites.translators.models.prompts import Prompt
from sorites.translators.registry import make_model_translator

from ..runs.cells import ProgramCell, answer_record
from ..tasks.sample import GoldTranslator, Sample
from .chat import InspectChat, message_of
from .reading import STORY
from .scores import RECORD

LABELS = "True,False,Uncertain"


@solver(name="sorites")
def sorites(
    translator: str = "",
    prover: str = "portfolio",
    labels: str = LABELS,
    semantics: str = "",
    max_repairs: int = 3,
    timeout: float = 10.0,
    memory: int = 2048,
    check: bool = True,
) -> Solver:
    """Answer each sample by proof.

    The text is the field ``context`` of a sample's metadata and the question its field ``question``; without them,
    the question is the last paragraph of the input. Gold programs are in the field ``program``.

    Args:
        translator: one of ours, such as ``english``, ``recorded:FILE`` or ``gold``; empty for the model that
            inspect_ai evaluates.
        prover: who proves, such as ``portfolio`` or ``z3``.
        labels: two or three with commas between them, as ``sorites bench --labels`` has them: what is answered if
            the question follows, if its opposite does, and if neither does.
        semantics: what following means: ``classical`` or ``rules``; empty for what the sample or the program says.
        max_repairs: how often a model is told what is wrong with its program.
        timeout: the seconds of each program.
        memory: its megabytes.
        check: check the certificate of every program.

    Returns:
        The solver. It leaves the answer as the output, and all that became of the sample in the store as ``record``.

    Raises:
        UserError: there is no such translator, prover or semantics, or these are no labels.
    """
    scheme, follows = scheme_of(labels), meant(semantics or None)
    named = translator if translator not in {"", "gold"} else GoldTranslator("")
    options = Options.of(named, prover, Limits(timeout, memory), max_repairs, check)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        sample = sample_of(state, scheme)
        if follows is not None:
            sample = replace(sample, problem=replace(sample.problem, semantics=follows))
        how = options
        if translator == "gold":
            how = replace(options, translator=GoldTranslator(sample.program, sample.source))
        elif not translator:
            how = replace(options, translator=make_model_translator(InspectChat(get_model())))
        cell = ProgramCell(sample.source, how, keep=True)
        record = cell.records(sample, await aanswer(sample.problem, how))[0]
        state.store.set(RECORD, record.model_dump(mode="json"))
        said = record.program or "\n".join(d.message for d in record.diagnostics)
        state.messages.append(ChatMessageAssistant(content=said, source="generate"))
        state.output = ModelOutput.from_content(str(state.model), _lettered(record.label or "", state))
        return state

    return solve


@solver(name="sorites_answering")
def answering(prompt: Prompt, method: str, samples: Mapping[str, Sample]) -> Solver:
    """Ask the model that inspect_ai evaluates for its own answer, and look for the label in what it writes.

    Args:
        prompt: what it is told.
        method: ``direct`` or ``cot``, for the record.
        samples: the samples by their names.

    Returns:
        The solver. It leaves the model's words as the output, and what became of the sample in the store as ``record``.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        sample = samples[str(state.sample_id)]
        told = prompt.messages(sample.problem)
        state.messages = [message_of({"role": one.role, "content": one.content}) for one in told]
        state = await generate(state)
        text, problem = state.output.completion, sample.problem
        label = extract_label(text, list(dict.fromkeys(problem.scheme.labels.values())), problem.options)
        found = Answered(label, text, prompt=f"{method}:{prompt.label}")
        state.store.set(
            RECORD, answer_record(sample, sample.source, f"{method}, {state.model}", found).model_dump(mode="json")
        )
        return state

    return solve


def sample_of(state: TaskState, scheme: LabelScheme) -> Sample:
    """Return a sample of inspect_ai as one of ours.

    Args:
        state: the sample, before anybody answered.
        scheme: the labels that an answer may have.

    Raises:
        UserError: it has no question.
    """
    told = state.metadata
    context, question = told.get("context"), told.get("question")
    if context is None or question is None:
        before, _, last = state.input_text.strip().rpartition("\n\n")
        context, question = before if context is None else context, last if question is None else question
    if not question.strip():
        raise UserError(f"sample {state.sample_id} has no question")
    options = tuple(choice.value for choice in state.choices)
    gold = state.target.text
    if options and len(gold) == 1 and 0 <= (place := ord(gold.upper()) - ord("A")) < len(options):
        gold = options[place]
    name = str(state.sample_id)
    problem = Problem(name, context, question, scheme, options, meant(told.get("semantics") or None))
    return Sample(problem, gold, "inspect", {}, program=told.get("program", ""), story=told.get(STORY, ""))


def _lettered(label: str, state: TaskState) -> str:
    """Return an answer as inspect_ai has it: the letter of a choice."""
    options = [choice.value for choice in state.choices]
    return chr(ord("A") + options.index(label)) if label in options else label
