"""What an exception tells of its place, receiver and callee. Runs under the notebook's own Python, 2.7 or newer."""

import ast
import re
import types

from _nbmigrate_cells import MAGICS, Cell, class_name, literal, node_of, segment, short, statement_at
from _nbmigrate_dataflow import names_in
from _nbmigrate_values import held, told

KEYWORD = (
    re.compile(r"unexpected keyword argument '?([A-Za-z_]\w*)'?"),
    re.compile(r"'(\w+)' is an invalid keyword argument"),
    re.compile(r"multiple values for (?:keyword )?argument '(\w+)'"),
    re.compile(r"positional-only arguments passed as keyword arguments: '(\w+)'"),
    re.compile(r"[Uu]nknown (?:keyword )?(?:argument|parameter)s?:? \[?'(\w+)'"),
    re.compile(r"\.set\(\) got an unexpected keyword argument '(\w+)'"),
)
ATTRIBUTE = (
    re.compile(r"has no attribute '([^']+)'"),
    re.compile(r"no attribute named '([^']+)'"),
)
MISSING = re.compile(r"(?:variable|name) '(\w+)'")
REFUSING = re.compile(r"^(?:[\w.<>]*\.)?(\w+)\(\)")
NOTHING = object()


def first_match(patterns, text):
    for pattern in patterns:
        found = pattern.search(text)
        if found:
            return found.group(1)
    return None


def look_up(node, frame):
    """The object that a plain dotted name stands for, without running any code of it; NOTHING if that can't be told."""
    if isinstance(node, ast.Name):
        for space in (frame.f_locals, frame.f_globals):
            if node.id in space:
                return space[node.id]
        builtin = frame.f_globals.get("__builtins__")
        builtin = builtin if isinstance(builtin, dict) else getattr(builtin, "__dict__", {})
        return builtin.get(node.id, NOTHING)
    if isinstance(node, ast.Attribute):
        owner = look_up(node.value, frame)
        if owner is NOTHING:
            return NOTHING
        if isinstance(owner, types.ModuleType):
            return vars(owner).get(node.attr, NOTHING)
        held = getattr(owner, "__dict__", {})
        if not isinstance(owner, type) and node.attr in held:
            return held[node.attr]
        for cls in getattr(owner if isinstance(owner, type) else type(owner), "__mro__", ()):
            if node.attr in cls.__dict__:
                found = cls.__dict__[node.attr]
                return NOTHING if hasattr(found, "__get__") and not callable(found) else found
    return NOTHING


def described(callee, node, frame):
    """The full name of what is called: of a method, below the class of its receiver."""
    if callee is NOTHING:
        return None
    if isinstance(callee, type):
        return class_name(callee)
    if isinstance(node, ast.Attribute):
        owner = look_up(node.value, frame)
        if owner is not NOTHING and not isinstance(owner, types.ModuleType):
            return "%s.%s" % (class_name(owner if isinstance(owner, type) else type(owner)), node.attr)
    callee = getattr(callee, "__func__", callee)
    name = getattr(callee, "__qualname__", None) or getattr(callee, "__name__", None)
    if name is None:
        return class_name(type(callee))
    module = getattr(callee, "__module__", None)
    if isinstance(module, str):
        return "%s.%s" % ({"__builtin__": "builtins"}.get(module, module), name)
    return name


def entered(entry):
    """The function that the failing call entered, where the traceback goes on below it."""
    inner = entry.tb_next if entry is not None else None
    if inner is None:
        return None
    code, space = inner.tb_frame.f_code, inner.tb_frame.f_locals
    name = getattr(code, "co_qualname", code.co_name)
    if code.co_argcount and code.co_varnames[0] in ("self", "cls") and code.co_varnames[0] in space:
        owner = space[code.co_varnames[0]]
        return "%s.%s" % (class_name(owner if isinstance(owner, type) else type(owner)), code.co_name)
    return "%s.%s" % (inner.tb_frame.f_globals.get("__name__"), name)


def arguments(entry):
    """What the failing call was given: by parameter of the function that it entered, by position where that takes any."""
    inner = entry.tb_next if entry is not None else None
    if inner is None:
        return {}
    code, space = inner.tb_frame.f_code, inner.tb_frame.f_locals
    names = code.co_varnames[: code.co_argcount + getattr(code, "co_kwonlyargcount", 0)]
    found = {name: told(space[name]) for name in names if name in space and name not in ("self", "cls")}
    if code.co_flags & 4:  # *args, which come after the others
        more = space.get(code.co_varnames[code.co_argcount + getattr(code, "co_kwonlyargcount", 0)], ())
        found.update((str(position), told(value)) for position, value in enumerate(more))
    return found


def owner_of(entry, method):
    """The object whose method the failing code entered, where it is the one of this name."""
    inner = entry.tb_next if entry is not None else None
    if inner is None or inner.tb_frame.f_code.co_name != method or inner.tb_frame.f_code.co_varnames[:1] != ("self",):
        return NOTHING
    return inner.tb_frame.f_locals.get("self", NOTHING)


def own_frames(cells, now, traceback):
    """(cell, traceback entry) for each frame in notebook code."""
    outer = None
    while traceback is not None:
        name = traceback.tb_frame.f_code.co_filename
        cell = cells.get(name)
        if cell is not None:
            outer = traceback.tb_lineno
        elif name.startswith(("<timed ", "<magic-timeit")):
            cell = timed(cells.get(now), outer)
        if cell is not None:
            yield cell, traceback
        traceback = traceback.tb_next


def timed(cell, outer):
    """The code of %%time or %time, which is compiled without a name of its own, as a cell with its lines moved."""
    if cell is None:
        return None
    for node in ast.walk(cell.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MAGICS:
            texts = [literal(argument) for argument in node.args]
            if not texts or None in texts or texts[0] not in ("time", "timeit"):
                continue
            whole = node.func.attr == "run_cell_magic"
            if whole or node.lineno == outer:
                inner = Cell(cell.run, texts[-1])
                inner.shift = 1 if whole else node.lineno - 1
                return inner
    return None


def failure(cells, now, space, kind, value, traceback):
    """All that is told of a failure. `cells`: by the name of their code; `now`: the name of the one that ran."""
    message = short(value, 4000)
    frames, node, frame, last = [], None, None, traceback
    keyword = first_match(KEYWORD, message) if issubclass(kind, (TypeError, ValueError, AttributeError)) else None
    attribute = None
    if issubclass(kind, AttributeError):
        attribute = getattr(value, "name", None) or first_match(ATTRIBUTE, message)
    name = first_match((MISSING,), message) if issubclass(kind, NameError) else None
    function = first_match((REFUSING,), message) if issubclass(kind, TypeError) else None

    def wanted(node):
        if attribute is not None and isinstance(node, ast.Attribute):
            return node.attr == attribute
        if keyword is not None and isinstance(node, ast.Call):
            return any(k.arg == keyword for k in node.keywords)
        if function is not None and isinstance(node, ast.Call):
            return function == getattr(node.func, "attr", getattr(node.func, "id", None))
        return name is not None and isinstance(node, ast.Name) and node.id == name

    innermost = None
    for cell, entry in own_frames(cells, now, traceback):
        node, frame = node_of(cell, entry, wanted), entry.tb_frame
        innermost = entry
        place = segment(cell, node) if node is not None else None
        shift = getattr(cell, "shift", 0)
        if place is not None:
            line, column, end_line, end_column, text = place
        else:
            line, column, end_line, end_column = entry.tb_lineno, None, None, None
            text = cell.lines[line - 1].strip() if line <= len(cell.lines) else ""
        function_name = entry.tb_frame.f_code.co_name
        frames.append(
            {
                "run": cell.run,
                "place": [line + shift, column, end_line and end_line + shift, end_column],
                "source": short(text, 500),
                "function": "" if function_name.startswith(("<module", "<cell")) else function_name,
                "names": names_in(node if node is not None else statement_at(cell.tree, entry.tb_lineno), space),
                "values": held(cell, entry.tb_frame),
            }
        )
    if issubclass(kind, SyntaxError) and getattr(value, "filename", None) in cells and value.lineno:
        cell = cells[value.filename]
        text = cell.lines[value.lineno - 1].strip() if value.lineno <= len(cell.lines) else ""
        place = [value.lineno, None, None, None]
        frames = [{"run": cell.run, "place": place, "source": short(text, 500), "function": "", "names": [], "values": {}}]
    while last.tb_next is not None:
        last = last.tb_next
    found = {
        "exception": kind.__name__,
        "kinds": [base.__name__ for base in getattr(kind, "__mro__", ())],
        "message": message,
        "frames": frames[:1] + frames[1:][-19:],
        "raised_in": "%s:%s" % (last.tb_frame.f_globals.get("__name__"), last.tb_frame.f_code.co_name),
        "attribute": attribute,
        "keyword": keyword,
        "name": name,
    }
    receiver = NOTHING
    if attribute is not None:
        receiver = receiver_of(value, attribute, node, frame, last)
    call = node if isinstance(node, ast.Call) else None
    if call is not None and frame is not None:
        callee = look_up(call.func, frame)
        found["callee"] = described(callee, call.func, frame) or entered(innermost)
        found["arguments"] = arguments(innermost)
        if receiver is NOTHING and isinstance(call.func, ast.Attribute):
            owner = look_up(call.func.value, frame)
            if owner is NOTHING:
                owner = owner_of(innermost, call.func.attr)
            receiver = owner if not isinstance(owner, types.ModuleType) else NOTHING
    elif isinstance(node, ast.Subscript) and frame is not None:
        receiver = look_up(node.value, frame)
        if receiver is NOTHING:
            receiver = owner_of(innermost, "__getitem__")
    if receiver is not NOTHING:
        described_so = told(receiver)
        found["receiver"], found["bases"], found["facts"] = (described_so[part] for part in ("kind", "bases", "facts"))
    return found


def receiver_of(error, attribute, node, frame, last):
    """The object that lacks the attribute: as the exception tells (3.10), as __getattr__ got it, or by its name."""
    if getattr(error, "obj", None) is not None:
        return error.obj
    code = last.tb_frame.f_code
    if code.co_name in ("__getattr__", "__getattribute__") and code.co_argcount:
        return last.tb_frame.f_locals.get(code.co_varnames[0], NOTHING)
    if isinstance(node, ast.Attribute) and node.attr == attribute and frame is not None:
        return look_up(node.value, frame)
    return NOTHING
