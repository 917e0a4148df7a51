% Lattices: what the meet says of order is an order, and the meet is the greatest lower bound.
% Status: Theorem
fof(meet_commutes, axiom, ![X,Y]: m(X,Y) = m(Y,X)).
fof(join_commutes, axiom, ![X,Y]: j(X,Y) = j(Y,X)).
fof(meet_associates, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(join_associates, axiom, ![X,Y,Z]: j(j(X,Y),Z) = j(X,j(Y,Z))).
fof(meet_absorbs, axiom, ![X,Y]: m(X,j(X,Y)) = X).
fof(join_absorbs, axiom, ![X,Y]: j(X,m(X,Y)) = X).
fof(below, axiom, ![X,Y]: (le(X,Y) <=> m(X,Y) = X)).
fof(goal, conjecture, ![X,Y,Z]: ((le(Z,X) & le(Z,Y)) <=> le(Z,m(X,Y)))).
