% A Robbins algebra whose elements are all idempotent obeys Huntington's equation.
% Status: Theorem (a second or more)
fof(commutes, axiom, ![X,Y]: j(X,Y) = j(Y,X)).
fof(associates, axiom, ![X,Y,Z]: j(j(X,Y),Z) = j(X,j(Y,Z))).
fof(robbins, axiom, ![X,Y]: c(j(c(j(X,Y)),c(j(X,c(Y))))) = X).
fof(idempotent, axiom, ![X]: j(X,X) = X).
fof(goal, conjecture, ![X,Y]: j(c(j(c(X),Y)),c(j(c(X),c(Y)))) = X).
