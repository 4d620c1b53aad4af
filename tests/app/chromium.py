# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium, driven through a pipe in the words of its DevTools protocol; nothing but Python is needed."""

import itertools
import json
import os
import shutil
import subprocess
import tempfile


def find():
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


class PageError(Exception):
    """What a script of the page threw."""


class Chromium:
    """A browser with one page. `problems` are what its console said and requests that were no file of ours."""

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory()
        to_read, self.to_write = os.pipe()
        self.to_read, to_write = os.pipe()

        def pipes():  # the browser reads commands from 3 and writes answers to 4
            for end in (to_read, to_write):
                os.set_inheritable(end, True)
            high = os.dup(to_write)
            os.dup2(to_read, 3)
            os.dup2(high, 4)

        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", f"--user-data-dir={self.folder.name}", "--remote-debugging-pipe"],
            preexec_fn=pipes, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.numbers = itertools.count(1)
        self.unread = b""
        self.session = None
        self.events = []
        self.problems = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM", "Accessibility"):
            self.call(domain + ".enable")

    def close(self):
        session, self.session = self.session, None
        try:
            self.call("Browser.close")
        except (EOFError, OSError):
            pass
        self.session = session
        self.process.wait(30)
        os.close(self.to_write)
        os.close(self.to_read)
        self.folder.cleanup()

    def message(self):
        while b"\0" not in self.unread:
            more = os.read(self.to_read, 1 << 20)
            if not more:
                raise EOFError("the browser is gone")
            self.unread += more
        first, self.unread = self.unread.split(b"\0", 1)
        return json.loads(first)

    def call(self, method, **parameters):
        number = next(self.numbers)
        command = {"id": number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        left = memoryview(json.dumps(command).encode() + b"\0")
        while left:
            left = left[os.write(self.to_write, left):]
        while True:
            answer = self.message()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        self.events.append(event.get("method"))
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif event.get("method") == "Log.entryAdded":
            self.problems.append(parameters["entry"]["text"])
        elif event.get("method") == "Network.requestWillBeSent":
            if not parameters["request"]["url"].startswith(("file:", "about:")):
                self.problems.append("a request to " + parameters["request"]["url"])

    def open(self, path):
        self.events.clear()
        self.call("Page.navigate", url=path.resolve().as_uri())
        while "Page.loadEventFired" not in self.events:
            self.note(self.message())

    def run(self, script):
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise PageError(answer["exceptionDetails"]["exception"].get("description"))
        return answer["result"].get("value")

    def size(self, width, height, scale=1):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale,
                  mobile=False)
        self.frames()

    def colours(self, scheme):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.frames()

    def frames(self):
        """Until what changed is laid out and drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def press(self, key, modifiers=0):
        codes = {"Tab": 9, "Enter": 13, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36, "ArrowLeft": 37,
                 "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
        text = {"Enter": "\r", " ": " "}.get(key)
        common = {"key": key, "code": "Space" if key == " " else key, "windowsVirtualKeyCode": codes[key],
                  "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **common,
                  **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def point(self, selector):
        """Puts the pointer on the middle of what the selector finds, and gives where that is."""
        x, y = self.run(f"""(() => {{ const found = document.querySelector({json.dumps(selector)});
            found.scrollIntoView({{block: "center", inline: "center"}}); const box = found.getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2]; }})()""")
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        return x, y

    def click(self, selector):
        x, y = self.point(selector)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def read_aloud(self):
        """What a screen reader is told: (role, name, description) of what it does not pass over."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        word = lambda node, what: node.get(what, {}).get("value", "")  # noqa: E731
        return [(word(node, "role"), word(node, "name"), word(node, "description"))
                for node in nodes if not node.get("ignored")]
