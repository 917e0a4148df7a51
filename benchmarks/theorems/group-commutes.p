% Groups: not every group commutes; the smallest that does not has six elements.
% Status: CounterSatisfiable (six things)
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(identity, axiom, ![X]: m(e,X) = X).
fof(inverse, axiom, ![X]: m(i(X),X) = e).
fof(right_identity, axiom, ![X]: m(X,e) = X).
fof(right_inverse, axiom, ![X]: m(X,i(X)) = e).
fof(goal, conjecture, ![X,Y]: m(X,Y) = m(Y,X)).
