"""taflkit export: what it writes, where, and what it says of what cannot be."""

from __future__ import annotations

import errno
import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.documents import PAGES
from taflkit.cli import main
from taflkit.cli.build import build, export
from taflkit.cli.writing import _Drafts, write_all
from taflkit.errors import TaflkitError
from taflkit.kit.options import DEFAULT_DPI, EXPORTS, LINES, MARK_INSET, MARKS, PICTURES, PRESS_BLEED
from taflkit.limits import MARK_INSET as INSETS
from taflkit.parts.marks.marks import Registration

PAGE = PAGES["docs/exports.md"]
CARDS = ("--parts", "cards", "--theme", "plain")
CLEAR = Registration(MARK_INSET).clear


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["export", *words])


def failed(*words: str, code: int = 1) -> str:
    """Return the one line of what could not be done; nothing is written then."""
    result = run(*words)
    assert result.exit_code == code, result.output
    (line,) = result.stderr.splitlines()
    assert list(Path().iterdir()) == []
    return line


def written(*words: str) -> list[str]:
    """Return the files that are written, by their names in the folder."""
    result = run(*words)
    assert result.exit_code == 0, result.output
    return sorted(str(file) for file in Path().rglob("*") if file.is_file())


def test_files_go_to_a_folder_called_by_the_kit() -> None:
    folder = "output/brandub-walker-plain-a4-colour-only-counters-parts"
    names = [f"{folder}/counter-{piece}.svg" for piece in ("attacker", "defender", "king")]
    assert written("--to", "parts", "--parts", "counters", "--theme", "plain") == names


@pytest.mark.whole
def test_files_go_to_the_folder_that_is_named() -> None:
    assert written("--to", "cutter", *CARDS, "-o", "machine") == ["machine/sheet-1.pdf", "machine/sheet-1.svg"]


def test_a_table_finds_its_files_where_they_are_written(folder: Path) -> None:
    names = written("--to", "tts", *CARDS, "-o", "my table")
    (saved,) = (folder / name for name in names if name.endswith(".json"))
    urls = re.findall(r'"ImageURL": "([^"]+)"', saved.read_text())
    assert urls == [f"{(folder / 'my table').as_uri()}/card-{side}.png" for side in ("attackers", "defenders")]
    assert json.loads(saved.read_text())["SaveName"] == "Brandub"


@pytest.mark.whole
def test_a_table_finds_its_files_where_the_user_puts_them(folder: Path) -> None:
    names = written("--to", "tts", *CARDS, "--url", "https://example.org/kit/", "-o", "t")
    (saved,) = (folder / name for name in names if name.endswith(".json"))
    assert '"https://example.org/kit/card-attackers.png"' in saved.read_text()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((), 2, "'--to'"),
        (("--to", "cricut"), 2, "cutter"),
        (("--to", "parts", "--parts", "instructions"), 1, "--parts: there is no part to export"),
        (("--to", "parts", "--parts", "reader"), 1, "--parts: 'reader' is a file of build"),
        (("--to", "cutter", "--margin", "12"), 1, "--margin: the registration marks need 16 mm"),
        (("--to", "cutter", "--mark-inset", "16", "--margin", "20"), 1, "use 23 mm or more, 36 mm to leave the marks"),
        (("--to", "cutter", "--mark-inset", "5"), 1, "--mark-inset: the inset of the marks must be 6 to 20 mm, not 5"),
        (("--to", "cutter", "--mark-inset", "nan"), 1, "--mark-inset: 'nan' is not a length"),
        (("--to", "cutter", "--mark-inset", "0.6ft"), 1, "--mark-inset: '0.6ft' has the unknown unit 'ft'"),
        (("--to", "cutter", "--marks", "five"), 2, "there is no number of marks 'five'; there is three, four"),
        (("--to", "parts", "--marks", "four"), 2, "--marks changes nothing here; it is for --to cutter"),
        (("--to", "tts", "--mark-inset", "12"), 2, "--mark-inset changes nothing here; it is for --to cutter"),
        (("--to", "parts", "--format", "dxf"), 2, "--format dxf changes nothing here; it is for --to cutter"),
        (("--to", "tts", "--format", "svg"), 2, "--format svg changes nothing here; it is for --to parts and --to cut"),
        (("--to", "cutter", "--format", "dfx"), 2, "there is no format 'dfx'; did you mean dxf?"),
        pytest.param(("--to", "cutter", "--margin", "30", "--cell", "160"), 1, "--cell", marks=pytest.mark.whole),
        (("--to", "parts", "--bleed", "11"), 1, "--bleed: the bleed must be 0 to 10 mm, not 11 mm"),
        (("--to", "parts", "--format", "png", "--dpi", "36.5"), 1, "'36.5' is not a whole number; write it like 36"),
        (("--to", "nothing"), 2, "there is no export 'nothing'; there is parts, cutter, tts, print-on-demand"),
        (("--to", "tts", "--url", "ftp://example.org"), 1, "--url: 'ftp://example.org' is no address of a folder"),
        (("--to", "tts", "--url", "file:///"), 1, "--url: 'file:///' is no address of a folder"),
        (("--to", "cutter", "--format", "png"), 2, "--format png changes nothing here; it is for --to parts ("),
        (("--to", "parts", "--url", "https://example.org/"), 2, "--url changes nothing here; it is for --to tts"),
        (("--to", "print-on-demand", "--dpi", "600"), 2, "--dpi changes nothing here"),
        (("--to", "parts", "--dpi", "600"), 2, "--to tts, or --to parts with --format png"),
        (("--to", "parts", "-o", "-"), 2, "name a folder"),
        (("--to", "parts", "-o", "kit.svg"), 2, "name a folder"),
        (("nogame", "--to", "parts"), 1, "nogame"),
    ],
)
def test_what_cannot_be_is_one_line(words: tuple[str, ...], code: int, said: str) -> None:
    assert said in failed(*words, code=code)


def test_a_disk_that_is_full_leaves_no_new_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_self: _Drafts, _path: Path, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(_Drafts, "write", full)
    (folder / "there").mkdir()
    with pytest.raises(TaflkitError, match="No space left on device"):
        write_all(folder / "new" / "deep", {"a.svg": ""})
    with pytest.raises(TaflkitError, match="No space left on device"):
        write_all(folder / "there", {"a.svg": ""})
    assert [file.name for file in folder.iterdir()] == ["there"]


def test_a_box_may_be_asked_for_without_a_value() -> None:
    with export.make_context("export", ["--to", "parts", "--box", "tablut"]) as context:
        assert (context.params["box"], context.params["game"]) == ("parts", "tablut")


@pytest.mark.whole
def test_a_margin_that_is_not_asked_for_leaves_the_marks_clear() -> None:
    result = run("--to", "cutter", *CARDS)
    assert result.exit_code == 0
    assert f"margin{CLEAR:g}" in result.output


def test_a_cutter_may_have_dxf_and_marks_farther_inside() -> None:
    result = run("--to", "cutter", *CARDS, "--format", "dxf", "--marks", "four", "--mark-inset", "0.625in")
    assert result.exit_code == 0, result.output
    # no library says a word of its own
    assert result.stderr == ""
    (folder,) = Path("output").iterdir()
    assert folder.name.endswith("-margin35-875-only-cards-cutter-inset15-875-four-marks")
    assert sorted(file.name for file in folder.iterdir()) == ["sheet-1.dxf", "sheet-1.pdf"]
    assert "cut each by its DXF, in millimetres" in result.stdout


def test_without_ezdxf_a_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    monkeypatch.delitem(sys.modules, "taflkit.render.dxf", raising=False)
    said = failed("--to", "cutter", *CARDS, "--format", "dxf")
    assert said == "Error: --format: DXF needs ezdxf, which is not installed; pip install 'taflkit[dxf]'"
    assert written("--to", "cutter", *CARDS, "-o", "svg") == ["svg/sheet-1.pdf", "svg/sheet-1.svg"]


def test_its_page_has_every_export_and_option() -> None:
    for name in (*EXPORTS, *PICTURES, *LINES, *MARKS):
        assert f"`{name}`" in PAGE, name
    assert f"| `--mark-inset` | {MARK_INSET:g} mm; {INSETS} from" in PAGE
    for option in ("--to", "--format", "--dpi", "--url", "--output", "--marks"):
        assert f"`{option}" in PAGE, option
    assert f"{PRESS_BLEED:g} mm" in PAGE
    assert f"{CLEAR:g} mm" in PAGE
    assert str(DEFAULT_DPI) in PAGE


def test_its_page_names_the_options_of_build_that_it_lacks() -> None:
    own = {name for param in export.params for name in param.opts}
    lacking = {name for param in build.params for name in param.opts if name.startswith("--")} - own
    sentence = re.search(r"all options of build but ([^.]+)\.", " ".join(PAGE.split()))
    assert sentence is not None
    assert set(re.findall(r"`(--[a-z-]+)`", sentence[1])) == lacking
