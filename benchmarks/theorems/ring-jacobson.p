% Rings with one: if one less xy has an inverse, so has one less yx.
% Status: Theorem (hard)
fof(add_associates, axiom, ![X,Y,Z]: p(p(X,Y),Z) = p(X,p(Y,Z))).
fof(add_commutes, axiom, ![X,Y]: p(X,Y) = p(Y,X)).
fof(zero, axiom, ![X]: p(X,o) = X).
fof(negative, axiom, ![X]: p(X,n(X)) = o).
fof(associates, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(left, axiom, ![X,Y,Z]: m(X,p(Y,Z)) = p(m(X,Y),m(X,Z))).
fof(right, axiom, ![X,Y,Z]: m(p(X,Y),Z) = p(m(X,Z),m(Y,Z))).
fof(one, axiom, ![X]: (m(l,X) = X & m(X,l) = X)).
fof(given, axiom, m(p(l,n(m(a,b))),c) = l & m(c,p(l,n(m(a,b)))) = l).
fof(goal, conjecture, ?[D]: (m(p(l,n(m(b,a))),D) = l & m(D,p(l,n(m(b,a)))) = l)).
