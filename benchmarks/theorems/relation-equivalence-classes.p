% Equivalences: classes that share a thing are the same.
% Status: Theorem
fof(reflexive, axiom, ![X]: r(X,X)).
fof(symmetric, axiom, ![X,Y]: (r(X,Y) => r(Y,X))).
fof(transitive, axiom, ![X,Y,Z]: ((r(X,Y) & r(Y,Z)) => r(X,Z))).
fof(goal, conjecture, ![X,Y]: (?[Z]: (r(X,Z) & r(Y,Z)) => ![Z]: (r(X,Z) <=> r(Y,Z)))).
