"""`get_feature_names()` is `get_feature_names_out()`, which returns an array instead of a list.

    for name in vectorizer.get_feature_names(): ...
    for name in vectorizer.get_feature_names_out(): ...

    names = vectorizer.get_feature_names()           # used as a list somewhere
    names = list(vectorizer.get_feature_names_out())

New in 1.0; the old name was removed in 1.2. OneHotEncoder returned an array before, too.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.uses import uses_of

_LISTS = (
    "sklearn.feature_extraction.text.CountVectorizer",
    "sklearn.feature_extraction.text.TfidfVectorizer",
    "sklearn.feature_extraction.DictVectorizer",
    "sklearn.preprocessing.PolynomialFeatures",
    "sklearn.compose.ColumnTransformer",
    "sklearn.pipeline.FeatureUnion",
)
_ARRAYS = ("sklearn.preprocessing.OneHotEncoder",)
# Functions that take an array as they take a list.
_ALIKE = {"enumerate", "zip", "len", "sorted", "set", "list", "tuple", "dict", "max", "min", "iter", "map", "filter", "reversed"}
_ALIKE_SYMBOLS = ("pandas.DataFrame", "pandas.Series", "pandas.Index", "numpy.array", "numpy.asarray", "collections.Counter")


@fixer(
    "SK024",
    on=tuple(f"call {c}.get_feature_names" for c in (*_LISTS, *_ARRAYS)),
    until="1.2",
    since="1.0",
    why="get_feature_names was replaced by get_feature_names_out",
    examples=(
        Example(
            before="""
            from sklearn.feature_extraction.text import CountVectorizer
            v = CountVectorizer().fit(["a cat", "the dog"])
            names = v.get_feature_names()
            pairs = [(n, v.vocabulary_[n]) for n in names]
            """,
            after="""
            from sklearn.feature_extraction.text import CountVectorizer
            v = CountVectorizer().fit(["a cat", "the dog"])
            names = v.get_feature_names_out()
            pairs = [(n, v.vocabulary_[n]) for n in names]
            """,
            check="pairs",
        ),
        Example(
            before="""
            from sklearn.feature_extraction.text import CountVectorizer
            v = CountVectorizer().fit(["a cat", "the dog"])
            names = v.get_feature_names() + ["other"]
            """,
            after="""
            from sklearn.feature_extraction.text import CountVectorizer
            v = CountVectorizer().fit(["a cat", "the dog"])
            names = list(v.get_feature_names_out()) + ["other"]
            """,
            check="names",
        ),
        Same("""
            class Own:
                def get_feature_names(self):
                    return []
            names = Own().get_feature_names()
            """),
    ),
)
def feature_names(node: ast.Call, context: Context) -> Answer:
    if not isinstance(node.func, ast.Attribute):
        return None
    if context.instance(node.func.value, *_ARRAYS) is not None or _array_will_do(node, context):
        return Fix((context.rename_attribute(node.func, "get_feature_names_out"),))
    arguments = ", ".join(f"{{a{i}}}" for i in range(len(node.args)))
    if node.keywords:
        arguments = ", ".join(filter(None, (arguments, *(f"{k.arg}={{k{i}}}" for i, k in enumerate(node.keywords)))))
    holes: dict[str, ast.AST] = {f"a{i}": a for i, a in enumerate(node.args)}
    holes.update({f"k{i}": k.value for i, k in enumerate(node.keywords)})
    text = f"list({{receiver}}.get_feature_names_out({arguments}))"
    return Fix((context.replace(node, text, receiver=node.func.value, **holes),))


def _array_will_do(node: ast.expr, context: Context) -> bool:
    """Whether an array serves where the list goes: here, and at every use of the name it is assigned to."""
    uses = uses_of(context)
    above = uses.parents.get(node)
    if isinstance(above, ast.Assign) and above.value is node and all(isinstance(t, ast.Name) for t in above.targets):
        name = above.targets[0].id if isinstance(above.targets[0], ast.Name) else ""
        if len(above.targets) != 1 or len(uses.bindings(name)) != 1:
            return False
        loads = uses.uses_of_name(name)
        return bool(loads) and all(_alike(load, uses.parents.get(load), context) for load in loads)
    return _alike(node, above, context)


def _alike(node: ast.expr, above: ast.AST | None, context: Context) -> bool:
    match above:
        case ast.For(iter=i) | ast.comprehension(iter=i):
            return i is node
        case ast.Call(func=ast.Name(id=name), args=args) if node in args and name in _ALIKE:
            return True
        case ast.Call(func=function, args=args):
            return node in args and context.symbol(function) in _ALIKE_SYMBOLS
        case ast.keyword(arg="columns" | "index"):
            return True
        case ast.Subscript(value=value, slice=index):
            return value is node and _position(index)
        case _:
            return False


def _position(index: ast.expr) -> bool:
    """A single position: a slice of an array is an array, where the list's was a list."""
    return not isinstance(index, ast.Slice | ast.Tuple)
