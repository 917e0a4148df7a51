% Groups of exponent four need not commute; the smallest that does not has eight elements.
% Status: CounterSatisfiable (eight things)
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(identity, axiom, ![X]: m(e,X) = X).
fof(inverse, axiom, ![X]: m(i(X),X) = e).
fof(right_identity, axiom, ![X]: m(X,e) = X).
fof(right_inverse, axiom, ![X]: m(X,i(X)) = e).
fof(fourth, axiom, ![X]: m(m(X,X),m(X,X)) = e).
fof(goal, conjecture, ![X,Y]: m(X,Y) = m(Y,X)).
