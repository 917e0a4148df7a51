% Who has a friend need not have a friend of a friend who is a friend: rings of four and more.
% Status: CounterSatisfiable (four things)
fof(irreflexive, axiom, ![X]: ~r(X,X)).
fof(symmetric, axiom, ![X,Y]: (r(X,Y) => r(Y,X))).
fof(two, axiom, ![X]: ?[Y,Z]: (Y != Z & r(X,Y) & r(X,Z))).
fof(goal, conjecture, ?[X,Y,Z]: (r(X,Y) & r(Y,Z) & r(Z,X))).
