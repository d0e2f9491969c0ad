"""Drives a headless chromium with its fake camera and microphone through the page at an address, step by step.

usage: browser.py URL STEP...      a line "ok STEP" for each step that was reached, "failed STEP: ..." for the first that was not
steps: deny         first of all: there are no camera and no microphone
       state:S      the page is in this state: lobby, joining, call, ended
       frames:N     it has shown N more pictures of the other side
       sound        it hears something
       says:TEXT    the page says so
       click:ID     press a button
       shot:FILE    a picture of the page
       until:FILE   there is such a file
       hide         leave the page for another one, without a word
"""
import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time

PATIENCE = 60
CAMERA = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]


class Browser:
    def __init__(self, folder, has_camera):
        read_commands, self.commands = os.pipe()
        self.answers, write_answers = os.pipe()
        # The browser reads commands from 3 and writes answers to 4.
        saved = [os.dup(fd) for fd in (read_commands, write_answers)]

        def place():
            os.dup2(saved[0], 3)
            os.dup2(saved[1], 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
             *(CAMERA if has_camera else ["--deny-permission-prompts"]), "--ignore-certificate-errors",
             "--autoplay-policy=no-user-gesture-required", "--disable-dev-shm-usage", "--mute-audio", "--no-first-run",
             "--window-size=1000,640", f"--user-data-dir={folder}", "about:blank"],
            preexec_fn=place, close_fds=True, pass_fds=(3, 4), start_new_session=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in (read_commands, write_answers, *saved):
            os.close(fd)
        self.number, self.rest, self.session = 0, b"", None

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + PATIENCE
        while True:
            while b"\0" in self.rest:
                line, self.rest = self.rest.split(b"\0", 1)
                answer = json.loads(line)
                if answer.get("id") == self.number:
                    if "error" in answer:
                        raise RuntimeError(answer["error"]["message"])
                    return answer["result"]
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError("the browser does not answer")
            part = os.read(self.answers, 65536)
            if not part:
                raise RuntimeError("the browser has ended")
            self.rest += part

    def open(self, url):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Page.navigate", url=url)

    def ask(self, text):
        result = self.call("Runtime.evaluate", expression=text, awaitPromise=True, returnByValue=True)
        return result["result"].get("value")


FRAMES = "document.getElementById('remote').getVideoPlaybackQuality().totalVideoFrames"
SOUND = """(async () => { if (!call) return 0; let level = 0;
(await call.peer.getStats()).forEach((one) => {
  if (one.type === 'inbound-rtp' && one.kind === 'audio') level = one.totalAudioEnergy ?? 0; });
return level; })()"""
SAYS = "document.body.innerText"


def reached(browser, step, before):
    word, _, value = step.partition(":")
    if word == "state":
        return browser.ask("document.documentElement.dataset.state") == value
    if word == "frames":
        return (browser.ask(FRAMES) or 0) >= before + int(value)
    if word == "sound":
        return (browser.ask(SOUND) or 0) > 0
    if word == "says":
        return value in (browser.ask(SAYS) or "")
    if word == "until":
        return os.path.exists(value)
    if word == "click":
        browser.ask(f"document.getElementById({json.dumps(value)}).click()")
    elif word == "shot":
        with open(value, "wb") as file:
            file.write(base64.b64decode(browser.call("Page.captureScreenshot")["data"]))
    elif word == "hide":
        browser.call("Page.navigate", url="about:blank")
    else:
        raise RuntimeError("no such step")
    return True


def main():
    folder = tempfile.mkdtemp(prefix="porthole-browser-")
    steps = [step for step in sys.argv[2:] if step != "deny"]
    browser = Browser(folder, "deny" not in sys.argv)
    step = "open"
    try:
        browser.open(sys.argv[1])
        for step in steps:
            before = browser.ask(FRAMES) or 0 if step.startswith("frames:") else 0
            end = time.monotonic() + PATIENCE
            while not reached(browser, step, before):
                if time.monotonic() > end:
                    state = browser.ask("document.documentElement.dataset.state + ': ' + document.body.innerText")
                    raise RuntimeError(repr(state))
                time.sleep(0.05)
            print("ok", step, flush=True)
    except (RuntimeError, OSError) as error:
        print(f"failed {step}: {error}", flush=True)
        return 1
    finally:
        try:
            os.killpg(browser.process.pid, 9)
        except ProcessLookupError:
            pass
        browser.process.wait()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
