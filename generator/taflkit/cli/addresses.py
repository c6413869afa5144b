"""The addresses that options take: those of folders that somebody else's program fetches files from."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, quote, urlsplit

from taflkit.errors import TaflkitError, printable, shown

__all__ = ["read_address"]

_MOST = 2_000
"""The characters of an address."""
_MOST_HOST = 253
"""The characters of the name of a host (RFC 1035, 2.3.4)."""
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_NAME = rf"{_LABEL}(\.{_LABEL})*"
_NUMBER = r"(.*\.)?([0-9]+|0x[0-9a-f]*)"
"""A name that browsers take for the number of a machine (URL Standard, "ends in a number")."""
_BRACKETED = r"\[[0-9a-f:.]+\](:[0-9]+)?"
_LONE_PERCENT = r"%(?![0-9A-Fa-f]{2})"
_PLAIN = "/%:@!$&()*+,;=~"
"""The signs of a path that are not encoded, with letters, digits and -._ (RFC 3986, 3.3, but for the apostrophe)."""


def read_address(value: str, choice: str, *, files: bool = False) -> str:
    """Return the address of a folder as it is written into files.

    The scheme and the host are in small letters, what a path cannot have is percent-encoded, and a slash ends it.

    Args:
        value: as it was given.
        choice: the option's parameter, for errors.
        files: whether it may be that of a folder on a disk too, such as file:///home/kit/.

    Raises:
        TaflkitError: it is no address of a folder; the line says why.
    """
    try:
        place = _split(value)
        address = f"{_begin(place, files)}{_encoded(place.path)}"
        if len(address) > _MOST:
            raise ValueError(f"it has more than {_MOST} characters")
    except ValueError as error:
        why = f"is no address of a folder: {error}; write it like https://example.org/tafl/"
        raise TaflkitError(f"'{shown(value)}' {why}", choice=choice) from None
    return address


def _split(value: str) -> SplitResult:
    """Return the parts of an address.

    Raises:
        ValueError: it has something that no address of a folder has.
    """
    strange = next((char for char in value if not char.isprintable()), "")
    if strange:
        # the library would leave some of them out
        raise ValueError(f"it has the character {printable(strange)}")
    if value != value.strip():
        raise ValueError("it begins or ends with a space")
    if "?" in value or "#" in value:
        raise ValueError("it has a ? or a #, and what is behind that is no folder")
    try:
        return urlsplit(value)
    except ValueError:
        raise ValueError("what stands before its path is no host") from None


def _begin(place: SplitResult, files: bool) -> str:
    """Return what stands before the path of an address.

    Raises:
        ValueError: it has another scheme, or no host that there can be.
    """
    if files and place.scheme == "file":
        if place.netloc or not (place.path.startswith("/") and place.path.strip("/")):
            raise ValueError("it names no folder on a disk, such as file:///home/kit/")
        return "file://"
    if place.scheme not in ("http", "https"):
        schemes = "none of http://, https:// and file:///" if files else "neither http:// nor https://"
        raise ValueError(f"it begins with {schemes}")
    if "@" in place.netloc:
        raise ValueError("it names a user")
    if not place.netloc.isascii():
        raise ValueError("write its host in letters of ASCII, such as xn--bcher-kva.example for b\u00fccher.example")
    host = place.hostname or ""
    if not host:
        raise ValueError("it has no host")
    if not _is_host(host, place.netloc.lower()):
        raise ValueError(f"'{shown(host)}' is no host")
    port = _port(place)
    return f"{place.scheme}://{f'[{host}]' if ':' in host else host}{port}"


def _is_host(host: str, given: str) -> bool:
    """Whether a host is a name, or the number of a machine.

    Args:
        host: in small letters.
        given: the host with what stands about it, in small letters.
    """
    from ipaddress import AddressValueError, IPv4Address, IPv6Address

    try:
        if "[" in given:
            IPv6Address(host)
            return re.fullmatch(_BRACKETED, given) is not None
        if re.fullmatch(_NUMBER, host):
            IPv4Address(host)
    except AddressValueError:
        return False
    return len(host) <= _MOST_HOST and re.fullmatch(_NAME, host) is not None


def _port(place: SplitResult) -> str:
    """Return the port of an address with its colon; "" where it names none.

    Raises:
        ValueError: there can be none such.
    """
    try:
        port = place.port
    except ValueError:
        port = 0
    if port == 0 or place.netloc.endswith(":"):
        raise ValueError(f"'{shown(place.netloc.rpartition(':')[2])}' is no port, which are 1 to 65535")
    return "" if port is None else f":{port}"


def _encoded(path: str) -> str:
    """Return a path as an address has it, with a slash at the end; what is encoded already stays so."""
    encoded = quote(re.sub(_LONE_PERCENT, "%25", path), safe=_PLAIN)
    return encoded if encoded.endswith("/") else f"{encoded}/"
