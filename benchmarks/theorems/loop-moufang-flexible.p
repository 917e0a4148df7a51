% Loops: Moufang's identity makes them flexible.
% Status: Theorem
fof(identity, axiom, ![X]: (m(e,X) = X & m(X,e) = X)).
fof(left, axiom, ![X,Y]: (m(X,l(X,Y)) = Y & l(X,m(X,Y)) = Y)).
fof(right, axiom, ![X,Y]: (m(r(X,Y),Y) = X & r(m(X,Y),Y) = X)).
fof(moufang, axiom, ![X,Y,Z]: m(m(m(X,Y),Z),Y) = m(X,m(Y,m(Z,Y)))).
fof(goal, conjecture, ![X,Y]: m(m(X,Y),X) = m(X,m(Y,X))).
