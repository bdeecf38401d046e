"""Defaults that are declared in C++: what is read of them, and what counts as a change."""

from __future__ import annotations

import pytest

from apidb.mine.native import Declared, changed, declarations

PARAM = """
// DMLC_DECLARE_FIELD(commented).set_default(1)
struct TreeParam : public dmlc::Parameter<TreeParam> {
  static constexpr float kEta = 0.3f;
  DMLC_DECLARE_PARAMETER(TreeParam) {
    DMLC_DECLARE_FIELD(eta).set_lower_bound(0.0f).set_default(kEta).describe("Step size (rate) of an update.");
    DMLC_DECLARE_FIELD(grow_policy)
        .set_default(static_cast<int>(Policy::kDepth))
        .add_enum("depthwise", static_cast<int>(Policy::kDepth))
        .describe("Where to split first.");
    DMLC_DECLARE_FIELD(interaction).describe("Has no default.");
    DMLC_DECLARE_FIELD(score).set_default(Objective::DefaultScore());
    DMLC_DECLARE_ALIAS(eta, learning_rate);
  }
};
"""
OBJECTIVE = "struct Objective {\n  static constexpr float DefaultScore() { return 0.5f; }\n};\n"
CONFIG = """
const int kLeaves = 31;
struct Config {
 public:
  // alias = num_leaf
  int num_leaves = kLeaves;
  bool linear_tree = false;
  std::string device = "cpu";
  std::vector<int> groups;
};
"""


def told(found: list[Declared]) -> list[str]:
    return [f"{d.struct}.{d.name}={d.default}" for d in found]


def test_declared_fields() -> None:
    assert told(declarations({"src/tree/param.h": PARAM, "include/objective.h": OBJECTIVE})) == [
        "TreeParam.eta=0.3",
        'TreeParam.grow_policy="depthwise"',
        "TreeParam.score=0.5",
    ]


def test_initialised_members_of_a_configuration() -> None:
    assert told(declarations({"include/config.h": CONFIG})) == [
        "Config.num_leaves=31",
        "Config.linear_tree=False",
        'Config.device="cpu"',
    ]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (Declared("A", "eta", "0.3", "a.h"), Declared("A", "eta", "0.1", "a.h"), "lib.A.eta: eta=0.3 → eta=0.1"),
        (Declared("A", "eta", "0.3", "a.h"), Declared("B", "eta", "0.1", "b.h"), "lib.B.eta: eta=0.3 → eta=0.1"),  # moved
        (Declared("A", "eta", "1", "a.h"), Declared("A", "eta", "1.0", "a.h"), None),
        (Declared("A", "all", "False", "a.h"), Declared("A", "all", "0", "a.h"), None),
        (Declared("A", "big", "limits<int>::max()", "a.h"), Declared("A", "big", "limits<long>::max()", "a.h"), None),
        (Declared("A", "eta", "0.3", "a.h"), Declared("A", "rate", "0.1", "a.h"), None),
    ],
)
def test_changes(old: Declared, new: Declared, told: str | None) -> None:
    found = [f"{c.symbol}: {c.old} → {c.new}" for c in changed("lib", [old], [new], "2.0")]
    assert found == ([told] if told else [])
