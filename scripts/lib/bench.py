"""Measures video players on one X server, in turn, on the same file: scripts/bench calls it.

CPU is read while the player plays, so that its start and end are left out: the process's CPU clock (user and system,
all threads, those that have ended too) and the X server's, at two moments after the warm-up, in nanoseconds. Both are
divided by the frames displayed between the two moments. No window manager runs: all players have the same conditions.
"""

import argparse
import dataclasses
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

WIDTH, HEIGHT = 1280, 720
MINI = "480x270"


@dataclasses.dataclass(frozen=True)
class Case:
    """One output size and frame rate; `two` adds the mini window."""

    size: str
    fps: int
    two: bool = False

    @property
    def name(self):
        return f"{self.size}@{self.fps}" + ("+mini" if self.two else "")


CASES = [Case(size, fps) for size in (MINI, "1280x720") for fps in (30, 60)]
CASES += [Case("1280x720", fps, two=True) for fps in (30, 60)]


@dataclasses.dataclass
class Sample:
    """One run: milliseconds of CPU a displayed frame, and frames dropped while measured."""

    client: float
    server: float
    drops: float


class Failure(Exception):
    """A run that measured nothing, and why."""


def cpu_seconds(pid):
    """The CPU clock of a whole process: what clock_getcpuclockid(3) makes of its id."""
    return time.clock_gettime((~pid << 3) | 2)


class Player:
    """A program that shows a clip; the subclasses say how to call it and how to count its frames."""

    name = ""

    def __init__(self, options):
        self.options = options

    def handles(self, case):
        return not case.two

    def command(self, case, clip, seconds):
        raise NotImplementedError

    def at(self, moment):
        """Called at the first (0) and the second moment (1), outside what is measured."""

    def frames(self, case, times, output):
        """Frames displayed between the two moments, and those dropped."""
        raise NotImplementedError

    def stop(self, process):
        process.send_signal(signal.SIGTERM)

    def started(self, process):
        """Called when the player has been started."""

    def ended(self):
        """Called when the player is gone."""

    def measure(self, case, clip):
        options = self.options
        begin = time.monotonic()
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            process = subprocess.Popen(
                self.command(case, clip, options.warm_up + options.seconds + 0.7),
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
            )
            try:
                self.started(process)
                self.wait(process, errors, begin + options.warm_up - 0.4)
                check_windows(case)
                self.wait(process, errors, begin + options.warm_up)
                self.at(0)
                first = (time.monotonic(), cpu_seconds(process.pid), cpu_seconds(options.server))
                self.wait(process, errors, first[0] + options.seconds)
                second = (time.monotonic(), cpu_seconds(process.pid), cpu_seconds(options.server))
                self.at(1)
                self.stop(process)
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                raise Failure("it does not end") from None
            finally:
                if process.poll() is None:
                    process.kill()
                process.wait()
                self.ended()
            output.seek(0)
            shown, drops = self.frames(case, (first[0], second[0]), output.read().decode(errors="replace"))
        if shown <= 0:
            raise Failure("it displayed no frame while it was measured")
        return Sample((second[1] - first[1]) * 1000 / shown, (second[2] - first[2]) * 1000 / shown, drops)

    @staticmethod
    def wait(process, errors, until):
        try:
            code = process.wait(timeout=max(0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            return
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()
        raise Failure(f"it ended too early with code {code}" + (f": {lines[-1]}" if lines else ""))


class Limit(Player):
    name = "limit"

    def handles(self, case):
        return True

    def command(self, case, clip, seconds):
        mini = ["--mini"] if case.two else []
        return self.options.limit + [
            "--size", case.size, "--src", clip, "--read", "--fps", str(case.fps), "--secs", str(seconds), *mini,
        ]

    def stop(self, process):
        """It ends by itself and then prints its counts."""

    def frames(self, case, times, output):
        counts = re.search(r"shown=(\d+) drop=(\d+)", output)
        if not counts:
            raise Failure("it printed no counts")
        shown, drops = int(counts[1]), int(counts[2])
        drops /= 2 if case.two else 1
        return share(case, times, shown, drops)


class Porthole(Player):
    name = "porthole"

    def handles(self, case):
        return True

    def command(self, case, clip, seconds):
        words = [self.options.porthole, "watch", clip, "--main-size", case.size, "--no-audio", "--events", "--quiet"]
        return words + (["--pip", "--keep-stage", "--size", MINI] if case.two else [])

    def frames(self, case, times, output):
        counts = []
        for line in output.splitlines():
            event = json.loads(line)
            if event["event"] == "frames" and times[0] <= event["time"] <= times[1]:
                hosts = event["hosts"].values()
                counts.append((event["time"], max(h["shown"] for h in hosts), sum(h["dropped"] for h in hosts)))
        if len(counts) < 2:
            raise Failure("it sent fewer than two frames events while it was measured")
        (begin, shown, dropped), (end, shown_at_end, dropped_at_end) = counts[0], counts[-1]
        stretch = (times[1] - times[0]) / (end - begin)
        return (shown_at_end - shown) * stretch, (dropped_at_end - dropped) * stretch


class MPV(Player):
    name = "mpv"

    def __init__(self, options):
        super().__init__(options)
        self.path = os.path.join(options.work, "mpv")
        self.socket = None
        self.drops = [0, 0]

    def command(self, case, clip, seconds):
        return [
            "mpv", "--no-config", "--really-quiet", "--no-audio", "--no-osc", "--vo=x11", f"--geometry={case.size}+0+0",
            f"--input-ipc-server={self.path}", clip,
        ]

    def started(self, process):
        limit = time.monotonic() + 5
        while time.monotonic() < limit and process.poll() is None:
            try:
                self.socket = socket.socket(socket.AF_UNIX)
                self.socket.settimeout(2)
                self.socket.connect(self.path)
                return
            except OSError:
                self.socket.close()
                self.socket = None
                time.sleep(0.02)

    def at(self, moment):
        if self.socket is None:
            raise Failure("it opened no control socket")
        self.drops[moment] = self.ask("frame-drop-count") + self.ask("decoder-frame-drop-count")

    def ask(self, name):
        self.socket.sendall(json.dumps({"command": ["get_property", name], "request_id": 7}).encode() + b"\n")
        text = b""
        while True:
            part = self.socket.recv(4096)
            if not part:
                raise Failure("it closed its control socket")
            text += part
            *lines, text = text.split(b"\n")
            for line in lines:
                answer = json.loads(line)
                if answer.get("request_id") == 7 and "error" in answer:
                    return answer.get("data") or 0

    def ended(self):
        if self.socket is not None:
            self.socket.close()
            self.socket = None
        if os.path.exists(self.path):
            os.unlink(self.path)

    def frames(self, case, times, output):
        drops = self.drops[1] - self.drops[0]
        return case.fps * (times[1] - times[0]) - drops, drops


class XImageSink(Player):
    """It counts nothing by itself: a run of its own, with a counting sink around it, tells the share of drops."""

    name = "ximagesink"

    def __init__(self, options):
        super().__init__(options)
        self.rendered = {}

    def pipeline(self, case, clip):
        width, height = case.size.split("x")
        return [
            "filesrc", f"location={clip}", "!", "y4mdec", "!", "videoconvertscale", "!",
            f"video/x-raw,width={width},height={height}", "!",
        ]

    def command(self, case, clip, seconds):
        return ["gst-launch-1.0", "-q", *self.pipeline(case, clip), "ximagesink"]

    def measure(self, case, clip):
        if case not in self.rendered:
            self.rendered[case] = self.count(case, clip)
        return super().measure(case, clip)

    def count(self, case, clip):
        sink = ["fpsdisplaysink", "video-sink=ximagesink", "text-overlay=false"]
        seconds = self.options.warm_up + self.options.seconds
        run = subprocess.run(
            ["timeout", "-s", "INT", str(seconds), "gst-launch-1.0", "-v", *self.pipeline(case, clip), *sink],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False,
        )
        counts = re.findall(r"rendered: (\d+), dropped: (\d+)", run.stdout)
        if not counts:
            raise Failure("its counting run displayed nothing")
        return int(counts[-1][0]), int(counts[-1][1])

    def frames(self, case, times, output):
        return share(case, times, *self.rendered[case])


def share(case, times, shown, drops):
    """Frames displayed and dropped in the measured time, from counts over a whole run."""
    frames = case.fps * (times[1] - times[0])
    part = drops / (shown + drops) if shown + drops else 0
    return frames * (1 - part), frames * part


def check_windows(case):
    """A window of the wrong size would make the figures worthless."""
    tree = subprocess.run(
        ["xwininfo", "-root", "-tree"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    ).stdout
    for size in [case.size, MINI] if case.two else [case.size]:
        if not re.search(rf"\b{size}\+", tree):
            raise Failure(f"it has no window of {size}")


def make_clip(folder, fps, seconds):
    """A y4m clip: nothing to decode, so that all the cost is the way to the window."""
    path = os.path.join(folder, f"testsrc2-{WIDTH}x{HEIGHT}-{fps}-{seconds}s.y4m")
    if not os.path.exists(path):
        say(f"make {os.path.basename(path)}")
        part = path + ".part"
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=size={WIDTH}x{HEIGHT}:rate={fps}", "-t",
             str(seconds), "-pix_fmt", "yuv420p", "-f", "yuv4mpegpipe", part],
            stdin=subprocess.DEVNULL, check=True,
        )
        os.replace(part, path)
    with open(path, "rb", buffering=0) as clip:  # into memory: the disk is not measured
        while clip.read(1 << 24):
            pass
    return path


def say(text):
    print(f"==> {text}", file=sys.stderr, flush=True)


def ratio(results, case, name, base):
    """The median of `name` over that of `base`, or None. `base` is a number or a player's name."""
    ours = results.get((case, name))
    if not ours:
        return None
    if isinstance(base, str):
        base = middle(results.get((case, base)))
    return middle(ours) / base if base else None


def middle(samples, field="client"):
    return statistics.median(getattr(s, field) for s in samples) if samples else None


def targets(results, case):
    """What porthole is to reach in this case: (against what, ratio, limit)."""
    if case.two:
        parts = [middle(results.get((Case(size, case.fps), "limit"))) for size in (case.size, MINI)]
        both = sum(parts) if all(parts) else None
        return [("the sum of the two limits", both, 1.15), ("limit", "limit", None)]
    return [("limit", "limit", 1.5), ("mpv", "mpv", 0.5), ("ximagesink", "ximagesink", 0.65)]


def report(results, failures, players, cases):
    """The table and the ratios as lines."""
    lines = [f"{'':18}{'':12}{'client CPU ms a frame':>28}{'server CPU':>14}{'drops':>9}"]
    lines += [f"{'output':18}{'player':12}{'median':>12}{'(lowest-highest)':>18}{'ms a frame':>12}{'a run':>9}"]
    for case in cases:
        for player in players:
            if not player.handles(case):
                continue
            samples = results.get((case, player.name))
            if not samples:
                lines.append(f"{case.name:18}{player.name:12}  not measured, see above")
                continue
            clients = [s.client for s in samples]
            spread = f"({min(clients):.3f}-{max(clients):.3f})"
            lines.append(
                f"{case.name:18}{player.name:12}{middle(samples):12.3f}{spread:>18}"
                f"{middle(samples, 'server'):12.3f}{middle(samples, 'drops'):9.1f}"
            )
    lines.append("")
    for case in cases:
        for words, base, most in targets(results, case):
            value = ratio(results, case, "porthole", base)
            if value is None:
                continue
            verdict = "" if most is None else f"  target at most {most:.2f}: {'met' if value <= most else 'missed'}"
            lines.append(f"{case.name:18}porthole / {words:28}{value:6.2f}{verdict}")
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--server", type=int, required=True, help="process id of the X server")
    parser.add_argument("--limit", type=str.split, required=True, help="command of the limit")
    parser.add_argument("--porthole", required=True, help="path of the program")
    parser.add_argument("--clips", required=True, help="folder of the clips")
    parser.add_argument("--work", required=True, help="folder for what is gone afterwards")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each player in each case")
    parser.add_argument("--seconds", type=float, default=5, help="how long each run is measured")
    parser.add_argument("--warm-up", type=float, default=1.5, help="how long each run plays before that")
    parser.add_argument("--only", action="append", metavar="CASE", choices=[c.name for c in CASES], help="only this case")
    options = parser.parse_args()
    if options.rounds < 1 or not 2.5 <= options.seconds <= 7 or not 1 <= options.warm_up <= 2:
        parser.error("rounds from 1, seconds from 2.5 to 7, warm-up from 1 to 2: the clips last 10 s")

    cases = [c for c in CASES if not options.only or c.name in options.only]
    clips = {fps: make_clip(options.clips, fps, 10) for fps in sorted({c.fps for c in cases})}
    players = [Limit(options), Porthole(options), MPV(options), XImageSink(options)]
    results, failures = {}, {}
    for turn in range(options.rounds):
        for case in cases:
            for player in players:
                key = (case, player.name)
                if not player.handles(case) or key in failures:
                    continue
                try:
                    results.setdefault(key, []).append(player.measure(case, clips[case.fps]))
                except Failure as failure:
                    failures[key] = str(failure)
                    say(f"{case.name} {player.name}: {failure}")
            say(f"round {turn + 1} of {options.rounds}: {case.name}")
    print("\n".join(report(results, failures, players, cases)), flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    # As an exception, so that the player that is being measured does not outlive this program.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    signal.signal(signal.SIGINT, lambda *_: sys.exit(130))
    sys.exit(main())
