"""The standard library, and small helpers that notebooks wrap around iterables."""

from __future__ import annotations

import ast

from codemods.infer.builtins import RULES, opened
from codemods.infer.calls import Call, call_type
from codemods.infer.functions import Arguments
from codemods.infer.machine import ClassInfo
from codemods.infer.mutation import reorder
from codemods.infer.rules import CONSTANTS, CONSTRUCTORS, FUNCTIONS, ITERATION, Rule, attributes, functions, methods
from codemods.infer.subscripts import iterate
from codemods.infer.values import (
    BOOL,
    BYTES,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STR,
    dict_of,
    join,
    list_of,
    one,
    receiver,
    tuple_of,
    union,
)
from codemods.types import UNKNOWN, DictOf, Instance, ListOf, TupleOf, Types, UserClass


def partial(call: Call) -> Types:
    """functools.partial: the function and what it is given beforehand."""
    function, *given = call.arguments.positional or [UNKNOWN]
    if not function or call.arguments.open_ended:
        return one("functools.partial")
    known = DictOf(STR, UNKNOWN, tuple(call.arguments.keywords.items()))
    parts = (("func", function), ("args", tuple_of(*given)), ("keywords", frozenset({known})))
    return frozenset({Instance("functools.partial", (), parts)})


def completed(call: Call) -> Types:
    """A call of what functools.partial made."""
    own = call.own
    function, given, known = (own.part(name) if isinstance(own, Instance) else None for name in ("func", "args", "keywords"))
    before, keywords = next(iter(given or ()), None), next(iter(known or ()), None)
    if not function or not isinstance(before, TupleOf) or not isinstance(keywords, DictOf):
        return UNKNOWN
    named = {str(name): types for name, types in keywords.known} | call.arguments.keywords
    arguments = Arguments([*before.items, *call.arguments.positional], named, call.arguments.open_ended)
    return join(*(call_type(call.machine, kind, call.node, arguments, call.scope) for kind in function))


def named_tuple(call: Call) -> Types:
    """collections.namedtuple: a class of the user's."""
    name, fields, node = call.literal(0, "typename"), call.literal(1, "field_names"), call.expression(1, "field_names")
    if isinstance(node, ast.List | ast.Tuple):
        names = [e.value for e in node.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
    else:
        names = fields.replace(",", " ").split() if isinstance(fields, str) else []
    if not isinstance(name, str) or not names:
        return UNKNOWN
    machine = call.machine
    key = machine.class_keys.setdefault(call.node, len(machine.classes))
    if key == len(machine.classes):
        machine.classes.append(ClassInfo(name, key, (), (), False, dict.fromkeys(names, UNKNOWN), fields=tuple(names)))
    return frozenset({UserClass(name, key)})


def compatible(part: str) -> Rule:
    """six.iteritems and the like, of a dict."""

    def items(call: Call) -> Types:
        types = call.arg(0)
        kind = next(iter(types)) if types and len(types) == 1 else None
        if not isinstance(kind, DictOf):
            return UNKNOWN
        return list_of({"items": tuple_of(kind.key, kind.value), "values": kind.value, "keys": kind.key}[part])

    return items


def shuffled(call: Call) -> Types:
    """random.shuffle: a list in another order."""
    reorder(call.machine, call.arg(0) or UNKNOWN)
    return NONE


def items_of(call: Call, position: int = 0) -> Types:
    types = call.arg(position)
    return iterate(call.machine, receiver(types)) if types else UNKNOWN


def chain(call: Call) -> Types:
    return list_of(union(items_of(call, i) for i in range(len(call.arguments.positional))))


def chain_nested(call: Call) -> Types:
    return list_of(iterate(call.machine, receiver(items_of(call))))


def product(call: Call) -> Types:
    if call.given("repeat") or call.arguments.open_ended:
        return list_of(list_of(items_of(call), "builtins.tuple"))
    return list_of(tuple_of(*(items_of(call, i) for i in range(len(call.arguments.positional)))))


def groups(call: Call) -> Types:
    item = items_of(call)
    key = call.callback(call.arg(1, "key"), item) if call.arg(1, "key") else item
    return list_of(tuple_of(key, list_of(item)))


def combinations(call: Call) -> Types:
    count = call.literal(1, "r")
    item = items_of(call)
    if isinstance(count, int) and 0 < count < 5:
        return list_of(tuple_of(*(item for _ in range(count))))
    return list_of(list_of(item, "builtins.tuple"))


def wrapped(call: Call) -> Types:
    """tqdm and the like: the iterable, with a progress bar."""
    types = call.arg(0, "iterable")
    if types is None:
        return one("tqdm.tqdm")
    return list_of(items_of(call), "tqdm.tqdm")


def ordered_dict(call: Call) -> Types:
    from codemods.infer.builtins import RULES

    rule = RULES["dict"]
    return rule(call) if callable(rule) else rule


def default_dict(call: Call) -> Types:
    made = call.callback(call.arg(0), *()) if call.arg(0) else UNKNOWN
    empty = frozenset(ListOf(NEVER, k.name) if isinstance(k, ListOf) and k.item == NEVER else k for k in made)
    return dict_of(NEVER if not call.arguments.positional[1:] else UNKNOWN, empty)


def counter(call: Call) -> Types:
    item = items_of(call) if call.arguments.positional else NEVER
    return dict_of(item, INT)


def random_choice(call: Call) -> Types:
    return items_of(call)


def random_sample(call: Call) -> Types:
    return list_of(items_of(call))


def copied(call: Call) -> Types:
    """copy.copy: another object of the same type."""
    return call.arg(0) or UNKNOWN


def pool_map(call: Call) -> Types:
    return list_of(call.callback(call.arg(0), items_of(call, 1)))


def sub(call: Call) -> Types:
    call.callback(frozenset(k for k in call.arg(1, "repl") or () if not isinstance(k, Instance)), one("re.Match"))
    return STR


def register() -> None:
    _times()
    _trees()
    functions("itertools", "chain", chain)
    FUNCTIONS["itertools.chain.from_iterable"] = chain_nested
    CONSTRUCTORS["itertools.chain"] = chain
    functions("itertools", "product", product)
    functions("itertools", "combinations permutations combinations_with_replacement", combinations)
    functions("itertools", "groupby", groups)
    functions("itertools", "cycle islice takewhile dropwhile", lambda call: list_of(items_of(call, 0)))
    functions(
        "itertools",
        "izip zip_longest izip_longest",
        lambda call: list_of(tuple_of(*(items_of(call, i) for i in range(len(call.arguments.positional))))),
    )
    functions("itertools", "count", list_of(INT))
    for path in (
        "tqdm.tqdm",
        "tqdm.tqdm_notebook",
        "tqdm.notebook.tqdm",
        "tqdm.auto.tqdm",
        "tqdm.trange",
        "tqdm.std.tqdm",
        "tqdm.tnrange",
    ):
        FUNCTIONS[path] = wrapped
        CONSTRUCTORS[path] = wrapped
    CONSTRUCTORS.update(
        {
            "collections.OrderedDict": ordered_dict,
            "collections.defaultdict": default_dict,
            "collections.Counter": counter,
            "collections.deque": lambda call: list_of(
                items_of(call) if call.arguments.positional else NEVER, "collections.deque"
            ),
        }
    )
    functions("copy", "copy deepcopy", copied)
    functions("random", "choice", random_choice)
    functions("random", "sample choices", random_sample)
    functions("random", "random uniform gauss normalvariate", FLOAT)
    functions("random", "randint randrange", INT)
    functions("math", "sqrt log log2 log10 exp sin cos tan pow fabs atan2 radians degrees", FLOAT)
    functions("math", "factorial gcd", INT)
    CONSTANTS.update(
        {
            "math.pi": FLOAT,
            "math.e": FLOAT,
            "sys.argv": list_of(STR),
            "sys.path": list_of(STR),
            "sys.version": STR,
            "os.environ": dict_of(STR, STR),
        }
    )
    functions("time", "time clock perf_counter", FLOAT)
    functions("time", "strftime ctime asctime", STR)
    functions("time", "localtime gmtime strptime", one("time.struct_time"))
    functions("re", "compile", one("re.Pattern"))
    functions("re", "match search fullmatch", join(one("re.Match"), NONE))
    functions("re", "findall", list_of(UNKNOWN))
    functions("re", "split", list_of(STR))
    functions("re", "finditer", list_of(one("re.Match")))
    CONSTRUCTORS["functools.partial"] = partial
    FUNCTIONS["functools.partial"] = partial
    methods("functools.partial", "__call__", completed)
    FUNCTIONS["collections.namedtuple"] = named_tuple
    FUNCTIONS["functools.reduce"] = RULES["reduce"]
    for path in ("six", "six.moves", "sklearn.externals.six"):
        for part in ("items", "values", "keys"):
            FUNCTIONS[f"{path}.iter{part}"] = compatible(part)
    FUNCTIONS["random.shuffle"] = shuffled
    functions("re", "sub", sub)
    functions("re", "escape", STR)
    methods("re.Pattern", "match search fullmatch", join(one("re.Match"), NONE))
    methods("re.Pattern", "findall", list_of(UNKNOWN))
    methods("re.Pattern", "split", list_of(STR))
    methods("re.Pattern", "finditer", list_of(one("re.Match")))
    methods("re.Pattern", "sub", STR)
    methods("re.Match", "group", STR)
    methods("re.Match", "groups", list_of(STR, "builtins.tuple"))
    methods("re.Match", "groupdict", dict_of(STR, STR))
    methods("re.Match", "start end", INT)
    functions("os", "listdir", list_of(STR))
    functions("os", "getcwd", STR)
    functions("os", "walk", list_of(tuple_of(STR, list_of(STR), list_of(STR))))
    functions("os.path", "join abspath dirname basename expanduser realpath normpath", STR)
    functions("os.path", "exists isfile isdir", BOOL)
    functions("os.path", "split splitext", tuple_of(STR, STR))
    functions("glob", "glob iglob", list_of(STR))
    functions("json", "dumps", STR)
    functions("subprocess", "check_output", BYTES)
    functions("sqlite3", "connect", one("sqlite3.Connection"))
    methods("sqlite3.Connection", "cursor execute", one("sqlite3.Cursor"))
    functions("io", "open", opened)
    methods("io.BufferedReader io.BufferedRandom", "read readline", BYTES)
    methods("io.BufferedReader io.BufferedRandom", "readlines", list_of(BYTES))
    methods("builtins.bytes", "decode", STR)
    functions("pickle", "dumps", BYTES)
    functions("operator", "itemgetter attrgetter", UNKNOWN)
    methods("io.TextIOWrapper", "read readline", STR)
    methods("io.TextIOWrapper", "readlines", list_of(STR))
    methods("io.TextIOWrapper", "write", INT)
    ITERATION["io.TextIOWrapper"] = lambda kind: STR
    for path in (
        "multiprocessing.Pool",
        "multiprocessing.pool.Pool",
        "multiprocessing.pool.ThreadPool",
        "concurrent.futures.ThreadPoolExecutor",
        "concurrent.futures.ProcessPoolExecutor",
    ):
        CONSTRUCTORS[path] = lambda call, path=path: one(path)  # type: ignore[misc]
        FUNCTIONS[path] = one("multiprocessing.pool.Pool")
        methods(path, "map imap imap_unordered", pool_map)


def _times() -> None:
    moment, date, span = "datetime.datetime", "datetime.date", "datetime.timedelta"
    attributes(f"{moment} {date}", "year month day hour minute second microsecond", INT)
    methods(f"{moment} {date}", "strftime isoformat ctime", STR)
    methods(f"{moment} {date}", "weekday isoweekday toordinal", INT)
    methods(f"{moment} {date}", "timetuple utctimetuple", one("time.struct_time"))
    methods(
        moment, "now today utcnow strptime fromtimestamp utcfromtimestamp combine replace astimezone fromisoformat", one(moment)
    )
    methods(date, "today fromtimestamp replace fromisoformat", one(date))
    methods(moment, "date", one(date))
    methods(moment, "time", one("datetime.time"))
    methods(moment, "timestamp", FLOAT)
    attributes(span, "days seconds microseconds", INT)
    methods(span, "total_seconds", FLOAT)


def _trees() -> None:
    module = "xml.etree.ElementTree"
    element, tree = one(f"{module}.Element"), one(f"{module}.ElementTree")
    for path in (module, "xml.etree.cElementTree"):
        FUNCTIONS[f"{path}.fromstring"] = FUNCTIONS[f"{path}.XML"] = FUNCTIONS[f"{path}.SubElement"] = element
        FUNCTIONS[f"{path}.parse"] = tree
    methods(f"{module}.ElementTree", "getroot find", element)
    methods(f"{module}.Element", "find", element)
    for name in ("Element", "ElementTree"):
        methods(f"{module}.{name}", "findall iter iterfind getiterator", list_of(element))
    methods(f"{module}.Element", "getchildren", list_of(element))
    ITERATION[f"{module}.Element"] = lambda kind: element
