#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses the Python package of resources/python with the built program, as notebooks do.

    tests/app/python_module.py PATH/TO/glassformer [TESTS…]

All of it happens in a folder with an awkward name, and nothing may be left in the one for temporary files. Without NumPy it
says so and ends with 77, which ctest counts as skipped.
"""

import gc
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import warnings
import xml.etree.ElementTree

try:
    import numpy as np
except ModuleNotFoundError:
    print("skipped: this Python has no NumPy; on Debian: apt-get install python3-numpy", file=sys.stderr)
    sys.exit(77)

TOP = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = TOP / "resources/python"
sys.path.insert(0, str(PACKAGE))

import glassformer as gf  # noqa: E402
from glassformer.tensors import TensorFile  # noqa: E402

WEIGHTS = "decoder.0.cross_attn.weights"
VERSION = tuple(map(int, gf.__version__.split(".")))


class InAFolder(unittest.TestCase):
    """A working folder for each class, and one for temporary files that must be empty after each test."""

    @classmethod
    def setUpClass(cls):
        room = tempfile.TemporaryDirectory()
        cls.addClassCleanup(room.cleanup)
        cls.folder = pathlib.Path(room.name) / 'Mein "Ordner" ü $HOME 5% (1)'
        cls.temporary = pathlib.Path(room.name) / "kurz währende"
        cls.folder.mkdir()
        cls.temporary.mkdir()
        for variable, value in (("TMPDIR", str(cls.temporary)), ("GLASSFORMER", PROGRAM), ("QT_QPA_PLATFORM", "offscreen"),
                                ("HOME", room.name), ("XDG_CONFIG_HOME", room.name), ("XDG_DATA_HOME", room.name),
                                ("XDG_CACHE_HOME", room.name), ("XDG_RUNTIME_DIR", None)):
            cls.set(variable, value)
        before = os.getcwd(), tempfile.tempdir
        os.chdir(cls.folder)
        tempfile.tempdir = str(cls.temporary)
        cls.addClassCleanup(os.chdir, before[0])
        cls.addClassCleanup(setattr, tempfile, "tempdir", before[1])

    @classmethod
    def set(cls, variable, value):
        before = os.environ.pop(variable, None)
        cls.addClassCleanup(lambda: os.environ.pop(variable, None) if before is None else
                            os.environ.update({variable: before}))
        if value is not None:
            os.environ[variable] = value

    def tearDown(self):
        gc.collect()
        self.assertEqual(os.listdir(self.temporary), [])

    def fake(self, body, version=gf.__version__):
        """Puts a script in the place of the program; sys.argv is what it was asked."""
        script = self.folder / f"fake {self.id()}"
        script.write_text(f"#!{sys.executable}\nimport sys\nif sys.argv[1:] == ['--version']:\n"
                          f"    sys.exit(print('glassformer {version}'))\n{body}\n", encoding="utf-8")
        script.chmod(0o755)
        os.environ["GLASSFORMER"] = str(script)
        self.addCleanup(os.environ.update, GLASSFORMER=PROGRAM)

    def python(self, code, **environment):
        """Runs code in a Python of its own, which finds the package."""
        return subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, timeout=120,
                              env={**os.environ, "PYTHONPATH": str(PACKAGE), **environment})


class Trained(InAFolder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.lines = []
        cls.run_ = gf.train("copy", steps=6, seed=1, model={"heads": np.int64(2), "d_model": 16, "d_ff": 32}, threads=1,
                            validate_every=3, save="eins zwei.safetensors", progress=cls.lines.append)

    def traced(self, **options):
        return self.run_.trace(source="abc", target="abcd", **options)

    def test_run_knowsItsFileAndConfiguration(self):
        self.assertEqual(self.run_.path, self.folder / "eins zwei.safetensors")
        self.assertEqual((self.run_.config["heads"], self.run_.config["d_model"]), (2, 16))
        self.assertEqual(os.listdir(self.folder).count("eins zwei.safetensors"), 1)
        self.assertIn("step 6/6", "\n".join(self.lines))

    def test_log_hasAColumnForEachMeasure(self):
        log = self.run_.log
        self.assertEqual(list(log), ["step", "loss", "learning_rate", "gradient_norm", "validation_loss",
                                     "validation_accuracy"])
        self.assertEqual(log["step"].tolist(), [1, 2, 3, 4, 5, 6])
        self.assertTrue((log["gradient_norm"] > 0).all())
        self.assertEqual(np.isnan(log["validation_loss"]).tolist(), [True, True, False, True, True, False])

    def test_savedRun_hasTheSameLog(self):
        opened = gf.Run("eins zwei.safetensors")
        for name in ("step", "loss", "validation_loss", "validation_accuracy"):
            np.testing.assert_allclose(opened.log[name], self.run_.log[name], rtol=1e-6)

    def test_log_staysWhereItIsAskedFor(self):
        run = gf.train("copy", steps=2, threads=1, model={"d_model": 16, "d_ff": 16}, save="drei.safetensors",
                       log="drei.csv", progress=str)
        self.assertEqual(len(pathlib.Path("drei.csv").read_text().splitlines()), 3)
        self.assertEqual(run.log["step"].tolist(), [1, 2])

    def test_runWithoutAPath_takesANewName(self):
        names = [gf.train("copy", steps=0).path.name for _ in range(2)]
        self.assertEqual(names, ["copy.safetensors", "copy-2.safetensors"])

    def test_resumedRun_goesOn(self):
        further = gf.train(resume=self.run_.path, steps=8, threads=1, save="weiter.safetensors", progress=str)
        self.assertEqual(further.log["step"].tolist(), [7, 8])
        self.assertEqual(gf.Run(further.path).log["step"].tolist(), [1, 2, 3, 4, 5, 6, 7, 8])

    def test_progress_isOneLineOnATerminal(self):
        reader, terminal = os.openpty()
        code = ("import glassformer as gf; gf.train('copy', steps=2, threads=1, model={'d_model': 16, 'd_ff': 16}, "
                "save='vier.safetensors')")
        started = subprocess.run([sys.executable, "-B", "-c", code], stdout=terminal, stderr=subprocess.PIPE, timeout=120,
                                 env={**os.environ, "PYTHONPATH": str(PACKAGE)})
        os.close(terminal)
        shown = os.read(reader, 4096).decode()
        os.close(reader)
        self.assertEqual((started.returncode, started.stderr), (0, b""))
        self.assertRegex(shown, r"^\rstep 1/2 [^\r\n]*\rstep 2/2 [^\r\n]*\r\n$")

    # -- What a run is asked -----------------------------------------------------------------------

    def test_trace_hasEveryMatrixInItsShape(self):
        trace = self.traced()
        self.assertEqual(trace[WEIGHTS].shape, (2, 5, 4))  # <sos> abcd, abc <eos>
        np.testing.assert_allclose(trace[WEIGHTS].sum(axis=-1), 1, atol=1e-5)
        self.assertEqual((trace.source_tokens, trace.target_tokens),
                         (["a", "b", "c", "<eos>"], ["<sos>", "a", "b", "c", "d"]))
        self.assertEqual(len(list(trace)), len(trace))
        self.assertIn(WEIGHTS, trace)
        self.assertNotIn("grad/" + WEIGHTS, trace)

    def test_trace_saysWhatItsDimensionsAre(self):
        trace = self.traced(gradients=True)
        self.assertEqual(trace.axes(WEIGHTS), ("H", "T", "S"))
        self.assertEqual(trace.axes("grad/" + WEIGHTS), ("H", "T", "S"))
        self.assertEqual(trace.axes("encoder.0.self_attn.q"), ("H", "S", "K"))
        self.assertEqual(trace.tokens(WEIGHTS), (None, trace.target_tokens, trace.source_tokens))
        for name in trace:
            self.assertEqual(len(trace.axes(name)), trace[name].ndim, name)
            for tokens, extent in zip(trace.tokens(name), trace[name].shape):
                self.assertIn(tokens and len(tokens), (None, extent), name)

    def test_gradients_areThoseOfTheLoss(self):
        trace = self.traced(gradients=True)
        # d loss / d logits = (probabilities − one-hot) / number of rows
        expected = trace["probabilities"].copy()
        expected[np.arange(len(trace["label.ids"])), trace["label.ids"]] -= 1
        np.testing.assert_allclose(trace["grad/logits"], expected / len(expected), atol=1e-6)

    def test_trace_takesIds(self):
        ids = self.traced()["source.ids"]
        by_ids = self.run_.trace(source=ids[:-1], target=[4, 5, 6, 7])
        np.testing.assert_array_equal(by_ids[WEIGHTS], self.traced()[WEIGHTS])

    def test_trace_takesTextsThatLookLikeOptions(self):
        with warnings.catch_warnings(record=True) as noted:
            warnings.simplefilter("always")
            trace = self.run_.trace(source="--out", target="")
        self.assertEqual(trace.source_tokens, ["<unk>", "<unk>", "o", "u", "t", "<eos>"])
        self.assertIn('"-" is not in the model\'s vocabulary', str(noted[0].message))

    def test_missingStep_namesTheClosest(self):
        with self.assertRaisesRegex(gf.Error, f"no step 'decoder.0.cross.weights'.*{WEIGHTS}"):
            self.traced()["decoder.0.cross.weights"]
        with self.assertRaises(KeyError):
            self.traced()["decoder.0.cross.weights"]

    def test_figure_isSvgAndSavesOtherForms(self):
        figure = self.traced().figure(WEIGHTS, head=2, width=85)
        self.assertEqual(xml.etree.ElementTree.fromstring(figure._repr_svg_()).get("width"), "85mm")
        for name, start in (("a b.pdf", b"%PDF"), ("a b.png", b"\x89PNG"), ("a b.svg", b"<?xml")):
            self.assertTrue(figure.save(name).read_bytes().startswith(start), name)
        with self.assertRaisesRegex(gf.Error, "--format: bmp not in"):
            figure.save("a b.bmp")

    def test_figure_isOfTheWeightsThatWereTraced(self):
        copy = pathlib.Path(shutil.copy(self.run_.path, "kopie.safetensors"))
        trace = gf.Model(copy).trace(source="ab", target="ab")
        gf.train(resume=copy, steps=7, threads=1, save=copy, progress=str)
        with self.assertRaisesRegex(gf.Error, "has changed since this trace was made"):
            trace.figure(WEIGHTS)

    def test_figureOfNoStep_isRefused(self):
        with self.assertRaisesRegex(gf.Error, 'there is no step "nothing" in this model'):
            self.traced().figure("nothing")

    def test_page_isAFrameOfWhatTheProgramWrites(self):
        trace = self.traced()
        self.fake("""given = dict(each[2:].split('=', 1) for each in sys.argv[2:])
assert given['format'] == 'html' and given['source'] == 'abc', given
open(given['out'], 'w').write('<b title="%s">&amp;</b>' % given['step'])""")
        page = trace.page(WEIGHTS)
        self.assertIn(f'srcdoc="&lt;b title=&quot;{WEIGHTS}&quot;&gt;&amp;amp;&lt;/b&gt;"', page._repr_html_())
        self.assertEqual(page.save("seite ü.html").read_text(), f'<b title="{WEIGHTS}">&amp;</b>')

    def test_generate_writesWhatTheProgramDoes(self):
        said = subprocess.run([PROGRAM, "generate", "--model", self.run_.path, "--source", "abc", "--temperature", "1",
                               "--seed", "3"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(self.run_.generate(source="abc", temperature=1, seed=3) + "\n", said)

    def test_lab_isADict(self):
        found = self.run_.lab("heads", source="abc", target="abc")
        self.assertEqual(len(found["heads"]), sum(name.endswith(".weights") for name in self.traced()) * 2)
        self.assertIn("product", self.run_.lab("rotation", d=8, k=2))  # needs no model
        with self.assertRaisesRegex(gf.Error, 'no lab of the name "nothing"'):
            self.run_.lab("nothing")

    def test_open_startsTheWindow(self):
        runtime = self.folder / "desktop"
        runtime.mkdir(mode=0o700)
        with unittest.mock.patch.dict(os.environ, XDG_RUNTIME_DIR=str(runtime)):  # every desktop has one
            window = self.run_.open()
        self.assertIsNone(window.poll())
        window.terminate()
        window.wait()

    def test_windowThatDoesNotCome_isAnError(self):
        self.fake("sys.exit('glassformer: error: there is no display')")
        with self.assertRaisesRegex(gf.Error, "^there is no display$"):
            self.run_.open()

    # -- What goes wrong ---------------------------------------------------------------------------

    def test_errors_areTheProgramsSentences(self):
        for wrong, sentence in ((lambda: gf.train("nothing"), "^--task: nothing not in {copy,"),
                                (lambda: gf.train("copy", steps=-1), "^--steps is -1; it must be between"),
                                (lambda: gf.train("copy", colour="red"), "not expected: --colour=red"),
                                (lambda: gf.train("copy", model={"head": 3}), 'has the unknown key "head"'),
                                (lambda: gf.Model("nowhere").trace("a"), "nowhere.*there is no such file"),
                                (lambda: self.run_.generate("a\0b"), "could not be started: embedded null byte"),
                                (lambda: gf.watch(1, 2, "a"), "takes a model with save_pretrained.* got int")):
            with self.assertRaisesRegex(gf.Error, sentence):
                wrong()

    def test_interrupt_endsTheTrainingAndKeepsTheRun(self):
        lines = []

        def interrupt_first(line):
            lines.append(line)
            if len(lines) == 1:
                signal.raise_signal(signal.SIGINT)

        run = gf.train("copy", steps=1_000_000, threads=1, model={"d_model": 16, "d_ff": 16}, validate_every=2,
                       save="unterbrochen.safetensors", progress=interrupt_first)
        self.assertIn("stopped after training step", lines[-1])
        self.assertTrue(2 <= run.log["step"][-1] < 1_000_000)
        self.assertEqual(gf.Run(run.path).log["step"].tolist(), run.log["step"].tolist())

    def test_secondInterrupt_endsAtOnce(self):
        with self.assertRaises(KeyboardInterrupt):
            gf.train("copy", steps=1_000_000, threads=1, model={"d_model": 16, "d_ff": 16}, validate_every=2,
                     save="zwei mal.safetensors", progress=lambda line: signal.raise_signal(signal.SIGINT))

    def test_interruptOfATerminal_endsTheTrainingOnce(self):
        # As a terminal does, which tells all that run in it.
        code = ("import glassformer as gf; run = gf.train('copy', steps=1000000, threads=1, save='einmal.safetensors', "
                "model={'d_model': 16, 'd_ff': 16}, validate_every=2, progress=lambda line: print(line, flush=True)); "
                "print('kept', run.log['step'][-1])")
        with subprocess.Popen([sys.executable, "-B", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True, env={**os.environ, "PYTHONPATH": str(PACKAGE)}) as started:
            started.stdout.readline()
            os.killpg(started.pid, signal.SIGINT)
            said, wrong = started.communicate(timeout=120)
        self.assertEqual((started.returncode, wrong), (0, ""))
        self.assertRegex(said, r"\nkept \d+\n$")

    def test_errorInTheProgress_endsTheProgram(self):
        with self.assertRaises(ZeroDivisionError):
            gf.train("copy", steps=1_000_000, threads=1, model={"d_model": 16, "d_ff": 16}, validate_every=2,
                     save="fehler.safetensors", progress=lambda line: 1 / 0)

    def test_runThatIsNone_isRefused(self):
        for content, sentence in ((b"", "cut off"), (b"\xff" * 9, "cut off"), (self.file("nein"), "not JSON"),
                                  (self.file("[1]"), "not an object"), (self.file("[" * 100_000), "not JSON"),
                                  (self.file('{"__metadata__": {"config": 1}}'), "not words"),
                                  (self.file('{"__metadata__": {"config": "{"}}'), "not JSON"), (self.file("{}"), "no config"),
                                  (self.file('{"a": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}', 4), "shape"),
                                  (self.file('{"a": {"dtype": "F32", "shape": [1.5], "data_offsets": [0, 4]}}', 4), "shape"),
                                  (self.file('{"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}', 4), "past the end"),
                                  (self.file('{"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}', 4), "needs 8 bytes"),
                                  (self.file('{"a": {"dtype": "F32", "shape": [9999999999, 9999999999], "data_offsets": '
                                             '[0, 4]}}', 4), "needs 399"),
                                  (self.file('{"a": 7}'), "has no type")):
            path = pathlib.Path("schlecht.safetensors")
            path.write_bytes(content)
            with self.assertRaisesRegex(gf.Error, sentence):
                gf.Run(path)

    @staticmethod
    def file(header, numbers=0):
        return len(header).to_bytes(8, "little") + header.encode() + bytes(numbers)

    def test_halfNumbers_areRead(self):
        path = pathlib.Path("halb.safetensors")
        numbers = np.array([[1, 2.5, -3]], "<f2")
        path.write_bytes(self.file('{"a": {"dtype": "F16", "shape": [1, 3], "data_offsets": [0, 6]}, '
                                   '"b": {"dtype": "BF16", "shape": [1], "data_offsets": [6, 8]}}') + numbers.tobytes() + b"ab")
        np.testing.assert_array_equal(TensorFile(path).read("a"), numbers)
        with self.assertRaisesRegex(gf.Error, "of the type 'BF16'"):
            TensorFile(path).read("b")


class Saved:
    """Saves a folder of a real model as the library transformers does."""

    def __init__(self, family, *names):
        self.files = [TOP / "tests/reference/opened" / family / name for name in names]

    def save_pretrained(self, folder):
        os.makedirs(folder, exist_ok=True)
        for file in self.files:
            shutil.copy(file, folder)


class Watched(InAFolder):
    def test_watchedModel_isTracedOnTheSideThatItReads(self):
        for family, side in (("gpt2", "target_tokens"), ("bert", "source_tokens")):
            trace = gf.watch(Saved(family, "config.json", "model.safetensors"), Saved(family, "tokenizer.json"), "the cat")
            self.assertIn("the" if family == "bert" else "he", getattr(trace, side))
            attention = next(name for name in trace if name.endswith("self_attn.weights"))
            self.assertIn("<svg", trace.figure(attention).svg)
            self.assertNotEqual(os.listdir(self.temporary), [])
            del trace
            gc.collect()
            self.assertEqual(os.listdir(self.temporary), [])

    def test_watchedModelOfNoFamily_leavesNothing(self):
        with self.assertRaisesRegex(gf.Error, "there is no such file"):
            gf.watch(Saved("gpt2", "model.safetensors"), Saved("gpt2", "tokenizer.json"), "the cat")


class Installed(InAFolder):
    def ask(self, version):
        self.fake("print('an answer')", version)
        return gf.Model("model").generate("a")

    def test_version_isThatOfTheProgram(self):
        said = subprocess.run([PROGRAM, "--version"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(said, f"glassformer {gf.__version__}\n")

    def test_programOfTheNextVersion_isTaken(self):
        major, minor, patch = VERSION
        for version in (f"{major}.{minor}.{patch}", f"{major}.{minor}.{patch + 7}", f"{major}.{minor + 1}.0"):
            self.assertEqual(self.ask(version), "an answer")

    def test_programOfAnotherVersion_isRefusedWithWhatToInstall(self):
        major, minor, _ = VERSION
        for version, age in ((f"{major}.{minor + 2}.0", "newer"), (f"{major + 1}.{minor}.0", "newer"),
                             (f"{major}.{minor - 1}.0" if minor else f"{major - 1}.9.0", "older")):
            if "-" in version:
                continue
            with self.assertRaisesRegex(gf.Error, f"is version {version}, {age} than .* install Glassformer {major}.{minor} "
                                                  f"or {major}.{minor + 1}"):
                self.ask(version)

    def test_anotherProgram_isRefused(self):
        os.environ["GLASSFORMER"] = shutil.which("true")
        self.addCleanup(os.environ.update, GLASSFORMER=PROGRAM)
        with self.assertRaisesRegex(gf.Error, "true is not Glassformer"):
            gf.Model("model").generate("a")

    def test_programThatIsMissing_isNamed(self):
        os.environ["GLASSFORMER"] = "/nowhere/glassformer"
        self.addCleanup(os.environ.update, GLASSFORMER=PROGRAM)
        with self.assertRaisesRegex(gf.Error, "GLASSFORMER is '/nowhere/glassformer', but there is no program"):
            gf.train("copy")

    def test_programThatWasBuiltInTheTree_isFound(self):
        tree = self.folder / "tree"
        shutil.copytree(PACKAGE / "glassformer", tree / "resources/python/glassformer")
        (tree / "build/check/app").mkdir(parents=True)
        (tree / "build/check/app/glassformer").symlink_to(PROGRAM)
        told = self.python("import glassformer.program as p; print(p.find())", GLASSFORMER="", PATH="/nowhere",
                           PYTHONPATH=str(tree / "resources/python"))
        self.assertEqual((told.stdout, told.stderr), (f"{tree}/build/check/app/glassformer\n", ""))

    def test_programOnThePath_isFound(self):
        place = self.folder / "bin"
        place.mkdir()
        (place / "glassformer").symlink_to(PROGRAM)
        shutil.copytree(PACKAGE / "glassformer", self.folder / "elsewhere/glassformer")  # nothing is beside it there
        told = self.python("import glassformer.program as p; print(p.find())", GLASSFORMER="", PATH=str(place),
                           PYTHONPATH=str(self.folder / "elsewhere"))
        self.assertEqual((told.stdout, told.stderr), (f"{place}/glassformer\n", ""))

    def test_pythonWithoutNumpy_isToldSo(self):
        told = self.python("import sys; sys.modules['numpy'] = None\nimport glassformer as gf\n"
                           "try: gf.train\nexcept gf.Error as error: print(error)")
        self.assertIn("NumPy is not installed", told.stdout)
        self.assertEqual(told.stderr, "")

    def test_allNames_areThere(self):
        for name in dir(gf):
            self.assertTrue(getattr(gf, name).__doc__, name)
        with self.assertRaises(AttributeError):
            gf.nothing


class Notebook(InAFolder):
    def test_notebook_runs(self):
        notebook = json.loads((TOP / "docs/notebook.ipynb").read_text(encoding="utf-8"))
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        self.assertGreater(len(code), 5)
        for cell in code:
            self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))
        code = "\n".join("".join(cell["source"]) for cell in code)
        if "GLASSFORMER_TEST_ALL" not in os.environ:
            code = code.replace("steps=400", "steps=40")
        ran = self.python(code)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.assertEqual(os.listdir(self.folder), ["date.safetensors"])


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
