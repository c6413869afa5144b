"""How many examples hypothesis tries: few in make test, all in .ci/run, which asks for --hypothesis-profile=full."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("full", max_examples=60, deadline=None)
settings.register_profile("quick", max_examples=6, deadline=None)
settings.load_profile("quick")
