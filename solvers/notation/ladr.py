"""Files of Prover9 and Mace4, in the language LADR: lists of formulas with their roles, and commands.

What a list's name says of its formulas, and which flags change what they mean, is
data here. Search settings say nothing about meaning and are passed over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.program import Statement
from .file_tokens import Token, Unreadable, tokenize
from .ladr_symbols import Symbols
from .ladr_terms import ATTRIBUTE, WORDS, Raw, TermParser
from .problems import Result, assemble

_PREMISES: Final = ("assumptions", "sos", "usable", "demodulators")
"""Prover9 takes what stands in these lists to be true; demodulators are equations that it rewrites with."""
_HINTS: Final = "hints"
_TERM_LISTS: Final = ("weights", "kbo_weights", "actions", "interpretations", "keep", "delete", "given_selection")
"""Lists of terms that guide the search."""
_SETTINGS: Final = ("assign", "lex", "function_order", "predicate_order", "skolem")
_MEANING: Final = ("arithmetic", "integer_ring")
"""Flags of Mace4 that make symbols arithmetic."""
_FLAGS: Final = frozenset(
    "auto auto2 auto_denials auto_inference auto_limits auto_process auto_setup back_demod back_demod_hints "
    "back_subsume back_unit_deletion basic_paramodulation bell binary_resolution breadth_first breadth_first_hints "
    "cac_redundancy check_para_instances check_res_instances clocks collect_hint_labels default_output "
    "default_parts degrade_hints dont_flip_input echo_input eval_rewrite expand_relational_defs factor "
    "hyper_resolution initial_nuclei input_sos_first inverse_order iterate_nonprimes iterate_primes "
    "lex_dep_demod lex_dep_demod_sane lex_order_vars lightest_first limit_hint_matchers lnh negprop "
    "neg_assign neg_assign_near neg_binary_resolution neg_elim neg_elim_near neg_hyper_resolution "
    "neg_ur_resolution ordered_para ordered_res para_from_small para_from_vars para_into_vars para_units_only "
    "paramodulation pos_hyper_resolution pos_ur_resolution predicate_elim print_clause_properties print_gen "
    "print_given print_initial_clauses print_kept print_labeled print_models print_models_tabular print_proofs "
    "process_initial_sos production propositional quiet random_given raw restrict_denials reuse_denials "
    "safe_unit_conflict skolems_last sort_initial_sos trace unit_deletion ur_resolution verbose".split()
)
"""Flags that say how to search and print."""


def read_prover9(text: str, strict: bool = False) -> Result:
    """Read a file of Prover9 as that program does.

    Args:
        text: the file.
        strict: mend nothing.

    Returns:
        The program if there is one, diagnostics, how many formulas were read, how many there are.
    """
    return _File(text, strict).read()


@dataclass(slots=True)
class _List:
    """A formula of a list as it was parsed."""

    role: str
    raw: Raw
    gloss: str


class _File:
    """Reads the commands and lists of one file."""

    def __init__(self, text: str, strict: bool) -> None:
        self.text = text
        self.diagnostics: list[Diagnostic] = []
        self.parser = TermParser(tokenize(text, WORDS), self.diagnostics, strict)
        self.prolog = False
        self.found: list[_List] = []
        self.total = 0
        self.lists = 0

    def read(self) -> Result:
        parser = self.parser
        while parser.token.kind != "end":
            try:
                self.command()
            except Unreadable:
                parser.skip()
        symbols = Symbols(self.prolog, self.diagnostics)
        for one in self.found:
            symbols.count(one.raw, frozenset())
        premises: list[Statement] = []
        goals: list[Statement] = []
        for one in self.found:
            try:
                formula = symbols.closed(one.raw)
            except Unreadable:
                continue
            (goals if one.role == "goals" else premises).append(Statement(formula, one.gloss, one.raw.span))
        symbols.tell()
        if not self.total:
            message = "no list of formulas was found"
            hint = "Write formulas(assumptions). … end_of_list. and formulas(goals). … end_of_list."
            self.diagnostics.append(Diagnostic("no-formulas", Level.ERROR, message, None, hint))
        hint = "Write formulas(goals). … end_of_list."
        return assemble(
            premises, goals, self.diagnostics, self.total, parser.tokens[max(0, len(parser.tokens) - 2)].span, hint
        )

    def command(self) -> None:
        """Read one statement outside lists."""
        parser = self.parser
        word, bracket = parser.token, parser.ahead(1)
        name = word.text
        if name == "end_if" and bracket.kind == "stop":
            parser.i += 2
        elif word.kind != "name" or bracket.text != "(":
            message = f"expected a list such as formulas(assumptions). or a command, found '{name}'"
            hint = "Formulas stand between formulas(assumptions). and end_of_list."
            parser.fail("unexpected-token", message, word.span, hint, "a list or a command", name)
        else:
            argument = parser.ahead(2).text
            if name in ("formulas", "clauses", "list", "terms"):
                self.list(name, argument, word)
            elif name == "if":
                self.condition(argument, word)
            elif name in ("set", "clear"):
                self.flag(name, argument, word)
                parser.skip()
            elif name in _SETTINGS:
                parser.skip()
            elif name == "op":
                message = "operators of one's own are not read: the command 'op' changes how all formulas are written"
                hint = "Drop it, and write each term with its symbol before the bracket, as loves(ann, bob)."
                parser.fail("unsupported", message, word.span, hint, "", "op")
            else:
                message = f"the command '{name}' is not read"
                parser.fail("unsupported", message, word.span, "State what it says as formulas.", "", name)

    def flag(self, command: str, flag: str, word: Token) -> None:
        """Heed a flag that changes meaning, and say if one is not known."""
        if flag == "prolog_style_variables":
            self.prolog = command == "set"
        elif flag in _MEANING and command == "set":
            message = f"Mace4's flag '{flag}' makes symbols arithmetic, which is not read"
            self.parser.fail("unsupported", message, word.span, "State the arithmetic in another language.", "", flag)
        elif flag not in _FLAGS:
            message = f"the flag '{flag}' is not known and changes nothing here"
            self.diagnostics.append(Diagnostic("unknown-flag", Level.WARNING, message, word.span, "Drop it."))

    def condition(self, program: str, word: Token) -> None:
        """Enter what is meant for Prover9; step over what is meant for another program."""
        parser = self.parser
        parser.skip()
        if program == "Prover9":
            return
        level, formulas = 1, False
        while level and parser.token.kind != "end":
            level += (parser.token.text == "if") - (parser.token.text == "end_if")
            formulas = formulas or parser.token.text in ("formulas", "clauses")
            parser.skip()
        if formulas:
            message = f"formulas that only {program} reads are not read"
            hint = f"Drop the lines if({program}). and end_if. to have them read."
            self.diagnostics.append(Diagnostic("other-program", Level.WARNING, message, word.span, hint))

    def list(self, kind: str, name: str, word: Token) -> None:
        """Read a list up to its end."""
        parser = self.parser
        span = Span(word.start, parser.ahead(3).span.end)
        formulas = kind in ("formulas", "clauses")
        role = name if formulas and name in (*_PREMISES, "goals", _HINTS) else ""
        if not role and (formulas or name not in _TERM_LISTS):
            known = ", ".join((*_PREMISES, "goals", _HINTS))
            message = f"there is no list {kind}({name})"
            hint = f"The lists of formulas are {known}."
            self.diagnostics.append(Diagnostic("unknown-list", Level.ERROR, message, span, hint, "a list", name))
        if role == _HINTS:
            message = "hints guide Prover9's search: they are not premises"
            hint = "Move to formulas(assumptions) what is taken to be true."
            self.diagnostics.append(Diagnostic("hints", Level.WARNING, message, span, hint))
        if parser.ahead(3).text != ")":
            parser.i = min(parser.i + 3, len(parser.tokens) - 1)
            parser.unexpected("')'")
        parser.i += 4
        if parser.token.kind == "stop":
            parser.i += 1
        else:
            parser.mend("missing-full-stop", f"a full stop was missing behind {kind}({name})", span)
        complete = True
        while not parser.at("end_of_list"):
            if parser.token.kind == "end" or self.begins_list():
                self.unended(name, span, complete)
                return
            self.total += bool(role)
            try:
                self.formula(role)
                complete = True
            except Unreadable:
                complete = False
                parser.skip("end_of_list")
        end = parser.token
        parser.i += 1
        if parser.token.kind == "stop":
            parser.i += 1
        else:
            parser.mend("missing-full-stop", "a full stop was missing behind end_of_list", end.span)

    def begins_list(self) -> bool:
        """Return whether another list begins here."""
        parser = self.parser
        return (
            parser.token.text in ("formulas", "clauses")
            and parser.ahead(1).text == "("
            and parser.ahead(4).kind == "stop"
        )

    def unended(self, name: str, span: Span, complete: bool) -> None:
        """Say that a list has no end, or that the text was cut off in it."""
        parser = self.parser
        message = f"the list {name} has no end_of_list"
        if parser.token.kind == "end":
            if not complete:
                return  # said already
            if name != "goals":
                message = f"the file ends inside the list {name}: was it cut off?"
                hint = "Give the rest of the file, or end the list with end_of_list."
                self.diagnostics.append(Diagnostic("cut-off", Level.ERROR, message, span, hint))
                return
        parser.mend("missing-end-of-list", message, span, "Write end_of_list.")

    def formula(self, role: str) -> None:
        """Read a formula with its attributes and its full stop."""
        parser = self.parser
        if not role or role == _HINTS:
            parser.skip("end_of_list")
            return
        raw = parser.formula()
        gloss = ""
        while parser.at(ATTRIBUTE):
            parser.i += 1
            attribute = parser.formula()
            if attribute.symbol == "label" and not gloss:
                gloss = " ".join(arg.symbol.strip('"') for arg in attribute.args)
        self.found.append(_List(role, raw, " ".join(gloss.split())))
        if parser.at("end_of_list"):
            end = parser.tokens[parser.i - 1].span
            parser.mend("missing-full-stop", "a full stop was missing before end_of_list", end)
        else:
            parser.stop()
