% Groups of exponent three: every commutator commutes with the elements that it is made of.
% Status: Theorem (a second or more)
fof(associative, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(identity, axiom, ![X]: m(e,X) = X).
fof(inverse, axiom, ![X]: m(i(X),X) = e).
fof(right_identity, axiom, ![X]: m(X,e) = X).
fof(right_inverse, axiom, ![X]: m(X,i(X)) = e).
fof(cubes, axiom, ![X]: m(X,m(X,X)) = e).
fof(commutator, axiom, ![X,Y]: c(X,Y) = m(m(X,Y),m(i(X),i(Y)))).
fof(goal, conjecture, ![X,Y]: c(c(X,Y),Y) = e).
