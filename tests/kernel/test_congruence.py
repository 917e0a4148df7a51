"""Why literals contradict each other by equality: the kernel's law is the measure."""

from hypothesis import given
from hypothesis import strategies as st

from sorites.solvers.certifying.congruence import Congruence
from sorites.solvers.kernel.laws import equals_replaced
from sorites.solvers.logic.syntax import Atom, Eq, Fn, Formula, Not, Or, Term, negation

constants = st.sampled_from("abcd").map(Fn)
terms: st.SearchStrategy[Term] = st.recursive(
    constants,
    lambda t: st.one_of(t.map(lambda x: Fn("f", (x,))), st.tuples(t, t).map(lambda xs: Fn("g", xs))),
    max_leaves=4,
)
atoms: st.SearchStrategy[Formula] = st.one_of(st.builds(Eq, terms, terms), terms.map(lambda t: Atom("P", (t,))))
literals = st.one_of(atoms, atoms.map(Not))


@given(st.lists(literals, min_size=1, max_size=8))
def test_a_contradiction_is_found_when_there_is_one_and_some_literals_show_it(said: list[Formula]) -> None:
    known = Congruence()
    for literal in said:
        known.assume(literal)
    why = known.conflict()
    assert (why is not None) == equals_replaced(Or(tuple(map(negation, said))))
    if why is not None:
        assert set(why) <= set(said)
        assert equals_replaced(Or(tuple(map(negation, why))))
