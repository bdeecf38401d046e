"""matplotlib and seaborn."""

from __future__ import annotations

from codemods.infer.calls import MISSING, Call
from codemods.infer.frames import ARRAY, FRAME, frame
from codemods.infer.rules import CONSTANTS, CONSTRUCTORS, ITEMS, attributes, functions, methods
from codemods.infer.values import NONE, STR, array_of, dict_of, join, list_of, one, tuple_of
from codemods.types import UNKNOWN, Instance, Module, Types

FIGURE = one("matplotlib.figure.Figure")
AXES = one("matplotlib.axes.Axes")
AXES_3D = one("mpl_toolkits.mplot3d.Axes3D")
TEXT = one("matplotlib.text.Text")
LEGEND = one("matplotlib.legend.Legend")
LINES = list_of(one("matplotlib.lines.Line2D"))
BARS = one("matplotlib.container.BarContainer")
POINTS = one("matplotlib.collections.PathCollection")
IMAGE = one("matplotlib.image.AxesImage")
NUMBERS = one(ARRAY)
PYPLOT = "matplotlib.pyplot"
AX = "matplotlib.axes.Axes"
GRIDS = "seaborn.FacetGrid seaborn.PairGrid seaborn.JointGrid seaborn.matrix.ClusterGrid"


def grid(call: Call) -> Types:
    """The axes that `subplots` gives: one, a row of them, or a table."""
    offset = 0
    rows, columns = call.literal(offset, "nrows", 1), call.literal(offset + 1, "ncols", 1)
    squeeze = call.literal(-1, "squeeze", True)
    one_axes = AXES_3D if _three(call) else AXES
    if squeeze is False:
        return array_of(one_axes, 2)
    if squeeze is MISSING or call.arguments.open_ended:
        return UNKNOWN
    single = [n == 1 for n in (rows, columns)]
    unsure = [n is MISSING for n in (rows, columns)]
    if any(unsure):
        return UNKNOWN if not any(n not in (1, MISSING) for n in (rows, columns)) or all(unsure) else _at_least(one_axes)
    if all(single):
        return one_axes
    return array_of(one_axes, 1 if any(single) else 2)


def _at_least(item: Types) -> Types:
    return join(array_of(item, 1), array_of(item, 2))


def _three(call: Call) -> bool:
    types = call.arguments.keywords.get("subplot_kw") or UNKNOWN
    from codemods.types import DictOf

    return any(
        isinstance(k, DictOf) and any(isinstance(v, Instance) and v.fact("value") == "'3d'" for _, t in k.known for v in t)
        for k in types
    )


def subplots(call: Call) -> Types:
    return tuple_of(FIGURE, grid(call))


def axes(call: Call) -> Types:
    """subplot, axes, gca, add_subplot: three-dimensional if the projection says so."""
    projection = call.literal(-1, "projection", None)
    return AXES_3D if projection == "3d" else AXES if projection in (None, "polar") else UNKNOWN


def hist(call: Call) -> Types:
    return tuple_of(one(ARRAY), one(ARRAY, ndim="1"), BARS)


def palette(call: Call) -> Types:
    mapped = call.literal(-1, "as_cmap", False)
    return (
        one("seaborn.palettes._ColorPalette")
        if mapped is False
        else one("matplotlib.colors.Colormap")
        if mapped is True
        else UNKNOWN
    )


def register() -> None:
    functions(PYPLOT, "subplots", subplots)
    methods("matplotlib.figure.Figure", "subplots", grid)
    functions(PYPLOT, "figure gcf", FIGURE)
    functions(PYPLOT, "gca subplot axes subplot2grid", axes)
    functions(PYPLOT, "twinx twiny", AXES)
    functions(PYPLOT, "hist", hist)
    functions(PYPLOT, "plot semilogx semilogy loglog fill step", LINES)
    functions(PYPLOT, "bar barh", BARS)
    functions(PYPLOT, "scatter", POINTS)
    functions(PYPLOT, "imshow matshow", IMAGE)
    functions(PYPLOT, "imread", NUMBERS)
    functions("matplotlib.image", "imread", NUMBERS)
    functions(PYPLOT, "legend", LEGEND)
    functions(PYPLOT, "title suptitle xlabel ylabel text figtext", TEXT)
    functions(PYPLOT, "annotate", one("matplotlib.text.Annotation"))
    functions(PYPLOT, "colorbar", one("matplotlib.colorbar.Colorbar"))
    functions(PYPLOT, "boxplot violinplot", dict_of(STR, UNKNOWN))
    functions(PYPLOT, "xticks yticks", tuple_of(UNKNOWN, list_of(TEXT)))
    functions(PYPLOT, "pie", list_of(list_of(UNKNOWN)))
    functions(PYPLOT, "show close clf cla draw tight_layout savefig grid", NONE)
    functions(PYPLOT, "get_cmap", one("matplotlib.colors.Colormap"))
    functions("matplotlib.cm", "get_cmap", one("matplotlib.colors.Colormap"))
    CONSTANTS.update(
        {
            "matplotlib.pyplot.rcParams": one("matplotlib.RcParams"),
            "matplotlib.rcParams": one("matplotlib.RcParams"),
            "matplotlib.pyplot.cm": frozenset({Module("matplotlib.cm")}),
        }
    )
    _axes()
    _figures()
    _seaborn()


def _axes() -> None:
    methods(AX, "plot semilogx semilogy loglog fill step", LINES)
    methods(AX, "bar barh", BARS)
    methods(AX, "hist", hist)
    methods(AX, "scatter", POINTS)
    methods(AX, "imshow matshow", IMAGE)
    methods(AX, "legend get_legend", LEGEND)
    methods(AX, "set_title set_xlabel set_ylabel text", TEXT)
    methods(AX, "annotate", one("matplotlib.text.Annotation"))
    methods(AX, "twinx twiny", AXES)
    methods(AX, "inset_axes", AXES)
    methods(AX, "get_figure", FIGURE)
    methods(AX, "get_xticklabels get_yticklabels set_xticklabels set_yticklabels", list_of(TEXT))
    methods(AX, "get_lines", LINES)
    methods(AX, "get_legend_handles_labels", tuple_of(list_of(UNKNOWN), list_of(STR)))
    methods(AX, "get_xlim get_ylim set_xlim set_ylim get_xbound get_ybound", tuple_of(UNKNOWN, UNKNOWN))
    methods(AX, "get_xticks get_yticks", NUMBERS)
    methods(AX, "get_title get_xlabel get_ylabel", STR)
    methods(AX, "axhline axvline", one("matplotlib.lines.Line2D"))
    methods(AX, "boxplot violinplot", dict_of(STR, UNKNOWN))
    methods(AX, "fill_between", UNKNOWN)
    attributes(AX, "figure", FIGURE)
    attributes(AX, "xaxis", one("matplotlib.axis.XAxis"))
    attributes(AX, "yaxis", one("matplotlib.axis.YAxis"))
    attributes(
        "mpl_toolkits.mplot3d.Axes3D", "xaxis yaxis zaxis w_xaxis w_yaxis w_zaxis", one("mpl_toolkits.mplot3d.axis3d.Axis")
    )
    attributes(AX, "title", TEXT)
    attributes(AX, "patches", list_of(one("matplotlib.patches.Patch")))
    attributes(AX, "lines", LINES)
    attributes(AX, "texts", list_of(TEXT))
    attributes(AX, "spines", dict_of(STR, one("matplotlib.spines.Spine")))
    attributes(AX, "legend_", LEGEND)
    attributes(AX, "containers", list_of(BARS))
    attributes(AX, "images", list_of(IMAGE))
    attributes("matplotlib.axis.XAxis matplotlib.axis.YAxis", "label", TEXT)
    methods("matplotlib.axis.XAxis matplotlib.axis.YAxis", "get_ticklabels get_majorticklabels", list_of(TEXT))
    methods("matplotlib.axis.XAxis matplotlib.axis.YAxis", "get_label", TEXT)
    methods("matplotlib.legend.Legend", "get_texts", list_of(TEXT))
    methods("matplotlib.legend.Legend", "get_title set_title", TEXT)
    methods("matplotlib.legend.Legend", "get_frame", one("matplotlib.patches.FancyBboxPatch"))
    methods("matplotlib.legend.Legend", "get_lines", LINES)
    methods("matplotlib.legend.Legend", "get_patches", list_of(one("matplotlib.patches.Patch")))
    attributes("matplotlib.legend.Legend", "legendHandles legend_handles", list_of(UNKNOWN))
    attributes("matplotlib.colorbar.Colorbar", "ax", AXES)
    attributes("matplotlib.container.BarContainer", "patches", list_of(one("matplotlib.patches.Rectangle")))
    ITEMS["matplotlib.container.BarContainer"] = lambda own, shape: (
        one("matplotlib.patches.Rectangle") if shape == "one" else UNKNOWN
    )
    from codemods.infer.rules import ITERATION

    ITERATION["matplotlib.container.BarContainer"] = lambda own: one("matplotlib.patches.Rectangle")
    methods("matplotlib.patches.Patch", "get_height get_width get_x get_y", UNKNOWN)
    methods("matplotlib.text.Text", "get_text", STR)


def _figures() -> None:
    methods("matplotlib.figure.Figure", "add_subplot add_axes gca", axes)
    methods("matplotlib.figure.Figure", "suptitle text", TEXT)
    methods("matplotlib.figure.Figure", "colorbar", one("matplotlib.colorbar.Colorbar"))
    methods("matplotlib.figure.Figure", "get_axes", list_of(AXES))
    methods("matplotlib.figure.Figure", "legend", LEGEND)
    methods("matplotlib.figure.Figure", "add_gridspec", one("matplotlib.gridspec.GridSpec"))
    methods("matplotlib.figure.Figure", "get_size_inches", NUMBERS)
    attributes("matplotlib.figure.Figure", "axes", list_of(AXES))
    attributes("matplotlib.figure.Figure", "canvas", one("matplotlib.backend_bases.FigureCanvasBase"))
    CONSTRUCTORS["mpl_toolkits.mplot3d.Axes3D"] = lambda call: AXES_3D


def _seaborn() -> None:
    functions(
        "seaborn",
        "barplot countplot boxplot boxenplot lvplot violinplot stripplot swarmplot pointplot kdeplot "
        "distplot histplot ecdfplot rugplot scatterplot lineplot regplot residplot heatmap tsplot",
        AXES,
    )
    functions("seaborn", "factorplot catplot lmplot relplot displot", one("seaborn.FacetGrid"))
    functions("seaborn", "jointplot", one("seaborn.JointGrid"))
    functions("seaborn", "pairplot", one("seaborn.PairGrid"))
    functions("seaborn", "clustermap", one("seaborn.matrix.ClusterGrid"))
    functions("seaborn", "color_palette husl_palette hls_palette mpl_palette xkcd_palette crayon_palette", palette)
    functions("seaborn", "light_palette dark_palette blend_palette cubehelix_palette diverging_palette", palette)
    functions("seaborn", "load_dataset", frame("range", "str"))
    functions("seaborn", "set set_style set_context set_palette set_theme despine", NONE)
    methods(
        GRIDS,
        "map map_dataframe set_axis_labels set_titles set_xticklabels set_yticklabels set add_legend map_diag "
        "map_offdiag map_lower map_upper set_xlabels set_ylabels plot plot_joint plot_marginals tight_layout "
        "refline apply pipe annotate",
        lambda call: frozenset({call.own}) if call.own else UNKNOWN,
    )
    methods(GRIDS, "despine", lambda call: frozenset({call.own}) if call.own else UNKNOWN)
    methods(GRIDS, "savefig", NONE)
    attributes(GRIDS, "fig figure", FIGURE)
    attributes("seaborn.FacetGrid", "ax", AXES)
    attributes("seaborn.FacetGrid seaborn.PairGrid", "axes", array_of(AXES, 2))
    attributes("seaborn.FacetGrid", "axes_dict", dict_of(UNKNOWN, AXES))
    attributes(GRIDS, "data", one(FRAME))
    attributes("seaborn.FacetGrid seaborn.PairGrid", "legend _legend", LEGEND)
    attributes("seaborn.PairGrid", "diag_axes", array_of(AXES, 1))
    attributes("seaborn.JointGrid", "ax_joint ax_marg_x ax_marg_y", AXES)
    attributes("seaborn.matrix.ClusterGrid", "ax_heatmap ax_row_dendrogram ax_col_dendrogram cax ax_cbar", AXES)
    methods("seaborn.palettes._ColorPalette", "as_hex", one("seaborn.palettes._ColorPalette"))
    ITEMS["seaborn.palettes._ColorPalette"] = lambda own, shape: UNKNOWN
