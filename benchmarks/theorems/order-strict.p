% Strict orders in which nothing is last have chains of three above everything. They have infinite models only.
% Status: Theorem
fof(irreflexive, axiom, ![X]: ~lt(X,X)).
fof(transitive, axiom, ![X,Y,Z]: ((lt(X,Y) & lt(Y,Z)) => lt(X,Z))).
fof(serial, axiom, ![X]: ?[Y]: lt(X,Y)).
fof(goal, conjecture, ![X]: ?[Y,Z,W]: (lt(X,Y) & lt(Y,Z) & lt(Z,W) & lt(X,W))).
