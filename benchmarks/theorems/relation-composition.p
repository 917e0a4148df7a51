% Relations: composition associates.
% Status: Theorem
fof(one, axiom, ![X,Y]: (a(X,Y) <=> ?[Z]: (r(X,Z) & s(Z,Y)))).
fof(two, axiom, ![X,Y]: (b(X,Y) <=> ?[Z]: (s(X,Z) & t(Z,Y)))).
fof(three, axiom, ![X,Y]: (c(X,Y) <=> ?[Z]: (a(X,Z) & t(Z,Y)))).
fof(four, axiom, ![X,Y]: (d(X,Y) <=> ?[Z]: (r(X,Z) & b(Z,Y)))).
fof(goal, conjecture, ![X,Y]: (c(X,Y) <=> d(X,Y))).
