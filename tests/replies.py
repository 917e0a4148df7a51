"""What scripted models write in tests."""

from sorites.testing import program

KIND = ("Kind people are nice.", "∀x (Kind(x) → Nice(x))")
ANNE = ("Anne is kind.", "Kind(anne)")
GOOD = program(KIND, ANNE, goal=("Anne is nice.", "Nice(anne)"))
FAULTY = program(("Kind people are nice.", "∀x (Kind(x) Nice(x))"), ANNE, goal=("Anne is nice.", "Nice(anne)"))
CONTRADICTORY = program(KIND, ANNE, ("Anne is not nice.", "¬Nice(anne)"), goal=("Anne is nice.", "Nice(anne)"))
REPAIRED = program(KIND, ANNE, ("Anne is not nice.", "¬Nice(bob)"), goal=("Anne is nice.", "Nice(anne)"))
