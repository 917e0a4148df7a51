% Lattices with an orthocomplement need not be orthomodular; the smallest that is not is a ring of six.
% Status: CounterSatisfiable (six things)
fof(meet_commutes, axiom, ![X,Y]: m(X,Y) = m(Y,X)).
fof(join_commutes, axiom, ![X,Y]: j(X,Y) = j(Y,X)).
fof(meet_associates, axiom, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
fof(join_associates, axiom, ![X,Y,Z]: j(j(X,Y),Z) = j(X,j(Y,Z))).
fof(meet_absorbs, axiom, ![X,Y]: m(X,j(X,Y)) = X).
fof(join_absorbs, axiom, ![X,Y]: j(X,m(X,Y)) = X).
fof(involution, axiom, ![X]: c(c(X)) = X).
fof(antitone, axiom, ![X,Y]: c(j(X,Y)) = m(c(X),c(Y))).
fof(bottom, axiom, ![X]: m(X,c(X)) = o).
fof(top, axiom, ![X]: j(X,c(X)) = l).
fof(goal, conjecture, ![X,Y]: (m(X,Y) = X => j(X,m(c(X),Y)) = Y)).
