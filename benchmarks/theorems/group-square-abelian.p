% Groups: if every square is the identity, the group commutes.
% Status: Theorem
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(identity, axiom, ![X]: m(e,X) = X).
fof(inverse, axiom, ![X]: m(i(X),X) = e).
fof(squares, axiom, ![X]: m(X,X) = e).
fof(goal, conjecture, ![X,Y]: m(X,Y) = m(Y,X)).
