"""Printers: what is kept of them, what the command line says, and that kits without one stay as they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from support.pdf_content import read_pages
from taflkit.cli import main
from taflkit.errors import TaflkitError, TemplateError
from taflkit.kit.printers import Printer, check_margin, check_name

OFFICE = Printer("office", 99.6, 100.0, 1.5, -0.5, 8.0)
SET = ("--scale-x", "99.6", "--scale-y", "100", "--back-dx", "1.5", "--back-dy", "-0.5", "--unprintable", "8")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where printers are kept, and a current folder of one's own."""
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "config" / "printers"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def good(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def failed(*words: str) -> str:
    """Return the one line of a named problem."""
    result = run(*words)
    assert result.exit_code == 1, result.output
    (line,) = result.stderr.splitlines()
    return line


def test_what_is_written_is_read_again() -> None:
    assert Printer.parse("office", str(OFFICE), "office.toml") == OFFICE
    assert Printer.parse("plain", "", "plain.toml") == Printer("plain")


@pytest.mark.parametrize(
    ("text", "key", "why"),
    [
        ("scale_x =", "", "not TOML"),
        ("scale = 99", "scale", "unknown key"),
        ("scale_x = 'wide'", "scale_x", "must be a number"),
        ("back_dx = true", "back_dx", "must be a number"),
        ("scale_y = 111.0", "scale_y", "90 to 110"),
        ("back_dy = nan", "back_dy", "-20 to 20"),
        ("unprintable = -1", "unprintable", "0 to 25"),
    ],
)
def test_a_broken_file_is_named_with_its_key(text: str, key: str, why: str) -> None:
    with pytest.raises(TemplateError, match=why) as caught:
        Printer.parse("bad", text, "printers/bad.toml")
    assert (caught.value.file, caught.value.key) == ("printers/bad.toml", key)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "-x", ".hidden", "two words", "x" * 61, "a.b", "a_b"])
def test_a_name_that_is_no_file_name_is_refused(name: str) -> None:
    with pytest.raises(TaflkitError, match="is no name for a printer"):
        check_name(name)


def test_a_margin_must_be_within_reach() -> None:
    check_margin(OFFICE, 8.0)
    check_margin(Printer("near", unprintable=4.0), 5.0)
    with pytest.raises(TaflkitError, match=r"margin of 7 mm .* outer 8 mm .* use 8 mm or more") as caught:
        check_margin(OFFICE, 7.0)
    assert caught.value.choice == "margin"


def test_set_show_list_and_forget(kept: Path) -> None:
    assert "No printers" in good("printer", "list")
    assert good("printer", "set", "office", *SET).startswith("office: --scale-x 99.6 --scale-y 100 --back-dx 1.5")
    assert [file.name for file in kept.iterdir()] == ["office.toml"]
    good("printer", "set", "home", "--scale-x", "100")
    good("printer", "set", "office", "--back-dy", "0.25cm")
    assert (
        good("printer", "list")
        .splitlines()[-1]
        .endswith("--back-dx 1.5 --back-dy 2.5 --unprintable 8 --feed-dx 0 --feed-dy 0")
    )
    shown = good("printer", "show", "office")
    assert shown.splitlines()[0] == str(kept / "office.toml")
    assert "back_dy = 2.5" in shown
    good("printer", "forget", "office")
    assert not (kept / "office.toml").exists()
    assert "there is home" in failed("printer", "show", "office")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--scale-x", "89"), "--scale-x: what 100 mm across measure on paper must be 90 to 110 mm, not 89"),
        (("--scale-y", "110.5"), "--scale-y: what 100 mm down measure"),
        (("--back-dx", "21"), "--back-dx: how far right the back lies must be -20 to 20 mm, not 21"),
        (("--back-dy", "-20.5"), "--back-dy: how far down"),
        (("--unprintable", "26"), "--unprintable: "),
        (("--feed-dx", "21"), "--feed-dx: how far right a print lies on its paper must be -20 to 20 mm, not 21"),
        (("--back-dx", "2 parsecs"), "--back-dx: "),
    ],
)
def test_a_value_out_of_range_names_its_option(kept: Path, words: tuple[str, str], line: str) -> None:
    assert f"Error: {line}" in failed("printer", "set", "office", *words)
    assert not kept.exists()


def test_a_printer_that_cannot_be_written_leaves_nothing(kept: Path) -> None:
    kept.parent.mkdir()
    kept.write_text("a file where the folder should be")
    assert failed("printer", "set", "office", *SET) == f"Error: {kept}: is a file or a pipe, and must be a folder"
    assert kept.is_file()
    assert failed("printer", "show", "a/b").startswith("Error: NAME: 'a/b' is no name for a printer")
    assert failed("printer", "test", "--printer", "a/b").startswith("Error: --printer: 'a/b' is no name for a printer")


def test_an_unknown_or_broken_printer_stops_the_build(kept: Path) -> None:
    assert "there is no printer 'office'; none is kept yet" in failed("build", "--printer", "office")
    kept.mkdir(parents=True)
    (kept / "office.toml").write_text("scale_x = 12.0\n")
    line = failed("build", "--printer", "office")
    assert f"{kept / 'office.toml'}: scale_x: " in line
    assert not (kept.parent.parent / "output").exists()


@pytest.mark.usefixtures("kept")
def test_a_build_for_a_printer_says_so() -> None:
    good("printer", "set", "office", *SET)
    lines = good("build", "--printer", "office").splitlines()
    assert len(lines) == 5
    assert lines[0].startswith("output/brandub-walker-a4-colour-edge8-for-office.pdf: 5 pages")
    assert lines[3].startswith("Squares in the best sections: ")
    assert lines[4].endswith("; for printer office")
    line = failed("build", "--printer", "office", "--margin", "6")
    assert "--margin: a margin of 6 mm is too small: the printer 'office'" in line


@pytest.mark.usefixtures("kept")
def test_a_build_without_printer_reads_no_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    before = run("build", "-o", "-").stdout_bytes
    good("printer", "set", "office", *SET)
    good("printer", "set", "plain", "--scale-x", "100")

    def asked(*_: object, **__: object) -> str:
        raise AssertionError("the configuration was asked for")

    good("build", "--printer", "plain", "-o", "plain.pdf")
    monkeypatch.setattr("platformdirs.user_config_dir", asked)
    assert run("build", "-o", "-").stdout_bytes == before


def test_marks_and_ruler_keep_clear_of_what_is_not_printed(kept: Path) -> None:
    good("printer", "set", "wide", "--unprintable", "8")
    good("build", "--printer", "wide", "-o", "wide.pdf")
    for page in read_pages((kept.parent.parent / "wide.pdf").read_bytes())[1:3]:
        for path in page.paths:
            box = path.box if path.clip is None else path.box.common(path.clip)
            assert min(box.left, box.top) > 7.95
            assert box.right < page.width - 7.95
            assert box.bottom < page.height - 7.95
        assert all(shown.start[1] < page.height - 8 for shown in page.texts)


def test_the_test_sheet_is_written_and_can_be_proved(kept: Path) -> None:
    work = kept.parent.parent
    lines = good("printer", "test", "--paper", "letter", "--duplex", "long").splitlines()
    assert lines[0] == "output/printer-test-letter-long.pdf: 2 pages, Letter"
    assert "long edge" in lines[1]
    assert b"/DuplexFlipLongEdge" in (work / "output" / "printer-test-letter-long.pdf").read_bytes()
    good("printer", "set", "office", *SET)
    good("printer", "test", "--printer", "office", "-o", "proof.pdf")
    good("printer", "test", "-o", "plain.pdf")
    proof, plain = (read_pages((work / f"{name}.pdf").read_bytes()) for name in ("proof", "plain"))
    x, y = (new - old for new, old in zip(proof[1].texts[0].start, plain[1].texts[0].start, strict=True))
    away = plain[1].texts[0].start[0] - 105
    assert x == pytest.approx(away * (100 / 99.6 - 1) - 1.5, abs=0.01)
    assert y == pytest.approx(0.5, abs=0.01)


def test_the_reader_is_a_file_of_its_own(kept: Path) -> None:
    work = kept.parent.parent
    lines = good("build", "--parts", "reader").splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("output/brandub-walker-a4-colour-reader.pdf: 4 pages")
    assert [file.name for file in (work / "output").iterdir()] == ["brandub-walker-a4-colour-reader.pdf"]
    good("build", "--parts", "all,reader", "--split", "-o", "kits/")
    assert len(list((work / "kits").iterdir())) == 5
    good("build", "--parts", "all", "--split", "-o", "all/")
    assert not list((work / "all").glob("*reader*"))
    assert run("build", "--parts", "all,reader", "-o", "one.pdf").exit_code == 2


def test_without_a_home_nothing_is_kept_beside_the_user(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: "~/.config/taflkit")
    assert "there is no home folder" in failed("printer", "set", "office", *SET)
    assert list(kept.parent.parent.iterdir()) == []
