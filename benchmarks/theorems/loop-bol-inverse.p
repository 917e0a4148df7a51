% Loops: Bol's identity gives inverses that cancel from the left.
% Status: Theorem
fof(identity, axiom, ![X]: (m(e,X) = X & m(X,e) = X)).
fof(left, axiom, ![X,Y]: (m(X,l(X,Y)) = Y & l(X,m(X,Y)) = Y)).
fof(right, axiom, ![X,Y]: (m(r(X,Y),Y) = X & r(m(X,Y),Y) = X)).
fof(bol, axiom, ![X,Y,Z]: m(X,m(Y,m(X,Z))) = m(m(X,m(Y,X)),Z)).
fof(goal, conjecture, ![X]: ?[I]: ![Y]: m(I,m(X,Y)) = Y).
