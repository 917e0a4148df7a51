% Orders: least upper bounds associate.
% Status: Theorem
fof(reflexive, axiom, ![X]: le(X,X)).
fof(antisymmetric, axiom, ![X,Y]: ((le(X,Y) & le(Y,X)) => X = Y)).
fof(transitive, axiom, ![X,Y,Z]: ((le(X,Y) & le(Y,Z)) => le(X,Z))).
fof(bounds, axiom, ![X,Y]: (le(X,j(X,Y)) & le(Y,j(X,Y)))).
fof(least, axiom, ![X,Y,Z]: ((le(X,Z) & le(Y,Z)) => le(j(X,Y),Z))).
fof(goal, conjecture, ![X,Y,Z]: j(j(X,Y),Z) = j(X,j(Y,Z))).
