% Rings without one need not commute; four elements are enough.
% Status: CounterSatisfiable (four things)
fof(add_associates, axiom, ![X,Y,Z]: p(p(X,Y),Z) = p(X,p(Y,Z))).
fof(add_commutes, axiom, ![X,Y]: p(X,Y) = p(Y,X)).
fof(zero, axiom, ![X]: p(X,o) = X).
fof(negative, axiom, ![X]: p(X,n(X)) = o).
fof(associates, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(left, axiom, ![X,Y,Z]: m(X,p(Y,Z)) = p(m(X,Y),m(X,Z))).
fof(right, axiom, ![X,Y,Z]: m(p(X,Y),Z) = p(m(X,Z),m(Y,Z))).
fof(goal, conjecture, ![X,Y]: m(X,Y) = m(Y,X)).
