"""`%load_ext migrator.ipython` in a real kernel."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ipykernel")

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """What a cell printed to standard output and error, how it failed, and the input that it asks to be set next."""

    out: str
    err: str
    error: str
    next: str | None


class Kernel:
    def __init__(self, client: Any) -> None:
        self.client = client

    def run(self, code: str) -> Ran:
        out: dict[str, str] = {"stdout": "", "stderr": ""}

        def heard(message: Any) -> None:
            if message["msg_type"] == "stream":
                out[message["content"]["name"]] += message["content"]["text"]

        content = self.client.execute_interactive(code, output_hook=heard, timeout=120)["content"]
        payload = [p for p in content.get("payload", ()) if p["source"] == "set_next_input"]
        error = content.get("ename", "")
        return Ran(out["stdout"], out["stderr"], error, payload[0]["text"] if payload else None)


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    from jupyter_client.kernelspec import KernelSpec
    from jupyter_client.manager import KernelManager

    manager = KernelManager()
    manager._kernel_spec = KernelSpec(
        argv=[sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], language="python"
    )
    manager.start_kernel(
        cwd=str(tmp_path_factory.mktemp("work")), env=os.environ | {"PYTHONPATH": str(ROOT), "NBMIGRATE_DEBUG": "1"}
    )
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=60)
    yield client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


@pytest.fixture
def kernel(process: Any) -> Kernel:
    """The kernel with nothing in it but the extension."""
    kernel = Kernel(process)
    kernel.run("%reset -f")
    kernel.run("%unload_ext migrator.ipython")
    assert kernel.run("%load_ext migrator.ipython").error == ""
    return kernel


def test_a_cell_that_fails_on_a_known_change(kernel: Kernel) -> None:
    kernel.run("import pandas as pd\ntrain = pd.DataFrame({'a': [1]})\ntest = train.copy()")
    failed = kernel.run("n = 1\nfull = train.append(test)")
    assert failed.error == "AttributeError"
    first, second = failed.err.splitlines()
    assert first.startswith("migrate: In[") and ", line 2: " in first and "[pandas 2.0]; %migrate rewrites the cell" in first
    assert second == "    full = pd.concat([train, test], sort=True)" or second == "    full = pd.concat([train, test])"
    asked = kernel.run("%migrate")
    assert asked.next == f"n = 1\n{second.strip()}"
    assert "append" in asked.out
    assert kernel.run(asked.next).error == ""


def test_the_class_is_the_one_that_was_there(kernel: Kernel) -> None:
    """No reading of the code tells what `rows` is."""
    kernel.run("import pandas as pd\nrows = eval('pd.Series([1, 2])')")
    failed = kernel.run("for i, x in rows.iteritems():\n    print(i)")
    assert "    for i, x in rows.items():" in failed.err
    assert kernel.run("%migrate").next == "for i, x in rows.items():\n    print(i)"


def test_a_function_is_repaired_where_it_is_defined(kernel: Kernel) -> None:
    kernel.run("import numpy as np")
    kernel.run("def half(x):\n    return np.float(x) / 2")
    failed = kernel.run("half(3)")
    assert "line 2" in failed.err and "    return float(x) / 2" in failed.err.replace("        return", "    return")
    assert kernel.run("%migrate").next == "def half(x):\n    return float(x) / 2"


def test_python_2(kernel: Kernel) -> None:
    failed = kernel.run("x = 3\nprint x")
    assert failed.error == "SyntaxError" and "Python 2: print statement (line 2)" in failed.err
    assert kernel.run("%migrate").next == "x = 3\nprint(x)"


def test_what_only_the_failure_tells(kernel: Kernel) -> None:
    kernel.run("import matplotlib\nmatplotlib.use('agg')\nimport matplotlib.pyplot as plt")
    failed = kernel.run("plt.plot([1, 2, 3]); plt.xticks([0, 1, 2], ['a', 'b'])")
    assert "RUN002" in failed.err
    assert "(list(['a', 'b']) + [\"\"] * len([0, 1, 2]))" in (kernel.run("%migrate").next or "")


def test_imports_that_the_new_code_needs_come_with_the_cell(kernel: Kernel) -> None:
    kernel.run("from sklearn.preprocessing import Imputer, StandardScaler")
    assert kernel.run("%migrate").next == "from sklearn.preprocessing import StandardScaler"
    failed = kernel.run("imputer = Imputer(strategy='median')")
    assert failed.error == "NameError" and "    imputer = SimpleImputer(strategy='median')" in failed.err
    assert kernel.run("%migrate").next == "from sklearn.impute import SimpleImputer\nimputer = SimpleImputer(strategy='median')"


def test_an_import_of_what_is_gone(kernel: Kernel) -> None:
    failed = kernel.run("from sklearn.preprocessing import Imputer")
    assert "SK020" in failed.err
    asked = kernel.run("%migrate")
    assert asked.next is None and "replaced where it is used" in asked.out


def test_a_cell_by_its_number(kernel: Kernel) -> None:
    kernel.run("import numpy as np")
    number = int(kernel.run("print(len(In) - 1)").out)
    kernel.run("try:\n    y = np.float(3)\nexcept AttributeError:\n    pass\nz = 1")
    kernel.run("q = 1 / 0")
    kernel.run("k = 0\nif k:\n    np.int(3)")
    assert kernel.run(f"%migrate {number + 3}").next == "k = 0\nif k:\n    int(3)"
    assert kernel.run(f"%migrate {number + 2}").out == "nothing to rewrite\n"


@pytest.mark.parametrize(
    "code",
    ["1 / 0", "undefined_name", "import no_such_module", "x = [\n", "%no_such_magic", "raise SystemExit", "open('nothing')"],
)
def test_other_failures_are_left_alone(kernel: Kernel, code: str) -> None:
    failed = kernel.run(code)
    assert "migrate:" not in failed.err


def test_wrong_numbers(kernel: Kernel) -> None:
    assert "no cell has failed on a known change" in kernel.run("%migrate").err
    assert "%migrate 99999: no such cell; run since %load_ext were" in kernel.run("%migrate 99999").err


def test_it_can_be_taken_out_again(kernel: Kernel) -> None:
    assert kernel.run("%unload_ext migrator.ipython").error == ""
    kernel.run("import numpy as np")
    assert "migrate" not in kernel.run("np.float(3)").err
    assert "not found" in kernel.run("%migrate").err


def test_a_file_of_the_users_that_is_called_like_one_of_ours(kernel: Kernel) -> None:
    kernel.run("%unload_ext migrator.ipython")
    kernel.run("import sys\nmine = {n: m for n, m in sys.modules.items() if n.split('.')[0] == 'runner'}")
    kernel.run("for n in mine: del sys.modules[n]")
    kernel.run("import importlib; open('runner.py', 'w').write('speed = 1'); importlib.invalidate_caches()")
    kernel.run("sys.path.insert(0, '')  # before the checkout, as it is before an installed wheel")
    assert "runner.py stands in the way" in kernel.run("%load_ext migrator.ipython").err
    kernel.run("import os; os.remove('runner.py'); sys.modules.update(mine); del sys.path[0]")
