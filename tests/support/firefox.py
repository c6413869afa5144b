"""Firefox, driven by WebDriver BiDi, which it speaks by itself: pages are opened, read, pressed and typed at.

Playwright drives a Firefox of its own alone, and Debian has no geckodriver, which the older WebDriver needs.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import ClientConnection, connect

_PATIENCE = 120.0
"""The seconds that anything may take on a busy machine."""
_PAUSE = 0.1
"""The seconds between two looks at a page."""
KEYS = {"ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Enter": "\ue007"}
"""The characters that stand for keys without one."""


class Firefox:
    """A browser with one page.

    Attributes:
        downloads: the folder of what pages have saved.
        complaints: errors of scripts, and what the console shows as an error.
    """

    def __init__(self, socket: ClientConnection, downloads: Path) -> None:
        self.downloads = downloads
        self.complaints: list[str] = []
        self._socket = socket
        self._numbers = count(1)
        self._send("session.new", capabilities={})
        self._send("session.subscribe", events=["log.entryAdded"])
        self._page = self._send("browsingContext.getTree")["contexts"][0]["context"]
        self._send("browsingContext.setViewport", context=self._page, viewport={"width": 1366, "height": 900})

    def _send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the result of a command."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            heard = json.loads(self._socket.recv(_PATIENCE))
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
                self.complaints.append(heard["params"]["text"])
            if heard.get("id") == number:
                assert heard["type"] == "success", f"{method}: {heard.get('message')}"
                result: dict[str, Any] = heard["result"]
                return result

    def go(self, address: str) -> None:
        """Open an address, and wait until its page has loaded."""
        self._send("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def value(self, script: str) -> Any:
        """Return what an expression is on the page, a promise's value where it is one."""
        expression = f"(async () => JSON.stringify((await ({script})) ?? null))()"
        answer = self._send("script.evaluate", expression=expression, target={"context": self._page}, awaitPromise=True)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def wait(self, script: str, patience: float = _PATIENCE) -> None:
        """Wait until an expression is true on the page, for some seconds at most."""
        end = time.monotonic() + patience
        while not self.value(script):
            assert time.monotonic() < end, f"{script}: not on {self.value('document.body.innerText')}"
            time.sleep(_PAUSE)

    def press(self, selector: str) -> None:
        """Press on the middle of an element with the mouse."""
        found = f"document.querySelector({json.dumps(selector)})"
        self.value(f"{found}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
        x, y = self.value(
            f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])({found}.getBoundingClientRect())"
        )
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        pressing = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self._perform({"type": "pointer", "id": "mouse", "actions": pressing})

    def type(self, *keys: str) -> None:
        """Press keys, such as "ArrowUp" or "a"."""
        signs = [KEYS.get(key, key) for key in keys]
        typing = [{"type": way, "value": sign} for sign in signs for way in ("keyDown", "keyUp")]
        self._perform({"type": "key", "id": "keys", "actions": typing})

    def _perform(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._page, actions=[source])

    def downloaded(self, selector: str) -> tuple[str, bytes]:
        """Press a button, and return the name and the bytes of the file that it saves."""
        before = {*self.downloads.iterdir()}
        self.press(selector)
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            names = {*self.downloads.iterdir()} - before
            # while it is written there is another beside it
            if len(names) == 1 and (content := next(iter(names)).read_bytes()):
                return names.pop().name, content
            time.sleep(_PAUSE)
        raise AssertionError(f"{selector} saves nothing")


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Yield the distribution's Firefox, without a window, in a profile of its own."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    assert program, "no Firefox: .ci/run installs it"
    with TemporaryDirectory(prefix="taflkit-firefox-", ignore_cleanup_errors=True) as folder:
        profile, downloads = Path(folder, "profile"), Path(folder, "downloads")
        profile.mkdir()
        downloads.mkdir()
        settings = {
            "browser.download.dir": str(downloads),
            "browser.download.folderList": 2,
            "browser.download.open_pdf_attachments_inline": False,
            "intl.accept_languages": "en-GB, en",
        }
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in settings.items()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            try:
                with connect(f"{_address(profile)}/session", max_size=None, proxy=None) as socket:
                    yield Firefox(socket, downloads)
            finally:
                process.terminate()


def _address(profile: Path) -> str:
    """Return where a browser listens, which it writes into its profile."""
    end = time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        with suppress(FileNotFoundError, ValueError):
            place = json.loads((profile / "WebDriverBiDiServer.json").read_text(encoding="utf-8"))
            return f"ws://{place['ws_host']}:{place['ws_port']}"
        time.sleep(_PAUSE)
    raise AssertionError("Firefox does not start")
