"""Sentences in which a word may be joined to more than one thing are refused, and say what to write instead."""

from __future__ import annotations

import pytest

from sorites import solve

REFUSED = """
All guests except Anne and Bob paid. Bob is a guest. | Did Bob pay? | except Anne and Bob
Mary is a cook. Ben is her boss. | Is Ben Mary's boss? | is her boss
The teacher praised Tim and his parents. | Did the teacher praise Tim? | Tim and his parents
Ann visited Tim in his flat. | Does Ann have a flat? | Ann visited Tim in his flat
The cat slept on the sofa and the dog under the table. | Did the cat sleep under the table? | on the sofa and the dog
Tim is Ann and Bob's son. | Is Tim Ann? | Ann and Bob's son
Tim does not know the girls. Eva is one of the girls. | Does Tim know Eva? | 'girls' behind a denial
Nobody in row 3 hears the singers. Tim is in row 3. Eva is a singer. | Does Tim hear Eva? | behind a denial
The fox can't carry its cubs. Rudi is one of the fox's cubs. | Can the fox carry Rudi? | 'cubs' behind a denial
Zoe reads the letters of all guests. Ivo is a guest. | Does Zoe read Ivo's letters? | of every guest
Zoe believes that Ivo is ill and Max is late. | Is Max late? | may be said, or be so
If someone sings, then if a child sleeps, they are angry. Tim sings. Eva is a child. | Is Tim angry? | 'they' may mean
If the winter is cold, she stays. The winter is cold. | Does the winter stay? | 'she' has nobody
If rain is announced, they leave. Rain is announced. | Does rain leave? | 'they' has nobody
A roof that is not mended may not be dry. Hut 3 is a roof that is not mended. | May hut 3 be dry? | may not be
When the wall fell, Zoe screamed. | Did Zoe scream? | what happened once
Whoever rests needs warm soup and bread. Zoe rests. | Does Zoe need warm bread? | of all of them
Whoever visits Max likes his dog. Ivo visits Max. Rex is Max's dog. | Does Ivo like Rex? | 'his' can be read
If a dog barks, its owner is called. Liv is Rex's owner. Rex is a dog that barks. | Is Liv called? | 'owner' of somebody
Ann has two cats. They are black. | Is Ann black? | 'They' may be 'two cats'
Ann's shoes are new. They are red. | Is Ann red? | 'They' may be 'Ann's shoes'
Zoe never calls anybody unless they write. Ben writes. | Does Zoe call Ben? | unless they
Zoe eats nothing unless it is warm. | Is Zoe warm? | unless it
A plant is green if the plant's leaf is green. Ivo is a plant. | Is Ivo green? | if the plant
Only the judge speaks to the jury. Lea speaks to the jury. | Is Lea the judge? | Only the judge
Zoe might not win. | Might Zoe win? | might not
Zoe did not paint the whole fence. | Did Zoe paint the fence? | the whole fence
Almost all trains were late. Rapid is a train. | Was Rapid late? | Almost all
Zoe did not meet the former mayor. | Did Zoe meet the mayor? | the former mayor
Ivo is Zoe's future husband. | Is Ivo Zoe's husband? | Zoe's future husband
Everyone must sign or go. Zoe does not have to sign. | Must Zoe go? | must sign or go
Zoe and Ivo are equally old. Zoe is 9 years old. | Is Ivo 9 years old? | equally
It is not true that Zoe swims, and Ivo runs. | Does Ivo run? | It is not true
Women are kinder than men. Zoe is a woman. Ivo is a man. | Is Zoe kinder than Ivo? | compares kinds
Pupils sometimes cheat. Zoe is a pupil. | Does Zoe cheat? | 'sometimes' may say
The pool is closed on Sundays. | Is the pool closed? | nothing says
Zoe is sometimes ill. | Is Zoe ill? | nothing says
Zoe always reads in bed. | Does Zoe always read? | nothing says
"""


@pytest.mark.parametrize("row", REFUSED.strip().splitlines())
def test_what_may_be_joined_to_several_is_refused(row: str) -> None:
    context, question, named = row.split(" | ")
    found = solve(context, question)
    assert found.answer is None
    assert named in " ".join(d.message for d in found.diagnostics if d.level == "error")
