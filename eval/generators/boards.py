"""The words of games: animals, what they do to one another, and how rules of each type are put.

Training and tests share none of the animals and acts, and tests have wordings of their own besides (BoardgameQA,
appendix C.3, table 3).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from .words import third

ANIMALS: Final = (
    "alpaca antelope armadillo badger bat beaver bison boar bobcat caribou chamois cheetah chipmunk condor cormorant "
    "coyote crane cricket crow cuckoo deer dingo donkey dormouse dove eagle egret emu ermine falcon ferret finch fox "
    "frog gazelle gecko gibbon giraffe goat goose gopher gull hamster hare hedgehog heron hornet horse hyena ibex "
    "ibis iguana impala jackal jackdaw jaguar jay kestrel kiwi lemming lemur lizard llama lobster loon lynx macaw "
    "magpie mallard manatee marmot marten mink mole mongoose moose moth mule narwhal newt ocelot opossum orca oryx "
    "osprey otter owl panda parrot partridge peacock pelican pheasant pigeon piranha platypus plover polecat pony "
    "porcupine porpoise puma quail rabbit raccoon raven robin salmon scorpion seal shark sheep shrew shrimp skunk "
    "skylark sloth snail sparrow squid stoat stork sturgeon swan tapir tern terrapin thrush tiger toad toucan trout "
    "turtle viper vole vulture walrus warthog wasp weasel wolf wombat wren yak zebra"
).split()
ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "train": tuple(
        """
raid the orchard of
block the bridge of
trade a token with
lend a die to
guard the tower of
skip the turn of
pay rent to
draw a card for
ambush the caravan of
sail past the harbor of
stack a coin beside the temple of
take the seat of
copy the opening move of
sell wheat to
challenge the champion of
dig a tunnel under the wall of
paint the banner of
rescue the knight of
count the points of
bid against
lock the gate of
repair the wagon of
follow the scout of
bury a treasure near the camp of
applaud the gambit of
fine the banker of
borrow a map from
fortify the village of
spin the wheel for
tease
""".strip().splitlines()
    ),
    "test": tuple(
        """
flood the mine of
besiege the keep of
rob the vault of
send a raven to
forge a crown for
march toward the border of
outbid
jump over the pawn of
park a wagon on the meadow of
collect a toll from
promote the apprentice of
tax the market of
whisper a riddle to
cross the river beside the mill of
discard a tile for
mirror the strategy of
hire the spy of
undermine the throne of
escort the queen of
hand the compass to
peek at the hand of
roll a six against
anchor a ship near the port of
plant a flag beside the castle of
call a truce with
double the stakes of
claim a reward from
deal the last card to
scatter the army of
drain the moat of
shuffle the deck of
settle a debt with
salute the general of
bluff
feed the dragon of
surround the outpost of
hinder
toss a coin with
rent a stable from
expose the trick of
reinforce the barricade of
haggle over the price of a horse with
""".strip().splitlines()
    ),
}
"""What an animal does to another one, in the words of board games, each with the other one behind it."""
_SHARED: Final[Mapping[int, tuple[str, ...]]] = {
    1: (
        "If something {one}, then it {does}.",
        "When something {one}, it {does}.",
        "Whenever an animal {one}, it {does}.",
        "If an animal {one}, then that animal {does}.",
        "It is a rule of the game that if something {one}, then it {does}.",
    ),
    2: (
        "If something {one} {and} {two}, then it {does}.",
        "When something {one} {and} {two}, it {does}.",
        "Whenever an animal {one} {and} also {two}, it {does}.",
        "If an animal {one} {and} {two}, then that animal {does}.",
    ),
    3: (
        "If {first}, then {head}.",
        "{head} whenever {first}.",
        "When {first}, {head}.",
        "It is a rule of the game that if {first}, then {head}.",
        "{head} if {first}.",
    ),
    4: (
        "If {first} {and} {second}, then {head}.",
        "{head} whenever {first} {and} {second}.",
        "When {first} {and} {second}, {head}.",
        "{head} if {first} {and} {second}.",
    ),
    5: (
        "If the {who} {own}, then {head}.",
        "{head} whenever it {own}.",
        "As for the {who}, if it {own}, then it {does}.",
        "{head} if it {own}.",
        "When the {who} {own}, {head}.",
    ),
    6: (
        "If at least one animal {one}, then {head}.",
        "{head} whenever at least one animal {one}.",
        "When any animal {one}, {head}.",
        "{head} if some animal {one}.",
    ),
}
_TESTS: Final[Mapping[int, tuple[str, ...]]] = {
    1: (
        "Whatever {one}, {does}.",
        "As long as something {one}, it {does}.",
        "Once an animal {one}, the same animal {does}.",
        "Provided that something {one}, it {does}.",
        "Given that an animal {one}, that animal {does}.",
        "In case something {one}, it {does}.",
    ),
    2: (
        "Whatever {one} {and} {two}, {does}.",
        "As long as something {one} {and} {two}, it {does}.",
        "Once an animal {one} {and} {two}, the same animal {does}.",
        "Provided that something {one} {and} also {two}, it {does}.",
    ),
    3: (
        "{head} as soon as {first}.",
        "Provided that {first}, {head}.",
        "{head}, as long as {first}.",
        "Once {first}, {head}.",
        "Given that {first}, {head}.",
        "In case {first}, {head}.",
    ),
    4: (
        "{head} as soon as {first} {and} {second}.",
        "Provided that {first} {and} {second}, {head}.",
        "Once {first} {and} {second}, {head}.",
    ),
    5: (
        "{head}, provided that it {own}.",
        "Provided that the {who} {own}, {head}.",
        "Speaking of the {who}, once it {own}, it {does}.",
        "Concerning the {who}: as long as it {own}, it {does}.",
        "{head} as soon as it {own}.",
        "In case the {who} {own}, {head}.",
    ),
    6: (
        "Once some animal {one}, {head}.",
        "As long as some animal {one}, {head}.",
        "{head} as soon as one of the animals {one}.",
        "Provided that at least one animal {one}, {head}.",
        "In case any animal {one}, {head}.",
    ),
}
WORDINGS: Final[Mapping[str, Mapping[int, tuple[str, ...]]]] = {
    "train": _SHARED,
    "test": {kind: (*_SHARED[kind], *_TESTS[kind]) for kind in _SHARED},
}
"""How rules of each type are put."""
_CONCLUDED: Final[Mapping[str, Mapping[bool, tuple[str, ...]]]] = {
    "train": {
        True: ("{third}", "{third}", "will {base}"),
        False: ("does not {base}", "does not {base}", "will not {base}"),
    },
    "test": {
        True: (
            "{third}",
            "{third}",
            "will {base}",
            "certainly {third}",
            "will definitely {base}",
            "is going to {base}",
        ),
        False: (
            "does not {base}",
            "does not {base}",
            "will not {base}",
            "certainly does not {base}",
            "will never {base}",
            "is not going to {base}",
        ),
    },
}
"""How what follows is put, if it is so and if it is not."""


def half(split: str) -> str:
    """Return whose words a split has: validation is drawn from those of training."""
    return "test" if split == "test" else "train"


def animals_of(split: str) -> list[str]:
    """Return the animals of a split."""
    return ANIMALS[half(split) == "test" :: 2]


def concluded(rng: random.Random, split: str, act: str, positive: bool) -> str:
    """Return how a conclusion is put, up to the other animal.

    Args:
        rng: the source of all choices.
        split: whose wordings.
        act: what somebody does, one of ``ACTS``.
        positive: whether it is concluded that they do.
    """
    return rng.choice(_CONCLUDED[half(split)][positive]).format(base=act, third=does(act))


def does(act: str) -> str:
    """Return an act as one says it of one animal: ``raids the orchard of``."""
    verb, _, rest = act.partition(" ")
    return f"{third(verb)} {rest}" if rest else third(verb)
