"""Verbs and their roles: what stands where in other uses of the same verb."""

from __future__ import annotations

from sorites.translators.english.vocabulary.closed import words as _words

ERGATIVES = _words(
    "break open close shut melt sink boil freeze burn crack shatter split tear snap smash crash bend fold roll spin "
    "turn move rotate slide bounce swing shake drop float grow change increase decrease double triple expand shrink "
    "widen narrow lengthen shorten strengthen weaken harden soften thicken thin darken lighten brighten whiten "
    "blacken redden heat cool warm dry dissolve evaporate condense thaw defrost explode collapse start stop begin "
    "end continue finish improve worsen heal cook bake fry roast simmer fill empty drain flood dim ring sound blow "
    "burst bleed rip wrinkle fade crumble corrode rust ripen age fatten sharpen loosen tighten flatten straighten "
    "wake awaken sour stretch operate vary accelerate slow capsize ignite detonate light stabilise stabilize divide "
    "multiply separate merge unite"
)
"""Verbs of the causative alternation (Levin, *English Verb Classes and Alternations*, 1993, §1.1.2.1).

*Tom broke the vase* entails *the vase broke*: the subject of the intransitive is the object's role. Verbs whose
transitive and intransitive uses have the same subject (*eat*, *read*, *drink*, §1.2) are not among them.
"""

UNSPECIFIED_OBJECT = _words(
    "eat read write cook bake sing paint draw drive study teach learn hunt clean wash knit sew type dance play "
    "smoke vote steal iron plough plow embroider sketch weave dust"
)
"""Verbs that may leave out their object (Levin 1993, §1.2.1): *Ann eats the cake* entails *Ann eats*.

Not *drink*, *win* and *lose*: alone they say something else.
"""

STUFF_VERBS = _words(
    "asphalt bread bronze butter chalk flour fuel glue grease gravel honey ink leather lace milk oil paper pepper "
    "perfume petrol plaster poison powder salt sand seed silver skin soap soil spice steel sugar tar tile timber "
    "varnish water wax wine wood silk feather meat fruit metal pitch starch tobacco"
)
"""Verbs that have the name of a stuff: to put it on something or to take it out (Levin 1993, §9.9, §10.7, §22.4).

They need an object: where there is none, the word is the noun.
"""

DITRANSITIVES = _words(
    "give send show tell offer lend sell pay hand pass teach bring take throw write read mail email e-mail post ship "
    "forward grant award promise owe loan rent lease feed serve deliver leave bequeath assign allot allocate cede "
    "concede wire fax text phone ask quote toss fling kick pitch guarantee permit deny refuse return refund repay "
    "advance extend donate present"
)
"""Verbs of the dative alternation, with *to* (Levin 1993, §2.1): *give Bob the book* is *give the book to Bob*.

*Donate*, *return*, *deliver*, *explain*-like verbs take only *to*; with it they have the same recipient.
"""

BENEFACTIVES = _words(
    "buy make get cook bake find build order pour prepare fix save reserve book choose pick draw paint knit sew sing "
    "play win earn cut fetch call design keep leave"
)
"""Verbs of the benefactive alternation, with *for* (Levin 1993, §2.2): *buy Bob a book* is *buy a book for Bob*."""

COPULAR = _words("be become remain stay seem appear look feel sound smell taste grow turn get keep prove")
"""Verbs that take an adjective or noun of their subject.

Of them *be*, *become*, *remain*, *stay*, *turn*, *get*, *grow* and *keep* say that it is, or came to be, so.
"""

WEATHER_VERBS = _words("rain snow hail drizzle thunder freeze sleet pour storm thaw")
"""Verbs whose subject *it* is empty."""

WEATHER_ADJECTIVES = _words(
    "rainy snowy sunny cloudy dy foggy stormy icy cold hot warm cool chilly humid wet dry dark light freezing misty "
    "overcast frosty mild muggy hazy clear bright late early noisy quiet"
)
"""Adjectives with which *it is …* may speak of the weather, the light or the hour: *it* may be empty there."""
