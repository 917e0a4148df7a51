"""Books from and to the JSON of Amazon Bedrock's Automated Reasoning checks: variables, types, rules in SMT-LIB."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from ..errors import UserError
from ..logic.sorts import infer
from ..logic.symbols import signature
from ..logic.syntax import Implies
from ..notation.printer import print_formula
from ..notation.programs import read_program
from ..notation.signs import SMTLIB
from ..notation.smtlib import SmtWriter
from .reading import concluded
from .rulebook import RuleBook

_SORTS: Final = {"BOOL": "Bool", "INT": "Int", "REAL": "Real"}
_KINDS: Final = {"Bool": "BOOL", "Int": "INT", "Real": "REAL"}


def from_bedrock(text: str) -> str:
    """Return the text of a book that says what a policy definition does.

    What a rule concludes is derived; all other variables are facts.

    Args:
        text: the definition as JSON, alone or under ``policyDefinition``.

    Raises:
        UserError: it is none.
    """
    try:
        found = json.loads(text)
        policy = found.get("policyDefinition", found)
        variables, rules, types = policy["variables"], policy["rules"], policy.get("types") or []
        script = [f"(declare-datatypes (({_named(t)} 0)) (({' '.join(f'({v})' for v in _values(t))})))" for t in types]
        script += [f"(declare-const {_named(v)} {_SORTS.get(v['type'], v['type'])})" for v in variables]
        script += [f"(assert {rule['expression']})" for rule in rules]
        labels = [re.sub(r"\W+", "_", rule.get("id") or f"R{i}") for i, rule in enumerate(rules, 1)]
        said = [rule.get("alternateExpression") or "" for rule in rules]
        told = {_named(v): (v["type"], v.get("description") or "") for v in variables}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = f"it has no {error}" if isinstance(error, KeyError) else "it is not of their form"
        raise UserError(f"this is no policy definition of Automated Reasoning checks: {why}") from None
    reading = read_program("\n".join([*script, "(check-sat)"]), SMTLIB)
    program = reading.first
    if program is None or len(program.premises) != len(rules):
        raise UserError(f"the rules of the definition can't be read: {reading.diagnostics}")
    formulas = [one.formula for one in program.premises]
    derived = {node.name for one in formulas if isinstance(one, Implies) for node, _ in concluded(one.right)}

    def declared(names: set[str]) -> list[str]:
        return [f"{n}: {_SORTS.get(k, k)}{f' ::: {d}' if d else ''}" for n, (k, d) in told.items() if n in names]

    lines = ["Types:", *(f"{_named(t)} = {{{', '.join(_values(t))}}}" for t in types)] if types else []
    lines += ["Facts:", *declared(told.keys() - derived), "Derived:", *declared(derived), "Rules:"]
    for label, formula, sentence in zip(labels, formulas, said, strict=True):
        quoted = sentence.replace('"', "'")
        lines.append(f"{label}: {print_formula(formula)}" + (f' ::: "{quoted}"' if quoted else ""))
    return "\n".join([*lines, ""])


def _named(one: Mapping[str, Any]) -> str:
    return re.sub(r"\W+", "_", str(one["name"]))


def _values(one: Mapping[str, Any]) -> list[str]:
    return [re.sub(r"\W+", "_", str(value.get("value") or value["name"])) for value in one["values"]]


def to_bedrock(book: RuleBook) -> str:
    """Return a book as a policy definition, as JSON; exceptions are written out.

    Raises:
        UserError: the book says what that language can't: records, lists, dates, or all things of a type.
    """
    parts = book.parts
    records = {sort.name for sort in parts.declared.sorts if not sort.members}
    for one in (*parts.facts, *parts.derived):
        if one.typed.arguments or one.kind in ("Date", "Time") or one.typed.result in records:
            raise UserError(
                f"'{one.name}' can't be said there: that language has truth values, numbers and enumerations, but no "
                "records, lists, dates or times"
            )
    statements = [one.statement for one in book.compiled.premises]
    formulas = [one.formula for one in statements]
    sorts = infer(formulas, signature(formulas), parts.declared)
    writer = SmtWriter(sorts, lambda kind, name, arity: name, parts.declared.enumerations)
    rules = [
        {
            "id": one.label,
            "expression": writer.formula(sorts.typed(one.statement.formula)),
            "alternateExpression": one.statement.gloss,
        }
        for one in book.compiled.premises
    ]
    variables = [
        {"name": one.name, "type": _KINDS.get(one.typed.result, one.typed.result), "description": one.typed.gloss}
        for one in (*parts.facts, *parts.derived)
    ]
    types = [
        {"name": s.name, "description": s.gloss, "values": [{"value": m, "description": ""} for m in s.members]}
        for s in parts.declared.sorts
    ]
    return json.dumps(
        {"policyDefinition": {"version": "1.0", "types": types, "rules": rules, "variables": variables}}, indent=2
    )
