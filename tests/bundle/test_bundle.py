#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the bundle of a built program in a folder with an awkward name and uses it from there."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "scripts"))
import bundle as bundling  # noqa: E402

BUILD = None
# What pip makes of entry_points.txt.
START = "from glassformer.__main__ import main; main()"


def run(*command, **environment):
    return subprocess.run(command, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **environment})


class Bundle(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = tempfile.TemporaryDirectory()
        cls.bundle = bundling.Bundle(BUILD, pathlib.Path(cls.room.name))
        cls.bundle.collect()
        # As a person moves what they unpacked.
        moved = pathlib.Path(cls.room.name) / 'Mein "Ordner" ü $HOME 5% \\n'
        moved.mkdir()
        cls.bundle.folder = cls.bundle.folder.rename(moved / cls.bundle.name)
        cls.program = cls.bundle.folder / "glassformer"

    @classmethod
    def tearDownClass(cls):
        cls.room.cleanup()

    def changed(self):
        """A copy to damage."""
        copy = bundling.Bundle(BUILD, pathlib.Path(self.room.name) / "copy")
        shutil.rmtree(copy.folder, ignore_errors=True)
        shutil.copytree(self.bundle.folder, copy.folder, symlinks=True)
        return copy

    def test_every_file_runs_on_older_systems(self):
        self.bundle.check()

    def test_starts_whatever_the_library_path_says(self):
        fakes = pathlib.Path(self.room.name) / "fakes"
        fakes.mkdir()
        for library in (self.bundle.folder / "lib").iterdir():
            (fakes / library.name).write_bytes(b"no library")
        started = run(self.program, "--version", LD_LIBRARY_PATH=str(fakes))
        self.assertEqual((started.returncode, started.stderr), (0, ""))

    def test_window_has_a_frame_where_the_desktop_has_x_too(self):
        # Nobody serves either display: Qt says what it tries, one after the other.
        environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
        tried = subprocess.run([self.program], capture_output=True, text=True, timeout=120, env={
            **environment, "DISPLAY": ":none", "WAYLAND_DISPLAY": "none", "XDG_SESSION_TYPE": "wayland"}).stderr
        self.assertIn("wl_display", tried)
        self.assertLess(tried.find("could not connect to display"), tried.find("wl_display"), tried)

    def test_draws_without_the_machines_plugins(self):
        model = pathlib.Path(self.room.name) / "kopie ü.safetensors"
        trained = run(self.program, "train", "--task", "copy", "--steps", "1", "--save", model)
        self.assertEqual(trained.returncode, 0, trained.stderr)
        for form in ("pdf", "svg", "png"):
            drawn = run(self.program, "export", "--model", model, "--source", "abc", "--target", "abc",
                        "--step", "decoder.0.self_attn.weights", "--head", "all", "--format", form,
                        "--out", model.with_suffix("." + form), QT_PLUGIN_PATH="/nowhere")
            self.assertEqual(drawn.returncode, 0, drawn.stderr)

    def test_wheel_brings_the_program_and_the_package(self):
        installed = pathlib.Path(self.room.name) / "site packages ü"
        with zipfile.ZipFile(self.bundle.pack_wheel()) as wheel:
            wheel.extractall(installed)
            for entry in wheel.infolist():  # as pip does
                (installed / entry.filename).chmod(entry.external_attr >> 16 & 0o777)
        environment = {"PYTHONPATH": str(installed), "GLASSFORMER": "", "PATH": "/nowhere", "QT_PLUGIN_PATH": "/nowhere"}
        said = run(self.program, "--version").stdout
        for ask in (["-m", "glassformer", "--version"], ["-c", START, "--version"]):  # without NumPy
            started = run(sys.executable, "-S", *ask, **environment)
            self.assertEqual((started.stdout, started.stderr), (said, ""))
        code = ("import os, glassformer as gf; os.chdir(os.environ['ROOM']); run = gf.train('copy', steps=1); "
                "trace = run.trace(source='abc', target='abc'); name = 'decoder.0.self_attn.weights'; "
                "print(gf.__file__, trace[name].shape, trace.figure(name).svg[:5])")
        used = run(sys.executable, "-c", code, **environment, ROOM=self.room.name)
        self.assertEqual((used.stdout, used.stderr), (f"{installed}/glassformer/__init__.py (4, 4, 4) <?xml\n", ""))

    def test_wheel_is_of_one_version(self):
        copy = self.changed()
        copy.version = "9.8.7"
        with self.assertRaisesRegex(bundling.Problem, "another VERSION than the program, 9.8.7"):
            copy.pack_wheel()

    def test_menu_entry_starts_the_program_where_it_lies(self):
        data = pathlib.Path(self.room.name) / "data"
        installed = run(self.program, "--install-desktop", XDG_DATA_HOME=str(data))
        self.assertEqual(installed.returncode, 0, installed.stderr)
        entry = data / "applications/glassformer.desktop"
        self.assertEqual(installed.stdout, f"{entry}\n")
        self.assertTrue((data / "icons/hicolor/scalable/apps/glassformer.svg").is_file())
        checked = run("desktop-file-validate", entry)
        self.assertEqual((checked.returncode, checked.stdout), (0, ""))
        line = re.search("^Exec=(.*)$", entry.read_text(), re.M).group(1)
        # As the specification reads it: the escapes of a value, fields, then those of a quoted word.
        value = line.replace("\\\\", "\\").replace("%%", "%")
        word, rest = re.fullmatch('"(.*)"(.*)', value).groups()
        self.assertEqual(re.sub(r'\\(["`$\\])', r"\1", word), str(self.program.resolve()))
        self.assertEqual(rest, " %f")

    def test_menu_entry_needs_what_lies_beside_the_program(self):
        copy = self.changed()
        (copy.folder / "share/applications/glassformer.desktop").unlink()
        failed = run(copy.folder / "glassformer", "--install-desktop", XDG_DATA_HOME=self.room.name)
        self.assertEqual(failed.returncode, 1)
        self.assertIn("glassformer.desktop", failed.stderr)

    def test_list_of_contents_names_every_package(self):
        self.assertIn("libqt6core6", self.bundle.packages())
        licences = self.bundle.folder / "share/doc/glassformer/licenses"
        self.assertEqual({file.name for file in licences.iterdir()}, set(self.bundle.packages()))

    def test_check_finds_a_symbol_that_is_too_new(self):
        copy = self.changed()
        newer = dict(bundling.NEWEST_SYMBOLS, GLIBC=(2, 34))
        self.addCleanup(bundling.NEWEST_SYMBOLS.update, bundling.NEWEST_SYMBOLS.copy())
        bundling.NEWEST_SYMBOLS.update(newer)
        with self.assertRaisesRegex(bundling.Problem, "needs GLIBC_2.35"):
            copy.check()

    def test_check_finds_a_library_that_is_missing(self):
        copy = self.changed()
        (copy.folder / "lib/libQt6PrintSupport.so.6").unlink()
        with self.assertRaisesRegex(bundling.Problem, "needs libQt6PrintSupport.so.6"):
            copy.check()

    def test_check_finds_a_search_outside(self):
        copy = self.changed()
        bundling.run("patchelf", "--set-rpath", "/usr/lib", str(copy.folder / "lib/libQt6PrintSupport.so.6"))
        with self.assertRaisesRegex(bundling.Problem, "libQt6PrintSupport.so.6 looks for libraries in"):
            copy.check()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BUILD = options.build.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
