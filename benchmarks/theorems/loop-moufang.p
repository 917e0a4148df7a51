% Loops: one of Moufang's identities gives another one.
% Status: Theorem (a few seconds)
fof(identity, axiom, ![X]: (m(e,X) = X & m(X,e) = X)).
fof(left, axiom, ![X,Y]: (m(X,l(X,Y)) = Y & l(X,m(X,Y)) = Y)).
fof(right, axiom, ![X,Y]: (m(r(X,Y),Y) = X & r(m(X,Y),Y) = X)).
fof(moufang, axiom, ![X,Y,Z]: m(m(m(X,Y),Z),Y) = m(X,m(Y,m(Z,Y)))).
fof(goal, conjecture, ![X,Y,Z]: m(m(X,Y),m(Z,X)) = m(m(X,m(Y,Z)),X)).
