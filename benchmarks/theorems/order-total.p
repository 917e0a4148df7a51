% Orders need not be total.
% Status: CounterSatisfiable (two things)
fof(reflexive, axiom, ![X]: le(X,X)).
fof(antisymmetric, axiom, ![X,Y]: ((le(X,Y) & le(Y,X)) => X = Y)).
fof(transitive, axiom, ![X,Y,Z]: ((le(X,Y) & le(Y,Z)) => le(X,Z))).
fof(goal, conjecture, ![X,Y]: (le(X,Y) | le(Y,X))).
