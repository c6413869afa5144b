"""Photograph every page of the site on screens of three widths, to be looked at: proofs/site/PAGE-WIDTH-SCHEME.png.

The site is the one of `make site`; pages are shown in light and, on a desk's width, in dark. Where the kit maker is
there, its page is photographed when its first kit stands in it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.browsing import WIDTHS, chromium, shown, watched  # noqa: E402  (the tests' own browser)

_TALLEST = 12000
"""Of a photograph, in pixels: the largest that the browser makes is about twice as high."""


def main() -> int:
    """Photograph the pages; return 1 if one complains."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", type=Path, default=ROOT / "output" / "site", help="the folder of the site")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "proofs" / "site")
    parser.add_argument("--only", default="", help="pages with these letters in their path")
    wanted = parser.parse_args()
    wanted.output.mkdir(parents=True, exist_ok=True)
    pages = [
        path
        for file in sorted(wanted.site.rglob("*.html"))
        if wanted.only in (path := file.relative_to(wanted.site).as_posix())
    ]
    if not pages:
        print(f"{wanted.site}: no pages; make site makes them")
        return 1
    looks = [*((width, "light") for width in WIDTHS), (WIDTHS[-1], "dark")]
    complaints = []
    with chromium() as browser, shown(wanted.site) as address:
        for width, scheme in looks:
            with watched(browser, address, viewport={"width": width, "height": 900}, color_scheme=scheme) as found:
                page = found.context.new_page()
                for path in pages:
                    page.goto(address + path, wait_until="networkidle")
                    if path.endswith("kit/index.html"):
                        page.wait_for_selector("figure.first[data-drawn]")
                    height = min(page.evaluate("document.documentElement.scrollHeight"), _TALLEST)
                    page.set_viewport_size({"width": width, "height": height})
                    name = path.removesuffix(".html").removesuffix("/index").replace("/", "-")
                    page.screenshot(path=wanted.output / f"{name}-{width}-{scheme}.png")
                    page.set_viewport_size({"width": width, "height": 900})
                complaints += found.complaints
            print(f"{len(pages)} pages, {width} pixels, {scheme}")
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
