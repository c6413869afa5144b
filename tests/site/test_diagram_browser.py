"""The page of diagrams in a real browser: positions set, moves played and marked, and the very files of the command."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Locator, Page, expect

from support.browsing import WIDTHS, watched
from taflkit.cli import main

pytestmark = pytest.mark.whole

_SOON = 60_000
"""How many ms the runtime may take to start on a machine that does much else."""


@pytest.fixture
def page(browser: Browser, site_address: str) -> Iterator[Page]:
    """The page, which asks for nothing elsewhere and has no error."""
    with watched(browser, site_address, viewport={"width": 1400, "height": 900}) as found:
        opened = found.context.new_page()
        opened.set_default_timeout(_SOON)
        opened.goto(f"{site_address}diagram/index.html")
        drawn(opened)
        yield opened
        assert found.elsewhere == []
        assert found.complaints == []


def drawn(page: Page) -> None:
    """Wait until the picture is that of the board."""
    expect(page.locator("[data-save=svg]")).to_be_enabled(timeout=_SOON)
    expect(page.locator("#problem")).to_be_hidden()


def square(page: Page, name: str) -> Locator:
    return page.locator(f'[data-square="{name}"]')


def press(page: Page, *names: str) -> None:
    for name in names:
        square(page, name).click()


def move(page: Page, origin: str, target: str) -> None:
    """Play a move by pressing."""
    square(page, origin).click()
    expect(square(page, target)).to_have_accessible_name(re.compile("can move here"))
    square(page, target).click()
    expect(page.locator("#moves [aria-current=step]")).to_contain_text(f"{origin}-{target}")


def way(page: Page, name: str) -> None:
    page.locator(f'input[name="way"][value="{name}"]').check()


def alternative(page: Page, text: str) -> None:
    """Wait until the text alternative has a text, and the picture the same."""
    expect(page.locator("#copy-alternative")).to_have_value(re.compile(re.escape(text)), timeout=_SOON)
    expect(page.locator("#preview")).to_have_attribute("alt", re.compile(re.escape(text)))


def saved(page: Page, kind: str) -> tuple[str, bytes]:
    """Return the name and the content of the saved picture."""
    drawn(page)
    with page.expect_download() as download:
        page.locator(f"[data-save={kind}]").click()
    return download.value.suggested_filename, download.value.path().read_bytes()


def made_by_command(folder: Path, *words: str) -> bytes:
    """Return the diagram that the command makes."""
    target = folder / words[-1]
    result = CliRunner().invoke(main, ["diagram", *words[:-1], "-o", str(target)])
    assert result.exit_code == 0, result.output
    return target.read_bytes()


def test_moves_are_played_captures_happen_and_refusals_say_why(page: Page) -> None:
    for origin, target in (("d2", "e2"), ("c4", "c5"), ("f4", "f5"), ("c5", "a5"), ("d6", "a6")):
        move(page, origin, target)
    expect(page.locator("#status")).to_contain_text(
        "captures the defender on a5 against a4. The king’s side is to move."
    )
    expect(square(page, "a5")).to_have_accessible_name("a5, empty, captured here")
    press(page, "d5", "d1")
    expect(page.locator("#refusal")).to_contain_text("d5-d1: The piece on d4 is in the way.")
    press(page, "a6")
    expect(page.locator("#refusal")).to_contain_text("a6: The piece on a6 belongs to the side that is not to move.")
    page.locator("#back").click()
    expect(square(page, "a5")).to_have_accessible_name(re.compile("^a5, defender"))
    page.locator("#moves button").first.click()
    expect(square(page, "c4")).to_have_accessible_name("c4, defender")
    page.locator("#on").click()
    expect(square(page, "c5")).to_have_accessible_name("c5, defender, last move to here")


def test_a_piece_is_dragged(page: Page) -> None:
    begin, end = square(page, "d6").bounding_box(), square(page, "f6").bounding_box()
    assert begin
    assert end
    page.mouse.move(begin["x"] + 20, begin["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=6)
    page.mouse.up()
    expect(square(page, "f6")).to_have_accessible_name("f6, attacker, last move to here")


def test_the_files_are_the_commands(page: Page, tmp_path: Path) -> None:
    move(page, "d6", "c6")
    move(page, "c4", "c5")
    way(page, "show")
    # before the last move
    expect(square(page, "c4")).to_have_accessible_name("c4, defender")
    press(page, "d5", "e5")
    alternative(page, "Move 2: defender d5 moves to e5")
    press(page, "d5", "d7")
    alternative(page, "Refused: d5-d7: the piece on d7 is in the way.")
    press(page, "e4", "e4")
    alternative(page, "Defender on e4 can move to ")
    page.locator("#coordinates").check()
    page.locator("#caption").fill("The *king* waits.")
    page.locator("#size").fill("75")
    expect(page.locator("#measure")).to_have_text(re.compile("^75 × "))
    expect(page).to_have_url(re.compile("caption="))
    drawn(page)
    for kind in ("svg", "pdf"):
        name, content = saved(page, kind)
        assert name == f"brandub-walker-diagram.{kind}"
        assert content == made_by_command(
            tmp_path,
            *("--record", "d6-c6 c4-c5", "--ply", "2", "--move", "d5-e5", "--refused", "d5-d7", "--moves-of", "e4"),
            *("--coordinates", "--caption", "The *king* waits.", "--size", "75", name),
        )


def test_a_png_has_the_pixels_that_are_asked_for(page: Page) -> None:
    page.locator("#dpi").fill("254")
    expect(page).to_have_url(re.compile("dpi=254"))
    name, content = saved(page, "png")
    assert name == "brandub-walker-diagram.png"
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", content[16:24]) == (600, 600)
    # ten pixels to the millimetre
    assert struct.unpack(">IIB", content[content.index(b"pHYs") + 4 :][:9]) == (10000, 10000, 1)
    assert len(content) > 20_000


def test_too_many_pixels_are_refused_at_their_field(page: Page) -> None:
    page.locator("#size").fill("600")
    page.locator("#dpi").fill("1200")
    expect(page).to_have_url(re.compile("dpi=1200"))
    drawn(page)
    page.locator("[data-save=png]").click()
    expect(page.locator("#problem")).to_contain_text("million pixels")
    expect(page.locator("#dpi")).to_have_attribute("aria-invalid", "true")


def test_a_position_is_set_by_pointer_and_by_keys(page: Page) -> None:
    way(page, "set")
    page.locator("#empty").click()
    alternative(page, "The board is empty.")
    page.get_by_label("defender").check()
    press(page, "c3", "d3", "c3")
    alternative(page, "Defender on d3.")
    square(page, "d3").focus()
    for key in ("ArrowUp", "k", "ArrowRight", "a", "ArrowRight", "a", "Delete"):
        page.keyboard.press(key)
    alternative(page, "King on d4; defender on d3; attacker on e4.")
    page.locator("#side").select_option("defenders")
    expect(page.locator("#copy-line")).to_have_value("/7/7/3T3/3Kt2/7/7/7/ defenders")
    expect(page.locator("#copy-toml")).to_have_value(re.compile(r'^start = """\n\.{7}\n.*"""$', re.DOTALL))
    # a second king takes the first one's place
    square(page, "a4").focus()
    page.keyboard.press("k")
    alternative(page, "King on a4; defender on d3; attacker on e4.")


def test_what_no_game_can_come_to_is_refused_on_the_board(page: Page) -> None:
    way(page, "set")
    press(page, "a1")
    expect(page.locator("#refusal")).to_contain_text("attacker stands on the corner a1, where no soldier may stop")
    expect(square(page, "a1")).to_have_accessible_name("a1, attacker, corner, to be mended")
    expect(page.locator("[data-save=svg]")).to_be_disabled()
    page.locator("#start").click()
    expect(page.locator("#refusal")).to_be_hidden()
    drawn(page)


def test_a_position_and_a_game_are_typed(page: Page) -> None:
    page.get_by_text("Type a position or a game").first.click()
    typed, show = page.locator("#line"), page.get_by_role("button", name="Show it")
    typed.fill("/7/7/2t4/7/3Tt2/7/7/")
    show.click()
    alternative(page, "Defender on d5; attackers on c3, e5.")
    typed.fill("1. d6-f6 {at once} d5-d6 2. f4-f5")
    show.click()
    alternative(page, "Attacker f4 moves to f5, and nothing is captured.")
    expect(page.locator("#moves li")).to_have_count(3)
    typed.fill("/9/")
    show.click()
    expect(page.locator("#refusal")).to_contain_text("Position '/9/': 1 ranks, and the board has 7.")
    expect(typed).to_have_attribute("aria-invalid", "true")


def test_too_much_text_is_refused_at_once(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_text("Type a position or a game").first.click()
    page.evaluate('() => navigator.clipboard.writeText("d6-f6 ".repeat(1_700_000))')
    page.locator("#line").fill("/9/")
    page.keyboard.press("Control+V")
    left_out = "That is more than a game has room for, and was left out."
    expect(page.locator("#refusal")).to_have_text(left_out, timeout=5_000)
    assert page.locator("#line").input_value() == "/9/"


def test_a_link_shows_the_same_and_back_goes_back(page: Page, site_address: str) -> None:
    page.locator("#game").select_option("tablut")
    page.locator("#rules").select_option("smith")
    move(page, "a4", "a3")
    page.locator("#theme").select_option("manuscript")
    page.locator("#mode").select_option("mono")
    expect(page).to_have_url(re.compile("mode=mono"))
    alternative(page, "Attacker a4 moves to a3")
    first = saved(page, "svg")
    link = page.locator("#copy-link").input_value()
    assert link == page.url
    page.goto("about:blank")
    page.goto(link)
    alternative(page, "Attacker a4 moves to a3")
    assert saved(page, "svg") == first
    page.goto(f"{site_address}diagram/index.html")
    drawn(page)
    move(page, "d6", "c6")
    page.go_back()
    expect(page.locator("#no-moves")).to_be_visible()
    expect(square(page, "d6")).to_have_accessible_name("d6, attacker")
    page.go_forward()
    expect(square(page, "c6")).to_have_accessible_name("c6, attacker, last move to here")


def test_a_game_of_ones_own_is_drawn(page: Page) -> None:
    text = '[layout]\ntitle = "Mine"\nstart = """\n..t..\n.....\nt.K.t\n..T..\n..t..\n"""\n'
    draft = json.dumps({"name": "mine.toml", "text": text})
    page.evaluate("draft => localStorage.setItem('taflkit.own.draft', draft)", draft)
    page.reload()
    expect(page.locator("#game option[value=own]")).to_have_text("Your own: Mine", timeout=_SOON)
    page.locator("#game").select_option("own")
    alternative(page, "King on c3; defender on c2; attackers on a3, c1, c5, e3.")
    move(page, "c5", "b5")
    address = page.url
    page.reload()
    alternative(page, "Attacker c5 moves to b5, and nothing is captured.")
    assert page.url == address
    name, _ = saved(page, "svg")
    assert name.startswith("mine-")
    # whoever has the link alone has the game
    page.evaluate("() => localStorage.clear()")
    page.reload()
    alternative(page, "Attacker c5 moves to b5, and nothing is captured.")
    page.goto("about:blank")
    page.goto(re.sub("&own=[^&]*", "", address))
    expect(page.locator("#refusal")).to_contain_text("a game of somebody’s own that is not in it")


def test_the_way_to_the_content_keeps_the_diagram(page: Page) -> None:
    move(page, "d6", "c6")
    address = page.url
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(address)
    expect(square(page, "c6")).to_have_accessible_name("c6, attacker, last move to here")


def test_an_address_with_mistakes_says_them(page: Page, site_address: str) -> None:
    page.goto("about:blank")
    page.goto(f"{site_address}diagram/index.html#record=d6-c6,d6-d5")
    expect(page.locator("#refusal")).to_contain_text("Ply 2, d6-d5: there is no piece on d6", timeout=_SOON)
    page.goto("about:blank")
    page.goto(f"{site_address}diagram/index.html#game=chess&size=5&moves=a1-a2")
    wrong = "The width must be 10 to 1000 mm, not 5 mm."
    expect(page.locator("#problem")).to_contain_text(wrong, timeout=_SOON)
    expect(page.locator("#size")).to_have_attribute("aria-invalid", "true")
    page.locator("#size").fill("60")
    expect(page.locator("#problem")).to_contain_text("a1-a2: there is no piece on a1.")
    way(page, "show")
    page.get_by_role("button", name="Remove: Arrow of a1-a2").click()
    drawn(page)
    expect(page.locator("#size")).not_to_have_attribute("aria-invalid", "true")


def test_keys_alone_play_and_save(page: Page) -> None:
    def on_to(find: Locator, most: int = 60) -> None:
        for _ in range(most):
            if find.evaluate("each => each === document.activeElement"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{find} is not reached by Tab")

    page.locator("h1").click()
    on_to(square(page, "d4"))
    for key in ("ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(square(page, "d6")).to_have_accessible_name("d6, attacker, chosen")
    for key in ("ArrowLeft", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    expect(square(page, "b6")).to_have_accessible_name("b6, attacker, last move to here")
    alternative(page, "Attacker d6 moves to b6")
    drawn(page)
    on_to(page.locator("[data-save=svg]"))
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "brandub-walker-diagram.svg"


@pytest.mark.parametrize("width", WIDTHS)
def test_every_board_fits_every_screen(browser: Browser, site_address: str, width: int) -> None:
    with watched(browser, site_address, viewport={"width": width, "height": 900}) as found:
        page = found.context.new_page()
        page.goto(f"{site_address}diagram/index.html#game=alea-evangelii")
        drawn(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        board = page.locator(".board-squares").bounding_box()
        assert board
        assert board["width"] >= min(width - 90, 300)
        assert board["width"] == pytest.approx(board["height"], abs=2)
    assert found.complaints == []
