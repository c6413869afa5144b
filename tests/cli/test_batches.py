"""Batches: what stops them, what they leave then, and that one kit's trouble is not another's."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from taflkit.cli import main
from taflkit.cli.batch import Lost, Workers

COMMAND = [sys.executable, "-m", "taflkit", "build", "-o", "kits"]
MANY = [*COMMAND, "--rules", "all", "--paper", "all", "--mode", "all", "--theme", "all"]
KITS = 6 * 5 * 2 * 3
STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def started(command: list[str], **more: object) -> subprocess.Popen[str]:
    """Start a batch as a group of its own that hears every signal, and wait for its first kit."""
    # under nohup these tests ignore SIGHUP, begun in the background of a script SIGINT, and so would the batch
    before = {number: signal.signal(number, signal.SIG_DFL) for number in STOPPING}
    try:
        process = subprocess.Popen(  # type: ignore[call-overload]
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, **more
        )
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert process.stdout.readline().startswith("[1/")
    return process  # type: ignore[no-any-return]


def group(process: subprocess.Popen[str]) -> list[int]:
    """Return the processes of a batch that still run, itself left out."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, leader = status.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(leader) == process.pid != int(status.parent.name) and state != "Z":
            found.append(int(status.parent.name))
    return found


def kits(folder: Path) -> list[str]:
    return [file.name for file in (folder / "kits").iterdir()]


def work(job: str) -> str:
    if job == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if job == "leave":
        os._exit(3)
    return f"{job} done"


def test_a_process_that_dies_takes_its_job_alone_with_it() -> None:
    jobs = ["a", "die", "b", "leave", "c", "d"]
    with Workers(work, 2) as workers:
        results = dict(workers.results(jobs))
    assert set(results) == set(jobs)
    assert [results[job] for job in "abcd"] == [f"{job} done" for job in "abcd"]
    died, left = results["die"], results["leave"]
    assert isinstance(died, Lost)
    assert "was killed (SIGKILL)" in died.why
    assert isinstance(left, Lost)
    assert "could not go on" in left.why


def test_where_no_process_can_be_started_the_work_is_done_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> int:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", none)
    with Workers(work, 2) as workers:
        assert list(workers.results(["a", "b"])) == [("a", "a done"), ("b", "b done")]


def test_workers_that_are_stopped_tell_what_was_done_and_what_not() -> None:
    with Workers(_slow, 2) as workers:
        results = workers.results(["quick", "slow", "slower"])
        assert next(results) == ("quick", "quick")
        begun = time.monotonic()
        undone = workers.stop()
        assert time.monotonic() - begun < 10
    assert workers.done == [("quick", "quick")]
    assert "slow" in undone


def _slow(job: str) -> str:
    time.sleep(0 if job == "quick" else 60)
    return job


def test_the_kits_that_fail_are_listed_at_the_end() -> None:
    result = CliRunner().invoke(main, ["build", "--mode", "all", "--cell", "190", "-o", "kits"])
    assert result.exit_code == 1
    last = result.stderr.splitlines()[-1]
    assert last.startswith("Error: 2 of 2 kits failed: ")
    assert "brandub, a4, mono, ballinderry" in last


@pytest.mark.whole
@pytest.mark.parametrize("number", STOPPING)
@pytest.mark.parametrize("send", [os.kill, os.killpg])
def test_a_batch_stops_at_once_and_keeps_what_is_whole(
    folder: Path, number: signal.Signals, send: Callable[[int, int], None]
) -> None:
    for wait in (0.0, 0.3):
        process = started(MANY)
        time.sleep(wait)
        begun = time.monotonic()
        send(process.pid, number)
        _, said = process.communicate(timeout=20)
        assert time.monotonic() - begun < 10
        assert process.returncode == 130
        made = kits(folder)
        assert said == f"stopped: {len(made)} of {KITS} kits made in kits\n"
        assert all(name.endswith(".pdf") and (folder / "kits" / name).stat().st_size > 100_000 for name in made)
        assert group(process) == []
        for name in made:
            (folder / "kits" / name).unlink()


@pytest.mark.whole
def test_a_batch_that_is_killed_leaves_no_process(folder: Path) -> None:
    process = started(MANY)
    process.kill()
    assert process.communicate()[1] == ""
    until = time.monotonic() + 10
    while group(process) and time.monotonic() < until:
        time.sleep(0.02)
    assert group(process) == []
    assert [name for name in kits(folder) if name.startswith(".")] == []


@pytest.mark.whole
def test_a_kit_whose_process_is_killed_is_named_and_the_others_are_made(folder: Path) -> None:
    process = started([*COMMAND, "--rules", "all", "--mode", "all", "--theme", "all"])
    os.kill(group(process)[0], signal.SIGKILL)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    first, last = said.splitlines()
    assert first.endswith("was killed (SIGKILL); it took too long, or there was too little memory")
    assert last == f"Error: 1 of 36 kits failed: {first.removeprefix('Error: ').partition(': ')[0]}"
    assert len(kits(folder)) == 35


@pytest.mark.whole
@pytest.mark.parametrize(
    ("limit", "most"),
    # glibc may reserve 64 MB of addresses for a thread's memory, which a kit of 70 MB does not use
    [(resource.RLIMIT_NOFILE, 20), (resource.RLIMIT_NOFILE, 12), (resource.RLIMIT_AS, 160_000_000)],
)
def test_a_batch_is_content_with_little(folder: Path, limit: int, most: int) -> None:
    command = [*COMMAND, "--rules", "all"]
    done = subprocess.run(
        command,
        preexec_fn=lambda: resource.setrlimit(limit, (most, most)),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(kits(folder)) == 6


@pytest.mark.whole
def test_a_batch_goes_on_where_nobody_reads_what_it_says(folder: Path) -> None:
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f"{' '.join(COMMAND)} --rules all | head -1"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("[1/6] ")
    assert len(kits(folder)) == 6
