% Nothing holds exactly what does not hold itself.
% Status: Theorem
fof(goal, conjecture, ~?[R]: ![X]: (in(X,R) <=> ~in(X,X))).
