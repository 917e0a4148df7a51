% An associative operation whose equations have solutions on both sides has an identity.
% Status: Theorem
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(left, axiom, ![X,Y]: ?[Z]: m(Z,X) = Y).
fof(right, axiom, ![X,Y]: ?[Z]: m(X,Z) = Y).
fof(goal, conjecture, ?[E]: ![X]: (m(E,X) = X & m(X,E) = X)).
