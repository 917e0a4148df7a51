"""What a generator is asked for: options with types, ranges and defaults, for Python, commands and files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Literal, Self, get_args

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic.dataclasses import dataclass

from sorites.solvers import UserError

Split = Literal["train", "valid", "test"]
SPLITS: Final[tuple[Split, ...]] = get_args(Split)
"""The parts of a dataset, which share no problem, and no name or predicate but where a generator says so."""
Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=1, le=20)]


def _parted(value: Any) -> Any:
    """Return the parts of a text between commas."""
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


Parted = BeforeValidator(_parted)
"""Of options that are several values, as text with commas between them."""


def _whole(value: tuple[float, ...]) -> tuple[float, ...]:
    if abs(sum(value) - 1) > 0.01:
        raise ValueError(f"three shares that add up to 1 are wanted, not to {sum(value):.4g}")
    return value


Answers = Annotated[tuple[Share, Share, Share], Parted, AfterValidator(_whole)]
"""The shares of three answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Specification:
    """The options of a generator.

    Attributes:
        split: whose names and predicates are taken, and which problems: those of the splits are different ones.
        paired: ask the same questions whatever the other options, as far as they can be the same: for ablations.
    """

    split: Split = "test"
    paired: bool = False

    name: ClassVar[str]
    variants: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """Return the options of a name each, as text or as values; ``variant`` names one of the variants.

        Raises:
            UserError: there is no such option or value, or two of them contradict each other.
        """
        given = dict(options)
        variant = given.pop("variant", None) if cls.variants else None
        if variant is not None and variant not in cls.variants:
            raise UserError(f"{cls.name} has no variant '{variant}'; it has {', '.join(cls.variants)}")
        known = {field.name: field.default for field in sorted(fields(cls), key=lambda field: bool(field.kw_only))}
        if strange := next((key for key in given if key not in known), None):
            raise UserError(f"{cls.name} has no option '{strange}'; it has {', '.join(known)}")
        changed = cls.variants[variant] if variant is not None else {}
        if twice := next((key for key in changed if key in given), None):
            raise UserError(
                f"{cls.name}: variant={variant} says what {twice} is ({changed[twice]}), and {twice}={given[twice]} "
                "does, too; leave one of them out"
            )
        try:
            made = cls(**given, **changed)
        except ValidationError as error:
            first = error.errors()[0]
            key = str(first["loc"][0]) if first["loc"] else ""
            shown = f"{key}={given.get(key, '')}: " if key else ""
            default = f"; the default is {_shown(known[key])}" if key in known else ""
            raise UserError(f"{cls.name}: {shown}{first['msg']}{default}") from error
        for key, why in made.idle().items():
            if why and key in given and _shown(getattr(made, key)) != _shown(known[key]):
                raise UserError(f"{cls.name}: with {why}, {key}={given[key]} would not be heard; leave it out")
        return made

    def idle(self) -> Mapping[str, str]:
        """Return which options nothing would hear, each with the option that makes it so; empty where none does."""
        return {}

    @property
    def mixed(self) -> str:
        """What the seed is mixed with, so that other options ask other questions."""
        return self.split if self.paired else self.settings

    @property
    def settings(self) -> str:
        """All options in one line; the same line and seed give the same problems."""
        return _line(self)


@cache
def _line(options: Specification) -> str:
    own = sorted(fields(options), key=lambda field: bool(field.kw_only))
    return " ".join(f"{field.name}={_shown(getattr(options, field.name))}" for field in own)


def options_in(settings: str) -> dict[str, str]:
    """Return the options of a line of settings."""
    return dict(pair.split("=", 1) for pair in settings.split() if "=" in pair)


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_shown, value))
    return f"{value:.4g}" if isinstance(value, float) else str(value).replace(" ", "")
