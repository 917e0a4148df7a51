% Sets: the symmetric difference associates.
% Status: Theorem
fof(extensional, axiom, ![A,B]: (![X]: (in(X,A) <=> in(X,B)) => A = B)).
fof(differ, axiom, ![X,A,B]: (in(X,s(A,B)) <=> (in(X,A) <~> in(X,B)))).
fof(goal, conjecture, ![A,B,C]: s(s(A,B),C) = s(A,s(B,C))).
