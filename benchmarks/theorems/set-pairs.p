% Ordered pairs as sets of sets: the first members of equal pairs are equal.
% Status: Theorem (a second or more)
fof(extensional, axiom, ![A,B]: (![X]: (in(X,A) <=> in(X,B)) => A = B)).
fof(couple, axiom, ![X,A,B]: (in(X,c(A,B)) <=> (X = A | X = B))).
fof(pair, axiom, ![A,B]: p(A,B) = c(c(A,A),c(A,B))).
fof(goal, conjecture, ![A,B,C,D]: (p(A,B) = p(C,D) => (A = C & B = D))).
