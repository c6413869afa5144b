"""Paths of the site's files: none leads out of its folder, whoever wrote it."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from support.browsing import shown
from taflkit.catalog import Catalog
from taflkit.cli import main
from taflkit.errors import TaflkitError
from taflkit.resources import templates_folder
from taflkit.site import kits
from taflkit.site.inputs import Inputs
from taflkit.site.page import Job, Site, is_inside
from taflkit.site.runtime import files, program_digest

OUTSIDE = (
    *("../evil", "a/../../evil", "/evil", "a\\b", "c:evil", "a//b", "./a", "a/", "", ".", "a\0b", "a\ud800b"),
    "a/" * 500 + "b",
)


@pytest.mark.parametrize("path", OUTSIDE)
def test_a_path_that_leads_out_or_is_no_name_is_not_inside(path: str) -> None:
    assert not is_inside(path)


@pytest.mark.parametrize("path", ["index.html", "games/tablut/index.html", "runtime/licences/msgspec/LICENSE"])
def test_a_path_of_the_site_is_inside(path: str) -> None:
    assert is_inside(path)


@pytest.mark.parametrize("path", ["../evil", "a\0b"])
def test_a_record_with_such_a_path_is_no_record(path: str, tmp_path: Path) -> None:
    record = {"files": {path: {"content": ""}}}
    (tmp_path / "site-record.json").write_text(json.dumps(record), encoding="utf-8")
    made = CliRunner().invoke(main, ["site", "-o", str(tmp_path), "--games", "brandub", "--kits", "none"])
    assert made.exit_code == 1
    assert "site-record.json is no record of a site" in made.output


def test_a_runtime_with_such_a_path_is_refused(tmp_path: Path) -> None:
    (tmp_path / "evil").write_bytes(b"")
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    program = program_digest(Path(kits.__file__).resolve().parent.parent, templates_folder())
    table = {
        "maker": "",
        "program": program,
        "pyodide": "",
        "lock": {},
        "digests": {"../evil": ""},
        "parts": [],
        "sizes": {},
    }
    (runtime / "runtime.json").write_text(json.dumps(table), encoding="utf-8")
    with pytest.raises(TaflkitError, match="lies outside it"):
        list(files(Site(Catalog(), ("brandub",), runtime=runtime)))


@pytest.mark.parametrize("asked", ["/%00", "/../../etc/passwd", "/none.html"])
def test_a_server_shows_nothing_else_and_goes_on(asked: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("shown", encoding="utf-8")
    with shown(tmp_path) as address:
        connection = http.client.HTTPConnection(urlsplit(address).netloc)
        connection.request("GET", asked)
        answer = connection.getresponse()
        answer.read()
        assert answer.status in {400, 404}
        connection = http.client.HTTPConnection(urlsplit(address).netloc)
        connection.request("GET", "/")
        assert connection.getresponse().read() == b"shown"


def test_kits_are_made_again_when_what_makes_their_pictures_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = Site(Catalog(), ("brandub",))
    job = Job("en", "brandub", "walker")
    before = Inputs.of(site)
    other = tmp_path / "kits.py"
    other.write_text(Path(kits.__file__).read_text(encoding="utf-8") + "# other", encoding="utf-8")
    monkeypatch.setattr(kits, "__file__", str(other))
    after = Inputs.of(site)
    assert before.of_files(job) != after.of_files(job)
    assert before.of_texts(job) != after.of_texts(job)
