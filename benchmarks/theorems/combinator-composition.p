% Combinators: S and K give composition.
% Status: Theorem (hard)
fof(s, axiom, ![X,Y,Z]: a(a(a(s,X),Y),Z) = a(a(X,Z),a(Y,Z))).
fof(k, axiom, ![X,Y]: a(a(k,X),Y) = X).
fof(goal, conjecture, ?[B]: ![X,Y,Z]: a(a(a(B,X),Y),Z) = a(X,a(Y,Z))).
