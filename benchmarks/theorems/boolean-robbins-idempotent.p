% A Robbins algebra with one idempotent element obeys Huntington's equation.
% Status: Theorem (hard)
fof(commutes, axiom, ![X,Y]: j(X,Y) = j(Y,X)).
fof(associates, axiom, ![X,Y,Z]: j(j(X,Y),Z) = j(X,j(Y,Z))).
fof(robbins, axiom, ![X,Y]: c(j(c(j(X,Y)),c(j(X,c(Y))))) = X).
fof(idempotent, axiom, j(a,a) = a).
fof(goal, conjecture, ![X,Y]: j(c(j(c(X),Y)),c(j(c(X),c(Y)))) = X).
