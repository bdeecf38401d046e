"""SciPy no longer passes NumPy's names on.

from scipy import interp, exp    →  from numpy import interp, exp
sp.mean(sp.array([1.0, 3.0]))    →  np.mean(np.array([1.0, 3.0]))
sp.sqrt(-4)                      →  np.emath.sqrt(-4)    (SciPy's were the ones that turn to complex numbers)
"""

from __future__ import annotations

import ast

from codemods.fixing import Answer, Context, Example, Same, fixer
from codemods.recipes import move_symbol

_COMPLEX = "sqrt log log2 logn log10 power arccos arcsin arctanh".split()  # noqa: SIM905
_RANDOM = {"rand": "numpy.random.rand", "randn": "numpy.random.randn", "ifft": "numpy.fft.ifft", "random": "numpy.random"}
# What `from numpy import *` gave to SciPy 1.x, without the names that are SciPy's own modules.
_NAMES = """
    abs absolute add all allclose alltrue amax amin angle any append apply_along_axis apply_over_axes arange arccosh arcsinh
    arctan arctan2 argmax argmin argsort argwhere around array array2string array_equal array_split array_str asarray asanyarray
    asfarray asmatrix atleast_1d atleast_2d atleast_3d average bartlett bincount bitwise_and bitwise_or bitwise_xor blackman
    broadcast broadcast_arrays c_ ceil clip column_stack compress concatenate conj conjugate convolve copy copysign corrcoef
    correlate cos cosh cov cross cumprod cumsum deg2rad degrees delete diag diag_indices diagflat diagonal diff digitize divide
    dot double dsplit dstack dtype e ediff1d einsum empty empty_like equal exp exp2 expand_dims expm1 extract eye fabs
    fill_diagonal finfo fix flatnonzero fliplr flipud float16 float32 float64 floor floor_divide fmax fmin fmod frombuffer
    fromfile fromfunction fromiter fromstring genfromtxt gradient greater greater_equal hamming hanning histogram histogram2d
    histogramdd hsplit hstack hypot identity imag in1d indices inf inner insert int16 int32 int64 int8 interp intersect1d invert
    iscomplex isfinite isinf isnan isreal isscalar ix_ kaiser kron less less_equal lexsort linspace load loadtxt log1p
    logaddexp logical_and logical_not logical_or logical_xor logspace mat matrix max maximum mean median meshgrid mgrid min
    minimum mod modf multiply nan nan_to_num nanargmax nanargmin nanmax nanmean nanmedian nanmin nanstd nansum nanvar ndarray
    ndenumerate ndim ndindex negative newaxis nonzero not_equal ogrid ones ones_like outer pad percentile pi piecewise place
    poly poly1d polyadd polyder polydiv polyfit polyint polymul polysub polyval prod ptp put putmask r_ rad2deg radians ravel
    real real_if_close reciprocal remainder repeat reshape resize roll rollaxis roots rot90 round round_ row_stack s_ save
    savetxt savez searchsorted select setdiff1d setxor1d shape sign signbit sin sinc sinh size sort sort_complex split square
    squeeze std subtract sum swapaxes take tan tanh tensordot tile trace transpose trapz tri tril tril_indices trim_zeros triu
    triu_indices true_divide trunc uint16 uint32 uint64 uint8 union1d unique unravel_index unwrap vander var vdot vectorize
    vsplit vstack where zeros zeros_like
""".split()  # noqa: SIM905
_HOME = {n: f"numpy.{n}" for n in _NAMES} | {n: f"numpy.emath.{n}" for n in _COMPLEX} | _RANDOM


@fixer(
    "SP200",
    on=tuple(f"{kind} scipy.{n}" for n in _HOME for kind in ("name", "import")),
    until="1.12",
    why="SciPy no longer passes NumPy's names on; its sqrt, log, power, arccos … were those of np.emath",
    examples=(
        Example(
            "import numpy as np\nimport scipy as sp\nz = sp.mean(sp.array([1.0, 3.0])) + sp.pi * 0\nw = sp.sqrt(-4)",
            "import numpy as np\nimport scipy as sp\nz = np.mean(np.array([1.0, 3.0])) + np.pi * 0\nw = np.emath.sqrt(-4)",
            "(float(z), complex(w))",
        ),
        Example(
            "from scipy import interp, stats\ny = interp([0.5], [0, 1], [10, 20])",
            "from scipy import stats\nfrom numpy import interp\ny = interp([0.5], [0, 1], [10, 20])",
            "y.tolist()",
        ),
        Same("import scipy\nfrom scipy import stats, linalg\nx = stats.norm.cdf(0)"),
    ),
)
def numpy_name(node: ast.AST, context: Context) -> Answer:
    """Where the name lives in NumPy."""
    if isinstance(node, ast.alias):
        name = node.name
    elif isinstance(node, ast.Attribute):
        name = node.attr
    elif isinstance(node, ast.Name):
        name = (context.symbol(node) or node.id).rpartition(".")[2]
    else:
        return None
    return move_symbol(node, f"scipy.{name}", _HOME[name], context) if name in _HOME else None
