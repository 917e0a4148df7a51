% Sets: taking away a union is taking away one after the other.
% Status: Theorem
fof(extensional, axiom, ![A,B]: (![X]: (in(X,A) <=> in(X,B)) => A = B)).
fof(union, axiom, ![X,A,B]: (in(X,u(A,B)) <=> (in(X,A) | in(X,B)))).
fof(meet, axiom, ![X,A,B]: (in(X,n(A,B)) <=> (in(X,A) & in(X,B)))).
fof(less, axiom, ![X,A,B]: (in(X,d(A,B)) <=> (in(X,A) & ~in(X,B)))).
fof(subset, axiom, ![A,B]: (sub(A,B) <=> ![X]: (in(X,A) => in(X,B)))).
fof(goal, conjecture, ![A,B,C]: d(A,u(B,C)) = d(d(A,B),C)).
