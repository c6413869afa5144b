"""The page of a game of one's own in a real browser: form and file, board and keys, problems, files, on to the kit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
import tomli
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from support.browsing import CHECKERS, WIDTHS, watched
from taflkit.cli import main

pytestmark = pytest.mark.whole

AXE = CHECKERS / "node_modules" / "axe-core" / "axe.min.js"
START_MS = 60_000
"""How long Python may take to start on a busy machine."""
WELL = "Nothing is wrong with it."
OTHER = """# kept as it is
[layout]
title = "Other"
start = \"\"\"
..t..
..T..
tTKTt
..T..
..t..
\"\"\"

[text.booklet]
subtitle = "A small siege"
"""


@pytest.fixture
def page(browser: Browser, site_address: str) -> Iterator[Page]:
    permissions = ["clipboard-read", "clipboard-write"]
    with watched(
        browser, site_address, viewport={"width": 1400, "height": 1000}, accept_downloads=True, permissions=permissions
    ) as found:
        opened = found.context.new_page()
        opened.goto(f"{site_address}own/index.html")
        ready(opened)
        yield opened
        assert found.complaints == []
        assert found.elsewhere == []


def ready(page: Page, state: str = WELL) -> None:
    """Wait until Python has answered what was changed last, and that so."""
    expect(page.locator('#own[data-answered="yes"]')).to_be_attached(timeout=START_MS)
    expect(page.locator("#state")).to_have_text(state, timeout=START_MS)


def text_of(page: Page) -> str:
    return page.locator("#text").input_value()


def square(page: Page, name: str) -> str:
    """Return the letter of what stands on a square."""
    return page.locator(f'[data-square="{name}"]').get_attribute("data-piece") or ""


def rows_of(page: Page) -> list[str]:
    start: str = tomli.loads(text_of(page))["layout"]["start"]
    return start.split()


def choose(page: Page, flag: str, value: str) -> None:
    page.locator(f'input[name="{flag}"][value="{value}"]').check()


def type_text(page: Page, text: str) -> None:
    page.locator("#text").fill(text)


def problems(page: Page, field: str) -> list[str]:
    return page.locator(f'[data-problems="{field}"] .problem').all_text_contents()


def test_sentences_appear_as_rules_are_chosen(page: Page) -> None:
    before = text_of(page)
    choose(page, "goal", "edge")
    place = page.locator('[data-sentences="goal"]')
    expect(place).to_have_text(re.compile(r"^\s*\d+a The king’s side wins when the king reaches the edge"))
    assert text_of(page) == before.replace('goal = "corner"', 'goal = "edge"')
    number = place.locator(".own-number").text_content()
    expect(page.locator("#sentences p", has_text="reaches the edge").locator(".own-number")).to_have_text(number or "")
    expect(page.locator("#announcement")).to_have_text(re.compile("reaches the edge"))
    idle = page.locator('[data-flag="king_at_edge"]')
    expect(idle.locator(".own-idle")).to_have_text(
        "Makes no difference now. It would with “Where does the king win? On a corner”."
    )
    expect(idle.locator("input").first).to_be_hidden()
    choose(page, "goal", "corner")
    expect(idle.locator("input").first).to_be_visible()
    assert text_of(page) == before


def test_pieces_are_put_with_their_mirrored_squares(page: Page) -> None:
    page.locator('[data-square="b2"]').click()
    expect(page.locator("#counts")).to_have_text("Attackers: 12 · Defenders: 4 · King: 1")
    assert [square(page, name) for name in ("b2", "f2", "b6", "f6")] == ["t"] * 4
    page.locator('input[name="mirror"][value="8"]').check()
    page.locator('input[name="piece"][value="T"]').check(force=True)
    page.locator('[data-square="b3"]').click()
    ready(page)
    assert rows_of(page) == ["...t...", ".tTtTt.", ".T.T.T.", "ttTKTtt", ".T.T.T.", ".tTtTt.", "...t..."]
    assert [square(page, name) for name in ("b3", "c2", "f5", "e6")] == ["T"] * 4
    page.locator('input[name="mirror"][value="1"]').check()
    page.locator('[data-square="b3"]').click()
    expect(page.locator('[data-square="b3"]')).to_have_attribute("data-piece", ".")
    assert square(page, "f3") == "T"
    ready(page)
    page.locator("#undo").click()
    expect(page.locator('[data-square="b3"]')).to_have_attribute("data-piece", "T")
    ready(page)
    assert rows_of(page)[4][1] == "T"


def test_the_board_by_keys(page: Page) -> None:
    page.locator('[data-square="d4"]').focus()
    for key in ("ArrowUp", "ArrowLeft", "t"):
        page.keyboard.press(key)
    expect(page.locator("#counts")).to_have_text("Attackers: 12 · Defenders: 4 · King: 1")
    assert square(page, "c5") == "t"
    expect(page.locator('[data-square="c5"]')).to_be_focused()
    ready(page)
    expect(page.locator('[data-square="c5"]')).to_be_focused()
    page.keyboard.press("Delete")
    expect(page.locator("#counts")).to_have_text("Attackers: 8 · Defenders: 4 · King: 1")
    expect(page.locator('[data-square="c5"]')).to_have_attribute("aria-label", "c5, empty")


def test_other_sizes_and_corners(page: Page) -> None:
    before = rows_of(page)
    page.locator("#size").select_option("9")
    expect(page.locator("#text")).to_have_value(re.compile(r"\n\.\.\.\.\.\.\.\.\.\n"))
    assert rows_of(page) == ["." * 9, *(f".{row}." for row in before), "." * 9]
    assert page.locator("#corners option").count() == 3
    page.locator("#corners").select_option("2")
    ready(page)
    assert len(tomli.loads(text_of(page))["layout"]["corners"]) == 16
    assert page.locator('[data-place="corner"]').count() == 16
    page.locator("#size").select_option("5")
    ready(page)
    assert rows_of(page) == ["..t..", "..T..", "tTKTt", "..T..", "..t.."]
    assert tomli.loads(text_of(page))["layout"]["corners"] == ["a1", "a5", "e1", "e5"]
    page.locator("#size").select_option("19")
    ready(page)
    assert page.locator('[role="gridcell"]').count() == 361
    page.locator("#corners").select_option("0")
    ready(page, "1 problem")
    assert problems(page, "rules.goal") == ["the board has no corners"]
    (line,) = problems(page, "text")
    assert re.fullmatch(r"Line \d+: Where does the king win\? – the board has no corners", line)
    page.locator("#first").click()
    expect(page.locator('input[name="goal"]:checked')).to_be_focused()
    choose(page, "goal", "edge")
    ready(page)
    page.locator("#throne").uncheck()
    expect(page.locator('[data-flag="throne_landing"] .own-idle')).to_be_visible()
    ready(page)
    assert tomli.loads(text_of(page))["rulesets"]["house"]["rules"]["throne_landing"] == "anybody"


def test_problems_stand_at_their_places(page: Page) -> None:
    page.locator('input[name="piece"][value="K"]').check(force=True)
    page.locator('[data-square="c3"]').click()
    ready(page, "1 problem")
    assert problems(page, "board") == ["there must be one king K, and there are 2 (c3, d4)"]
    expect(page.locator('[data-square="c3"]')).to_have_attribute("aria-label", "c3, king, to be mended")
    page.locator('[data-square="c3"]').click()
    ready(page)
    assert problems(page, "board") == []
    page.locator("#title").fill("")
    ready(page, "1 problem")
    assert problems(page, "title") == ["is missing or empty"]
    expect(page.locator("#title")).to_have_attribute("aria-invalid", "true")
    page.locator("#title").fill("Ours")
    ready(page)
    page.locator("#name").fill("no name")
    ready(page, "1 problem")
    assert problems(page, "name") == ["the name of the file must end in .toml"]
    expect(page.locator("#kit")).to_have_attribute("aria-disabled", "true")
    page.locator("#kit").click(force=True)
    expect(page.locator("#name")).to_be_focused()


def test_a_broken_text_has_its_line_and_the_form_waits(page: Page) -> None:
    good = text_of(page)
    type_text(page, good.replace("king_armed = true", "king_armed = truth"))
    ready(page, "1 problem")
    line = good[: good.index("king_armed")].count("\n") + 1
    assert problems(page, "text") == [f"Line {line}: is not TOML: Invalid value (at line {line}, column 14)"]
    assert page.locator("[data-form]").evaluate_all("all => all.every(each => each.inert)")
    page.locator('[data-problems="text"] button').click()
    chosen = page.locator("#text").evaluate("text => text.value.slice(text.selectionStart, text.selectionEnd)")
    assert chosen == "king_armed = truth"
    type_text(page, good.replace("goal =", "gaol ="))
    ready(page, "1 problem")
    assert "Line" in problems(page, "text")[0]
    assert "did you mean goal?" in problems(page, "text")[0]
    type_text(page, good.replace("king_armed = true", "king_armed = false"))
    ready(page)
    expect(page.locator('input[name="king_armed"][value="false"]')).to_be_checked()
    assert not page.locator("[data-form]").evaluate_all("all => all.some(each => each.inert)")


def test_an_uneven_board_is_named_and_mended(page: Page) -> None:
    good = text_of(page)
    type_text(page, good.replace("ttTKTtt", "ttTKTt"))
    ready(page, "1 problem")
    assert problems(page, "board") == ["row 4 has 6 squares and the picture has 7 rows: it must be square"]
    page.locator("#size").select_option("5")
    ready(page, "1 problem")
    assert rows_of(page) == [".....", ".....", "..K..", ".....", "....."]


def test_a_file_is_chosen_twice_and_dropped(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "other.toml"
    file.write_text(OTHER, encoding="utf-8")
    for _ in range(2):
        page.locator("#open").set_input_files(file)
        expect(page.locator("#title")).to_have_value("Other")
        ready(page)
        assert page.locator("#name").input_value() == "other.toml"
        assert text_of(page) == OTHER
        assert page.locator("#hidden-parts li").all_text_contents() == ["text.booklet, line 12"]
        page.locator("#title").fill("Changed")
        expect(page.locator("#text")).to_have_value(OTHER.replace('"Other"', '"Changed"'))
    drop(page, "dropped.toml", OTHER.replace("Other", "Dropped"))
    expect(page.locator("#title")).to_have_value("Dropped")
    ready(page)
    drop(page, "picture.png", "\udcff")
    expect(page.locator('[data-problems="text"] .problem')).to_have_text("picture.png is no text.")
    assert page.locator("#title").input_value() == "Dropped"
    page.locator("#kit").click()
    page.wait_for_url("**/kit/index.html#game=own&own=*")


def drop(page: Page, name: str, content: str) -> None:
    """Drop a file on the page; a lone surrogate stands for bytes that are no text."""
    script = """([name, bytes]) => {
      const held = new DataTransfer();
      held.items.add(new File([new Uint8Array(bytes)], name));
      const how = {dataTransfer: held, bubbles: true, cancelable: true};
      const events = ["dragover", "drop"].map((kind) => new DragEvent(kind, how));
      return events.map((event) => !document.querySelector("h1").dispatchEvent(event));
    }"""
    assert page.evaluate(script, [name, list(content.encode("utf-8", "surrogateescape"))]) == [True, True]


def test_what_is_typed_is_kept_and_handed_on(page: Page, site_address: str) -> None:
    page.locator("#title").fill("")
    page.locator("#title").press_sequentially("Fox and geese of the north", delay=60)
    ready(page)
    expect(page.locator("#title")).to_have_value("Fox and geese of the north")
    assert tomli.loads(text_of(page))["layout"]["title"] == "Fox and geese of the north"
    before = text_of(page)
    comment = "# a game of two unequal sides, and of long winters"
    page.locator("#text").press("Control+Home")
    page.locator("#text").press_sequentially(f"{comment}\n", delay=60)
    ready(page)
    assert text_of(page) == f"{comment}\n{before}"
    page.locator("#title").fill("Quick")
    page.locator("#kit").click()
    page.wait_for_url(f"{site_address}kit/index.html#game=own&own=*")
    handed = page.evaluate("() => JSON.parse(sessionStorage.getItem('taflkit.own')).text")
    assert tomli.loads(handed)["layout"]["title"] == "Quick"
    assert handed.startswith(comment)


def test_the_download_is_of_the_newest_change_and_enter_is_none(page: Page) -> None:
    saved: list[str] = []
    page.on("download", lambda download: saved.append(download.suggested_filename))
    page.locator("#title").fill("Quick")
    page.locator("#title").press("Enter")
    ready(page)
    assert saved == []
    page.locator("#title").fill("Quicker")
    with page.expect_download() as waited:
        page.locator("#download").click()
    assert tomli.loads(waited.value.path().read_text(encoding="utf-8"))["layout"]["title"] == "Quicker"


def test_the_name_of_a_game_that_is_being_begun(page: Page) -> None:
    page.locator("#begin").select_option("tablut/linnaeus")
    page.locator("#take").click()
    page.locator("#name").fill("ours.toml")
    ready(page)
    assert len(rows_of(page)) == 9
    assert page.locator("#name").input_value() == "ours.toml"


def test_begun_with_another_game_and_downloaded(page: Page) -> None:
    page.locator("#begin").select_option("tablut/linnaeus")
    page.locator("#take").click()
    expect(page.locator("#size")).to_have_value("9")
    ready(page)
    choose(page, "first_move", "defenders")
    expect(page.locator('[data-sentences="first_move"]')).to_have_text(re.compile("The king’s side begins"))
    with page.expect_download() as waited:
        page.locator("#download").click()
    assert waited.value.suggested_filename == "my-game.toml"
    assert waited.value.path().read_text(encoding="utf-8") == text_of(page)
    assert tomli.loads(text_of(page))["rulesets"]["house"]["rules"]["first_move"] == "defenders"


def test_the_kit_maker_is_handed_the_game(page: Page, site_address: str, tmp_path: Path) -> None:
    page.locator("#title").fill("Ours")
    expect(page.locator("#text")).to_have_value(re.compile('title = "Ours"'))
    ready(page)
    text = text_of(page)
    page.locator("#kit").click()
    page.wait_for_url(f"{site_address}kit/index.html#game=own&own=*")
    expect(page.locator("select[name='game'] option:checked")).to_have_text("Ours (your own)")
    expect(page.locator("select[name='rules'] option")).to_have_text(["House rules"])
    expect(page.locator("#name")).to_contain_text("my--game-house-a4-colour.pdf", timeout=START_MS)
    with page.expect_download(timeout=START_MS) as waited:
        page.locator("#download").click()
    file = tmp_path / "my-game.toml"
    file.write_text(text, encoding="utf-8")
    made = CliRunner().invoke(main, ["build", str(file), "-o", str(tmp_path)])
    assert made.exit_code == 0, made.output
    assert waited.value.path().read_bytes() == (tmp_path / waited.value.suggested_filename).read_bytes()
    page.goto(f"{site_address}own/index.html")
    ready(page)
    expect(page.locator("#title")).to_have_value("Ours")
    assert text_of(page) == text


def copied(page: Page) -> str:
    """Return the link that a button of the page copies."""
    page.locator("#link").click()
    expect(page.get_by_text(re.compile("^The link is copied"))).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    return link


def elsewhere(browser: Browser, page: Page) -> Page:
    """Return a page of somebody else, who has nothing of this page's visitor."""
    return browser.new_context(locale="en-GB", viewport=page.viewport_size).new_page()


def test_a_game_travels_in_its_links(page: Page, browser: Browser) -> None:
    page.locator("#title").fill("Ours – Øre")
    ready(page)
    text = text_of(page)
    other = elsewhere(browser, page)
    other.goto(copied(page))
    expect(other.locator("#title")).to_have_value("Ours – Øre", timeout=START_MS)
    assert text_of(other) == text
    page.locator("#kit").click()
    expect(page.locator("#name")).to_contain_text("my--game-house-a4-colour.pdf", timeout=START_MS)
    link = copied(page)
    assert link == page.url
    other.goto(link)
    expect(other.locator("select[name='game'] option:checked")).to_have_text("Ours – Øre (your own)", timeout=START_MS)
    expect(other.locator("#name")).to_contain_text("my--game-house-a4-colour.pdf", timeout=START_MS)
    expect(other.locator("#notice")).to_be_hidden()
    other.locator("#change").click()
    expect(other.locator("#title")).to_have_value("Ours – Øre", timeout=START_MS)
    other.context.close()


def test_a_game_too_large_for_a_link_is_a_file(page: Page, browser: Browser) -> None:
    # a text that hardly deflates
    text = f"{text_of(page)}# {''.join(sha256(bytes([each])).hexdigest() for each in range(256))}\n"
    type_text(page, text)
    ready(page)
    page.locator("#link").click()
    expect(page.locator("#link-said")).to_have_text(
        "This game does not fit into a link. Download its file and send that."
    )
    page.locator("#kit").click()
    page.wait_for_url("**/kit/index.html#game=own")
    expect(page.locator("#name")).to_contain_text("my--game-house-a4-colour.pdf", timeout=START_MS)
    expect(page.locator("#unlinkable")).to_contain_text("does not fit into a link")
    with page.expect_download() as waited:
        page.get_by_role("button", name="Save the game’s file").click()
    assert waited.value.path().read_text(encoding="utf-8") == text
    other = elsewhere(browser, page)
    other.goto(page.url)
    expect(other.locator("#notice")).to_contain_text("a game of somebody’s own that is not in it", timeout=START_MS)
    other.context.close()


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("abc", "The game in the link cannot be read."),
        ("A" * 9_000, "The game in the link cannot be read."),
        # a million letters, deflated; and a text with an unknown key
        ("bomb", "The game in the link cannot be read."),
        ("wrong", "The game in the link has a problem: mine.toml: layout: titel: unknown key"),
    ],
)
def test_a_link_whose_game_is_none_says_so(page: Page, site_address: str, written: str, said: str) -> None:
    made = page.evaluate(
        """async (kind) => {
      const text = {bomb: "#".repeat(9_000_000), wrong: "[layout]\\ntitel = 1\\n"}[kind];
      if (!text) return kind;
      const stream = new Blob(["mine.toml\\n" + text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    }""",
        written,
    )
    page.goto(f"{site_address}kit/index.html#game=own&own={made}")
    expect(page.locator("#notice")).to_contain_text(said, timeout=START_MS)
    expect(page.locator("#name")).to_contain_text("brandub-walker-a4-colour.pdf", timeout=START_MS)
    assert page.locator("#change").is_visible() == (written == "wrong")
    page.goto(f"{site_address}diagram/index.html#game=own&own={made}")
    expect(page.locator("#refusal")).to_contain_text(said, timeout=START_MS)


def test_a_draft_stays_until_it_is_forgotten(page: Page, site_address: str) -> None:
    assert page.locator("#forget").is_hidden()
    page.locator("#title").fill("Ours")
    ready(page)
    other = page.context.new_page()
    other.goto(f"{site_address}own/index.html")
    expect(other.locator("#title")).to_have_value("Ours", timeout=START_MS)
    other.get_by_role("button", name="Forget it").click()
    expect(other.locator("#stored")).to_have_text("Your game is forgotten.")
    ready(other)
    expect(other.locator("#title")).to_have_value("My game")
    assert other.evaluate("() => localStorage.length + sessionStorage.length") == 0
    other.reload()
    ready(other)
    expect(other.locator("#title")).to_have_value("My game")


@pytest.mark.parametrize("pasted", ['"a = 1\\n".repeat(1_700_000)', '"\\n".repeat(900_000)', '"x".repeat(1e7)'])
def test_too_much_text_is_refused_at_once(page: Page, pasted: str) -> None:
    before = text_of(page)
    page.evaluate(f"() => navigator.clipboard.writeText({pasted})")
    page.locator("#text").focus()
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+V")
    expect(page.locator('[data-problems="text"] .problem')).to_have_text(
        "That is more than a game’s file can hold, and was left out.", timeout=5_000
    )
    assert text_of(page) == before
    for field in ("#title", "#rules-name", "#source", "#name"):
        most = int(page.locator(field).get_attribute("maxlength") or 0)
        page.locator(field).focus()
        page.keyboard.press("Control+V")
        assert len(page.locator(field).input_value()) <= most


def test_axe_finds_nothing_beside_problems_in_the_light_and_in_the_dark(browser: Browser, site_address: str) -> None:
    with watched(browser, site_address, color_scheme="light", reduced_motion="reduce") as found:
        page = found.context.new_page()
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            page.goto(f"{site_address}own/index.html")
            ready(page)
            type_text(page, text_of(page).replace("ttTKTtt", "ttTKKtt").replace('goal = "corner"', 'goal = "moon"'))
            ready(page, "2 problems")
            page.evaluate(AXE.read_text(encoding="utf-8"))
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                faults = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")["violations"]
                assert [(each["id"], [node["html"][:120] for node in each["nodes"]][:3]) for each in faults] == []
            page.emulate_media(color_scheme="light")
            page.evaluate("() => localStorage.clear()")
        assert found.complaints == []
