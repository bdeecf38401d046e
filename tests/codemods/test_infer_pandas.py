"""pandas: types and facts. A fact decides between label and position, so it is certain or absent."""

from __future__ import annotations

import pytest

from tests.codemods.infer_helpers import facts, holds

PD = "import pandas as pd\nimport numpy as np\n"
CSV = PD + "df = pd.read_csv('a.csv')\n"
LITERAL = PD + "df = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y'], 'c': [1.0, 2.0]})\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("df", "pandas.DataFrame"),
        ("df['a']", "pandas.Series"),
        ("df.a", "pandas.Series"),
        ("df[['a', 'b']]", "pandas.DataFrame"),
        ("df[df.a > 1]", "pandas.DataFrame"),
        ("df[:5]", "pandas.DataFrame"),
        ("df[unknown]", "?"),
        ("df.loc[:, 'a']", "pandas.Series"),
        ("df.loc[df.a > 1, ['a']]", "pandas.DataFrame"),
        ("df.iloc[0]", "pandas.Series"),
        ("df.ix[0]", "pandas.Series"),
        ("df.iloc[unknown]", "?"),
        ("df.groupby('a')", "pandas.api.typing.DataFrameGroupBy"),
        ("df.groupby('a')['b']", "pandas.api.typing.SeriesGroupBy"),
        ("df.groupby('a').b.mean()", "pandas.Series"),
        ("df.groupby('a').mean()", "pandas.DataFrame"),
        ("df.groupby('a')['b'].agg(['min', 'max'])", "pandas.DataFrame"),
        ("df.groupby('a', as_index=False)['b'].sum()", "pandas.DataFrame"),
        ("df.mean()", "pandas.Series"),
        ("df.as_matrix()", "numpy.ndarray"),
        ("df.values.reshape(-1, 1)", "numpy.ndarray"),
        ("df.append(df).sort_values('a')", "pandas.DataFrame"),
        ("df.a.str.split('-')", "pandas.Series"),
        ("df.a.str.split('-', expand=True)", "pandas.DataFrame"),
        ("df.a.str.extract('(x)', expand=False)", "pandas.Series"),
        ("df.a.str.extract('(x)(y)', expand=True)", "pandas.DataFrame"),
        ("df.a.dt.year", "pandas.Series"),
        ("df.a.rolling(3).mean()", "pandas.Series"),
        ("df.resample('M').mean()", "pandas.DataFrame"),
        ("df.a.resample('M', how='sum')", "pandas.Series"),
        ("pd.rolling_mean(df.a, 3)", "pandas.Series"),
        ("pd.concat([df.a, df.a])", "pandas.Series"),
        ("pd.concat([df.a, df.a], axis=1)", "pandas.DataFrame"),
        ("pd.concat([df, df.a])", "pandas.DataFrame"),
        ("pd.to_datetime(df.a)", "pandas.Series"),
        ("pd.to_datetime(['2015-01-01'])", "pandas.DatetimeIndex"),
        ("df.a.plot.hist()", "matplotlib.axes.Axes"),
        ("df.a.hist()", "matplotlib.axes.Axes"),
        ("df.index", "pandas.Index"),
        ("df.apply(lambda row: row.a, axis=1)", "?"),
        ("df.apply(lambda row: 'x', axis=1)", "pandas.Series"),
        ("df.a.apply(lambda v: str(v))", "pandas.Series"),
        ("df.pipe(lambda d: d.mean())", "pandas.Series"),
        ("df.drop('a', axis=1, inplace=True)", "NoneType"),
        ("np.log(df)", "pandas.DataFrame"),
        ("np.log(df.a) - 1", "pandas.Series"),
        ("df.a > 1", "pandas.Series"),
        ("pd.read_csv('a', chunksize=10)", "pandas.io.parsers.TextFileReader"),
        ("[c.head() for c in pd.read_csv('a', chunksize=10)]", "list[pandas.DataFrame]"),
        ("pd.read_csv('a', squeeze=True)", "pandas.Series"),
        ("pd.read_excel('a', sheet_name=None)", "{str: pandas.DataFrame}"),
        ("pd.read_pickle('a')", "?"),
        ("[g for _, g in df.groupby('a')]", "list[pandas.DataFrame]"),
        ("[row for _, row in df.iterrows()]", "list[pandas.Series]"),
        ("df.a.unique()", "numpy.ndarray"),
        ("df.a.value_counts()", "pandas.Series"),
        ("df.a.tolist()", "list[?]"),
    ],
)
def test_types(code: str, expected: str) -> None:
    assert holds(CSV + code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("df", "range"),
        ("df['a']", "range"),
        ("df[df.a > 1]", "int"),
        ("df.sort_values('a')", "int"),
        ("df.sort_values('a').reset_index(drop=True)", "range"),
        ("df.dropna().a", "int"),
        ("df.set_index('a')", None),
        ("pd.read_csv('a', index_col=0)", None),
        ("pd.read_csv('a', **options)", None),
        ("pd.read_csv('a', chunksize=2).get_chunk()", "int"),
        ("df.describe()", "str"),
        ("df.mean()", "str"),
        ("df.isnull().sum()", "str"),
        ("df.dtypes", "str"),
        ("df.iloc[0]", "str"),
        ("df.T", "str"),
        ("df.a.mode()", "range"),
        ("df.corr()", "str"),
        ("df.groupby('a').b.sum()", None),
        ("df.groupby(['a', 'b']).sum()", "multi"),
        ("df.groupby('a', as_index=False).sum()", "range"),
        ("df.merge(df, on='a')", "range"),
        ("df.merge(df, left_index=True, right_index=True)", None),
        ("pd.concat([df, df])", "int"),
        ("pd.concat([df, df], ignore_index=True)", "range"),
        ("pd.concat({'x': df})", "multi"),
        ("df.append(df, ignore_index=True)", "range"),
        ("pd.get_dummies(df)", "range"),
        ("df.a + df.b", "range"),
        ("df.a + df[df.a > 1].b", "int"),
        ("df.a.apply(len)", "range"),
        ("np.sqrt(df.a)", "range"),
        ("df.a.value_counts()", None),
        ("pd.Series([1, 2])", "range"),
        ("pd.Series({'a': 1})", "str"),
        ("pd.Series([1, 2], index=['a', 'b'])", "str"),
        ("pd.Series([1, 2], index=unknown)", None),
        ("pd.Series(unknown)", None),
        ("pd.DataFrame(np.zeros((2, 2)))", "range"),
        ("pd.DataFrame(np.zeros((2, 2)), index=['a', 'b'])", "str"),
        ("pd.DataFrame(np.zeros((2, 2)), index=pd.date_range('2015', periods=2))", "datetime"),
        ("pd.DataFrame([{'a': 1}])", "range"),
        ("pd.DataFrame({'a': {'x': 1}})", None),
        ("pd.DataFrame({'a': df.a, 'b': df.b})", "range"),
        ("pd.DataFrame({'a': df.a, 'b': unknown})", None),
        ("pd.Series(0, index=pd.MultiIndex.from_tuples([(1, 2)]))", "multi"),
    ],
)
def test_index(code: str, expected: str | None) -> None:
    assert facts(CSV + code).get("index") == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("df.set_index('a', inplace=True)", None),
        ("df.sort_values('a', inplace=True)", "int"),
        ("df.reset_index(inplace=True)", "range"),
        ("df.index = ['x', 'y']", "str"),
        ("df.index = unknown", None),
        ("df['new'] = 1", "range"),
        ("df.insert(0, 'new', 1)", "range"),
        ("del df['a']", "range"),
        ("df.loc[7] = 0", "int"),
        ("df.loc['total'] = 0", None),
        ("df.loc[df.a > 1, 'a'] = 0", "int"),
        ("other = df\nother.set_index('a', inplace=True)", None),
        ("def f(d): d.set_index('a', inplace=True)\nf(df)", None),
        ("for d in [df]:\n    d.set_index('a', inplace=True)", None),
        ("frames = {'x': df}\nframes['x'].set_index('a', inplace=True)", None),
        ("clean(df)", None),
        ("np.log(df)", "range"),
        ("other = pd.read_csv('b.csv')\nother.set_index('a', inplace=True)", "range"),
        ("if unknown:\n    df = df.set_index('a')", None),
        ("if unknown:\n    df = df[df.a > 1]\nelse:\n    df = df[df.a < 1]", "int"),
    ],
)
def test_index_after_a_change_in_place(change: str, expected: str | None) -> None:
    assert facts(f"{CSV}{change}\ndf").get("index") == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("df.a", "int"),
        ("df['b']", "str"),
        ("df.c * 2", "float"),
        ("df.a / 2", "float"),
        ("df.a > 1", "bool"),
        ("df.a.astype(str)", "str"),
        ("df.a.astype('float64')", "float"),
        ("df.b.str.upper()", "str"),
        ("pd.to_datetime(df.b)", "datetime"),
        ("df.a.isnull()", "bool"),
        ("df.a.map({1: 'x'})", None),
        ("df.a.fillna(0)", None),
        ("np.array([1, 2])", "int"),
        ("np.zeros(3)", "float"),
        ("np.zeros(3, dtype=int)", "int"),
    ],
)
def test_dtype(code: str, expected: str | None) -> None:
    assert facts(LITERAL + code).get("dtype") == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("df.set_index('b')", "str"),
        ("df.set_index('a')", "int"),
        ("df.groupby('b').a.sum()", "str"),
        ("df.b.value_counts()", "str"),
        ("df.a.value_counts()", "int"),
    ],
)
def test_index_from_a_column_of_known_dtype(code: str, expected: str) -> None:
    assert facts(LITERAL + code).get("index") == expected


@pytest.mark.parametrize(
    "change",
    [
        "del df['b']",
        "df.loc[9] = 0",
        "df['b'] = unknown",
        "df.loc[df.a > 1, 'b'] = 1",
        "df = df.set_index('b')",
        "df['b'].replace('x', 1, inplace=True)\nf(df)",
        "df[unknown] = 1",
        "df = df.fillna(0)",
        "df.iloc[0, 0] = 1",
        "df.b.replace('x', 1, inplace=True)",
        "df['b'][0] = 9",
    ],
)
def test_the_dtype_of_a_column_is_forgotten(change: str) -> None:
    assert not facts(f"{LITERAL}{change}\ndf").get("column b")


def test_dates_as_index() -> None:
    code = CSV + "df['d'] = pd.to_datetime(df['d'])\ndf = df.set_index('d')\n"
    assert facts(code + "df").get("index") == "datetime"
    assert holds(code + "df.index") == "pandas.DatetimeIndex"
    assert holds(code + "df.a['2015']") == "?"  # several rows, or one
    assert holds(code + "df.index[0]") == "pandas.Timestamp"


def test_a_column_named_like_a_method_is_the_column() -> None:
    code = PD + "df = pd.DataFrame({'ix': [1], 'size': [2]})\n"
    assert holds(code + "df.ix") == "pandas.Series"
    assert holds(code + "df.head().ix") == "pandas.Series"


def test_literal_values_are_kept_while_certain() -> None:
    assert facts("n = 5\nn").get("value") == "5"
    assert facts("n = 5\nn += 1\nn").get("value") == "6"
    assert facts("n = 5\nfor _ in x:\n    n += 1\nn").get("value") is None
    assert facts("n = 5\nn = n * 9000\nn").get("value") is None
    assert facts("s = 'ab'\ns").get("value") == "'ab'"
    assert facts("n = 1\nfor i in x:\n    n = 2\nn").get("value") is None


@pytest.mark.parametrize(
    ("use", "dtype"),
    [
        ("df['n'].str.lower()", "text"),
        ("df.n.str.len()", "text"),
        ("df[df.n == 'male']", "text"),
        ("df['n'].isin(['a', 'b'])", "text"),
        ("y = df['n'].map({'a': 0, 'b': 1})", "text"),
        ("if a:\n    df['n'].str.lower()", None),  # on one way only
        ("df['n'] == '2012-01-01'", None),  # a date, maybe
        ("df['n'].map({1: 'a'})", None),
        ("df['n'].str.lower()\ndf['n'] = df['n'].astype(int)", "int"),
        ("df['n'].str.lower()\nf(df)", None),
        ("df['n'] = df['n'].astype(int)\ndf['n'] == 'a'", "int"),  # what is known stays
    ],
)
def test_the_use_of_a_column_tells_that_it_holds_text(use: str, dtype: str | None) -> None:
    assert facts(f"import pandas as pd\ndf = pd.read_csv('a.csv')\n{use}\ndf").get("column n") == dtype
