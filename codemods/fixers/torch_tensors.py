"""Tensors of no dimension, iterators of loaders, linear algebra, and what older releases computed otherwise.

total += loss.data[0]              →  total += loss.item()             (loss has no dimension)
x, t = it.next()                   →  x, t = next(it)                  (it = iter(loader))
x, LU = torch.solve(b, A)          →  x = torch.linalg.solve(A, b)     (the order is reversed)
y = x // 2                         →  y = torch.div(x, 2, rounding_mode="trunc")     (before 1.13)
torch.full((2,), 3)                →  torch.full((2,), 3.0)            (before 1.7)
torch.load("model.pt")             →  torch.load("model.pt", weights_only=False)     (before 2.6)
"""

from __future__ import annotations

import ast

from codemods.fixing import MISSING, Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.types import Instance, UserInstance
from codemods.uses import uses_of

_REDUCED = ("sum", "mean", "max", "min", "norm", "prod", "std", "var")
_SAME_SHAPE = ("data", "cpu", "cuda", "detach", "clone", "float", "double")
_LOSSES = ("cross_entropy", "nll_loss", "mse_loss", "l1_loss", "smooth_l1_loss", "binary_cross_entropy", "kl_div",
           "binary_cross_entropy_with_logits", "poisson_nll_loss", "cosine_embedding_loss", "margin_ranking_loss",
           "triplet_margin_loss", "hinge_embedding_loss", "soft_margin_loss", "multi_margin_loss")  # fmt: skip


def _scalar(node: ast.expr, context: Context, depth: int = 0) -> bool:
    """Whether an expression is a tensor of no dimension for certain."""
    value = uses_of(context).value(node)
    if value is None or depth > 8:
        return False
    match value:
        case ast.Attribute(value=inner, attr=name) if name in _SAME_SHAPE:
            return _scalar(inner, context, depth + 1)
        case ast.BinOp(left=left, right=right):
            sides = [_scalar(s, context, depth + 1) for s in (left, right)]
            numbers = [isinstance(context.literal(s), int | float) for s in (left, right)]
            return all(s or n for s, n in zip(sides, numbers, strict=True)) and any(sides)
        case ast.Call(func=ast.Attribute(value=inner, attr=name), args=[], keywords=[]) if name in _SAME_SHAPE:
            return _scalar(inner, context, depth + 1)
        case ast.Call(func=ast.Attribute(value=inner, attr=name), args=[], keywords=[]) if name in _REDUCED:
            return _tensor(inner, context)
        case ast.Call():
            return _loss(value, context)
    return False


def _tensor(node: ast.expr, context: Context) -> bool:
    """Whether an expression is a tensor, arithmetic on tensors included."""
    if context.instance(node, "torch.Tensor", "torch.nn.Parameter") is not None:
        return True
    return isinstance(node, ast.BinOp) and (_tensor(node.left, context) or _tensor(node.right, context))


def _loss(call: ast.Call, context: Context) -> bool:
    symbol = context.symbol(call.func) or ""
    module, _, name = symbol.rpartition(".")
    if module == "torch.nn.functional" and name in _LOSSES:
        return _reduced(call, context)
    loss = context.instance(call.func)
    if loss is None or not (loss.name.startswith("torch.nn.") and loss.name.endswith("Loss")):
        return False
    made = uses_of(context).value(call.func)
    return isinstance(made, ast.Call) and _reduced(made, context)


def _reduced(call: ast.Call, context: Context) -> bool:
    if any(k.arg is None for k in call.keywords) or context.keyword(call, "reduce") is not None:
        return False
    how = context.keyword(call, "reduction")
    return how is None or context.literal(how) in ("mean", "sum")


@fixer(
    "TH001",
    on="node Subscript",
    library="torch",
    until="0.5",
    why="a tensor of no dimension can't be indexed: item() gives the number",
    examples=(
        Example(
            """
            import torch
            from torch.autograd import Variable
            x = Variable(torch.ones(3), requires_grad=True)
            loss = (x * 2).sum()
            total = 0.0
            total += loss.data[0]
            """,
            """
            import torch
            from torch.autograd import Variable
            x = Variable(torch.ones(3), requires_grad=True)
            loss = (x * 2).sum()
            total = 0.0
            total += loss.item()
            """,
            "total",
        ),
        Example(
            """
            import torch
            import torch.nn as nn
            criterion = nn.MSELoss()
            for i in range(2):
                loss = criterion(torch.ones(3), torch.zeros(3))
                print(i, loss.data[0])
            """,
            """
            import torch
            import torch.nn as nn
            criterion = nn.MSELoss()
            for i in range(2):
                loss = criterion(torch.ones(3), torch.zeros(3))
                print(i, loss.item())
            """,
        ),
        Same("import torch\npreds = torch.ones(3)\nv = preds.data[0]\nw = torch.ones(2, 2).sum(1).data[0]"),
        Same(
            "import torch\nimport torch.nn as nn\nc = nn.MSELoss(reduction='none')\nv = c(torch.ones(3), torch.ones(3)).data[0]"
        ),
    ),
)
def number(node: ast.Subscript, context: Context) -> Answer:
    if context.literal(node.slice) != 0 or not isinstance(node.ctx, ast.Load):
        return None
    inner: ast.expr = node.value
    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute) and inner.func.attr == "numpy":
        inner = inner.func.value
    if not _scalar(inner, context):
        return None
    while True:
        match inner:
            case ast.Attribute(value=below, attr="data"):
                inner = below
            case ast.Call(func=ast.Attribute(value=below, attr="cpu" | "detach"), args=[], keywords=[]):
                inner = below
            case _:
                break
    return Fix((context.replace(node, "{t}.item()", t=inner),))


@fixer(
    "TH002",
    on="node Call",
    library="torch",
    until="1.13",
    words=(".next", ".__next__"),
    why="iterators have no next method in Python 3",
    examples=(
        Example(
            """
            import torch
            from torch.utils.data import DataLoader
            dl = DataLoader([1, 2, 3], batch_size=3)
            it = iter(dl)
            x = it.next()
            y = iter(dl).next()
            """,
            """
            import torch
            from torch.utils.data import DataLoader
            dl = DataLoader([1, 2, 3], batch_size=3)
            it = iter(dl)
            x = next(it)
            y = next(iter(dl))
            """,
            "x.tolist(), y.tolist()",
        ),
        Same("import torch\nclass It:\n    def next(self):\n        return 1\nx = It().next()"),
    ),
)
def following(node: ast.Call, context: Context) -> Answer:
    match node:
        case ast.Call(func=ast.Attribute(value=iterator, attr="next" | "__next__" as name), args=[], keywords=[]):
            made = uses_of(context).value(iterator)
        case _:
            return None
    match made:
        case ast.Call(func=ast.Name(id="iter"), args=[loader]) if name == "next":
            if context.instance(loader, "torch.utils.data.DataLoader") is not None:
                return Fix((context.replace(node, "next({i})", i=iterator),))
    return None


@fixer(
    "TH003",
    on=("call torch.solve", "call torch.gesv", "call torch.lstsq", "call torch.gels"),
    until="1.13",
    why="it is in torch.linalg, with the arguments reversed and the solution alone",
    examples=(
        Example(
            """
            import torch
            A = torch.tensor([[3.0, 1.0], [1.0, 2.0]]); b = torch.tensor([[9.0], [8.0]])
            x, LU = torch.solve(b, A)
            y = torch.solve(b, A)[0]
            z = torch.lstsq(b, A)[0][:2]
            """,
            """
            import torch
            A = torch.tensor([[3.0, 1.0], [1.0, 2.0]]); b = torch.tensor([[9.0], [8.0]])
            x = torch.linalg.solve(A, b)
            y = torch.linalg.solve(A, b)
            z = torch.linalg.lstsq(A, b).solution[:2]
            """,
            "[round(v, 3) for v in x.flatten().tolist()]",
        ),
        Same(
            "import torch\nA = torch.ones(2, 2)\nb = torch.ones(2, 1)\nx, LU = torch.solve(b, A)\nprint(LU)",
        ),
    ),
)
def solve(node: ast.Call, context: Context) -> Answer:
    bound = context.bind(node, "input", "A") or context.bind(node, "B", "A")
    if bound is None or len(bound) != 2:
        return Decline("write torch.linalg.solve(A, b) or torch.linalg.lstsq(A, b): the order of the arguments is reversed")
    holes: dict[str, ast.AST] = {"a": bound["A"], "b": next(v for k, v in bound.items() if k != "A")}
    least = (context.symbol(node.func) or "").endswith(("lstsq", "gels"))
    call = "{@torch.linalg.lstsq}({a}, {b}).solution" if least else "{@torch.linalg.solve}({a}, {b})"
    above = context.parent(node)
    match above:
        case ast.Subscript(slice=ast.Constant(value=0)) | ast.Attribute(attr="solution"):
            further = context.parent(above)
            if least and not (isinstance(further, ast.Subscript) and isinstance(further.slice, ast.Slice)):
                return Decline(
                    "torch.linalg.lstsq(A, b).solution has no rows of residuals below the solution: check what reads them"
                )
            return Fix((context.replace(above, call, **holes),))
        case ast.Assign(targets=[ast.Tuple(elts=[solution, ast.Name(id=rest)])]) if not least:
            if uses_of(context).uses_of_name(rest):
                return Decline(f"torch.linalg.solve(A, b) gives the solution alone; {rest} is torch.linalg.lu_factor(A)")
            return Fix((context.replace_statement(above, f"{{x}} = {call}", x=solution, **holes),))
    return Decline("write torch.linalg.solve(A, b) or torch.linalg.lstsq(A, b): reversed arguments, and the solution alone")


@fixer(
    "TH004",
    on="node BinOp",
    library="torch",
    until="1.13",
    silent=True,
    why="// of tensors rounds down; it rounded towards zero",
    examples=(
        Example(
            "import torch\nx = torch.tensor([-7, 7])\ny = x // 2",
            'import torch\nx = torch.tensor([-7, 7])\ny = torch.div(x, 2, rounding_mode="trunc")',
            "y.tolist()",
            {"torch": "1.4.0"},
        ),
        Same("import torch\nx = torch.tensor([-7, 7])\ny = x // 2", {"torch": "2.0.0"}),
        Same("import torch\ny = 7 // 2", {"torch": "1.4.0"}),
    ),
)
def floor(node: ast.BinOp, context: Context) -> Answer:
    if not isinstance(node.op, ast.FloorDiv) or not context.vintage.before("torch", "1.13"):
        return None
    if not (_tensor(node.left, context) or _tensor(node.right, context)):
        return None
    if not _tensor(node.left, context):
        return Decline('this rounded towards zero: torch.div(torch.tensor(a), b, rounding_mode="trunc")')
    return Fix((context.replace(node, '{@torch.div}({a}, {b}, rounding_mode="trunc")', a=node.left, b=node.right),))


@fixer(
    "TH005",
    on="call torch.full",
    until="1.7",
    silent=True,
    why="full took its type from the default; it takes it from the value now",
    examples=(
        Example(
            "import torch\nz = torch.full((2,), 3)", "import torch\nz = torch.full((2,), 3.0)", "z.dtype", {"torch": "1.4.0"}
        ),
        Same("import torch\nz = torch.full((2,), 3, dtype=torch.long)", {"torch": "1.4.0"}),
    ),
)
def full(node: ast.Call, context: Context) -> Answer:
    value = context.keyword(node, "fill_value") or (node.args[1] if len(node.args) > 1 else None)
    number = context.literal(value)
    if value is None or context.keyword(node, "dtype") is not None or context.keyword(node, "out") is not None:
        return None
    if number is MISSING and context.instance(value, "builtins.int", "builtins.bool") is not None:
        return Decline("this gave floats: give dtype=torch.get_default_dtype()")
    return Fix((context.replace(value, f"{float(number)!r}"),)) if isinstance(number, int) else None


@fixer(
    "TH006",
    on="call torch.load",
    until="2.6",
    why="torch.load reads tensors only, unless weights_only=False",
    examples=(
        Example(
            'import torch\nm = torch.load("m.pt", map_location="cpu")',
            'import torch\nm = torch.load("m.pt", map_location="cpu", weights_only=False)',
            was={"torch": "1.4.0"},
        ),
        Example(
            'import argparse\nimport torch\ntorch.save({"args": argparse.Namespace(lr=0.1)}, "c.pt")\nc = torch.load("c.pt")',
            'import argparse\nimport torch\ntorch.save({"args": argparse.Namespace(lr=0.1)}, "c.pt")\n'
            'c = torch.load("c.pt", weights_only=False)',
            'c["args"].lr',
        ),
        Same(
            'import torch\nm = torch.nn.Linear(2, 1)\ntorch.save({"m": m.state_dict(), "n": 3}, "c.pt")\nc = torch.load("c.pt")'
        ),
        Same('import torch\nm = torch.nn.Linear(2, 1)\nm.load_state_dict(torch.load("m.pt"))', {"torch": "1.4.0"}),
        Same('import torch\nm = torch.load("m.pt", weights_only=True)', {"torch": "1.13.0"}),
    ),
)
def load(node: ast.Call, context: Context) -> Answer:
    if context.keyword(node, "weights_only") is not None or any(k.arg is None for k in node.keywords):
        return None
    above = context.parent(node)
    if isinstance(above, ast.Call) and isinstance(above.func, ast.Attribute) and above.func.attr == "load_state_dict":
        return None
    if not context.vintage.before("torch", "2.6") and not _saved_whole(node, context):
        return None
    return Fix((context.edit_call(node, add={"weights_only": "False"}),))


def _saved_whole(node: ast.Call, context: Context) -> bool:
    """Whether the document itself saves more than tensors and plain values under this name."""
    name = context.literal(node.args[0]) if node.args else MISSING
    for call in uses_of(context).calls:
        if name is MISSING or len(call.args) < 2 or context.literal(call.args[1]) != name:
            continue
        if context.symbol(call.func) == "torch.save":
            saved = uses_of(context).value(call.args[0])
            if isinstance(saved, ast.Dict):
                return any(_object(value, context) for value in saved.values)
            kinds = context.types(call.args[0])
            return bool(kinds) and all(
                (isinstance(k, UserInstance) and "torch.nn.Module" in k.bases)
                or (isinstance(k, Instance) and k.name.startswith("torch.nn."))
                for k in kinds
            )
    return False


def _object(node: ast.expr, context: Context) -> bool:
    """An object made in place that is no tensor, number, text or container."""
    if not isinstance(node, ast.Call) or isinstance(node.func, ast.Name):
        return False
    if isinstance(node.func, ast.Attribute) and node.func.attr in ("state_dict", "item", "tolist", "cpu", "detach", "numpy"):
        return False
    kind = context.only(node)
    plain = isinstance(kind, Instance) and kind.name.startswith(("builtins.", "torch."))
    return not plain and isinstance(node.func, ast.Attribute) and node.func.attr[:1].isupper()
