"""Measuring for the scripts/bench-* scripts: time and memory of whole processes, rows of a table,
and the verdict.

A budget's script is `scripts/bench-NAME DEVTOOL`. It prints what it measured and ends with 0 (within
the budgets), 1 (over one) or 69 (something it needs is missing). `scripts/bench` and `make bench`
find it by its name; its second line is its help in `make`.
"""

import contextlib
import dataclasses
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

OVER_BUDGET = 1
BAD_COMMAND_LINE = 64
MISSING = 69

# The kernel counts peak memory from the fork on: no figure is smaller than what the measuring
# process itself ever had, some 15 MiB, so that a script must not hold large data.
MIB = 1024 * 1024


@dataclasses.dataclass
class Measurement:
    """What some runs of a command took. Times in seconds, memory in bytes."""

    # Medians over the runs.
    wall: float
    cpu: float
    # Of the fastest run, which other processes on the machine disturb least.
    best_wall: float
    best_cpu: float
    # Of the largest run.
    peak: int
    # Whether the run was ended because it took too long; the figures are what it took until then.
    was_ended: bool = False


def measure(command, runs=1, source=None, accept=(0,), limit=60, directory=None):
    """Runs a command to its end, a number of times; what it prints goes to a file that is dropped.

    Of several runs, one more goes before and is not counted. When the runs took `limit` seconds
    together there is no further one, and a run that takes so long by itself is ended. `source` is a
    command whose output is piped in and whose own time is not counted; else there is no input. CPU
    time is user and system time of the process and of the children it waited for. An exit status
    that is not accepted ends the script: a figure of something that did not work is no figure.
    """
    walls, cpus, peaks = [], [], []
    was_ended = False
    started = time.perf_counter()

    def end(*_):
        os.kill(process.pid, signal.SIGKILL)

    # A timer of Python's is a thread, whose start takes a millisecond from a command that has begun.
    signal.signal(signal.SIGALRM, end)
    for run in range(runs + 1 if runs > 1 else 1):
        # Not /dev/null: GNU grep sees that and stops at the first match.
        with tempfile.TemporaryFile() as output, piped(source) as stdin:
            start = time.perf_counter()
            try:
                process = subprocess.Popen(
                    command, stdin=stdin, stdout=output, stderr=subprocess.DEVNULL, cwd=directory)
            except OSError as error:
                stop(f"cannot run {command[0]}: {error.strerror}")
            # Not through Popen, which would take the exit status that wait4 is for.
            signal.setitimer(signal.ITIMER_REAL, limit)
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - start
            signal.setitimer(signal.ITIMER_REAL, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        was_ended = process.returncode == -signal.SIGKILL and wall >= limit
        if process.returncode not in accept and not was_ended:
            stop(f"ended with {process.returncode}, so there is nothing to measure: "
                 + " ".join(map(str, command)), OVER_BUDGET)
        is_last = was_ended or time.perf_counter() - started > limit
        if runs > 1 and run == 0 and not is_last:
            continue
        walls.append(wall)
        cpus.append(usage.ru_utime + usage.ru_stime)
        # Kilobytes on Linux, bytes on macOS.
        peaks.append(usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
        if is_last:
            break
    return Measurement(
        statistics.median(walls), statistics.median(cpus), min(walls), min(cpus), max(peaks),
        was_ended)


@contextlib.contextmanager
def piped(source):
    """Runs a command and gives what its output can be read from."""
    if source is None:
        yield subprocess.DEVNULL
        return
    with subprocess.Popen(source, stdout=subprocess.PIPE) as process:
        yield process.stdout


def stop(message, status=MISSING):
    """Ends the script for a reason that is no figure."""
    print(f"{os.path.basename(sys.argv[0])}: {message}", file=sys.stderr)
    sys.exit(status)


def build_system(arguments):
    """Takes `--build-system NAME` out of a command line: the words for `swift` and for devtool, none
    where it does not say. What takes no part in a build has no such option."""
    if "--build-system" not in arguments:
        return []
    place = arguments.index("--build-system")
    words = arguments[place:place + 2]
    if len(words) != 2 or words[1] not in ("native", "swiftbuild"):
        stop("--build-system takes native or swiftbuild", BAD_COMMAND_LINE)
    del arguments[place:place + 2]
    return words


def installed(peer, command=None):
    """Whether there is a program to compare with; says so when there is not, and what installs it."""
    if shutil.which(peer):
        return True
    print(f"  {peer} is not installed: skipped" + (f" (`{command}`)" if command else ""))
    return False


def hide_interrupt(kind, error, traceback):
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, traceback)


# Ctrl-C is no bug: temporary files are removed, and no traceback is shown.
sys.excepthook = hide_interrupt


class Budgets:
    """The rows that a script prints, and whether all of them are within their budgets."""

    def __init__(self, title):
        self.over = []
        self.part = ""
        load, cores = os.getloadavg()[0], os.cpu_count() or 1
        busy = f", load {load:.1f}: other work makes the figures worse" if load > cores / 2 else ""
        print(f"{title}  ({cores} CPUs{busy})", flush=True)

    def section(self, title, part):
        """Heads the rows that follow; `part` is what they are called when one is over budget."""
        self.part = part + ": "
        print(f" {title}", flush=True)

    def row(self, name, figure, budget="", kept=True, note=""):
        """Prints a figure; with a budget, it says whether it is kept."""
        verdict = ""
        if budget:
            verdict = "ok  " if kept else "OVER"
            if not kept:
                self.over.append(self.part + name.strip())
        print(f"  {name:<31} {figure:>21}  {verdict:<4}  {budget:<14} {note}".rstrip(), flush=True)

    def finish(self):
        """Ends the script by the verdict."""
        if self.over:
            print(f"over budget: {'; '.join(self.over)}", file=sys.stderr)
            sys.exit(OVER_BUDGET)
        sys.exit(0)


def ratio(ours, theirs):
    """How many times as long (or as large) ours is, as text."""
    return f"{ours / theirs:.2f} x" if theirs > 0 else "-"
