"""What commands have in common: their options, and how a model is asked."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

import typer

if TYPE_CHECKING:
    from sorites.translators import EnglishOptions, ModelOptions


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
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
RepairsOption = Annotated[int, typer.Option("--max-repairs", min=0, help="How often a model is told what is wrong.")]
_PANEL = "The model"


@dataclass(frozen=True, slots=True)
class Translating:
    """The translator of a command, and how its model is asked.

    Attributes:
        names: the translators that the user named, in their order.
        options: how its model is reached and asked.
        english: how the grammar reads.
        settings: what ``--set`` set.
        said: what the user said on the command line itself, by the names of the parameters.
    """

    names: tuple[str, ...]
    options: ModelOptions
    english: EnglishOptions
    settings: Mapping[str, Any] = field(default_factory=dict)
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
        use = uses(names, answerers, background=background, **more)
        refuse_idle(self.said, use, lambda name: f"--set {name}" if name in self.settings else option_name(name))


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
        list[str] | None,
        typer.Option(help="With english: a file of entries beside knowledge.json, or openai:MODEL to ask; or both."),
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            envvar="OPENAI_BASE_URL", help="An endpoint that speaks OpenAI's protocol.", rich_help_panel=_PANEL
        ),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="How it is asked, NAME=VALUE: mode=json, temperature=0.7, seed=1, max_tokens=4000, model_timeout=600, "
            "retries=1, max_reasks=0, shots=2, demonstrations=FILE, prompt=FILE, key_env=NAME, reasoning_effort=low, "
            "extra.NAME=VALUE; repeat it.",
            rich_help_panel=_PANEL,
        ),
    ] = None,
    cache: Annotated[
        bool, typer.Option("--cache/--no-cache", help="Keep its answers, and use them again.", rich_help_panel=_PANEL)
    ] = True,
    *,
    more: Collection[str],
) -> Translating:
    from sorites.translators import EnglishOptions, ModelOptions
    from sorites.translators.models.cache import default_path

    options = ModelOptions(base_url=base_url, cache=default_path() if cache else None)
    said: dict[str, Any] = {}
    if setting:  # most commands name none, and need not load what follows
        from sorites.translators.models.endpoints import SETTABLE, asked_by, settings

        known = [*(name for name in SETTABLE if name not in {"extra", "base_url"}), *more]
        said = settings(_pairs(setting), known, "--set")
        options = asked_by({name: value for name, value in said.items() if name not in more}, options, "--set")
    models = [one for one in knowledge or () if one.startswith(("openai:", "langchain:"))]
    files = [one for one in knowledge or () if one not in models]
    english = EnglishOptions(partial, Path(files[0]) if files else None, models[0] if models else None)
    if len(files) > 1 or len(models) > 1:
        raise typer.BadParameter("--knowledge is a file, a model, or one of both")
    return Translating(tuple(translator or ()), options, english, said)


def _pairs(texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield what is written as ``NAME=VALUE``.

    Raises:
        UserError: one of them is written otherwise.
    """
    from sorites.solvers import UserError

    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals):
            raise UserError(f"write --set as NAME=VALUE, not '{text}'")
        yield name, value


def with_model(*more: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command that takes a ``model`` all options that say who translates and how.

    Args:
        more: what else ``--set`` may set in it; the command finds it in ``settings``.
    """

    def given_to(command: Callable[..., None]) -> Callable[..., None]:
        own, ours = inspect.signature(command), inspect.signature(_model)
        here = inspect.Parameter("here", inspect.Parameter.KEYWORD_ONLY)
        before = [p for p in own.parameters.values() if p.name != "model"]
        added = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in ours.parameters.values() if p.name != "more"]

        @functools.wraps(command)
        def wrapped(here: typer.Context, **given: Any) -> None:
            model = _model(**{p.name: given.pop(p.name) for p in added}, more=more)
            said = said_here(here)
            said |= model.settings if said.pop("setting", None) else {}
            if model.english.background is not None and said.pop("knowledge", None):
                said |= {"background": model.english.background}
                said |= {"knowledge": model.english.knowledge} if model.english.knowledge is not None else {}
            elif "knowledge" in said:
                said["knowledge"] = model.english.knowledge
            command(model=replace(model, said=said), **given)

        hints = get_type_hints(_model, include_extras=True) | get_type_hints(command, include_extras=True)
        hints[here.name] = typer.Context
        parameters = [p.replace(annotation=hints[p.name]) for p in (*before, *added, here)]
        wrapped.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        wrapped.__annotations__ = {p.name: p.annotation for p in parameters}
        return wrapped

    return given_to
