"""What Pyodide does for the runtime: makes every request, sees which modules that takes, and compiles them.

Runs inside Pyodide, since its own CPython alone writes bytecode that it reads. Its globals have the folders `packages`,
in which all packages are unpacked, `scripts`, and `out`, to which what is needed of them is written.
"""

# ruff: noqa: PLC0415  (what is read is seen, and the packages are there only when it runs)

from __future__ import annotations

import ast
import json
import os
import sys
import zipfile
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path
from types import CodeType

_FIRST = "taflkit.site.visitor"
"""The module that pages ask; what it leads to is the program."""
_LATE = ("difflib", "linecache", "textwrap", "tokenize", "traceback")
"""Modules of the standard library that errors need, which no request may have read."""


def make_every_request() -> int:
    """Make every request; return how many there are."""
    from every_request import every_request

    from taflkit.catalog import Catalog
    from taflkit.site.visitor import answer

    requests = list(every_request(Catalog()))
    for question, request in requests:
        answer(question, json.dumps(request))
    return len(requests)


class Package:
    """The modules below a folder, by their names."""

    def __init__(self, folder: Path) -> None:
        self.files = {_name(file.relative_to(folder)): file for file in folder.rglob("*.py")}

    def reached(self, first: str) -> set[str]:
        """Return the modules of taflkit that a module leads to, however late it reads them, and itself."""
        found: set[str] = set()
        waiting = [first]
        while waiting:
            name = waiting.pop()
            if name in found or name not in self.files or not f"{name}.".startswith("taflkit."):
                continue
            found.add(name)
            waiting += [name.rpartition(".")[0], *self._read_by(name)]
        return found

    def _read_by(self, name: str) -> Iterator[str]:
        for node in _run(ast.parse(self.files[name].read_bytes())):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))


def _run(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a module, without what type checkers alone read."""
    yield node
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    for child in ast.iter_child_nodes(node):
        yield from _run(child)


def _name(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def sources(packages: Path, before: set[str]) -> Iterator[tuple[str, str, bytes]]:
    """Yield the set ("stdlib" or "taflkit"), the path and the source of each module that is needed.

    Args:
        packages: the folder of the packages.
        before: the modules that were read before this script had read any.
    """
    read = {name for name in sys.modules if sys.modules[name] is not None} | {*_LATE}
    library = next(path for path in sys.path if path.endswith(".zip"))
    with zipfile.ZipFile(library) as zipped:
        there = set(zipped.namelist())
        for name in sorted(read | before):
            for path in (f"{name.replace('.', '/')}.py", f"{name.replace('.', '/')}/__init__.py"):
                if path in there:
                    yield "stdlib", path, zipped.read(path)
    package = Package(packages)
    ours = package.reached(_FIRST)
    for name, file in sorted(package.files.items()):
        if name in ours or (name in read and not name.startswith("taflkit")):
            yield "taflkit", file.relative_to(packages).as_posix(), file.read_bytes()


def lean(source: bytes) -> ast.Module:
    """Return a module without its documentation and its functions' types, unless its code asks for them."""
    tree = ast.parse(source)
    asked, typed = b"__doc__" in source, b"singledispatch" in source
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not typed:
            node.returns = None
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    argument.annotation = None
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not asked:
            kept = [each for each in node.body if not _is_text(each)]
            node.body = kept or ([] if isinstance(node, ast.Module) else [ast.Pass(lineno=node.lineno, col_offset=0)])
    return ast.fix_missing_locations(tree)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def without_lines(code: CodeType) -> CodeType:
    """Return code without the numbers of its lines, which tracebacks alone show."""
    inner = [without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts]
    return code.replace(co_linetable=b"", co_consts=tuple(inner))


def compile_all(packages: Path, out: Path, before: set[str]) -> dict[str, int]:
    """Write every module as bytecode that is read without its source; return how many there are of each set."""
    counts: dict[str, int] = {}
    for kind, path, source in sources(packages, before):
        code = compile(lean(source), path, "exec", dont_inherit=True)
        if not path.startswith("taflkit/"):
            code = without_lines(code)
        write(out / kind / f"{path}c", _code_to_hash_pyc(code, bytes(8), False))
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def copy_data(packages: Path, out: Path) -> None:
    """Write what the modules read beside themselves: compiled parts, and the dictionaries of the kits' languages."""
    import pyphen

    from taflkit.catalog import Catalog

    catalog = Catalog()
    codes = {code for game in catalog.game_names() for code in catalog.game(game).languages}
    named = [pyphen.language_fallback("en_GB" if code == "en" else code) for code in codes]
    files = [Path(pyphen.LANGUAGES[name]) for name in named if name]
    for file in sorted({*files, *packages.glob("*/*.so")}):
        write(out / "taflkit" / file.relative_to(packages), file.read_bytes())


def write(file: Path, content: bytes) -> None:
    """Write a file, in folders that need not be there."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def main(packages: str, scripts: str, out: str) -> str:
    """Write the modules and the data, and return what there is, as JSON."""
    before = set(sys.modules)
    sys.path.append(scripts)
    os.chdir("/tmp")  # noqa: S108  (Pyodide's own, in memory)
    made = make_every_request()
    copy_data(Path(packages), Path(out))
    return json.dumps({"requests": made, **compile_all(Path(packages), Path(out), before)})


main(packages, scripts, out)  # type: ignore[name-defined]  # noqa: F821  (given by make_runtime.mjs)
