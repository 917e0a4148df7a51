% Groups: equal factors on the left may be cancelled.
% Status: Theorem
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(identity, axiom, ![X]: m(e,X) = X).
fof(inverse, axiom, ![X]: m(i(X),X) = e).
fof(goal, conjecture, ![X,Y,Z]: (m(X,Y) = m(X,Z) => Y = Z)).
