% Groups: the inverse of a product is the product of the inverses in the other order.
% Status: Theorem
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(identity, axiom, ![X]: m(e,X) = X).
fof(inverse, axiom, ![X]: m(i(X),X) = e).
fof(goal, conjecture, ![X,Y]: i(m(X,Y)) = m(i(Y),i(X))).
