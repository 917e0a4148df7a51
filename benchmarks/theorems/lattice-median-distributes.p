% Lattices in which the median can be written both ways are modular.
% Status: Theorem (a second or more)
fof(meet_commutes, axiom, ![X,Y]: m(X,Y) = m(Y,X)).
fof(join_commutes, axiom, ![X,Y]: j(X,Y) = j(Y,X)).
fof(meet_associates, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(join_associates, axiom, ![X,Y,Z]: j(j(X,Y),Z) = j(X,j(Y,Z))).
fof(meet_absorbs, axiom, ![X,Y]: m(X,j(X,Y)) = X).
fof(join_absorbs, axiom, ![X,Y]: j(X,m(X,Y)) = X).
fof(median, axiom, ![X,Y,Z]: j(j(m(X,Y),m(Y,Z)),m(Z,X)) = m(m(j(X,Y),j(Y,Z)),j(Z,X))).
fof(goal, conjecture, ![X,Y,Z]: (m(X,Z) = X => j(X,m(Y,Z)) = m(j(X,Y),Z))).
