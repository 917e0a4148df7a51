% Relations: what is reflexive and euclidean is an equivalence.
% Status: Theorem
fof(reflexive, axiom, ![X]: r(X,X)).
fof(euclidean, axiom, ![X,Y,Z]: ((r(X,Y) & r(X,Z)) => r(Y,Z))).
fof(goal, conjecture, ![X,Y]: (r(X,Y) => r(Y,X)) & ![X,Y,Z]: ((r(X,Y) & r(Y,Z)) => r(X,Z))).
