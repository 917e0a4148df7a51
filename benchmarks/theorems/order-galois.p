% Galois connections: going there, back and there again is going there.
% Status: Theorem
fof(reflexive, axiom, ![X]: le(X,X)).
fof(antisymmetric, axiom, ![X,Y]: ((le(X,Y) & le(Y,X)) => X = Y)).
fof(transitive, axiom, ![X,Y,Z]: ((le(X,Y) & le(Y,Z)) => le(X,Z))).
fof(connection, axiom, ![X,Y]: (le(f(X),Y) <=> le(X,g(Y)))).
fof(goal, conjecture, ![X]: f(g(f(X))) = f(X)).
