% Quasigroups that obey Stein's identity are idempotent, and nothing commutes with another thing.
% Status: Theorem
fof(left, axiom, ![X,Y]: (m(X,l(X,Y)) = Y & l(X,m(X,Y)) = Y)).
fof(right, axiom, ![X,Y]: (m(r(X,Y),Y) = X & r(m(X,Y),Y) = X)).
fof(stein, axiom, ![X,Y]: m(X,m(X,Y)) = m(Y,X)).
fof(goal, conjecture, ![X]: m(X,X) = X & ![X,Y]: (m(X,Y) = m(Y,X) => X = Y)).
