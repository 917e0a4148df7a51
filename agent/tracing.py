"""What LangChain sees of the agent: its steps, what happens in them, and each request to a model with its tokens.

A step is a run of its own under the agent's, a request a run of a chat model under its step's. Requests that a
model of LangChain sends are seen by itself; those of our own clients are told here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sorites.solvers import program_text
from sorites.solvers.errors import require
from sorites.translators.models.chat import Answer, Message, Usage, Watcher, watching

from .answering import Event, happened
from .options import Options
from .steps import State, StepName, atake, take

require("langchain", "langchain_core")

from langchain_core.callbacks import (  # noqa: E402  # only where it is installed
    CallbackManager,
    adispatch_custom_event,
    dispatch_custom_event,
)
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage  # noqa: E402
from langchain_core.messages.ai import InputTokenDetails, OutputTokenDetails, UsageMetadata  # noqa: E402
from langchain_core.outputs import ChatGeneration, LLMResult  # noqa: E402
from langchain_core.runnables import RunnableConfig, RunnableLambda  # noqa: E402

EVENT: Final = "sorites"
"""The name of the custom events that say what happens on the way to an answer; each is what ``told`` gives."""
_MESSAGES: Final[dict[str, type[BaseMessage]]] = {
    "system": SystemMessage,
    "user": HumanMessage,
    "assistant": AIMessage,
}


def told(event: Event) -> dict[str, Any]:
    """Return what happened as data that JSON can hold.

    Args:
        event: what happened.

    Returns:
        The ``stage``, with the ``programs`` that were written, the ``verdicts`` of those that were proved, the
        ``feedback`` that the translator is given, or the ``answer``.
    """
    match event["stage"]:
        case "translated":
            found: dict[str, Any] = {"programs": [program_text(one.reading) for one in event["translations"]]}
        case "proved":
            verdicts = [one.verdict for one in event["attempts"]]
            found = {"verdicts": [one.value if one is not None else None for one in verdicts]}
        case "repairing":
            found = {"feedback": event["feedback"]}
        case "answered":
            solution = event["solution"]
            found = {"answer": solution.answer, "remark": solution.remark, "explanation": list(solution.explanation)}
    return {"stage": event["stage"], **found}


def traced(step: StepName, state: State, options: Options, config: RunnableConfig) -> State:
    """Take a step as a run of its own under the one of ``config``.

    Args:
        step: the step.
        state: the state that the step before it led to.
        options: who translates and proves, and how.
        config: whose callbacks are told.

    Raises:
        UserError: only the user can mend it, such as an endpoint that refuses.
        ModelUnavailable: an endpoint does not answer.
    """
    after = list[State]()

    def taken(_: Any, config: RunnableConfig) -> dict[str, Any]:
        after.append(watched(step, state, options, config))
        return {"happened": [told(event) for event in happened(step, state, after[0])]}

    RunnableLambda(taken, name=step).invoke(_shown(state), config)
    return after[0]


async def atraced(step: StepName, state: State, options: Options, config: RunnableConfig) -> State:
    """Do as ``traced`` does, without blocking."""
    after = list[State]()

    async def taken(_: Any, config: RunnableConfig) -> dict[str, Any]:
        after.append(await awatched(step, state, options, config))
        return {"happened": [told(event) for event in happened(step, state, after[0])]}

    await RunnableLambda(taken, name=step).ainvoke(_shown(state), config)
    return after[0]


def watched(step: StepName, state: State, options: Options, config: RunnableConfig) -> State:
    """Take a step; the callbacks of ``config`` are told of requests, and by custom events of what happened."""
    with _watching(config):
        after = take(step, state, options)
    for event in happened(step, state, after):
        dispatch_custom_event(EVENT, told(event), config=config)
    return after


async def awatched(step: StepName, state: State, options: Options, config: RunnableConfig) -> State:
    """Do as ``watched`` does, without blocking."""
    with _watching(config):
        after = await atake(step, state, options)
    for event in happened(step, state, after):
        await adispatch_custom_event(EVENT, told(event), config=config)
    return after


@contextmanager
def _watching(config: RunnableConfig) -> Iterator[None]:
    callbacks = CallbackManager.configure(inheritable_callbacks=config.get("callbacks"))
    if not callbacks.handlers:  # nobody listens
        yield
        return
    before = watching.set(Requests(callbacks))
    try:
        yield
    finally:
        watching.reset(before)


class Requests(Watcher):
    """Tells callbacks of each request to a model, as LangChain's own chat models do.

    Attributes:
        callbacks: who is told, and under which run.
    """

    def __init__(self, callbacks: CallbackManager) -> None:
        self.callbacks = callbacks

    def begin(self, model: str, messages: Sequence[Message]) -> Callable[[Answer | Exception], None]:
        """Tell that a request begins, and return what tells how it ended."""
        said = [_MESSAGES[message.role](message.content) for message in messages]
        [run] = self.callbacks.on_chat_model_start(
            {"name": model, "id": ["sorites", model]}, [said], name=model, invocation_params={"model": model}
        )

        def end(came: Answer | Exception) -> None:
            if isinstance(came, Exception):
                run.on_llm_error(came, response=LLMResult(generations=[]))
                return
            message = AIMessage(
                came.text,
                usage_metadata=_usage(came.usage),
                response_metadata={"model_name": model, "finish_reason": came.finish},
            )
            run.on_llm_end(LLMResult(generations=[[ChatGeneration(message=message)]]))

        return end


def _usage(usage: Usage) -> UsageMetadata:
    return UsageMetadata(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        total_tokens=usage.input_tokens + usage.output_tokens,
        input_token_details=InputTokenDetails(cache_read=usage.prompt_cached),
        output_token_details=OutputTokenDetails(reasoning=usage.reasoning_tokens),
    )


def _shown(state: State) -> dict[str, Any]:
    return {"question": state.problem.question, "attempts": len(state.attempts), "feedback": state.feedback}
