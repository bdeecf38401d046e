"""One name for each class, whatever module it lived in at the time.

Types use the best public name. Classes that moved, are private, or have a different class in each era for the same
thing are unified here.
"""

from __future__ import annotations

import re

# Public classes that rules speak of, known also without a table.
PUBLIC: dict[str, str] = {
    "pandas": "DataFrame Series Index RangeIndex Int64Index UInt64Index Float64Index DatetimeIndex TimedeltaIndex "
    "PeriodIndex MultiIndex CategoricalIndex IntervalIndex Categorical Timestamp Timedelta Period Interval "
    "ExcelFile ExcelWriter HDFStore Grouper NamedAgg Panel TimeGrouper DateOffset",
    "numpy": "ndarray matrix dtype poly1d random.RandomState random.Generator ma.MaskedArray float64 float32 int64 int32 "
    "bool_ recarray str_ int8 int16 uint8 float16 complex128",
    "matplotlib": "axes.Axes figure.Figure text.Text text.Annotation lines.Line2D patches.Patch patches.Rectangle "
    "legend.Legend axis.XAxis axis.YAxis colorbar.Colorbar collections.PathCollection "
    "container.BarContainer gridspec.GridSpec image.AxesImage",
    "tensorflow": "Session InteractiveSession Graph Variable Tensor Operation TensorShape train.Saver "
    "train.AdamOptimizer train.GradientDescentOptimizer train.RMSPropOptimizer train.MomentumOptimizer "
    "train.AdagradOptimizer train.Coordinator data.Dataset summary.FileWriter compat.v1.Session",
    "scipy": "sparse.csr_matrix sparse.csc_matrix sparse.coo_matrix sparse.lil_matrix sparse.dok_matrix "
    "sparse.dia_matrix sparse.bsr_matrix",
    "catboost": "CatBoostClassifier CatBoostRegressor CatBoost Pool",
    "keras": "Model Sequential preprocessing.text.Tokenizer preprocessing.image.ImageDataGenerator",
    "gensim": "models.Word2Vec models.Doc2Vec models.FastText models.KeyedVectors models.LdaModel models.LdaMulticore "
    "models.LsiModel models.TfidfModel models.HdpModel models.CoherenceModel models.Phrases models.phrases.Phraser "
    "models.phrases.FrozenPhrases models.doc2vec.TaggedDocument corpora.Dictionary",
    "statsmodels": "tsa.arima_model.ARIMA tsa.arima_model.ARMA tsa.arima.model.ARIMA tsa.ar_model.AR "
    "tsa.statespace.sarimax.SARIMAX tsa.holtwinters.ExponentialSmoothing tsa.holtwinters.SimpleExpSmoothing "
    "tsa.holtwinters.Holt regression.linear_model.OLS regression.linear_model.WLS "
    "regression.linear_model.GLS",
    "torch": "Tensor nn.Module nn.Parameter nn.Sequential nn.Linear nn.Conv1d nn.Conv2d nn.MaxPool2d nn.AvgPool2d nn.ReLU "
    "nn.LeakyReLU nn.Sigmoid nn.Tanh nn.Softmax nn.LogSoftmax nn.Dropout nn.Dropout2d nn.BatchNorm1d "
    "nn.BatchNorm2d nn.Embedding nn.LSTM nn.GRU nn.RNN nn.CrossEntropyLoss nn.MSELoss nn.BCELoss "
    "nn.BCEWithLogitsLoss nn.NLLLoss nn.L1Loss nn.Flatten nn.ModuleList nn.ConvTranspose2d optim.SGD optim.Adam "
    "optim.RMSprop optim.Adagrad optim.AdamW utils.data.DataLoader utils.data.Dataset "
    "utils.data.TensorDataset autograd.Variable",
    "pathlib": "Path",
    "html": "parser.HTMLParser",
    "xml": "etree.ElementTree.Element etree.ElementTree.ElementTree",
    "sqlite3": "Connection Cursor",
    "seaborn": "FacetGrid PairGrid JointGrid",
    "datetime": "datetime date timedelta time",
    "collections": "OrderedDict defaultdict Counter deque",
}
MOVED: dict[str, str] = {
    "pandas.core.frame.DataFrame": "pandas.DataFrame",
    "pandas.core.api.DataFrame": "pandas.DataFrame",
    "pandas.core.series.Series": "pandas.Series",
    "pandas.core.series.TimeSeries": "pandas.Series",
    "pandas.TimeSeries": "pandas.Series",
    "pandas.core.categorical.Categorical": "pandas.Categorical",
    "pandas.core.arrays.categorical.Categorical": "pandas.Categorical",
    "pandas.core.indexes.base.Index": "pandas.Index",
    "pandas.core.index.Index": "pandas.Index",
    "pandas.core.indexes.range.RangeIndex": "pandas.RangeIndex",
    "pandas.core.indexes.multi.MultiIndex": "pandas.MultiIndex",
    "pandas.core.index.MultiIndex": "pandas.MultiIndex",
    "pandas.core.indexes.datetimes.DatetimeIndex": "pandas.DatetimeIndex",
    "pandas.tseries.index.DatetimeIndex": "pandas.DatetimeIndex",
    "pandas.core.indexes.timedeltas.TimedeltaIndex": "pandas.TimedeltaIndex",
    "pandas.core.indexes.period.PeriodIndex": "pandas.PeriodIndex",
    "pandas.core.indexes.category.CategoricalIndex": "pandas.CategoricalIndex",
    "pandas.core.indexes.numeric.Int64Index": "pandas.Int64Index",
    "pandas.core.indexes.numeric.Float64Index": "pandas.Float64Index",
    "pandas._libs.tslibs.timestamps.Timestamp": "pandas.Timestamp",
    "pandas._libs.tslib.Timestamp": "pandas.Timestamp",
    "pandas._libs.tslibs.timedeltas.Timedelta": "pandas.Timedelta",
    "pandas._libs.tslib.Timedelta": "pandas.Timedelta",
    "pandas.tslib.Timestamp": "pandas.Timestamp",
    "pandas._libs.tslibs.period.Period": "pandas.Period",
    "pandas._libs.period.Period": "pandas.Period",
    "matplotlib.axes._axes.Axes": "matplotlib.axes.Axes",
    "matplotlib.axes._subplots.AxesSubplot": "matplotlib.axes.Axes",
    "matplotlib.axes._base._AxesBase": "matplotlib.axes.Axes",
    "matplotlib.pyplot.Axes": "matplotlib.axes.Axes",
    "matplotlib.pyplot.Figure": "matplotlib.figure.Figure",
    "matplotlib.axes._subplots.Axes3DSubplot": "mpl_toolkits.mplot3d.Axes3D",
    "mpl_toolkits.mplot3d.axes3d.Axes3D": "mpl_toolkits.mplot3d.Axes3D",
    "mpl_toolkits.mplot3d.Axes3D": "mpl_toolkits.mplot3d.Axes3D",
    "tensorflow.python.framework.ops.Tensor": "tensorflow.Tensor",
    "tensorflow.python.framework.ops.Operation": "tensorflow.Operation",
    "tensorflow.python.framework.ops.Graph": "tensorflow.Graph",
    "tensorflow.python.client.session.Session": "tensorflow.Session",
    "tensorflow.python.client.session.InteractiveSession": "tensorflow.InteractiveSession",
    "tensorflow.python.training.saver.Saver": "tensorflow.train.Saver",
    "tensorflow.python.training.adam.AdamOptimizer": "tensorflow.train.AdamOptimizer",
    "tensorflow.python.framework.tensor_shape.TensorShape": "tensorflow.TensorShape",
    "numpy.core.multiarray.ndarray": "numpy.ndarray",
    "numpy.matrixlib.defmatrix.matrix": "numpy.matrix",
    "numpy.lib.polynomial.poly1d": "numpy.poly1d",
    "numpy.ma.core.MaskedArray": "numpy.ma.MaskedArray",
    "numpy.memmap": "numpy.ndarray",
    "numpy.core.memmap.memmap": "numpy.ndarray",
    "mtrand.RandomState": "numpy.random.RandomState",
    "numpy.random.mtrand.RandomState": "numpy.random.RandomState",
    "scipy.sparse.csr.csr_matrix": "scipy.sparse.csr_matrix",
    "scipy.sparse.csc.csc_matrix": "scipy.sparse.csc_matrix",
    "scipy.sparse.coo.coo_matrix": "scipy.sparse.coo_matrix",
    "scipy.sparse.lil.lil_matrix": "scipy.sparse.lil_matrix",
    "scipy.sparse.dok.dok_matrix": "scipy.sparse.dok_matrix",
    "keras.engine.training.Model": "keras.Model",
    "keras.models.Model": "keras.Model",
    "keras.engine.Model": "keras.Model",
    "keras.models.Sequential": "keras.Sequential",
    "keras.engine.sequential.Sequential": "keras.Sequential",
    "gensim.models.word2vec.Word2Vec": "gensim.models.Word2Vec",
    "gensim.models.doc2vec.Doc2Vec": "gensim.models.Doc2Vec",
    "gensim.models.fasttext.FastText": "gensim.models.FastText",
    "gensim.models.phrases.Phrases": "gensim.models.Phrases",
    "gensim.models.ldamodel.LdaModel": "gensim.models.LdaModel",
    "gensim.models.ldamulticore.LdaMulticore": "gensim.models.LdaMulticore",
    "gensim.models.lsimodel.LsiModel": "gensim.models.LsiModel",
    "gensim.models.tfidfmodel.TfidfModel": "gensim.models.TfidfModel",
    "gensim.corpora.dictionary.Dictionary": "gensim.corpora.Dictionary",
    "statsmodels.api.OLS": "statsmodels.regression.linear_model.OLS",
    "statsmodels.api.WLS": "statsmodels.regression.linear_model.WLS",
    "statsmodels.api.GLS": "statsmodels.regression.linear_model.GLS",
    "gensim.models.keyedvectors.Word2VecKeyedVectors": "gensim.models.KeyedVectors",
    "gensim.models.keyedvectors.Doc2VecKeyedVectors": "gensim.models.KeyedVectors",
    "gensim.models.keyedvectors.FastTextKeyedVectors": "gensim.models.KeyedVectors",
    "gensim.models.keyedvectors.EuclideanKeyedVectors": "gensim.models.KeyedVectors",
    "gensim.models.keyedvectors.KeyedVectors": "gensim.models.KeyedVectors",
    "_sre.SRE_Match": "re.Match",
    "_sre.SRE_Pattern": "re.Pattern",
    "__builtin__.unicode": "builtins.str",
    "builtins.unicode": "builtins.str",
    "builtins.long": "builtins.int",
}
# Private classes of pandas: by their own name, in whatever module.
PANDAS: dict[str, str] = {
    "DataFrameGroupBy": "pandas.api.typing.DataFrameGroupBy",
    "SeriesGroupBy": "pandas.api.typing.SeriesGroupBy",
    "Rolling": "pandas.api.typing.Rolling",
    "Window": "pandas.api.typing.Window",
    "Expanding": "pandas.api.typing.Expanding",
    "EWM": "pandas.api.typing.ExponentialMovingWindow",
    "ExponentialMovingWindow": "pandas.api.typing.ExponentialMovingWindow",
    "Resampler": "pandas.api.typing.Resampler",
    "DatetimeIndexResampler": "pandas.api.typing.Resampler",
    "PeriodIndexResampler": "pandas.api.typing.Resampler",
    "TimedeltaIndexResampler": "pandas.api.typing.Resampler",
    "DatetimeIndexResamplerGroupby": "pandas.api.typing.DatetimeIndexResamplerGroupby",
    "RollingGroupby": "pandas.api.typing.RollingGroupby",
    "ExpandingGroupby": "pandas.api.typing.ExpandingGroupby",
    "StringMethods": "pandas.core.strings.StringMethods",
    "DatetimeProperties": "pandas.core.indexes.accessors.DatetimeProperties",
    "TimedeltaProperties": "pandas.core.indexes.accessors.TimedeltaProperties",
    "PeriodProperties": "pandas.core.indexes.accessors.PeriodProperties",
    "CombinedDatetimelikeProperties": "pandas.core.indexes.accessors.DatetimeProperties",
    "CategoricalAccessor": "pandas.core.arrays.categorical.CategoricalAccessor",
    "PlotAccessor": "pandas.plotting.PlotAccessor",
    "FramePlotMethods": "pandas.plotting.PlotAccessor",
    "SeriesPlotMethods": "pandas.plotting.PlotAccessor",
    "TextFileReader": "pandas.io.parsers.TextFileReader",
    "Styler": "pandas.io.formats.style.Styler",
    "TimestampSeries": "pandas.Series",
    "TimedeltaSeries": "pandas.Series",
    "UnknownSeries": "pandas.Series",
    **{
        name: f"pandas.core.indexing.{name.removesuffix('Frame').removesuffix('Series')}"
        for name in (
            "_LocIndexer",
            "_iLocIndexer",
            "_IXIndexer",
            "_AtIndexer",
            "_iAtIndexer",
            "_LocIndexerFrame",
            "_LocIndexerSeries",
            "_iLocIndexerFrame",
            "_iLocIndexerSeries",
            "_AtIndexerFrame",
            "_AtIndexerSeries",
            "_iAtIndexerFrame",
            "_iAtIndexerSeries",
        )
    },
}
BASES: dict[str, tuple[str, ...]] = {
    **{
        f"pandas.{name}": ("pandas.Index",)
        for name in (
            "RangeIndex",
            "Int64Index",
            "UInt64Index",
            "Float64Index",
            "DatetimeIndex",
            "TimedeltaIndex",
            "PeriodIndex",
            "MultiIndex",
            "CategoricalIndex",
            "IntervalIndex",
        )
    },
    "mpl_toolkits.mplot3d.Axes3D": ("matplotlib.axes.Axes",),
    "numpy.matrix": ("numpy.ndarray",),
    "numpy.recarray": ("numpy.ndarray",),
    "numpy.ma.MaskedArray": ("numpy.ndarray",),
    "matplotlib.text.Annotation": ("matplotlib.text.Text",),
    "matplotlib.patches.Rectangle": ("matplotlib.patches.Patch",),
    "keras.Sequential": ("keras.Model",),
    "keras.Model": ("keras.Layer",),
    "pandas.Timestamp": ("datetime.datetime",),
    "pandas.Timedelta": ("datetime.timedelta",),
    **{
        f"scipy.sparse.{name}": ("scipy.sparse.spmatrix",)
        for name in ("csr_matrix", "csc_matrix", "coo_matrix", "lil_matrix", "dok_matrix", "dia_matrix", "bsr_matrix")
    },
}
BASES.update(
    {
        f"torch.{name}": ("torch.nn.Module",)
        for name in PUBLIC["torch"].split()
        if name.startswith("nn.") and name not in ("nn.Module", "nn.Parameter")
    }
)
_PUBLIC = {f"{library}.{name}" for library, names in PUBLIC.items() for name in names.split()}
# Parts of keras whose classes are known by the part, whatever module of it they are written with.
_KERAS_PARTS = ("layers", "optimizers", "callbacks", "regularizers", "initializers", "constraints", "losses", "metrics")
_KERAS_KEPT = ("optimizers.schedules", "layers.experimental", "layers.Input")
_KERAS = re.compile(r"^(?:tensorflow(?:\.python|\.contrib|_core\.python|\.compat\.v\d)*\.keras|tf_keras|keras\.src)\.")


def class_identity(path: str) -> str | None:
    """The one name of the class that `path` denotes; None: not a class that is known here."""
    if path in _PUBLIC:
        return path
    moved = MOVED.get(path)
    if moved is not None:
        return moved
    library, _, rest = path.partition(".")
    if library == "pandas":
        return PANDAS.get(rest.rpartition(".")[2])
    if library == "statsmodels" and path.endswith("ResultsWrapper"):
        return path.removesuffix("Wrapper")  # it has what it wraps
    if path.startswith("keras.") or ".keras." in path or path.startswith("tf_keras."):
        return _keras_class(_KERAS.sub("keras.", path), path)
    return None


def keras_module(path: str) -> str | None:
    """`tensorflow.keras.layers` is `keras.layers`; None: not a path into a keras that comes with tensorflow."""
    plain = _KERAS.sub("keras.", f"{path}.")
    return plain.removesuffix(".") if plain != f"{path}." else None


def _keras_class(plain: str, path: str) -> str | None:
    """`keras.layers.core.Dense` and `tensorflow.keras.layers.Dense` are one class; its name tells that it is one."""
    leaf = plain.rpartition(".")[2]
    if plain in MOVED or plain in _PUBLIC:
        return MOVED.get(plain, plain)
    if not leaf[:1].isupper():
        return None
    part = plain.split(".")[1]
    if part in _KERAS_PARTS and not plain.removeprefix("keras.").startswith(_KERAS_KEPT) and leaf not in ("Input", "K"):
        return f"keras.{part}.{leaf}"
    return plain if plain != path else None
