% Groups: what respects products respects inverses.
% Status: Theorem
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(identity, axiom, ![X]: m(e,X) = X).
fof(inverse, axiom, ![X]: m(i(X),X) = e).
fof(right_identity, axiom, ![X]: m(X,e) = X).
fof(right_inverse, axiom, ![X]: m(X,i(X)) = e).
fof(associative2, axiom, ![X,Y,Z]: n(n(X,Y),Z) = n(X,n(Y,Z))).
fof(identity2, axiom, ![X]: (n(d,X) = X & n(X,d) = X)).
fof(inverse2, axiom, ![X]: (n(j(X),X) = d & n(X,j(X)) = d)).
fof(respects, axiom, ![X,Y]: h(m(X,Y)) = n(h(X),h(Y))).
fof(goal, conjecture, ![X]: h(i(X)) = j(h(X))).
