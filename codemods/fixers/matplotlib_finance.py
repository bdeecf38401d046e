"""matplotlib.finance went with matplotlib 2.2: its candlesticks are drawn by a function written out in the notebook.

    from matplotlib.finance import candlestick_ohlc
    def candlestick_ohlc(ax, quotes, width=0.2, colorup="k", colordown="r", alpha=1.0): …

It gives the same lines and rectangles. The quotes of Yahoo have no source any more; the rest of the module lives on as
the package mplfinance, which need not be installed.
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Example, Fix, Same, fixer
from codemods.records import Edit, MoveImport

_ORDERS = {"candlestick_ohlc": "opened, high, low, closed", "candlestick_ochl": "opened, closed, high, low"}
_FUNCTION = """\
def {name}(ax, quotes, width=0.2, colorup="k", colordown="r", alpha=1.0):
    lines, patches = [], []
    for day, {order} in (quote[:5] for quote in quotes):
        color = colorup if closed >= opened else colordown
        line = {{@matplotlib.lines.Line2D}}((day, day), (low, high), color=color, linewidth=0.5, antialiased=True)
        corner = (day - width / 2.0, min(opened, closed))
        body = {{@matplotlib.patches.Rectangle}}(corner, width, abs(closed - opened), facecolor=color, edgecolor=color)
        body.set_alpha(alpha)
        lines.append(ax.add_line(line))
        patches.append(ax.add_patch(body))
    ax.autoscale_view()
    return lines, patches"""
_BEFORE = """
from matplotlib.finance import candlestick_ohlc
import matplotlib.pyplot as plt
fig, ax = plt.subplots()
lines, patches = candlestick_ohlc(ax, [(1, 10.0, 12.0, 9.0, 11.0), (2, 11.0, 11.5, 8.0, 9.0)], width=0.6)
"""
_AFTER = """
def candlestick_ohlc(ax, quotes, width=0.2, colorup="k", colordown="r", alpha=1.0):
    lines, patches = [], []
    for day, opened, high, low, closed in (quote[:5] for quote in quotes):
        color = colorup if closed >= opened else colordown
        line = Line2D((day, day), (low, high), color=color, linewidth=0.5, antialiased=True)
        corner = (day - width / 2.0, min(opened, closed))
        body = Rectangle(corner, width, abs(closed - opened), facecolor=color, edgecolor=color)
        body.set_alpha(alpha)
        lines.append(ax.add_line(line))
        patches.append(ax.add_patch(body))
    ax.autoscale_view()
    return lines, patches
import matplotlib.pyplot as plt
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
fig, ax = plt.subplots()
lines, patches = candlestick_ohlc(ax, [(1, 10.0, 12.0, 9.0, 11.0), (2, 11.0, 11.5, 8.0, 9.0)], width=0.6)
"""


@fixer(
    "MP280",
    on=tuple(f"import matplotlib.finance.{name}" for name in _ORDERS),
    until="2.2",
    why="matplotlib.finance was removed",
    examples=(
        Example(
            _BEFORE,
            _AFTER,
            "[[round(float(v), 4) for v in (*p.get_xy(), p.get_width(), p.get_height(), *p.get_facecolor())] for p in patches], "
            "[[float(v) for v in l.get_ydata()] for l in lines]",
        ),
        Same("""
            import matplotlib.pyplot as plt
            def candlestick_ohlc(ax, quotes):
                return ax.plot(quotes)
            candlestick_ohlc(plt.gca(), [1, 2])
            """),
    ),
)
def candlesticks(node: ast.alias, context: Context) -> Answer:
    """Where it is imported by its name."""
    statement = context.statement(node)
    if not isinstance(statement, ast.ImportFrom):
        return None
    function = _FUNCTION.format(name=node.asname or node.name, order=_ORDERS[node.name])
    edits: tuple[Edit, ...] = (context.replace_statement(statement, function),)
    if len(statement.names) > 1:
        gone = MoveImport(context.span(statement), f"matplotlib.finance.{node.name}", None)
        edits = (gone, context.insert(statement, function, after=True))
    return Fix(edits)
