% Loops need not associate; the smallest that does not has five elements.
% Status: CounterSatisfiable (five things)
fof(identity, axiom, ![X]: (m(e,X) = X & m(X,e) = X)).
fof(left, axiom, ![X,Y]: (m(X,l(X,Y)) = Y & l(X,m(X,Y)) = Y)).
fof(right, axiom, ![X,Y]: (m(r(X,Y),Y) = X & r(m(X,Y),Y) = X)).
fof(goal, conjecture, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
