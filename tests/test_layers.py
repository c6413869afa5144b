"""The house: a module imports only names to its left, and each library has its home."""

from __future__ import annotations

import ast
import re
import sys
from functools import cache

import pytest

from support import ROOT

PACKAGE = ROOT / "generator" / "taflkit"

LEFT_TO_RIGHT = (
    *(
        "errors",
        "limits",
        "sums",
        "reading",
        "resources",
        "tafl",
        "drawing",
        "ornament",
        "typesetting",
        "sheets",
        "figures",
        "words",
        "catalog",
    ),
    *("parts", "kit", "render", "library", "site", "cli", "__main__"),
)
# names that see less of ours than stands to their left
NARROW = {
    "tafl": {"errors", "limits"},
    "drawing": {"errors", "limits"},
    "sheets": {"errors", "limits", "sums"},
    "render": {"errors", "limits", "sums", "resources", "drawing"},
}
# values are Structs of msgspec, whose classes are made soon; tafl needs no library, and the help reads none
HOMES = {
    "svgwrite": {"render"},
    "ezdxf": {"render"},
    "reportlab": {"render"},
    "pypdfium2": {"render"},
    "msgspec": {
        *("drawing", "ornament", "typesetting", "sheets", "figures", "words", "catalog"),
        *("parts", "kit", "render", "library", "site"),
    },
    "click": {"cli"},
    "platformdirs": {"cli"},
    "jinja2": {"site"},
    "tomli": {"reading"},
    "polib": {"catalog"},
}
BY_NAME = "an import by name"
# what the package itself may be asked for
OF_THE_PACKAGE = {"LICENCE", "__version__"}


@cache
def imported(source: str, module: str) -> tuple[tuple[int, str], ...]:
    """Return the line and the dotted name of everything that a module imports, wherever it does so.

    Args:
        source: the module's text.
        module: its dotted name with the package in front; a package's own file ends in ".__init__".
    """
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.extend((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            where = ".".join([*above, *([node.module] if node.module else [])])
            found.extend((node.lineno, f"{where}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and _is_import_by_name(node.func):
            found.append((node.lineno, _beginning(node.args[0]) if node.args else BY_NAME))
    return tuple(found)


def _is_import_by_name(called: ast.expr) -> bool:
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    return name in ("__import__", "import_module")


def _beginning(name: ast.expr) -> str:
    """Return what an import by name surely begins with, as "taflkit.cli" of f"taflkit.cli.{command}"."""
    if isinstance(name, ast.JoinedStr) and name.values:
        name = name.values[0]
    return str(name.value).rstrip(".") if isinstance(name, ast.Constant) else BY_NAME


def offences(source: str, path: str) -> list[str]:
    """Return what a module at a path below the package imports and must not."""
    own = _name(path)
    found = []
    for line, name in imported(source, _module(path)):
        library, _, rest = name.partition(".")
        other = rest.partition(".")[0]
        why = _wrong_of_ours(own, other) if library == "taflkit" else _wrong_of_others(own, library)
        if why:
            found.append(f"{path}:{line}: {name}: {why}")
    return found


def _module(path: str) -> str:
    """Return the dotted name of a module at a path below the package, a package's own file with ".__init__"."""
    return f"taflkit.{path.removesuffix('.py').replace('/', '.')}"


def _name(path: str) -> str:
    """Return which name of the house a module at a path below the package belongs to."""
    return path.partition("/")[0].removesuffix(".py")


def _wrong_of_ours(own: str, other: str) -> str:
    if other in (own, *OF_THE_PACKAGE):
        return ""
    if other not in LEFT_TO_RIGHT:
        return "not a name of the house"
    if LEFT_TO_RIGHT.index(other) > LEFT_TO_RIGHT.index(own):
        return f"stands to the right of {own}"
    if own in NARROW and other not in NARROW[own]:
        return f"{own} sees {', '.join(sorted(NARROW[own]))} alone"
    return ""


def _wrong_of_others(own: str, library: str) -> str:
    if library == BY_NAME:
        return "an import by name cannot be checked"
    if own == "tafl" and library not in sys.stdlib_module_names:
        return "tafl needs the standard library alone"
    homes = HOMES.get(library, {own})
    return "" if own in homes else f"belongs in {', '.join(sorted(homes))}"


MODULES = sorted(str(file.relative_to(PACKAGE).as_posix()) for file in PACKAGE.rglob("*.py"))


def test_every_module_imports_only_names_to_its_left() -> None:
    modules = [path for path in MODULES if path != "__init__.py"]
    found = {path: offences((PACKAGE / path).read_text(encoding="utf-8"), path) for path in modules}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_the_package_itself_is_the_face_of_the_library() -> None:
    source = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    ours = [name.split(".")[1] for _, name in imported(source, "taflkit.__init__") if name.startswith("taflkit.")]
    assert set(ours) == {"errors", "tafl", "library"}


def test_every_name_of_the_package_has_its_place() -> None:
    there = {_name(path) for path in MODULES} - {"__init__"}
    assert there - set(LEFT_TO_RIGHT) == set()
    assert set(LEFT_TO_RIGHT) - there <= {"__main__"}


def test_every_library_is_imported_in_its_home() -> None:
    seen = {
        (library, _name(path))
        for path in MODULES
        for _, name in imported((PACKAGE / path).read_text(encoding="utf-8"), _module(path))
        if (library := name.split(".")[0]) in HOMES
    }
    assert seen == {(library, home) for library, homes in HOMES.items() for home in homes}


@pytest.mark.parametrize(
    ("source", "path", "name"),
    [
        ("import taflkit.kit", "parts/cards.py", "taflkit.kit"),
        ("from taflkit.kit.build import build_kit", "parts/cards.py", "taflkit.kit.build.build_kit"),
        ("from taflkit import kit", "parts/borders.py", "taflkit.kit"),
        (
            "def draw():\n    from taflkit.kit.build import build_kit",
            "parts/borders.py",
            "taflkit.kit.build.build_kit",
        ),
        ("if TYPE_CHECKING:\n    from taflkit.catalog import Catalog", "drawing/look.py", "taflkit.catalog.Catalog"),
        ("from .. import kit", "parts/borders.py", "taflkit.kit"),
        ("from ..kit import build_kit", "parts/__init__.py", "taflkit.kit.build_kit"),
        ("from taflkit.parts import board", "render/svg.py", "taflkit.parts.board"),
        ("from taflkit.resources import templates_folder", "sheets/plan.py", "taflkit.resources.templates_folder"),
        ("from taflkit.resources import templates_folder", "tafl/counts.py", "taflkit.resources.templates_folder"),
        ("from taflkit.tafl import Square", "drawing/shapes.py", "taflkit.tafl.Square"),
        ("from msgspec import Struct", "reading.py", "msgspec.Struct"),
        ("from reportlab.pdfgen.canvas import Canvas", "kit/components.py", "reportlab.pdfgen.canvas.Canvas"),
        ("import click", "kit/build.py", "click"),
        ("import msgspec", "tafl/board.py", "msgspec"),
        ("from taflkit.helpers import pad", "cli/show.py", "taflkit.helpers.pad"),
        ("def late():\n    importlib.import_module('taflkit.kit')", "parts/borders.py", "taflkit.kit"),
        ("def late(name):\n    return import_module(f'taflkit.render.{name}')", "kit/build.py", "taflkit.render"),
        ("def late(name):\n    return __import__(name)", "kit/build.py", BY_NAME),
    ],
)
def test_a_forbidden_import_is_found_however_it_is_written(source: str, path: str, name: str) -> None:
    found = offences(source, path)
    assert len(found) == 1
    assert f": {name}: " in found[0]


@pytest.mark.parametrize(
    ("source", "path"),
    [
        ("from taflkit.tafl import Square", "figures/script.py"),
        ("from taflkit.sheets.paper import Paper", "sheets/plan.py"),
        ("from .paper import Paper", "sheets/plan.py"),
        ("from taflkit import __version__", "kit/build.py"),
        ("import json, taflkit.errors", "tafl/counts.py"),
        ("import msgspec", "catalog/sources.py"),
        ("from msgspec import Struct", "drawing/look.py"),
        ("from taflkit.render.svg import to_svg", "cli/show.py"),
        ("def late(name):\n    return import_module(f'taflkit.cli.{name}')", "cli/__init__.py"),
    ],
)
def test_an_allowed_import_is_let_through(source: str, path: str) -> None:
    assert offences(source, path) == []


def circles(imports: dict[str, set[str]]) -> set[frozenset[str]]:
    """Return the sets of modules each of which leads to all the others, by what each one imports."""

    def reached(begin: str) -> set[str]:
        seen, front = set[str](), [begin]
        while front:
            new = imports.get(front.pop(), set()) - seen
            seen |= new
            front += new
        return seen

    within = {name: reached(name) for name in imports}
    return {
        frozenset(other for other in within[name] if name in within.get(other, ()))
        for name in imports
        if name in within[name]
    }


@cache
def imports_inside() -> dict[str, set[str]]:
    """Return what each module imports of ours, wherever it does so, for types alone too."""
    # the package itself imports the library when it is asked for
    names = {_module(path).removesuffix(".__init__"): path for path in MODULES if path != "__init__.py"}
    found: dict[str, set[str]] = {}
    for name, path in names.items():
        of_ours = [each for _, each in imported((PACKAGE / path).read_text(encoding="utf-8"), _module(path))]
        found[name] = {each if each in names else each.rpartition(".")[0] for each in of_ours} & names.keys() - {name}
    return found


def test_modules_do_not_import_one_another_in_a_circle() -> None:
    assert circles(imports_inside()) == set()


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == {frozenset("bc")}


def test_a_class_is_named_once_in_the_package() -> None:
    homes: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(ast.parse((PACKAGE / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name.lstrip("_"), []).append(path)
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}


def test_a_module_that_one_other_alone_imports_is_a_subject_of_its_own() -> None:
    imports = imports_inside()
    small = {
        path
        for path in MODULES
        if not path.endswith("__init__.py")
        and len((PACKAGE / path).read_text(encoding="utf-8").splitlines()) < 40
        and sum(_module(path) in names for names in imports.values()) == 1
    }
    assert small == set()


def test_no_python_stands_in_the_templates() -> None:
    templates = ROOT / "templates"
    assert any(templates.rglob("*.toml"))
    assert [file for ending in ("*.py", "*.pyc", "*.pyi") for file in templates.rglob(ending)] == []


def test_gitignore_has_rooted_patterns_alone() -> None:
    # an unrooted *.ttf, say, would drop the fonts from the wheel
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    patterns = [line for line in lines if line.strip() and not line.startswith("#")]
    assert patterns
    loose = [pattern for pattern in patterns if not re.match(r"!?/", pattern)]
    assert loose == ["__pycache__/", "*.egg-info/"]


OPTION = re.compile(r"(?<![\w-])--[a-z]")


def options_named(source: str) -> list[str]:
    """Return the strings of a module that contain the name of an option of the command line."""
    strings = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return [string for string in strings if isinstance(string, str) and OPTION.search(string)]


def test_the_command_line_alone_names_its_options() -> None:
    modules = [path for path in MODULES if _name(path) != "cli"]
    found = {path: options_named((PACKAGE / path).read_text(encoding="utf-8")) for path in modules}
    assert {path: named for path, named in found.items() if named} == {}


def test_an_option_is_found_in_every_string() -> None:
    found = '''"""Use --cell."""\nx = f"--punch {y}: too wide"\nz = "a -- b, 1--2, pre--x"'''
    assert sorted(options_named(found)) == ["--punch ", "Use --cell."]
