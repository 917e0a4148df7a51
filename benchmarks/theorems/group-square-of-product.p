% Groups: if squaring respects products, the group commutes.
% Status: Theorem
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(identity, axiom, ![X]: m(e,X) = X).
fof(inverse, axiom, ![X]: m(i(X),X) = e).
fof(squares, axiom, ![X,Y]: m(m(X,Y),m(X,Y)) = m(m(X,X),m(Y,Y))).
fof(goal, conjecture, ![X,Y]: m(X,Y) = m(Y,X)).
