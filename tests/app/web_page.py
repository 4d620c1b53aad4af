#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens pages that "export --format html" writes in a headless Chromium, and uses them as people do.

    tests/app/web_page.py PATH/TO/glassformer [TESTS…]

Models of six families, all their steps: each number is compared with the trace, and with what the page works it
out from. Without Chromium (Debian: chromium) it says so and ends with 77, which ctest counts as skipped.
"""

import json
import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import chromium  # noqa: E402

SMALL = {"layers": 1, "d_model": 16, "d_ff": 32, "heads": 2}
EVIL = "</script><img/src=x/onerror=window.hacked=1>"
FAMILIES = {  # name: (options of train, configuration, options of the example)
    "encoder-decoder": ("--task date", SMALL | {"layers": 2, "norm": "post"}, ["--source", "3 march 1997", "--target", "1997-03-03"]),
    "encoder": ("--task cloze", SMALL | {"activation": "gelu"}, ["--source", "3 m_rch 1997"]),
    "decoder": ("--task repeat", SMALL | {"positional": "rotary", "norm_kind": "rms", "kv_heads": 1, "ffn": "gated"}, ["--target", "kqzfa|kqzfa"]),
    "recurrent": ("--task reverse", {"family": "recurrent", "layers": 1, "d_model": 16}, ["--source", "abc", "--target", "cba"]),
    "numbers": ("--task series", SMALL, None),
    "pointer": ("--task salesman", SMALL, None),
}
NUMBER = r"−?(?:\d+(?:\.\d+)?(?:e[+−]\d+)?|∞)"


def read_trace(path):
    """Of a safetensors file: name -> (shape, row-major numbers)."""
    data = path.read_bytes()
    end = 8 + struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, entry in json.loads(data[8:end]).items():
        if name != "__metadata__":
            begin, stop = (end + at for at in entry["data_offsets"])
            kind, width = {"F32": ("f", 4), "I64": ("q", 8)}[entry["dtype"]]
            tensors[name] = entry["shape"], struct.unpack(f"<{(stop - begin) // width}{kind}", data[begin:stop])
    return tensors


def number_in(text):
    return float(text.replace("−", "-").replace("∞", "inf"))


def unit_of(text):
    """Of the last digit that is written."""
    return 10.0 ** -len(text.partition(".")[2]) if "e" not in text else 1e-12


class WebPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        room = tempfile.TemporaryDirectory()
        cls.addClassCleanup(room.cleanup)
        cls.folder = pathlib.Path(room.name) / "Seite ü 1"
        cls.folder.mkdir()
        cls.environment = os.environ | {"QT_QPA_PLATFORM": "offscreen", "HOME": room.name, "XDG_CACHE_HOME": room.name,
                                        "XDG_CONFIG_HOME": room.name, "XDG_DATA_HOME": room.name}
        cls.browser = chromium.Chromium(BROWSER)
        cls.addClassCleanup(cls.browser.close)
        for name, (options, configuration, _) in FAMILIES.items():
            (cls.folder / f"{name}.json").write_text(json.dumps(configuration))
            cls.program("train", *options.split(), "--config", f"{name}.json", "--steps", "3", "--batch", "4",
                        "--threads", "1", "--save", f"{name}.safetensors")
            cls.export(name, "--walk", out=f"{name}.html")

    @classmethod
    def program(cls, *words):
        done = subprocess.run([PROGRAM, *words], cwd=cls.folder, env=cls.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"{words}: {done.stderr}")

    @classmethod
    def example(cls, name):
        given = FAMILIES[name][2]
        if given:
            return given
        if name == "numbers":
            return ["--source", " ".join(f"{math.sin(t / 3):.2f}" for t in range(24))]
        return ["--source", "0.1,0.2 0.9,0.3 0.5,0.8 0.2,0.7 0.6,0.1"]

    @classmethod
    def export(cls, name, *words, out):
        cls.program("export", "--model", f"{name}.safetensors", *cls.example(name), *words, "--format", "html", "--out",
                    out)
        return cls.folder / out

    def setUp(self):
        self.browser.size(1280, 900)
        self.browser.colours("light")
        self.browser.problems.clear()

    def tearDown(self):
        self.assertEqual(self.browser.problems, [])

    def open(self, name="encoder-decoder"):
        self.browser.open(self.folder / f"{name}.html")
        return self.browser

    def test_every_number_is_that_of_the_trace(self):
        for name in FAMILIES:
            with self.subTest(name):
                self.program("trace", "--model", f"{name}.safetensors", *self.example(name), "--out", "trace.st")
                trace = read_trace(self.folder / "trace.st")
                browser = self.open(name)
                steps = browser.run("glassformer.steps")
                self.assertGreater(len(steps), 10)
                for step in steps:
                    shape, numbers = trace[step]
                    columns = shape[-1] if shape else 1
                    heads = shape[0] if len(shape) == 3 else 1
                    rows = len(numbers) // heads // columns
                    shown = browser.run(f"""[...Array({len(numbers)}).keys()].map((i) => String(glassformer.value(
                        {json.dumps(step)}, Math.floor(i / {rows * columns}), Math.floor(i / {columns}) % {rows}, i % {columns})))""")
                    for one, other in zip(map(lambda text: float(text.replace("Infinity", "inf")), shown), numbers):
                        self.assertTrue(one == other or abs(one - other) <= 1e-6, f"{step}: {one} for {other}")

    def test_every_cell_follows_from_its_operands(self):
        for name in FAMILIES:
            with self.subTest(name):
                worst = self.open(name).run("""(() => { const found = {worst: 0, step: "", told: 0, all: 0};
                    const data = JSON.parse(document.getElementById("data").textContent);
                    for (const step of data.steps.filter((step) => step.walked)) {
                      const columns = step.shape.at(-1) ?? 1, heads = step.heads || 1;
                      const rows = step.shape.reduce((a, b) => a * b, 1) / heads / columns;
                      for (let h = 0; h < heads; ++h) for (let r = 0; r < rows; ++r) for (let c = 0; c < columns; ++c) {
                        const value = glassformer.value(step.name, h, r, c), other = glassformer.workedOut(step.name, h, r, c);
                        ++found.all;
                        if (other === undefined) continue;
                        ++found.told;
                        const away = value === other ? 0 : Math.abs(value - other) / (1 + Math.abs(value));
                        if (!(away <= found.worst)) { found.worst = away; found.step = step.name; }
                      }
                    }
                    return found; })()""")
                self.assertLess(worst["worst"], 2e-5, worst)
                self.assertGreater(worst["told"], worst["all"] / 2, worst)

    def test_the_sum_of_a_cell_adds_up_as_it_is_written(self):
        sums = 0
        for name in FAMILIES:
            browser = self.open(name)
            for step in browser.run("glassformer.steps"):
                browser.run(f"glassformer.show({json.dumps(step)}, 0, 0, 0)")
                text = browser.run("document.querySelector('#sum').innerText").split("\n")[-1]
                found = re.fullmatch(rf"(?:Σ: )?({NUMBER}) = (.*)", text)
                if not found or not re.search(r" \+ ", found[2]) or found[2].startswith("("):
                    continue
                with self.subTest(step=step, text=text):
                    terms = [re.search(rf"\(({NUMBER})\)", term) if "×" in term else re.match(NUMBER, term)
                             for term in found[2].split(" + ")]
                    terms = [term[1] if term.re.groups else term[0] for term in terms]
                    self.assertLess(abs(sum(map(number_in, terms)) - number_in(found[1])), unit_of(found[1]) / 100)
                    sums += 1
        self.assertGreater(sums, 60)

    def test_a_shown_cell_says_number_place_and_operands(self):
        browser = self.open()
        step = "decoder.0.cross_attn.scores"
        browser.run(f"glassformer.show('{step}', 1, 2, 3)")
        text = browser.run("document.querySelector('#cell').innerText")
        value = browser.run(f"glassformer.value('{step}', 1, 2, 3)")
        self.assertLess(abs(number_in(re.match(NUMBER, text)[0]) - value), 1e-4)
        for words in ("head 2", "row 3", "column 4", "row 3 of", "row 4 of", "×", "the other 4 terms"):
            self.assertIn(words, text)
        for wrong in (f"'{step}', 2, 0, 0", f"'{step}', 0, 99, 0", f"'{step}', 0, 0, -1", f"'{step}', 0, 0.5, 0", "'nothing', 0, 0, 0"):
            with self.assertRaises(chromium.PageError):
                browser.run(f"glassformer.show({wrong})")
        self.assertEqual(browser.run("document.querySelector('#cell').innerText"), text)

    def test_pointing_shows_a_cell_and_a_click_keeps_it(self):
        browser = self.open()
        browser.run("glassformer.show('decoder.0.cross_attn.weights', 0, 0, 0)")
        first = browser.run("document.querySelector('#cell').innerText")
        browser.point("td[data-row='3'][data-column='5']")
        self.assertIn("row 4", browser.run("document.querySelector('#cell').innerText"))
        browser.point("h1")
        self.assertEqual(browser.run("document.querySelector('#cell').innerText"), first)
        browser.click("td[data-row='3'][data-column='5']")
        browser.point("h1")
        self.assertIn("column 6", browser.run("document.querySelector('#cell').innerText"))

    def test_heads_can_be_chosen(self):
        browser = self.open()
        browser.run("glassformer.show('decoder.0.cross_attn.weights', 0, 0, 0)")
        self.assertEqual(browser.run("document.querySelectorAll('#heads input').length"), 2)
        browser.click("#heads label:last-of-type input")
        self.assertIn("head 2", browser.run("document.querySelector('#cell').innerText"))
        path = self.export("encoder-decoder", "--step", "decoder.0.cross_attn.weights", "--head", "2", out="head.html")
        browser.open(path)
        self.assertEqual(browser.run("[...document.querySelectorAll('#heads label')].map((label) => label.innerText.trim())"), ["2"])
        self.assertIn("head 2", browser.run("document.querySelector('#cell').innerText"))
        self.assertEqual(browser.run("glassformer.steps"), ["decoder.0.cross_attn.weights"])
        self.assertTrue(browser.run("document.querySelector('#map').hidden"))

    def test_numbers_can_be_shown_in_the_cells(self):
        browser = self.open()
        step = "decoder.0.cross_attn.scores"
        browser.run(f"glassformer.show('{step}', 0, 0, 0)")
        size = "parseFloat(getComputedStyle(document.querySelector('td[data-row]')).fontSize)"
        self.assertEqual(browser.run(size), 0)
        browser.click("#numbers")
        self.assertGreaterEqual(browser.run(size), 9)
        for row, column in ((0, 0), (3, 5), (10, 12)):
            text = browser.run(f"document.querySelector(\"td[data-row='{row}'][data-column='{column}']\").innerText")
            self.assertLess(abs(number_in(text) - browser.run(f"glassformer.value('{step}', 0, {row}, {column})")), 0.6 * unit_of(text))

    def test_masks_are_hatched_and_said(self):
        browser = self.open()
        browser.run("glassformer.show('decoder.0.self_attn.weights', 0, 0, 1)")
        self.assertEqual(browser.run("document.querySelectorAll('td.causal').length"), 55)  # 11 tokens: 11·10/2
        self.assertIn("causal mask", browser.run("document.querySelector('#legend').innerText"))
        self.assertIn("hidden by the causal mask", browser.run("document.querySelector('#cell').innerText"))
        self.assertIn("gradient", browser.run("getComputedStyle(document.querySelector('td.causal')).backgroundImage"))

    def test_it_can_be_used_by_keyboard_alone(self):
        browser = self.open()
        focused = "document.activeElement.matches('[role=gridcell]')"
        browser.run("glassformer.show('decoder.0.cross_attn.weights', 0, 0, 0)")
        for _ in range(400):
            if browser.run(focused):
                break
            browser.press("Tab")
        self.assertTrue(browser.run(focused))
        self.assertNotEqual(browser.run("getComputedStyle(document.activeElement).outlineStyle"), "none")
        for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
            browser.press(key)
        text = browser.run("document.querySelector('#cell').innerText")
        self.assertIn("row 3", text)
        self.assertIn("column 2", text)
        browser.press("End", modifiers=2)
        self.assertIn("row 11", browser.run("document.querySelector('#cell').innerText"))
        browser.press("Tab")  # out of the grid, to the operands
        self.assertFalse(browser.run(focused))
        browser.press("Enter")
        self.assertIn("masked", browser.run("document.querySelector('#cell').innerText"))
        browser.run("document.querySelector('#after').focus()")
        before = browser.run("document.querySelector('#title').innerText")
        browser.press("Enter")
        self.assertNotEqual(browser.run("document.querySelector('#title').innerText"), before)

    def test_a_screen_reader_is_told_all_of_it(self):
        browser = self.open()
        browser.run("glassformer.show('decoder.0.self_attn.weights', 0, 2, 1)")
        told = browser.read_aloud()
        names = {role: [name for r, name, _ in told if r == role] for role, _, _ in told}
        self.assertEqual(len(names["grid"]), 1)
        self.assertIn("head 1", names["grid"][0])
        self.assertEqual(len(names["gridcell"]), 121)
        self.assertIn("row 9 → 9, column 1", names["gridcell"][2 * 11 + 1])
        self.assertTrue(any("hidden by the causal mask" in name for name in names["gridcell"]))
        self.assertTrue(any("= e^" in description for role, _, description in told if role == "gridcell"))
        self.assertIn("<sos>", names["columnheader"])
        self.assertIn("Steps", names["navigation"])
        self.assertEqual(names["radio"], ["1", "2"])
        unnamed = [role for role in ("button", "checkbox", "radio", "image", "region", "heading") if "" in names.get(role, [])]
        self.assertEqual(unnamed, [])

    def test_it_fits_phones_and_projectors(self):
        for name in FAMILIES:
            browser = self.open(name)
            for width in (320, 375, 768, 1024, 1280, 1920):
                browser.size(width, 700)
                for step in browser.run("glassformer.steps")[::7]:
                    browser.run(f"glassformer.show({json.dumps(step)}, 0, 0, 0)")
                    with self.subTest(name=name, width=width, step=step):
                        self.assertLessEqual(browser.run("document.documentElement.scrollWidth"), width)
                        self.assertGreaterEqual(browser.run("document.querySelector('td[data-row]').getBoundingClientRect().width"), 13)
        browser = self.open()
        left = "document.querySelector('#map').getBoundingClientRect().right <= document.querySelector('main').getBoundingClientRect().left"
        browser.size(1920, 1080)
        self.assertTrue(browser.run(left))
        self.assertTrue(browser.run("document.querySelector('#map details').open"))
        browser.size(320, 600)
        self.assertFalse(browser.run(left))

    def test_it_is_light_or_dark_as_the_system_is(self):
        browser = self.open()
        browser.run("glassformer.show('decoder.0.cross_attn.scores', 0, 0, 0)")
        seen = {}
        for scheme in ("light", "dark"):
            browser.colours(scheme)
            seen[scheme] = browser.run("""[document.documentElement, document.querySelector("td[data-row]")].map((element) =>
                getComputedStyle(element).backgroundColor).concat(getComputedStyle(document.body).color)""")
            paper, _, ink = [sum(map(float, re.findall(r"[\d.]+", colour)[:3])) for colour in seen[scheme]]
            self.assertGreater(abs(paper - ink), 400)
        self.assertTrue(all(one != other for one, other in zip(seen["light"], seen["dark"])), seen)

    def test_words_of_a_model_stay_text(self):
        (self.folder / "evil.tsv").write_text(f"{EVIL} b\tb {EVIL}\n" * 30 + f"b {EVIL}\t{EVIL} b\n" * 30)
        (self.folder / "evil.json").write_text(json.dumps(SMALL))
        self.program("train", "--task", "pairs", "--words", "--data", "evil.tsv", "--config", "evil.json", "--steps", "1",
                     "--batch", "4", "--threads", "1", "--save", "evil.safetensors")
        self.program("export", "--model", "evil.safetensors", "--source", f"{EVIL} b", "--walk", "--format", "html", "--out",
                     "evil.html", "--caption", f"<b>{EVIL}'\"&amp;<!--")
        page = (self.folder / "evil.html").read_text()
        self.assertEqual(page.count("</script>"), 2)
        browser = self.open("evil")
        for step in browser.run("glassformer.steps"):
            browser.run(f"glassformer.show({json.dumps(step)}, 0, 0, 0)")
        self.assertIsNone(browser.run("window.hacked"))
        self.assertEqual(browser.run("document.querySelectorAll('img, b').length"), 0)
        self.assertEqual(browser.run("document.querySelector('h1').innerText"), f"<b>{EVIL}'\"&amp;<!--")
        browser.run("glassformer.show('encoder.0.self_attn.weights', 0, 0, 0)")
        self.assertIn(EVIL, browser.run("document.querySelector('#cell').innerText"))

    def test_its_policy_lets_no_other_script_run(self):
        browser = self.open()
        blocked = browser.run("""new Promise((done) => {
            document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
            document.body.append(Object.assign(document.createElement("script"), {textContent: "window.hacked = 1"})); })""")
        self.assertEqual(blocked, "script-src-elem")
        self.assertIsNone(browser.run("window.hacked"))
        self.assertEqual(browser.run("fetch('https://example.org/').then(() => 'fetched', () => 'blocked')"), "blocked")
        policy = browser.run("document.querySelector('meta[http-equiv]').content")
        self.assertIn("default-src 'none'", policy)
        self.assertNotIn("unsafe", policy)
        browser.problems.clear()  # both were told to the console

    def test_it_opens_in_a_frame_of_another_page(self):
        (self.folder / "course.html").write_text('<!DOCTYPE html><title>Course</title><iframe src="encoder-decoder.html" '
                                                 'width="600" height="500"></iframe>')
        browser = self.open("course")
        frame = browser.call("Page.getFrameTree")["frameTree"]["childFrames"][0]["frame"]["id"]
        world = browser.call("Page.createIsolatedWorld", frameId=frame)["executionContextId"]
        text = browser.call("Runtime.evaluate", contextId=world, returnByValue=True,
                            expression="document.querySelector('#cell').innerText")["result"]["value"]
        self.assertIn("row 1", text)

    def test_all_steps_of_the_date_model_are_a_small_file(self):
        self.program("train", "--task", "date", "--steps", "1", "--batch", "4", "--threads", "1", "--save", "date.safetensors")
        for source in ("3 march 1997", "wednesday, 23 september 1998"):
            self.program("export", "--model", "date.safetensors", "--source", source, "--target", "1998-09-23", "--walk",
                         "--format", "html", "--out", "date.html")
            page = self.folder / "date.html"
            self.assertLess(page.stat().st_size, 1_500_000)
            self.assertNotRegex(page.read_text(), r"""(?:src|href)\s*=|@import|url\(|https?://""")
        browser = self.open("date")
        self.assertGreater(browser.run("glassformer.steps.length"), 80)

    def test_large_matrices_come_in_parts(self):
        (self.folder / "wide.json").write_text(json.dumps(SMALL | {"d_ff": 300}))
        self.program("train", "--task", "date", "--config", "wide.json", "--steps", "1", "--batch", "4", "--threads", "1",
                     "--save", "wide.safetensors")
        self.program("export", "--model", "wide.safetensors", "--source", "3 march 1997", "--step",
                     "encoder.0.ffn.hidden", "--format", "html", "--out", "wide.html")
        browser = self.open("wide")
        self.assertEqual(browser.run("document.querySelectorAll('tbody tr:first-child td').length"), 128)
        browser.run("glassformer.show('encoder.0.ffn.hidden', 0, 2, 299)")
        self.assertIn("column 300", browser.run("document.querySelector('#cell').innerText"))
        self.assertEqual(browser.run("document.querySelectorAll('tbody tr:first-child td').length"), 44)
        browser.click("#parts button")
        self.assertIn("columns 129 to 256 of 300", browser.run("document.querySelector('#parts').innerText"))


if __name__ == "__main__":
    BROWSER = chromium.find()
    if not BROWSER:
        print("skipped: there is no Chromium; on Debian: apt-get install chromium", file=sys.stderr)
        sys.exit(77)
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
