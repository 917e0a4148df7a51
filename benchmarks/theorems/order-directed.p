% Orders in which any two things have an upper bound need not have a greatest lower bound for any two.
% Status: CounterSatisfiable (three things)
fof(reflexive, axiom, ![X]: le(X,X)).
fof(antisymmetric, axiom, ![X,Y]: ((le(X,Y) & le(Y,X)) => X = Y)).
fof(transitive, axiom, ![X,Y,Z]: ((le(X,Y) & le(Y,Z)) => le(X,Z))).
fof(directed, axiom, ![X,Y]: ?[Z]: (le(X,Z) & le(Y,Z))).
fof(goal, conjecture, ![X,Y]: ?[Z]: (le(Z,X) & le(Z,Y))).
