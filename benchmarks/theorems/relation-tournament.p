% Tournaments need not be transitive.
% Status: CounterSatisfiable (three things)
fof(either, axiom, ![X,Y]: (X = Y | (r(X,Y) <=> ~r(Y,X)))).
fof(irreflexive, axiom, ![X]: ~r(X,X)).
fof(goal, conjecture, ![X,Y,Z]: ((r(X,Y) & r(Y,Z)) => r(X,Z))).
