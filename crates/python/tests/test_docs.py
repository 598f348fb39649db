"""What the documentation says is run: every example of a docstring, the page, the notebook."""

from __future__ import annotations

import doctest
import inspect
import os
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import tihbat

from conftest import ROOT, missing

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL | doctest.NORMALIZE_WHITESPACE


def documented() -> Iterator[tuple[str, Any]]:
    for name in tihbat.__all__:
        found = getattr(tihbat, name)
        if isinstance(found, str):
            continue
        yield name, found
        if inspect.isclass(found):
            for member, value in vars(found).items():
                if not member.startswith("_") and (callable(value) or inspect.isdatadescriptor(value)):
                    yield f"{name}.{member}", value


def test_everything_public_is_documented() -> None:
    named = dict(documented())
    assert len(named) > 90
    without = [name for name, found in named.items() if not (inspect.getdoc(found) or "").strip()]
    # The fields of named tuples have texts after them, which Python does not keep.
    assert without == []


@pytest.mark.parametrize(("name", "found"), [pytest.param(*one, id=one[0]) for one in documented()])
def test_examples_of_docstrings(name: str, found: Any) -> None:
    examples = doctest.DocTestParser().get_doctest(inspect.getdoc(found) or "", {"tihbat": tihbat}, name, None, None)
    results = doctest.DocTestRunner(optionflags=FLAGS).run(examples)
    assert results.failed == 0


def test_the_example_of_the_package() -> None:
    assert isinstance(tihbat, ModuleType) and doctest.testmod(tihbat, optionflags=FLAGS).attempted >= 3


@pytest.mark.parametrize("page", ["crates/python/README.md"])
def test_examples_of_the_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas") if os.environ.get("CI") != "true" else __import__("pandas")
    monkeypatch.chdir(tmp_path)
    results = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=FLAGS)
    assert results.failed == 0 and results.attempted > 20


def test_the_notebook_runs(tmp_path: Path) -> None:
    try:
        import nbformat
        from nbclient import NotebookClient
    except ImportError:
        missing("nbclient")
    path = ROOT / "examples/tihbat.ipynb"
    notebook = nbformat.read(path, as_version=4)
    before = [cell.get("outputs") for cell in notebook.cells]
    assert not any(before), "the notebook is kept without its output"
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    kinds = [kind for cell in notebook.cells for output in cell.get("outputs", []) for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") >= 3 and kinds.count("text/html") >= 3 and "image/png" in kinds
    if keep := os.environ.get("TIHBAT_NOTEBOOK"):
        nbformat.write(notebook, keep)
