% Groups by division alone (Higman and Neumann): things divided by themselves are one thing.
% Status: Theorem
fof(axiom, axiom, ![X,Y,Z]: q(X,q(q(q(q(X,X),Y),Z),q(q(q(X,X),X),Z))) = Y).
fof(goal, conjecture, ![X,Y]: q(X,X) = q(Y,Y)).
