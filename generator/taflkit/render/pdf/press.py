"""What a PDF for a printing press needs beside its pages: PDF/X-4 (ISO 15930-7:2010).

The intended printing condition is offset on coated paper as the registry of the ICC lists it, FOGRA39: the output
intent names it and embeds a profile of an output device (class "prtr") for it, as PDF/X-4 demands. Colours are sRGB,
which the pages' DefaultRGB makes device independent (ISO 32000-1, 8.6.5.6), so that no colour rests on the reader's
own guess; greys are DeviceGray, which the press prints with black alone. What a conforming file has is listed in the
preflight rules of github.com/Padam87/pdfbox-preflight (issue 1), and told in the manual of the TeX package pdfx
(Radhakrishnan, Han The Thanh, Moore and Selinger).
"""

from __future__ import annotations

from taflkit.drawing.store import Store
from taflkit.render.pdf.objects import File, packed
from taflkit.resources import templates_folder

__all__ = ["default_colours", "press_intents", "srgb_profile"]

_CONDITION, _REGISTRY = "FOGRA39", "http://www.color.org"
_MEANING = "Offset on coated paper, ISO 12647-2:2004/Amd 1"


def press_intents(file: File, store: Store) -> str:
    """Put the press's profile into the file, and return the catalog's OutputIntents (ISO 32000-1, 14.11.5)."""
    profile = file.add_stream(store.of(_press_profile), "/N 4")
    return (
        f"[<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier ({_CONDITION}) "
        f"/RegistryName ({_REGISTRY}) /OutputCondition ({_MEANING}) "
        f"/Info ({_CONDITION}) /DestOutputProfile {profile} 0 R >>]"
    )


def default_colours(file: File, store: Store) -> str:
    """Put the profile of sRGB into the file, and return the colour spaces of pages and forms: it stands for RGB."""
    profile = file.add_stream(store.of(srgb_profile), "/N 3 /Alternate /DeviceRGB")
    return f"<< /DefaultRGB [/ICCBased {profile} 0 R] >>"


def _press_profile() -> bytes:
    return packed((templates_folder() / "fogra39.icc").read_bytes())


def srgb_profile() -> bytes:
    """Return the profile of sRGB, packed."""
    return packed((templates_folder() / "srgb.icc").read_bytes())
