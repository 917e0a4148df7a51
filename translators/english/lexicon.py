"""Words that the grammar knows: the closed classes, and the verbs of everyday English.

The verbs tell where a verb phrase begins; nouns, adjectives and names need no list.
"""

from __future__ import annotations

from typing import Final

BE: Final = frozenset("is are was were am be been being".split())
DO: Final = frozenset("do does did".split())
HAVE: Final = frozenset("have has had having".split())
MODALS: Final = frozenset("will would can could shall should must".split())
MAYBE: Final = frozenset("may might".split())
"""What is only possible: it says nothing that could be proved or refuted."""
ADVERBS: Final = frozenset(
    "also always usually typically generally often normally frequently commonly mostly certainly definitely really "
    "actually indeed just simply already still now then ever probably likely consequently therefore thus hence "
    "accordingly subsequently additionally furthermore moreover however instead "
    "undoubtedly conversely nonetheless nevertheless meanwhile alternatively separately logically surely fortunately "
    "eventually likewise similarly".split()
)
"""Adverbs that a verb phrase may begin with and that logic passes over."""
HEDGES: Final = frozenset(
    "usually typically generally often normally frequently commonly mostly probably likely".split()
)
"""Adverbs that weaken a statement, which is taken strictly all the same."""
LOOSE: Final = HEDGES | frozenset(
    "sometimes regularly frequently consistently daily really would could knows "
    "knew realized realizes tend tends".split()
)
"""Words of prose that the grammar passes over: a text with them is read only roughly."""
SPANS: Final = frozenset("day week night morning evening afternoon year month time weekend season hour minute".split())
"""Units of time: ``every day`` is an adverb."""
SOFTENERS: Final = HEDGES | frozenset("should must would could several many tend tends tended".split())
"""Words whose force is lost: a sentence with them is read strictly, and that is reported."""
HALF_NEGATIVE: Final = frozenset(
    "rarely seldom hardly barely scarcely almost nearly sometimes occasionally unlikely supposedly allegedly".split()
)
"""Words that take back what a sentence says, in part: it can't be read."""
NEGATIVE: Final = frozenset("not never".split())
QUANTIFIER_WORDS: Final = {
    "everyone": "every", "everybody": "every", "everything": "every", "whoever": "every", "whatever": "every",
    "anyone": "any", "anybody": "any", "anything": "any",
    "someone": "some", "somebody": "some", "something": "some",
    "nobody": "no", "nothing": "no", "no-one": "no", "none": "no",
}  # fmt: skip
DETERMINERS: Final = {
    "every": "every", "each": "every", "all": "every", "any": "any", "some": "some", "a": "a", "an": "a", "no": "no",
    "only": "only", "another": "a", "several": "some", "many": "some",
}  # fmt: skip
UNSUPPORTED: Final = frozenset("most few half majority exactly".split())
"""Determiners that first-order logic of this language has no quantifier for."""
POSSESSIVES: Final = frozenset("my your his her its our their one's".split())
SUBJECT_PRONOUNS: Final = frozenset("he she it they we i you".split())
OBJECT_PRONOUNS: Final = frozenset("him her it them us me you himself herself itself themselves themself".split())
REFLEXIVES: Final = frozenset("himself herself itself themselves themself oneself yourself myself".split())
RELATIVE: Final = frozenset("who that which whom".split())
GENERIC: Final = frozenset("thing person people one individual being somebody someone something human".split())
"""Nouns that say nothing of whom they are said, unless a text says them of somebody."""
PREPOSITIONS: Final = frozenset(
    "of in on at to from by with without for about against into onto over under above below behind before after "
    "between among through during near inside outside around across along toward towards upon within per via like "
    "as than off up down out beside besides despite except since until".split()
)
CONJUNCTIONS: Final = frozenset("and or but nor".split())
SKIPPED_IN_KEYS: Final = POSSESSIVES | frozenset("a an the some any".split())
"""Words that do not tell predicates apart."""
WEATHER: Final = frozenset(
    "rain snow hail storm thunder freeze late early sunny cloudy windy overcast hot cold warm cool dark bright foggy "
    "rainy snowy stormy noon midnight summer winter spring autumn fall weekend daytime nighttime night day humid "
    "monday tuesday wednesday thursday friday saturday sunday christmas morning evening afternoon true false".split()
)
"""What ``it`` is when it stands for nothing."""
TIMES: Final = frozenset("today tonight tomorrow yesterday now again too instead".split())
"""Words of time that do not tell statements apart."""
REPORTS: Final = frozenset(
    "know realize understand see notice learn note figure say tell hear believe think explain find remember state "
    "announce decide inform warn promise discover recognize expect remind text assume mention agree conclude".split()
)
"""Verbs of knowing and saying: what is known or said is taken to be so."""
SEEMS: Final = (
    "it seems that", "it seems", "it appears that", "it appears", "it looks like", "it is clear that",
    "it was clear that", "it turns out that", "it turned out that", "it is certain that", "it is obvious that",
    "it is said that", "it is the case that", "it was the case that", "it means that", "it means", "it follows",
    "it was known that", "it is well known that", "it is a fact that", "it was true that",
)  # fmt: skip
LOGICAL: Final = frozenset(
    "if then unless whenever either neither nor or every each all any some no none everyone everybody everything "
    "someone somebody something anyone anybody anything nobody nothing only most few whoever when and but "
    "may might".split()
)
"""Words with a meaning in logic, which a statement that is kept whole would lose."""
FACTIVE: Final = frozenset("know realize understand see notice learn discover find remember recognize".split())
"""Verbs whose object is so, if somebody does that."""
OPENERS: Final = (
    "in addition", "as a result", "on the other hand", "for example", "in fact", "of course", "and the rules are",
    "it is known that", "we know that", "it is true that", "it follows that", "we are told that", "note that",
    "suppose that", "assume that", "given that", "it is also true that", "that means that", "this means that",
    "that means", "this means", "in other words", "in general", "as we know", "both",
)  # fmt: skip
"""Words that a sentence may begin with and that say nothing of their own."""

IRREGULAR_NOUNS: Final = {
    "people": "person", "men": "man", "women": "woman", "children": "child", "mice": "mouse", "geese": "goose",
    "feet": "foot", "teeth": "tooth", "wolves": "wolf", "knives": "knife", "wives": "wife", "lives": "life",
    "leaves": "leaf", "thieves": "thief", "halves": "half", "selves": "self", "shelves": "shelf", "loaves": "loaf",
    "calves": "calf", "oxen": "ox", "lice": "louse", "criteria": "criterion", "phenomena": "phenomenon",
    "movies": "movie", "cookies": "cookie", "species": "species", "series": "series", "news": "news",
    "shoes": "shoe", "toes": "toe",
    "gas": "gas", "lens": "lens", "always": "always", "is": "is", "was": "was", "has": "has", "does": "does",
    "this": "this", "his": "his", "its": "its", "hers": "hers", "ties": "tie", "pies": "pie", "lies": "lie",
    "policewomen": "policewoman", "policemen": "policeman", "firemen": "fireman", "fishermen": "fisherman",
    "salespeople": "salesperson", "grandchildren": "grandchild", "deer": "deer", "sheep": "sheep", "fish": "fish",
}  # fmt: skip

_IRREGULAR: Final = """
arise arose arisen|awake awoke awoken|beat beaten|become became|begin began begun|bend bent|bet|bind bound|bite
bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|burn
burnt|burst|buy bought |catch caught|choose chose chosen|cling clung|come came|cost|creep crept|cut|deal
dealt|dig dug|do did done does|draw drew drawn|dream dreamt|drink drank drunk|drive drove driven|eat ate
eaten|fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fly flew flown flies|forbid forbade
forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go
went gone goes|grow grew grown|hang hung|have has had |hear heard|hide hid hidden|hit|hold held|hurt|keep
kept|kneel knelt|know knew known|lay laid|lead led|leap leapt|learn learnt|leave left|lend lent|let|lie
lain|light lit|lose lost|make made|mean meant|meet met|pay paid|prove proven|put|quit |read|ride rode
ridden|ring rang rung|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold|send sent|set |shake
shook shaken|shine shone|shoot shot|show shown|shrink shrank shrunk|shut|sing sang sung|sink sank sunk|sit sat
|sleep slept|slide slid|speak spoke spoken|spend spent|spin spun|split|spread|spring sprang sprung|stand
stood|steal stole stolen|stick stuck|sting stung|strike struck|strive strove striven|swear swore sworn|sweep
swept|swim swam swum |swing swung|take took taken|teach taught|tear tore torn|tell told|think thought|throw
threw thrown|understand understood|upset|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|wind
wound|withdraw withdrew withdrawn|write wrote written|undergo underwent undergone|overcome overcame|undertake
undertook undertaken|mistake mistook mistaken
"""
IRREGULAR_VERBS: Final = {
    form: forms[0] for line in _IRREGULAR.replace("\n", " ").split("|") for forms in [line.split()] for form in forms
}

VERBS: Final = frozenset(
    """
abandon abide absorb accelerate accept access accompany accomplish accumulate accuse achieve acknowledge acquire
act adapt add address adhere adjust admire admit adopt adore advance advertise advise advocate affect afford age
aid aim alarm alert allocate allow alter amaze amuse analyze analyse animate announce annoy anticipate apologize
appeal appear applaud apply appoint appreciate approach approve argue arrange arrest arrive ask aspire assemble
assert assess assign assist associate assume assure attach attack attain attempt attend attract audition author
avoid award bake balance ban bark bathe battle bear beg behave believe belong benefit blame bleach bless block
bloom blossom board boast boil boost borrow bother bounce breathe brew broadcast browse brush burn calculate
call camp campaign cancel capture care carry carve cast categorize cause cease celebrate challenge change charge
charm chase chat cheat check cheer cherish chew choose chop cite claim classify clean clear climb close coach
collaborate collapse collect collide combine comfort command commit communicate compare compete compile complain
complete compose comprehend compromise concentrate conclude conduct confess confirm conflict confront confuse
connect conquer consent conserve consider consist construct consult consume contact contain contemplate contend
contest continue contract contradict contribute control converse convert convey convince cook cool cooperate
cope copy correct cough count cover craft crash crave crawl create criticize cross crumble cry cultivate cure
cycle damage dance dare date debate decay deceive decide decipher declare decline decorate decrease dedicate
deduce deepen defeat defend define defy delay delegate delight deliver demand demonstrate deny depart depend
depict deploy derive descend describe deserve design desire destroy detect deteriorate determine develop devote
devour diagnose differ digest dine direct disagree disappear disappoint disarm discourage discover discuss
disguise dislike dismiss display dispute disrupt dissolve distinguish distribute dive divide document dominate
donate double doubt draft drag dress drift drop drown dry dwell earn ease edit educate elect elevate eliminate
embark embody embrace emerge emit emphasize employ empower enable enact encounter encourage end endorse endure
energize enforce engage enhance enjoy enlarge enroll ensure entail enter entertain establish estimate evaluate
evolve examine exceed excel exchange excite execute exercise exhibit exist expand expect experience experiment
explain explode exploit explore export express extend extract face facilitate fade fail fascinate favor fear
feature ferment fertilize fetch file fill finance finish fit fix flap flash float flock flourish flow focus fold
follow fool forage force forecast form formulate foster found frighten fulfill function fund gain gallop gather
generate germinate glow govern grab graduate grant grasp graze greet grind grip guarantee guard guess guide
hammer handle happen harbor harm harvest hatch hate haunt heal heat heed help hesitate hibernate highlight hike
hint hire honor hop hope host howl hug hum hunt hurry hypnotize identify ignite ignore illustrate imagine
imitate impact implement imply import impose impress improve include incorporate increase indicate induce
indulge infect infer influence inform inhabit inherit inhibit initiate injure innovate inquire insist inspect
inspire install instruct integrate intend interact interest interfere interpret interrupt introduce invade
invent invest investigate invite involve iron issue jog join joke judge jump justify kick kill kiss knit knock
know label lack land last laugh launch lean learn leave lecture lick lift like limit linger link listen live
load locate lock long look love lower maintain manage manipulate manufacture march mark marry master match
matter mature mean measure meditate melt memorize mend mention mentor merge migrate mind miss mix moan model
modify monitor motivate mount mourn move multiply murder name narrate navigate need neglect negotiate network
nest note notice notify nourish nurture obey object oblige observe obtain occupy occur offend offer open operate
oppose optimize orbit order organize originate outperform outshine overlook overreact owe own pack paint park
participate partner pass pause perceive perform permit persevere persist persuade photograph pick pioneer place
plan plant play plead please pledge plow poison polish pollinate ponder possess post pour practice practise
praise pray preach predict prefer prepare present preserve press pretend prevail prevent print prioritize
proceed process produce program progress project promise promote pronounce propel propose prosper protect
protest prove provide publish pull pump punch punish purchase pursue push qualify question quote race radiate
rain raise react realize reap reason rebuild recall receive recharge recite recognize recommend reconcile record
recover recruit recycle reduce refer refine reflect refrain refuse regain regret regulate rehearse reject relate
relax release rely remain remember remind remove renew renovate rent repair repeat replace reply report
represent reproduce request require rescue research resemble resent reserve resign resist resolve respect
respond rest restore restrict result retain retire retreat retrieve return reveal reverse review revise revolve
reward risk roam roar rob roll rotate rule rush sacrifice safeguard sail satisfy save scare schedule scold score
scratch scream sculpt search seem seize select serve settle sew shape share shed shelter shift shock shop shout
sigh sign signal simplify sketch ski skip slip slow smell smile smoke sneak sneeze snore snow soar socialize
solve soothe sort sound spare spark spawn specialize spill spot sprint squeeze stack stalk stare start starve
state stay steer stimulate stir stop store strengthen stretch strive struggle study submit succeed suffer
suggest suit supervise supply support suppose surf surprise surrender surround survive suspect sustain swallow
sway switch symbolize sympathize tackle talk tame target taste tax tease tempt tend test thank think thrive tie
tire tolerate touch tour trace track trade train transcribe transfer transform translate transmit transport trap
travel treasure treat tremble trick trigger trust try tune turn tutor twist type uncover undermine unify unite
unlock unwind update upgrade uphold urge use utilize value vanish vary verify view violate visit volunteer vote
wait walk wander want warm warn wash waste watch water weaken weigh welcome whisper whistle widen wipe wish
wither witness wonder work worry worship wrap yawn yearn yell yield zoom attend bury burrow bully boss become
say tell speak see hear feel find give get make take come go keep let begin hold bring write sit stand lose pay
meet run set lead understand win send build fall cut sell rise drive buy wear choose seek throw catch draw
forget eat drink sing sleep teach fly fight lie steal swim grow break spend hide ride shine strike swear wake
bite blow dig hang shake shoot sink slide spin split spread stick sting sweep swing tear wind hit hurt put quit
read shut cost bet burst steal overcome undergo undertake swap unite dance smuggle tank knead grasp rank ace
pity contemplate befriend nourish enrich reign venture
""".split()
) | frozenset(IRREGULAR_VERBS.values())  # fmt: skip
NOUNS_TOO: Final = frozenset(
    """
act age aim appeal attack attempt award balance ban battle benefit blame block bloom board book boost call camp
campaign care cast cause challenge change charge charm chase check claim coach comfort command conduct conflict
contact contest contract control cook copy cover craft crash cross cry cure cycle damage dance date debate
decline delay demand design desire display doubt draft dress drift drink drive drop ease end exchange exercise
experience experiment export face favor fear feature file fit fix flash float flow focus fold force form
function fund gain glow grant grip guard guess guide harm harvest hate heat help hike hint honor hope host hunt
impact import increase influence interest iron issue joke judge jump kick kiss label lack land laugh launch
lecture lift like limit link load lock look love march mark master match matter measure mentor mind mix model
mount move murder name need nest network note notice object offer order pack paint park partner pass pause pick
pioneer place plan plant play poison polish post practice praise present press print process produce program
progress project promise protest pump punch purchase push question quote race rain raise reason record release
rent repair reply report request rescue research reserve respect rest result return reverse review reward risk
roar roll rule rush sacrifice sail scare schedule score scratch scream search shape share shelter shift shock
shop shout sigh sign signal sketch ski slip smell smile smoke sort sound spark spot stack start state stay store
stretch struggle study suit supply support surf surprise suspect switch talk target taste tax test tie tour
trace track trade train transfer transport trap travel treasure treat trick trigger trust try turn tutor twist
type update upgrade use value view visit volunteer vote wait walk waste watch water wish witness wonder work
worry yield fly fish park plant tree root branch rank tank light wind rose bear fall spring run stand cut bet
hit cost touch image live spread sting split fight ride read drop
""".split()
)
"""Verbs whose forms are as often nouns: they begin a verb phrase only if nothing better does."""
