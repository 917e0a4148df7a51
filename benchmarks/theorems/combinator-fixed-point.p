% Combinators: with composition and self-application everything has a fixed point.
% Status: Theorem
fof(b, axiom, ![X,Y,Z]: a(a(a(b,X),Y),Z) = a(X,a(Y,Z))).
fof(m, axiom, ![X]: a(m,X) = a(X,X)).
fof(goal, conjecture, ![F]: ?[X]: a(F,X) = X).
