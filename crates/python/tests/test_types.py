"""The stubs: complete, strict, and what the package is."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import distribution, version
from pathlib import Path

import pytest

import tihbat

from conftest import ROOT, missing

HERE = Path(__file__).resolve().parent


def run(*words: str) -> None:
    try:
        import mypy  # noqa: F401
    except ImportError:
        missing("mypy")
    found = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=HERE)
    assert found.returncode == 0, found.stdout + found.stderr


def test_the_stubs_are_those_of_the_module() -> None:
    run("mypy.stubtest", "tihbat", "--ignore-disjoint-bases")


def test_the_package_and_its_tests_have_right_types() -> None:
    run("mypy", "--strict", "--allow-redefinition", "-p", "tihbat")
    run("mypy", "--strict", "typed.py")


def test_the_version_is_that_of_the_crate() -> None:
    text = (ROOT / "Cargo.toml").read_text()
    expected = text.split('version = "', 1)[1].split('"', 1)[0]
    assert tihbat.__version__ == version("tihbat") == expected


def test_the_wheel_is_what_it_should_be() -> None:
    files = distribution("tihbat").files or []
    names = [str(path) for path in files]
    assert "tihbat/py.typed" in names and "tihbat/_native.pyi" in names
    native = [path for path in files if "_native" in str(path) and str(path).endswith(".so")]
    assert len(native) == 1 and "abi3" in str(native[0]), "one module for all versions of Python"


if __name__ == "__main__":
    pytest.main([__file__])
