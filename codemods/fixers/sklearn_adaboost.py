"""AdaBoostClassifier as it was: a subclass has the algorithm SAMME.R, which was the default, and the parameter.

    model = AdaBoostClassifier(n_estimators=100)

    class FormerAdaBoostClassifier(AdaBoostClassifier):
        …
    model = FormerAdaBoostClassifier(n_estimators=100)

SAMME.R weights its samples by the probabilities that its estimators tell, SAMME by whether they are right: other weights, other
estimators, other predictions. The class stands in `data/definitions`. The same estimators make the same model, to the last
bit; where scikit-learn's trees choose another split today, it is another one. Before 1.2 tiny weights were not raised to 2e-16,
which matters wherever a leaf is pure: that goes by the code's age, and is told where this is not known. Deprecated in 1.4,
removed in 1.6, with the keyword itself in 1.8.

algorithm="SAMME" is what remains, and the keyword goes; but in code that is known to be older it stays, and the class with it: a
call without it would mean SAMME.R there, and before 1.3 the decision function, and with it the probabilities, had another scale.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from codemods.fixers._definitions import defined, written
from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.uses import uses_of

_CLASS, _FORMER = "sklearn.ensemble.AdaBoostClassifier", "FormerAdaBoostClassifier"
_PARAMETERS = ("estimator", "n_estimators", "learning_rate", "algorithm", "random_state")
_START = """\
import numpy as np
from sklearn.ensemble import AdaBoostClassifier
"""
_DATA = """\
r = np.random.RandomState(0)
X = r.normal(size=(200, 3))
y = np.digitize(X[:, 0] + X[:, 1] ** 2 + r.normal(size=200), [0, 1.5])
"""
_SEEN = (
    "m.predict_proba(X)[:4].round(9).tolist(), m.decision_function(X)[:4].round(9).tolist(), m.estimator_errors_[-4:].tolist()"
)


def _example(old: str, new: str, check: str = _SEEN, was: str = "", start: str = _START) -> Example:
    """What begins with the first use of the class, before and after."""
    ends = ("before 1.2", "before 1.3", "before 1.8") if was > "1.2" else ("since 1.3", "before 1.8")
    text = written("sklearn_adaboost.py", frozenset(ends))
    for path in ("numpy", "scipy.special.xlogy", _CLASS):
        text = text.replace(f"{{@{path}}}", "np" if path == "numpy" else path.rpartition(".")[2])
    text = text.replace("{{", "{").replace("}}", "}")
    imports = f"{start}from scipy.special import xlogy\n{_DATA}"
    return Example(f"{start}{_DATA}{old}", f"{imports}{text}\n{new}", check, {"scikit-learn": was} if was else {})


@fixer(
    "SK520",
    on=f"call {_CLASS}",
    until="1.6",
    keywords=("algorithm",),
    why="algorithm is gone, and with it SAMME.R, the default: SAMME is the only one",
    examples=(
        Example(
            before="""
            from sklearn.ensemble import AdaBoostClassifier
            a = AdaBoostClassifier(algorithm="SAMME", n_estimators=8)
            """,
            after="""
            from sklearn.ensemble import AdaBoostClassifier
            a = AdaBoostClassifier(n_estimators=8)
            """,
            check="a.n_estimators",
        ),
        _example(
            "m = AdaBoostClassifier(algorithm='SAMME.R', n_estimators=8, random_state=0).fit(X, y)\n",
            "m = FormerAdaBoostClassifier(algorithm='SAMME.R', n_estimators=8, random_state=0).fit(X, y)\n",
        ),
        Same("""
            from sklearn.ensemble import AdaBoostClassifier
            FormerAdaBoostClassifier = None
            a = AdaBoostClassifier(algorithm="SAMME.R")
            """),
    ),
)
def algorithm(node: ast.Call, context: Context) -> Answer:
    value, named = _algorithm(node, context), dict(enumerate(_PARAMETERS[1 : len(node.args)], 1))
    if value is None:
        return None
    by_name = node.args[3:] and context.edit_call(node, name_positional=named)
    if context.literal(value) != "SAMME" or context.once(_old):
        answer = _former(node.func, context)
        return replace(answer, edits=(*answer.edits, by_name)) if by_name and isinstance(answer, Fix) else answer
    scale = "; since 1.3 its decision_function and predict_proba have another scale"
    told = "" if context.vintage.since("sklearn", "1.3") else scale
    named.pop(3, None)
    places = (
        {"drop_positional": frozenset({3}), "name_positional": named} if node.args[3:] else {"drop": frozenset({"algorithm"})}
    )
    return Fix((context.edit_call(node, **places),), f"algorithm is gone: SAMME is the only one{told}")


@fixer(
    "SK521",
    on=f"name {_CLASS}",
    until="1.6",
    silent=True,
    why="the default algorithm was SAMME.R, which is gone: SAMME makes another model",
    examples=(
        _example(
            "m = AdaBoostClassifier(n_estimators=20, learning_rate=0.5, random_state=0).fit(X, y)\n",
            "m = FormerAdaBoostClassifier(n_estimators=20, learning_rate=0.5, random_state=0).fit(X, y)\n",
            was="0.24.2",
        ),
        _example(
            "m = AdaBoostClassifier(n_estimators=30, random_state=0).fit(X, y)\n",
            "m = FormerAdaBoostClassifier(n_estimators=30, random_state=0).fit(X, y)\n",
            was="1.4.2",
        ),
        Same("""
            from sklearn.ensemble import AdaBoostClassifier
            m = AdaBoostClassifier(n_estimators=10)
            """),
        Same(
            """
            from sklearn.ensemble import AdaBoostClassifier
            def boosts(model):
                return isinstance(model, AdaBoostClassifier)
            """,
            was={"scikit-learn": "0.24.2"},
        ),
    ),
)
def default(node: ast.expr, context: Context) -> Answer:
    return _former(node, context) if node in context.once(_references)[1] else None


def _former(node: ast.expr, context: Context) -> Fix | Decline:
    """The subclass instead of the class, defined above its first use."""
    told = "names the algorithm SAMME.R" if context.once(_named) else ""
    chosen, default = context.once(_references)
    since = {release: context.vintage.since("sklearn", release) for release in ("1.2", "1.3")}
    ends = {
        "before 1.2": not since["1.2"],
        "before 1.3": not since["1.3"],
        "since 1.3": since["1.3"],
        "before 1.8": not context.target.reached("sklearn", "1.8"),
    }
    text = written("sklearn_adaboost.py", frozenset(end for end, kept in ends.items() if not kept))
    edits = defined(
        _FORMER, text, [*chosen, *default] if context.once(_old) else chosen if node in chosen else [node], node, context
    )
    if isinstance(edits, Decline):
        return Decline(f"{edits.reason}: without SAMME.R, which was the default, it is another model")
    unknown = not since["1.2"] and not context.vintage.before("sklearn", "1.2")
    message = "SAMME.R is gone; as before 1.2, where tiny weights were not raised to 2e-16 (--was scikit-learn==VERSION)"
    return Fix((*edits, context.replace(node, _FORMER)), message if unknown else "", told=told)


def _references(context: Context) -> tuple[Sequence[ast.expr], Sequence[ast.expr]]:
    """Where the document has the class: called with an algorithm that needs the subclass, and as it is or without one."""
    chosen: list[ast.expr] = []
    default: list[ast.expr] = []
    for node in chain[ast.Name | ast.Attribute](context.nodes(ast.Name), context.nodes(ast.Attribute)):
        if isinstance(node.ctx, ast.Load) and context.symbol(node) == _CLASS:
            call = context.is_called(node)
            if call is not None and (value := _algorithm(call, context)) is not None:
                chosen += [node] if context.literal(value) != "SAMME" or context.once(_old) else []
            elif not _stays(node, context):
                default.append(node)
    return chosen, default


def _algorithm(call: ast.Call, context: Context) -> ast.expr | None:
    """The argument, which could also be given by its position."""
    given = context.bind(call, *_PARAMETERS) or {}
    return context.keyword(call, "algorithm") or given.get("algorithm")


def _stays(node: ast.Name | ast.Attribute, context: Context) -> bool:
    """Whether a reference is another name for the class, asks whether something is of it, or stands in the subclass."""
    if isinstance(node, ast.Name) and any(not isinstance(b.node, ast.alias) for b in uses_of(context).bindings(node.id)):
        return True
    for above in context.ancestors(node):
        match above:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass")):
                return True
            case ast.ClassDef(name=name) if name == _FORMER:
                return True
            case _:
                pass
    return False


def _old(context: Context) -> bool:
    """Whether the class without an algorithm means SAMME.R."""
    return context.once(_named) or context.vintage.before("sklearn", "1.6")


def _named(context: Context) -> bool:
    """Whether the document has SAMME.R as text, as in a grid."""
    return any(c.value == "SAMME.R" for c in context.nodes(ast.Constant))
