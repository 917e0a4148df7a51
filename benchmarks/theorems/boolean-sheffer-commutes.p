% Sheffer's axioms for the stroke: it commutes.
% Status: Theorem
fof(double, axiom, ![X]: s(s(X,X),s(X,X)) = X).
fof(truth, axiom, ![X,Y]: s(X,s(Y,s(Y,Y))) = s(X,X)).
fof(spread, axiom, ![X,Y,Z]: s(s(X,s(Y,Z)),s(X,s(Y,Z))) = s(s(s(Y,Y),X),s(s(Z,Z),X))).
fof(goal, conjecture, ![X,Y]: s(X,Y) = s(Y,X)).
