"""Wrapping a linear classifier in OneVsRestClassifier: where that is the same to all code that uses it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from codemods.fixing import Context
from codemods.nodes import walk
from codemods.uses import Uses, uses_of

# What OneVsRestClassifier has, too.
SHARED = frozenset(("fit", "predict", "predict_proba", "score", "classes_", "decision_function", "set_params"))
# What only the classifiers in it have, and how theirs are put together.
LEARNED = {
    "coef_": "{@numpy.vstack}([e.coef_ for e in {model}.estimators_])",
    "intercept_": "{@numpy.hstack}([e.intercept_ for e in {model}.estimators_])",
}
_SCORING = ("cross_val_score", "cross_val_predict", "cross_validate", "learning_curve", "permutation_test_score")
_DEPTH = 3


def replaceable(call: ast.Call, context: Context) -> bool:
    """Whether all uses of the classifier that `call` makes are uses of what a wrapped one has, or of LEARNED."""
    uses = uses_of(context)
    return all(_serves(node, context, uses) for node in _places(call, uses))


def fitted(call: ast.Call, context: Context) -> bool:
    """Whether the document fits the classifier itself, or has it scored."""
    uses = uses_of(context)
    above = [uses.parents.get(node) for node in _places(call, uses)]
    return any((isinstance(a, ast.Attribute) and a.attr == "fit") or isinstance(a, ast.Call) for a in above)


def model_of(receiver: ast.expr, context: Context) -> ast.Call | None:
    """The call that made the classifier on which an attribute is read: through its name, and `.fit(…)`."""
    made = uses_of(context).value(receiver)
    while isinstance(made, ast.Call) and isinstance(made.func, ast.Attribute) and made.func.attr == "fit":
        made = uses_of(context).value(made.func.value)
    return made if isinstance(made, ast.Call) else None


def _places(call: ast.Call, uses: Uses) -> Iterator[ast.expr]:
    """The expression that makes the classifier, and where its name is read; `fit` returns the same object."""
    whole: ast.expr = call
    while True:
        yield whole
        yield from uses.loads(whole)
        above = uses.parents.get(whole)
        fitted = uses.parents.get(above) if isinstance(above, ast.Attribute) and above.attr == "fit" else None
        if not isinstance(fitted, ast.Call):
            return
        whole = fitted


def _serves(node: ast.expr, context: Context, uses: Uses, depth: int = 0) -> bool:
    match uses.parents.get(node):
        case ast.Attribute(attr=name):
            return name in SHARED or name in LEARNED
        case ast.Assign(value=value, targets=[ast.Name()]):
            return value is node
        case ast.Expr():
            return True
        case ast.Call(func=function, args=args) as call if node in args:
            if (context.symbol(function) or "").rpartition(".")[2] in _SCORING:
                return True
            return depth < _DEPTH and isinstance(function, ast.Name) and _parameter_serves(call, node, context, uses, depth)
        case _:
            return False


def _parameter_serves(call: ast.Call, node: ast.expr, context: Context, uses: Uses, depth: int) -> bool:
    """A function of the notebook gets the classifier: it must not do more with it, either."""
    assert isinstance(call.func, ast.Name)
    defined = [f for f in context.nodes(ast.FunctionDef) if f.name == call.func.id]
    if not defined:
        return call.func.id == "print"
    at = call.args.index(node)
    if any(at >= len(f.args.args) for f in defined):
        return False
    inside = [n for f in defined for n in walk(f) if isinstance(n, ast.Name) and n.id == f.args.args[at].arg]
    return all(isinstance(n.ctx, ast.Load) and not _learned(n, uses) and _serves(n, context, uses, depth + 1) for n in inside)


def _learned(node: ast.Name, uses: Uses) -> bool:
    """Read there, the attribute would be rewritten for all callers."""
    above = uses.parents.get(node)
    return isinstance(above, ast.Attribute) and above.attr in LEARNED
