"""The kit maker in a real browser: from a choice to the file, which is the command's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from support.browsing import Watched, watched
from taflkit.cli import main

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.whole

SLOW = 90_000
"""The most ms that the first kit may take on a busy machine."""
READY = "() => /ready/.test(document.querySelector('#status').textContent)"
NAME = "() => document.querySelector('#name').textContent.split(',')[0]"
BLANK = """canvas => {
  const pixels = new Uint32Array(
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  return pixels.every(each => each === pixels[0]);
}"""


@pytest.fixture
def profile(browser: Browser, site_address: str) -> Iterator[Watched]:
    """A fresh profile, whose pages complain of nothing and ask for nothing elsewhere."""
    with watched(browser, site_address, viewport={"width": 1400, "height": 900}, accept_downloads=True) as found:
        yield found
    assert found.elsewhere == []
    assert found.complaints == []


@pytest.fixture
def opened(profile: Watched, site_address: str) -> Page:
    """The kit maker with the first kit of Brandub."""
    return at(profile, site_address, "")


def at(profile: Watched, address: str, choices: str) -> Page:
    """Return the kit maker at choices, when their kit is ready."""
    page = profile.context.new_page()
    page.goto(f"{address}kit/index.html{choices}")
    page.wait_for_function(READY, timeout=SLOW)
    return page


def made(page: Page, name: str) -> None:
    """Wait until a kit is ready."""
    page.wait_for_function(f"name => ({NAME})() === name && ({READY})()", arg=name, timeout=SLOW)


def more(page: Page, group: str) -> None:
    """Open a group of the choices that many leave alone."""
    for place in ("#more", f"#group-{group}"):
        if page.locator(place).get_attribute("open") is None:
            page.locator(f"{place} > summary").click()


def command(folder: Path, *arguments: str) -> dict[str, bytes]:
    """Return the files that a command makes, by their names."""
    result = CliRunner().invoke(main, [*arguments, "-o", f"{folder}/"])
    assert result.exit_code == 0, result.output
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def downloaded(page: Page, button: str) -> dict[str, bytes]:
    """Return the file that a button gives, by its name."""
    with page.expect_download(timeout=SLOW) as download:
        page.locator(button).click()
    return {download.value.suggested_filename: download.value.path().read_bytes()}


def test_the_kit_is_the_one_of_the_command(profile: Watched, site_address: str, tmp_path: Path) -> None:
    page = at(profile, site_address, "#game=tablut&rules=smith&paper=letter&mode=mono&cell=1in&spares=yes")
    assert page.locator("#choice-rules").input_value() == "smith"
    assert page.locator("#group-counters").get_attribute("open") is not None
    options = ("--rules", "smith", "--paper", "letter", "--mode", "mono", "--cell", "1in", "--spares")
    assert downloaded(page, "#download") == command(tmp_path, "build", "tablut", *options)


def test_a_kit_in_another_language_is_the_one_of_the_command(opened: Page, tmp_path: Path) -> None:
    opened.locator("#choice-language").select_option("da")
    made(opened, "brandub-walker-da-a4-colour.pdf")
    assert opened.url.endswith("#language=da")
    assert downloaded(opened, "#download") == command(tmp_path, "build", "--language", "da")
    # a game with one language leaves no choice
    opened.locator("#choice-game").select_option("parlett")
    made(opened, "parlett-sea-battle-a4-colour.pdf")
    assert not opened.locator("#choice-language").is_visible()


def test_the_page_in_another_language_has_what_is_chosen(opened: Page) -> None:
    opened.locator("input[name=mode][value=mono]").check()
    made(opened, "brandub-walker-a4-mono.pdf")
    opened.locator('.foot a[hreflang="de"]').click()
    opened.wait_for_url("**/de/kit/index.html#mode=mono")
    # what says that it is ready is German too
    opened.wait_for_function("() => /fertig/.test(document.querySelector('#status').textContent)", timeout=SLOW)
    assert opened.evaluate(NAME) == "brandub-walker-de-a4-mono.pdf"


def test_the_kit_is_opened_in_a_tab_of_its_own(opened: Page) -> None:
    with opened.context.expect_page() as other:
        opened.locator("#open").click()
    other.value.close()
    address = opened.locator("#open").get_attribute("href") or ""
    assert address.startswith("blob:")
    opened.locator("input[name=mode][value=mono]").check()
    made(opened, "brandub-walker-a4-mono.pdf")
    assert opened.locator("#open").get_attribute("href") != address


def test_pages_are_drawn_when_they_are_seen_and_have_their_titles(opened: Page) -> None:
    pages = opened.locator("#kit-pages canvas")
    assert pages.count() == 5
    assert pages.first.get_attribute("aria-label") == "Page 1: how to print and make it. Brandub"
    assert "Brandub, 4 | 1" in (pages.nth(3).get_attribute("aria-label") or "")
    pages.last.scroll_into_view_if_needed()
    for number in range(5):
        waited = 0
        while pages.nth(number).evaluate(BLANK):
            assert waited < SLOW, f"page {number + 1} is not drawn"
            waited += 100
            opened.wait_for_timeout(100)


def test_what_draws_a_kit_ends_when_nothing_is_asked_of_it_and_begins_again(opened: Page) -> None:
    for paper in ("letter", "a4", "letter"):
        opened.locator("#choice-paper").select_option(paper)
        made(opened, f"brandub-walker-{paper}-colour.pdf")
    for _ in range(300):
        if not any("drawing" in worker.url for worker in opened.workers):
            break
        opened.wait_for_timeout(100)
    else:
        pytest.fail(f"there are still {[worker.url for worker in opened.workers]}")
    opened.locator("#kit-pages button").first.click()
    small = opened.locator("#kit-pages canvas").first.evaluate("(canvas) => canvas.width")
    larger = "(small) => document.querySelector('#large canvas').width > small"
    opened.wait_for_function(larger, arg=small, timeout=SLOW)


def test_a_page_opens_large_and_keys_lead_to_the_others(opened: Page) -> None:
    large, title = opened.locator("#large"), opened.locator("#large-title")
    opened.locator("#kit-pages button").nth(1).click()
    assert title.inner_text().startswith("Page 2: ")
    sheet = large.locator("canvas")
    assert sheet.bounding_box()["width"] > 2 * opened.locator("#kit-pages canvas").nth(1).bounding_box()["width"]  # type: ignore[index]
    for key, page in (("ArrowRight", 3), ("End", 5), ("ArrowRight", 5), ("Home", 1), ("ArrowLeft", 1)):
        opened.keyboard.press(key)
        assert title.inner_text().startswith(f"Page {page}: ")
    large.locator("[data-step='1']").click()
    assert title.inner_text().startswith("Page 2: ")
    opened.wait_for_function(f"() => !({BLANK})(document.querySelector('#large canvas'))", timeout=SLOW)
    opened.keyboard.press("Escape")
    assert not large.is_visible()


def test_back_and_forward_and_a_link_that_is_sent(opened: Page, profile: Watched) -> None:
    assert opened.url.endswith("kit/index.html")
    opened.locator("#choice-game").select_option("tablut")
    made(opened, "tablut-linnaeus-a4-colour.pdf")
    opened.locator("input[name=mode][value=mono]").check()
    made(opened, "tablut-linnaeus-a4-mono.pdf")
    assert opened.url.endswith("#game=tablut&mode=mono")
    opened.go_back()
    made(opened, "tablut-linnaeus-a4-colour.pdf")
    opened.go_back()
    made(opened, "brandub-walker-a4-colour.pdf")
    assert opened.locator("#choice-game").input_value() == "brandub"
    opened.go_forward()
    opened.go_forward()
    made(opened, "tablut-linnaeus-a4-mono.pdf")
    assert opened.locator("input[name=mode][value=mono]").is_checked()
    profile.context.grant_permissions(["clipboard-read", "clipboard-write"])
    opened.locator("#link").click()
    opened.wait_for_function("() => document.querySelector('#status').textContent === 'The link is copied.'")
    friend = profile.context.new_page()
    friend.goto(opened.evaluate("navigator.clipboard.readText()"))
    made(friend, "tablut-linnaeus-a4-mono.pdf")


def test_of_quick_changes_the_last_alone_is_made(opened: Page) -> None:
    opened.evaluate("""() => {
      window.names = [];
      new MutationObserver(() => window.names.push(document.querySelector('#name').textContent.split(',')[0]))
        .observe(document.querySelector('#name'), {childList: true});
      const paper = document.querySelector('#choice-paper');
      for (const value of ['letter', 'a3', 'legal', 'tabloid', 'a4', 'letter']) {
        paper.value = value;
        paper.dispatchEvent(new Event('change', {bubbles: true}));
      }
    }""")
    made(opened, "brandub-walker-letter-colour.pdf")
    assert set(filter(None, opened.evaluate("window.names"))) == {"brandub-walker-letter-colour.pdf"}


def test_a_problem_stands_at_its_field_with_its_label(opened: Page) -> None:
    more(opened, "board")
    field = opened.locator("#choice-cell")
    field.fill("5")
    problem = opened.locator("#problem-cell")
    problem.wait_for(timeout=SLOW)
    said = problem.inner_text()
    assert said == "Side of a square: the squares' side must be 8 to 240 mm, not 5 mm"
    assert field.get_attribute("aria-invalid") == "true"
    assert "problem-cell" in (field.get_attribute("aria-describedby") or "")
    assert opened.locator("#problem").inner_text() == said
    opened.locator("#problem a").click()
    assert opened.evaluate("document.activeElement.id") == "choice-cell"
    field.fill("30")
    made(opened, "brandub-walker-a4-colour-cell30.pdf")
    assert problem.is_hidden()
    assert opened.locator("#problem").is_hidden()
    assert field.get_attribute("aria-invalid") is None


def test_a_problem_of_the_plan_opens_the_group_of_its_field(profile: Watched, site_address: str) -> None:
    page = profile.context.new_page()
    page.goto(f"{site_address}kit/index.html#printer-unprintable=9&margin=6")
    problem = page.locator("#problem-margin")
    problem.wait_for(timeout=SLOW)
    assert problem.inner_text().startswith("Margin: a margin of 6 mm is too small")
    assert "--" not in problem.inner_text()


def test_rulesets_and_variations_follow_the_game(opened: Page) -> None:
    assert opened.locator("#field-variations").is_hidden()
    opened.locator("#choice-rules").select_option("branan")
    made(opened, "brandub-branan-a4-colour.pdf")
    opened.get_by_label("the slow king").check()
    made(opened, "brandub-branan+slow-king-a4-colour.pdf")
    assert opened.url.endswith("#rules=branan&variations=slow-king")
    opened.locator("#choice-game").select_option("tablut")
    made(opened, "tablut-linnaeus-a4-colour.pdf")
    assert opened.locator("#field-variations").is_hidden()
    assert opened.url.endswith("#game=tablut")


def test_what_other_sheets_would_give_can_be_taken(opened: Page) -> None:
    plan = opened.locator("#plan")
    assert re.search(r"Squares\s+37.8 mm", plan.inner_text())
    assert "Print all 5 pages at 100 %, each on one side, save these:" in plan.inner_text()
    assert "Pages 4 and 5 belong on both sides of one sheet, turned on its short edge" in plan.inner_text()
    opened.get_by_role("button", name="Take: On 3 sheets: 46 mm").click()
    made(opened, "brandub-walker-a4-colour-sheets3.pdf")
    assert re.search(r"Squares\s+46 mm", plan.inner_text())
    assert opened.locator("#choice-sheets").input_value() == "3"


def test_a_printers_corrections_and_its_test_sheet(
    profile: Watched, site_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    set_ = CliRunner().invoke(main, ["printer", "set", "printer", "--scale-x", "99.6", "--back-dx", "1.5"])
    assert set_.exit_code == 0
    page = at(profile, site_address, "#printer-scale_x=99.6&printer-back_dx=1.5&counters=two-sided")
    options = ("--counters", "two-sided", "--printer", "printer")
    assert downloaded(page, "#download") == command(tmp_path / "kit", "build", *options)
    assert downloaded(page, "#test-sheet") == command(tmp_path / "test", "printer", "test")


def test_the_booklet_for_a_screen(opened: Page, tmp_path: Path) -> None:
    assert downloaded(opened, "#reader") == command(tmp_path, "build", "--parts", "reader")


def test_from_start_to_download_by_the_keyboard_alone(opened: Page, tmp_path: Path) -> None:
    def tab_to(place: str, back: bool = False) -> None:
        for _ in range(60):
            opened.keyboard.press("Shift+Tab" if back else "Tab")
            if opened.evaluate("place => document.activeElement.matches(place)", place):
                return
        pytest.fail(f"{place} is not reached")

    tab_to("#choice-game")
    opened.keyboard.type("Tablut")
    tab_to("input[name=mode]")
    opened.keyboard.press("ArrowRight")
    tab_to("#more > summary")
    opened.keyboard.press("Enter")
    tab_to("#group-board > summary")
    opened.keyboard.press("Enter")
    tab_to("#choice-cell")
    opened.keyboard.type("25")
    opened.keyboard.press("Enter")
    made(opened, "tablut-linnaeus-a4-mono-cell25.pdf")
    assert opened.evaluate("document.activeElement.id") == "kit"
    tab_to("#download")
    with opened.expect_download() as download:
        opened.keyboard.press("Enter")
    file = {download.value.suggested_filename: download.value.path().read_bytes()}
    assert file == command(tmp_path, "build", "tablut", "--mode", "mono", "--cell", "25")


def test_who_is_early_gets_the_kit_when_it_is_made(profile: Watched, site_address: str, tmp_path: Path) -> None:
    page = profile.context.new_page()
    page.goto(f"{site_address}kit/index.html#game=magpie")
    # the list of rulesets shows that the page's script runs
    page.wait_for_function("() => document.querySelector('#choice-rules').value === 'federation'")
    assert downloaded(page, "#download") == command(tmp_path, "build", "magpie")


def test_until_the_first_kit_a_picture_of_the_games_stands_there(profile: Watched, site_address: str) -> None:
    page = profile.context.new_page()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/runtime/taflkit.pack*", hold)
    page.goto(f"{site_address}kit/index.html#game=tablut")
    picture = page.locator("#waiting img")
    page.wait_for_function("() => document.querySelector('#waiting img').alt.includes('Tablut')")
    assert (picture.get_attribute("src") or "").endswith("kits/tablut-linnaeus-a4-colour-first.webp")
    assert picture.evaluate("async image => { await image.decode(); return image.naturalWidth; }") == 827
    assert page.locator("#status").inner_text() == "The kit maker is being loaded."
    for _ in range(300):
        if held:
            break
        page.wait_for_timeout(100)
    for route in held:
        route.continue_()
    made(page, "tablut-linnaeus-a4-colour.pdf")
    assert page.locator("#waiting").count() == 0


def test_an_impossible_choice_leaves_nothing_to_take(opened: Page) -> None:
    more(opened, "board")
    opened.locator("#choice-cell").fill("5")
    opened.locator("#problem-cell").wait_for(timeout=SLOW)
    line = opened.locator("#problem").inner_text()
    for button in ("#download", "#reader", "#link"):
        assert opened.locator(button).is_disabled()
        assert (opened.locator(button).get_attribute("title") or "?") in line
    assert opened.locator("#open").is_hidden()
    assert opened.locator("#shown").evaluate("shown => shown.inert && getComputedStyle(shown).filter") == "grayscale(1)"
    opened.locator("#choice-cell").fill("")
    made(opened, "brandub-walker-a4-colour.pdf")
    for button in ("#download", "#reader", "#link"):
        assert opened.locator(button).is_enabled()
        assert opened.locator(button).get_attribute("title") == ""
    assert not opened.locator("#shown").evaluate("shown => shown.inert")


def test_sets_for_a_class_stand_among_the_first_choices(profile: Watched, site_address: str) -> None:
    page = at(profile, site_address, "")
    assert page.locator("#more").get_attribute("open") is None
    page.locator("#choice-class").fill("30")
    made(page, "brandub-walker-a4-colour-class30.pdf")
    rows = page.locator("#plan table tr")
    assert rows.first.inner_text().split("\t") == ["Page", "What is on it", "Print on", "Times"]
    assert rows.nth(1).inner_text().split("\t")[-1] == "30"


@pytest.mark.parametrize(
    ("locale", "paper"), [("en-US", "letter"), ("en-CA", "letter"), ("es-MX", "letter"), ("en", "a4"), ("de-AT", "a4")]
)
def test_the_first_paper_is_that_of_the_visitors_country(
    browser: Browser, site_address: str, locale: str, paper: str
) -> None:
    with watched(browser, site_address, locale=locale) as found:
        page = found.context.new_page()
        page.goto(f"{site_address}kit/index.html#game=tablut")
        page.wait_for_function("() => document.querySelector('#choice-rules').value === 'linnaeus'")
        assert page.locator("#choice-paper").input_value() == paper
        page.goto("about:blank")
        page.goto(f"{site_address}kit/index.html#paper=a3")
        page.wait_for_function("() => document.querySelector('#choice-paper').value === 'a3'")


def test_usual_choices_are_remembered_until_the_start_again(profile: Watched, site_address: str) -> None:
    page = at(profile, site_address, "")
    page.locator("#choice-paper").select_option("letter")
    page.locator("input[name=mode][value=mono]").check()
    page.locator("#choice-theme").select_option("plain")
    page.locator("#choice-class").fill("3")
    made(page, "brandub-walker-plain-letter-mono-class3.pdf")
    again = at(profile, site_address, "#game=tablut")
    made(again, "tablut-linnaeus-plain-letter-mono.pdf")
    assert again.url.endswith("#game=tablut&paper=letter&mode=mono&theme=plain")
    # what a link names goes before
    linked = at(profile, site_address, "#mode=colour&paper=a4")
    made(linked, "brandub-walker-plain-a4-colour.pdf")
    linked.get_by_role("button", name="Start again").click()
    made(linked, "brandub-walker-a4-colour.pdf")
    made(at(profile, site_address, ""), "brandub-walker-a4-colour.pdf")


def test_a_visitor_with_another_language_is_offered_it_once(browser: Browser, site_address: str) -> None:
    with watched(browser, site_address, locale="de-AT") as found:
        page = found.context.new_page()
        page.goto(f"{site_address}kit/index.html#game=tablut")
        offer = page.locator(".offer a")
        offer.wait_for()
        assert offer.get_attribute("hreflang") == "de"
        page.goto(f"{site_address}index.html")
        assert page.locator(".offer").count() == 0
        page.locator('.foot a[hreflang="de"]').click()
        page.wait_for_url("**/de/index.html")
        # the language that was chosen is the visitor's from now on
        page.goto(f"{site_address}kit/index.html#game=tablut")
        offer.click()
        page.wait_for_url("**/de/kit/index.html#game=tablut*")
        page.goto(f"{site_address}index.html")
        page.locator(".offer button").click()
        page.reload()
        assert page.locator(".offer").count() == 0


def test_what_a_link_asks_for_and_there_is_not_is_said(profile: Watched, site_address: str) -> None:
    page = at(profile, site_address, "#game=chess&paper=letter&colour=red")
    notice = page.locator("#notice").inner_text()
    assert "Game: chess" in notice
    assert "colour=red" in notice
    assert page.evaluate(NAME) == "brandub-walker-letter-colour.pdf"


def test_the_way_past_the_menu_chooses_nothing(profile: Watched, site_address: str) -> None:
    page = at(profile, site_address, "#game=tablut&paper=letter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash === '#game=tablut&paper=letter'")
    page.locator("input[name=mode][value=mono]").check()
    made(page, "tablut-linnaeus-letter-mono.pdf")
    assert page.locator("#notice").is_hidden()
    assert page.url.endswith("#game=tablut&paper=letter&mode=mono")


def test_starting_again_forgets_all_choices(profile: Watched, site_address: str) -> None:
    page = at(profile, site_address, "#game=tablut&box=kit&parts=board")
    page.get_by_role("button", name="Start again").click()
    made(page, "brandub-walker-a4-colour.pdf")
    assert "#" not in page.url
    assert page.locator("#choice-box").input_value() == "none"
    assert page.locator("input[name=parts-booklet]").is_checked()


def test_a_telephone_shows_the_first_page_within_two_screens(browser: Browser, site_address: str) -> None:
    with watched(browser, site_address, viewport={"width": 390, "height": 844}) as found:
        page = at(found, site_address, "")
        top = page.locator("#kit-pages canvas").first.bounding_box()
        assert top is not None
        assert top["y"] < 1.5 * 844
        assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert found.complaints == []


def test_without_scripts_the_page_leads_to_ready_kits(browser: Browser, site_address: str) -> None:
    with watched(browser, site_address, java_script_enabled=False) as found:
        page = found.context.new_page()
        page.goto(f"{site_address}kit/index.html")
        assert page.locator("noscript p.problem").inner_text().startswith("This page needs JavaScript")
        assert page.locator("noscript p.problem").is_visible()
        assert page.locator("#maker").is_hidden()
        page.get_by_role("link", name="Tablut", exact=True).click()
        assert page.url.endswith("games/tablut/index.html")
