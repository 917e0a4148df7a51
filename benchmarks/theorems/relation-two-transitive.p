% Two transitive relations, one symmetric, of which one always holds: one of them always holds (Los).
% Status: Theorem
fof(transitive1, axiom, ![X,Y,Z]: ((p(X,Y) & p(Y,Z)) => p(X,Z))).
fof(transitive2, axiom, ![X,Y,Z]: ((q(X,Y) & q(Y,Z)) => q(X,Z))).
fof(symmetric, axiom, ![X,Y]: (q(X,Y) => q(Y,X))).
fof(either, axiom, ![X,Y]: (p(X,Y) | q(X,Y))).
fof(goal, conjecture, ![X,Y]: p(X,Y) | ![X,Y]: q(X,Y)).
