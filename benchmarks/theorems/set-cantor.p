% No function reaches all sets of things, where what it avoids is a set.
% Status: Theorem
fof(diagonal, axiom, ![X]: (in(X,avoided) <=> ~in(X,f(X)))).
fof(goal, conjecture, ~![S]: ?[X]: ![Y]: (in(Y,f(X)) <=> in(Y,S))).
