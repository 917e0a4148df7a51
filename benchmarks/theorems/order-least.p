% Orders: there is at most one least thing.
% Status: Theorem
fof(reflexive, axiom, ![X]: le(X,X)).
fof(antisymmetric, axiom, ![X,Y]: ((le(X,Y) & le(Y,X)) => X = Y)).
fof(transitive, axiom, ![X,Y,Z]: ((le(X,Y) & le(Y,Z)) => le(X,Z))).
fof(goal, conjecture, ![X,Y]: ((![Z]: le(X,Z) & ![Z]: le(Y,Z)) => X = Y)).
