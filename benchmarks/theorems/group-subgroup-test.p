% Groups: what holds something and is closed under division is a subgroup.
% Status: Theorem
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(identity, axiom, ![X]: m(e,X) = X).
fof(inverse, axiom, ![X]: m(i(X),X) = e).
fof(right_identity, axiom, ![X]: m(X,e) = X).
fof(right_inverse, axiom, ![X]: m(X,i(X)) = e).
fof(nonempty, axiom, ?[X]: s(X)).
fof(closed, axiom, ![X,Y]: ((s(X) & s(Y)) => s(m(X,i(Y))))).
fof(goal, conjecture, s(e) & ![X]: (s(X) => s(i(X))) & ![X,Y]: ((s(X) & s(Y)) => s(m(X,Y)))).
