% Huntington's equation makes the complement an involution.
% Status: Theorem
fof(commutes, axiom, ![X,Y]: j(X,Y) = j(Y,X)).
fof(associates, axiom, ![X,Y,Z]: j(j(X,Y),Z) = j(X,j(Y,Z))).
fof(huntington, axiom, ![X,Y]: j(c(j(c(X),Y)),c(j(c(X),c(Y)))) = X).
fof(goal, conjecture, ![X]: c(c(X)) = X).
