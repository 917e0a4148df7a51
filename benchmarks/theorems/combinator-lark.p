% Combinators: a lark brings something that is its own image.
% Status: Theorem
fof(l, axiom, ![X,Y]: a(a(l,X),Y) = a(X,a(Y,Y))).
fof(goal, conjecture, ?[X]: a(X,X) = X).
