#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collects the program for Windows, fonts, samples and licences in one folder, and packs it as a zip
and as an installer. scripts/windows.sh calls it when all is built."""
import os
import pathlib
import shutil
import subprocess

import bundle

ROOT = bundle.TOP / "build/windows"
# What is inside the one file, by the package that its sources or headers are from.
INSIDE = ["qt6-base-dev", "libqcustomplot-dev", "libicu-dev", *bundle.HEADERS_ALONE,
          "g++-mingw-w64-x86-64-posix", "mingw-w64-x86-64-dev"]
NOT_ON_WINDOWS = ["share/applications", "share/metainfo", "share/icons"]


def collect(folder, version):
    shutil.rmtree(folder, ignore_errors=True)
    bundle.run("cmake", "--install", str(ROOT / "program"), "--prefix", str(folder), "--strip")
    for name in NOT_ON_WINDOWS:
        shutil.rmtree(folder / name)
    fonts = folder / "share/glassformer/fonts"
    fonts.mkdir()
    for name in bundle.FONTS:
        shutil.copyfile(bundle.FONT_FOLDER / name, fonts / name)
    shutil.copyfile(bundle.TOP / "LICENSE", folder / "LICENSE.txt")
    files = {name: ["glassformer.exe"] for name in INSIDE}
    files["fonts-dejavu-core"] = ["share/glassformer/fonts/" + name for name in bundle.FONTS]
    bundle.describe(folder, folder.name, version, files)


def pack_zip(folder):
    packed = folder.with_name(folder.name + ".zip")
    bundle.write_zip(packed, {str(file.relative_to(folder.parent)): (file.read_bytes(), 0o644)
                              for file in sorted(folder.rglob("*")) if file.is_file()})
    return packed


def pack_installer(folder, version):
    """The installer keeps each file's time, which is made that of the commit."""
    for file in folder.rglob("*"):
        os.utime(file, (bundle.epoch(), bundle.epoch()))
    packed = folder.with_name(folder.name + "-setup.exe")
    subprocess.run(["makensis", "-V2", f"-DVERSION={version}", f"-DFOLDER={folder}",
                    f"-DOUT={packed}", str(bundle.TOP / "resources/windows/glassformer.nsi")],
                   check=True)
    return packed


def main():
    version = bundle.cmake_value(ROOT / "program", "CMAKE_PROJECT_VERSION")
    folder = ROOT / f"glassformer-{version}-windows-x86_64"
    collect(folder, version)
    bundle.report([pack_zip(folder), pack_installer(folder, version)])


if __name__ == "__main__":
    bundle.guarded(main)
