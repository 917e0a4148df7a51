% Boolean algebra from Huntington's first axioms: joins are idempotent.
% Status: Theorem
fof(join_commutes, axiom, ![X,Y]: j(X,Y) = j(Y,X)).
fof(meet_commutes, axiom, ![X,Y]: m(X,Y) = m(Y,X)).
fof(join_distributes, axiom, ![X,Y,Z]: j(X,m(Y,Z)) = m(j(X,Y),j(X,Z))).
fof(meet_distributes, axiom, ![X,Y,Z]: m(X,j(Y,Z)) = j(m(X,Y),m(X,Z))).
fof(zero, axiom, ![X]: j(X,o) = X).
fof(one, axiom, ![X]: m(X,l) = X).
fof(complement, axiom, ![X]: (j(X,c(X)) = l & m(X,c(X)) = o)).
fof(goal, conjecture, ![X]: j(X,X) = X).
