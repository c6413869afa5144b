"""ReportLab is read without the settings of its users: they are programs, and a kit depends on none of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT

SETTING = "import pathlib; pathlib.Path('ran').touch(); pageCompression = 'none'\n"
READ = "from taflkit.render.pdf.objects import pdfdoc; import reportlab.rl_config as c; print(c.pageCompression)"


def read(folder: Path, **environment: str) -> str:
    """What ReportLab's setting is in a process of its own, whose current folder is also searched for modules."""
    path = os.pathsep.join((str(folder), str(ROOT / "generator")))
    environment = {**os.environ, "PYTHONPATH": path, **environment}
    done = subprocess.run(
        [sys.executable, "-c", READ],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=20,
    )
    assert not (folder / "ran").exists()
    return done.stdout.strip()


@pytest.mark.parametrize(
    "name", ["reportlab_mods.py", "reportlab_settings.py", ".reportlab_mods", ".reportlab_settings"]
)
def test_no_setting_is_run(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(SETTING)
    assert read(tmp_path, HOME=str(tmp_path)) == "1"


@pytest.mark.parametrize("name", ["_rl_accel.py", "reportlab/__init__.py"])
def test_no_library_is_read_from_the_current_folder(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(SETTING)
    done = subprocess.run(
        [sys.executable, "-m", "taflkit", "build", "--parts", "cards"],
        cwd=tmp_path,
        env={key: value for key, value in os.environ.items() if key != "PYTHONSAFEPATH"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", [".reportlab_mods", ".reportlab_settings"])
def test_a_pipe_in_the_home_folder_is_not_waited_for(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    assert read(tmp_path, HOME=str(tmp_path)) == "1"


def test_the_home_folder_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert read(tmp_path, HOME=str(tmp_path / "file")) == "1"
    assert read(tmp_path, HOME=os.devnull) == "1"


def test_no_variable_is_a_setting(tmp_path: Path) -> None:
    assert read(tmp_path, RL_pageCompression="0") == "1"
    assert read(tmp_path, RL_pageCompression="much") == "1"
