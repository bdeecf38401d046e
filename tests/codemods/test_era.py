"""Does a change concern a migration from one era to another?"""

from __future__ import annotations

import pytest

from codemods.era import Bounds, Due, Target, Vintage, due

NEW = Target({"pandas": "2.2.3"})
OLD = Target({"pandas": "1.5.3"})
UNKNOWN = Vintage()
BEFORE = Vintage({"pandas": Bounds(None, "1.0.5")})
AFTER = Vintage({"pandas": Bounds("2.1", None)})
ACROSS = Vintage({"pandas": Bounds("1.0", "2.1")})


@pytest.mark.parametrize(
    ("target", "vintage", "loud", "silent"),
    [
        (NEW, BEFORE, Due.YES, Due.YES),
        (NEW, UNKNOWN, Due.YES, Due.UNTOLD),  # the loud one tells its age by failing
        (NEW, ACROSS, Due.YES, Due.UNTOLD),
        (NEW, AFTER, Due.NO, Due.NO),
        (OLD, BEFORE, Due.NO, Due.NO),
        (Target({}), BEFORE, Due.NO, Due.NO),
    ],
)
def test_due(target: Target, vintage: Vintage, loud: Due, silent: Due) -> None:
    assert due("pandas", "2.0", silent=False, target=target, vintage=vintage) is loud
    assert due("pandas", "2.0", silent=True, target=target, vintage=vintage) is silent


def test_without_a_release_the_rule_asks_itself() -> None:
    assert due("pandas", "", silent=True, target=OLD, vintage=UNKNOWN) is Due.YES
    assert due("numpy", "", silent=False, target=OLD, vintage=UNKNOWN) is Due.NO


def test_versions_are_compared_as_versions() -> None:
    assert Target({"pandas": "0.100"}).reached("pandas", "0.99")
    assert Target({"pandas": "2.0"}).reached("pandas", "2.0.0")
    assert not Target({"pandas": "1.10"}).reached("pandas", "1.11")
    assert not Target({}).reached("pandas", "0.1")


@pytest.mark.parametrize(
    ("bounds", "before", "since"),
    [
        (Bounds(), False, False),
        (Bounds(None, "1.5.3"), True, False),
        (Bounds("2.0", None), False, True),
        (Bounds("1.0", "2.0"), False, False),
    ],
)
def test_an_interval_is_before_or_since_or_neither(bounds: Bounds, before: bool, since: bool) -> None:
    vintage = Vintage({"pandas": bounds})
    assert vintage.before("pandas", "2.0") is before
    assert vintage.since("pandas", "2.0") is since


def test_within() -> None:
    vintage = Vintage({"pandas": Bounds("1.0", "1.5")})
    assert vintage.within("pandas", "1.0", "2.0")
    assert vintage.within("pandas", None, "2.0") and vintage.within("pandas", "0.25", None)
    assert not vintage.within("pandas", "1.1", "2.0") and not vintage.within("pandas", "1.0", "1.5")
