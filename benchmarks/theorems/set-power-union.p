% Sets: a part of a union need not be a part of one of the two.
% Status: CounterSatisfiable (two things or more)
fof(union, axiom, ![X,A,B]: (in(X,u(A,B)) <=> (in(X,A) | in(X,B)))).
fof(subset, axiom, ![A,B]: (sub(A,B) <=> ![X]: (in(X,A) => in(X,B)))).
fof(goal, conjecture, ![A,B,C]: (sub(C,u(A,B)) => (sub(C,A) | sub(C,B)))).
