"""What commands have in common: their options, and how a model is asked."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import typer

if TYPE_CHECKING:
    from sorites.translators import EnglishOptions, ModelOptions


class CertificateForm(StrEnum):
    """The forms in which a certificate is written."""

    JSON = "json"
    TSTP = "tstp"


SolverOption = Annotated[
    str,
    typer.Option(
        "--solver",
        help="portfolio (a race), crosscheck (all must agree), "
        "z3, prover9, eprover, horn, rules, defeasible or default.",
    ),
]
SemanticsOption = Annotated[
    str | None, typer.Option(help="classical (first-order logic) or rules (forward chaining as written).")
]
TimeoutOption = Annotated[float, typer.Option("--timeout", min=0.01, help="Seconds for each program, in all.")]
MemoryOption = Annotated[int, typer.Option("--memory", min=64, help="Megabytes for each prover, and for us.")]
StrictOption = Annotated[bool, typer.Option("--strict", help="Mend nothing: a slip in the text is an error.")]
ReadingsOption = Annotated[
    Literal["agree", "likely", "one"],
    typer.Option(help="Of a text with several readings: what they agree on, what the likely one says, or an error."),
]
CheckOption = Annotated[
    bool, typer.Option("--check/--no-check", help="Let the kernel check certificates: it replays proofs, line by line.")
]
CertificateOption = Annotated[
    Path | None, typer.Option("--certificate", help="A file for the certificate, which 'sorites check' checks again.")
]
FormOption = Annotated[
    CertificateForm,
    typer.Option("--to", help="Its form: json for 'sorites check', or tstp: a proof or models for tools of TPTP."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
RepairsOption = Annotated[int, typer.Option("--max-repairs", min=0, help="How often a model is told what is wrong.")]
RuleOption = Annotated[
    Literal["vote", "majority"],
    typer.Option(
        "--rule",
        help="How several translations decide: vote (by weight), majority (by number).",
    ),
]
PricesOption = Annotated[
    Path | None,
    typer.Option("--prices", help='JSON: {"MODEL": {"input": PRICE, "output": PRICE}} for a million tokens.'),
]

_PANEL = "The model"


@dataclass(frozen=True, slots=True)
class Translating:
    """The translator of a command, and how its model is asked.

    Attributes:
        names: the translators that the user named, in their order.
        options: how its model is reached and asked.
        english: how the grammar reads.
        said: what the user said on the command line itself, by the names of the parameters.
    """

    names: tuple[str, ...]
    options: ModelOptions
    english: EnglishOptions
    said: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str | None:
        """The one translator; ``None`` if the user named none.

        Raises:
            UserError: there are several.
        """
        if len(self.names) > 1:
            from sorites.solvers import UserError

            raise UserError(f"name one translator, not {len(self.names)}; 'bench' compares several")
        return self.names[0] if self.names else None

    def check(self, answerers: Sequence[str] = (), *, default: str | None = None, **more: Any) -> None:
        """Refuse options of the command that nobody goes by, since they would be passed over in silence.

        Args:
            answerers: who answers without a prover.
            default: who translates if nobody is named.
            more: what else is done; see ``sorites.agent.uses.uses``.

        Raises:
            UserError: such an option is given.
        """
        from ..uses import option_name, refuse_idle, uses

        names = self.names or ((default,) if default else ())
        background = self.english.background is not None
        use = uses(names, answerers, options=self.options, background=background, **more)
        refuse_idle(self.said, use, option_name)


def said_here(context: typer.Context) -> dict[str, Any]:
    """Return what the user said on the command line itself, not by the environment, by the names of the parameters.

    Raises:
        UserError: an option is there without the one that it is about, or with one beside which it does nothing.
    """
    from ..uses import refuse_beside

    said = {}
    for name, value in context.params.items():
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            said[name] = value
    refuse_beside(context.info_name or "", said)
    return said


def _model(
    translator: Annotated[
        list[str] | None,
        typer.Option(
            envvar="SORITES_TRANSLATOR",
            help="english (a grammar), openai:MODEL, langchain:PROVIDER:MODEL, recorded:FILE.",
        ),
    ] = None,
    partial: Annotated[
        bool, typer.Option("--partial", help="With english: leave out sentences that can't be read, and say so.")
    ] = False,
    knowledge: Annotated[
        Path | None, typer.Option(help="With english: a file whose entries are added to knowledge.json.")
    ] = None,
    background: Annotated[
        str | None,
        typer.Option(help="With english: a model, openai:MODEL, to ask for general knowledge that the file lacks."),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            envvar="OPENAI_BASE_URL", help="An endpoint that speaks OpenAI's protocol.", rich_help_panel=_PANEL
        ),
    ] = None,
    api_key: Annotated[
        str | None, typer.Option(help="The endpoint's key; better set OPENAI_API_KEY.", rich_help_panel=_PANEL)
    ] = None,
    mode: Annotated[
        str,
        typer.Option(
            help="How structure is asked for: auto, tools, json-schema, json, markdown, text.", rich_help_panel=_PANEL
        ),
    ] = "auto",
    temperature: Annotated[
        float | None,
        typer.Option(min=0.0, max=2.0, help="Of sampling; not sent unless given.", rich_help_panel=_PANEL),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Of sampling; each sample adds its number.", rich_help_panel=_PANEL)
    ] = None,
    max_tokens: Annotated[
        int | None, typer.Option(min=1, help="The longest answer; not sent unless given.", rich_help_panel=_PANEL)
    ] = None,
    extra: Annotated[
        list[str] | None,
        typer.Option(
            help="More parameters of requests, reasoning_effort=low or top_p=0.9; repeat it.", rich_help_panel=_PANEL
        ),
    ] = None,
    model_timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds for one answer of a model.", rich_help_panel=_PANEL)
    ] = 120.0,
    retries: Annotated[
        int, typer.Option(min=0, help="How often a request that failed is sent again.", rich_help_panel=_PANEL)
    ] = 6,
    max_reasks: Annotated[
        int,
        typer.Option(min=0, help="How often an answer that does not fit is asked again.", rich_help_panel=_PANEL),
    ] = 2,
    endpoints: Annotated[
        Path | None,
        typer.Option(
            envvar="SORITES_ENDPOINTS", help="TOML: models by names of your own, [NAME] each.", rich_help_panel=_PANEL
        ),
    ] = None,
    shots: Annotated[
        int | None,
        typer.Option(min=0, help="Demonstrations to show; 2, or a baseline's paper's number.", rich_help_panel=_PANEL),
    ] = None,
    prompt: Annotated[
        Path | None,
        typer.Option(help="A file that replaces the instructions, or a folder of them.", rich_help_panel=_PANEL),
    ] = None,
    demonstrations: Annotated[
        str | None,
        typer.Option(help="A JSON or JSONL file of demonstrations, or a kind of ours.", rich_help_panel=_PANEL),
    ] = None,
    cache: Annotated[
        bool, typer.Option("--cache/--no-cache", help="Keep its answers, and use them again.", rich_help_panel=_PANEL)
    ] = True,
) -> Translating:
    from sorites.translators import EnglishOptions, ModelOptions
    from sorites.translators.models.cache import default_path

    options = ModelOptions(
        base_url=base_url,
        mode=mode,
        temperature=temperature,
        seed=seed,
        max_tokens=max_tokens,
        extra=pairs_of(extra or ()),
        timeout=model_timeout,
        retries=retries,
        reasks=max_reasks,
        endpoints=endpoints,
        shots=shots,
        prompt=prompt,
        demonstrations=demonstrations,
        cache=default_path() if cache else None,
        api_key=api_key,
    )
    return Translating(tuple(translator or ()), options, EnglishOptions(partial, knowledge, background))


def pairs_of(texts: Sequence[str]) -> dict[str, Any]:
    """Return parameters that are written as ``NAME=VALUE``, dots in a name for what stands within another.

    Raises:
        UserError: one of them is written otherwise.
    """
    if not texts:  # most commands name none, and need not load what follows
        return {}
    from sorites.solvers import UserError
    from sorites.translators.models.endpoints import put

    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise UserError(f"write --extra as NAME=VALUE, not '{text}'")
        put(found, name, value)
    return found


def with_model(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that takes a ``model`` all options that say who translates and how."""
    own, more = inspect.signature(command), inspect.signature(_model)
    here = inspect.Parameter("here", inspect.Parameter.KEYWORD_ONLY)
    before = [p for p in own.parameters.values() if p.name != "model"]

    @functools.wraps(command)
    def wrapped(here: typer.Context, **given: Any) -> None:
        model = _model(**{name: given.pop(name) for name in more.parameters})
        command(model=replace(model, said=said_here(here)), **given)

    hints = get_type_hints(_model, include_extras=True) | get_type_hints(command, include_extras=True)
    hints[here.name] = typer.Context
    parameters = [p.replace(annotation=hints[p.name]) for p in (*before, *more.parameters.values(), here)]
    wrapped.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    wrapped.__annotations__ = {p.name: p.annotation for p in parameters}
    return wrapped
