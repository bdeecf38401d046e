"""plotly.plotly, the service, became the package chart_studio.

import plotly.plotly as py        →  (removed, where it isn't used)
import plotly.plotly as py           reported, where it is: py.iplot(fig) draws with plotly.offline.iplot(fig)
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Decline, Example, Fix, Same, fixer
from codemods.nodes import walk
from codemods.records import MoveImport


@fixer(
    "PL010",
    on=("import plotly.plotly", "import plotly.dashboard_objs", "import plotly.presentation_objs"),
    until="4.0",
    why="the online service moved to the package chart_studio",
    examples=(
        Example(
            "import plotly.plotly as py\nimport plotly.graph_objs as go\nf = go.Figure()",
            "import plotly.graph_objs as go\nf = go.Figure()",
        ),
        Same("import plotly.plotly as py\nimport plotly.graph_objs as go\npy.iplot(go.Figure())"),
    ),
)
def online(node: ast.alias, context: Context) -> Answer:
    """An import that nothing uses goes; the rest needs a decision."""
    statement = context.statement(node)
    name = node.asname or node.name.partition(".")[0]
    uses = [
        n
        for _, tree in context.cells
        for n in walk(tree)
        if isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load)
    ]
    if uses or (isinstance(statement, ast.Import) and node.asname is None):
        return Decline(
            "install chart_studio and import chart_studio.plotly, which uploads to the service; "
            "or draw in the notebook: plotly.offline.iplot(fig)"
        )
    path = f"{statement.module}.{node.name}" if isinstance(statement, ast.ImportFrom) else node.name
    return Fix((MoveImport(context.span(statement), path, None),))
