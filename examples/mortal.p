% The same question as socrates.fol, as a TPTP problem.
fof(rule, axiom, ! [X] : (man(X) => mortal(X))).
fof(fact, axiom, man(socrates)).
fof(goal, conjecture, mortal(socrates)).
