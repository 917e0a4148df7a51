% Combinators: S and K give the identity.
% Status: Theorem
fof(s, axiom, ![X,Y,Z]: a(a(a(s,X),Y),Z) = a(a(X,Z),a(Y,Z))).
fof(k, axiom, ![X,Y]: a(a(k,X),Y) = X).
fof(goal, conjecture, ?[I]: ![X]: a(I,X) = X).
