"""The reference page is what the stubs say, every name has an example, and every example runs."""

import doctest
import importlib.util
from pathlib import Path

import numpy as np
import pytest

import gruntle

HERE = Path(__file__).resolve().parents[1]


def reference():
    """The script that makes the page."""
    spec = importlib.util.spec_from_file_location("reference", HERE / "reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MADE = reference()
DESCRIBED = MADE.described()


def test_the_page_is_what_the_stubs_say():
    assert MADE.PAGE.read_text(encoding="utf-8") == MADE.page(), "run python/reference.py"


def test_every_public_name_of_the_package_is_described():
    page = MADE.page()
    for name in gruntle.__all__:
        assert f"`class gruntle.{name}`" in page or f"`gruntle.{name}" in page, name
    for kind in (gruntle.Bot, gruntle.Match, gruntle.Vector):
        for name in (name for name in dir(kind) if not name.startswith("_")):
            assert f"#### `{kind.__name__}.{name}" in page, f"{kind.__name__}.{name}"
        for heading, mark, _ in DESCRIBED:
            of, _, name = heading.partition(".")
            if mark == "####" and of == kind.__name__:
                assert hasattr(kind, name.split("(")[0].split(":")[0]), heading


@pytest.mark.parametrize("heading, says", [(heading, says) for heading, mark, says in DESCRIBED if mark != "##"])
def test_every_name_has_an_example_that_runs(heading, says):
    assert says and ">>>" in says, f"{heading} has no example"
    for module in ("gymnasium", "pettingzoo", "pyspiel"):
        if f"import {module}" in says or f"gruntle.{module.replace('pyspiel', 'openspiel')}" in says:
            pytest.importorskip(module)
    if "gruntle.gym" in says:
        pytest.importorskip("gymnasium")
    example = doctest.DocTestParser().get_doctest(says, {"gruntle": gruntle, "np": np}, heading, None, 0)
    told = []
    doctest.DocTestRunner(verbose=False).run(example, out=told.append)
    assert not told, "".join(told)
