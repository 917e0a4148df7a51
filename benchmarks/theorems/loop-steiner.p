% Steiner's quasigroups need not associate; three things are enough.
% Status: CounterSatisfiable (three things)
fof(commutes, axiom, ![X,Y]: m(X,Y) = m(Y,X)).
fof(back, axiom, ![X,Y]: m(X,m(X,Y)) = Y).
fof(idempotent, axiom, ![X]: m(X,X) = X).
fof(goal, conjecture, ![X,Y,Z]: m(m(X,Y),Z) = m(X,m(Y,Z))).
