"""The examples of the book and of the modules, and the package's type annotations."""

import doctest
import importlib
import inspect
import os
import pathlib
import pkgutil

import pytest
from conftest import REPOSITORY

import hanamachi

CHAPTERS = ["docs/src/python.md", "docs/src/openspiel.md"]

@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_code_of_the_chapter(chapter, monkeypatch):
    monkeypatch.chdir(REPOSITORY)
    done = doctest.testfile(str(REPOSITORY / chapter), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 5 and done.failed == 0


def modules():
    for module in pkgutil.iter_modules(hanamachi.__path__, "hanamachi."):
        if not module.name.endswith("._native"):
            yield importlib.import_module(module.name)


def test_the_examples_of_the_modules():
    done = [doctest.testmod(module) for module in (hanamachi, *modules())]
    assert sum(one.attempted for one in done) >= 100 and not sum(one.failed for one in done)
    for module in (hanamachi, *modules()):
        for name in getattr(module, "__all__", ()):
            if inspect.isclass(found := getattr(module, name)):
                assert ">>>" in (found.__doc__ or ""), f"{module.__name__}.{name} has no example"


def test_everything_public_is_documented_and_typed():
    assert (pathlib.Path(hanamachi.__file__).parent / "py.typed").exists()
    for module in (hanamachi, hanamachi.okiya, hanamachi.hanamikoji):
        for name in module.__all__:
            found = getattr(module, name)
            if inspect.isclass(found) or inspect.isroutine(found):
                assert inspect.getdoc(found), name


def test_the_stubs_name_everything_that_is_compiled():
    import ast

    from hanamachi import _native

    stubs = ast.parse((pathlib.Path(hanamachi.__file__).parent / "_native.pyi").read_text("utf-8"))
    said = {node.name: node for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    for name, found in vars(_native).items():
        if name.startswith("__"):
            continue
        assert name in said, f"_native.pyi lacks {name}"
        if inspect.isclass(found) and not issubclass(found, Exception):
            members = {node.name for node in said[name].body if isinstance(node, ast.FunctionDef)}
            public = {member for member in vars(found) if not member.startswith("__")}
            assert public <= members, f"_native.pyi lacks {name}.{public - members}"
            assert {member for member in members if not member.startswith("__")} <= public, name


def test_the_version_is_that_of_the_program():
    manifest = (REPOSITORY / "Cargo.toml").read_text("utf-8")
    assert f'version = "{hanamachi.__version__}"' in manifest
    assert os.fspath(hanamachi.__file__).endswith("__init__.py")


def test_the_licences_are_those_of_the_project_and_come_along():
    from importlib import metadata

    for name in ("LICENSE-MIT", "LICENSE-APACHE"):
        text = (REPOSITORY / name).read_text("utf-8")
        assert (REPOSITORY / "bindings/python" / name).read_text("utf-8") == text
    licences = metadata.metadata("hanamachi").get_all("License-File")
    assert {"LICENSE-MIT", "LICENSE-APACHE"} <= set(licences)
