#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collects the program, the libraries and plugins that it needs, fonts and licences in one folder
that runs wherever it lies, checks that folder, and packs it as an archive and as a Python wheel.
scripts/bundle.sh calls it."""
import argparse
import base64
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

TOP = pathlib.Path(__file__).resolve().parent.parent
PACKAGE = TOP / "resources/python/glassformer"
LIBRARIES = pathlib.Path("/usr/lib/x86_64-linux-gnu")

# What every Linux desktop has and what must be its own: the C and C++ run time, because a newer one
# may already be loaded by others; what reads the system's settings of fonts, and what that needs.
OF_THE_SYSTEM = {
    "ld-linux-x86-64.so.2", "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1",
    "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1",
    "libfontconfig.so.1", "libfreetype.so.6", "libexpat.so.1",
}
# The oldest systems that it must start on: Ubuntu 22.04 has these.
NEWEST_SYMBOLS = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
# Displays, typing with accents, and nothing that touches OpenGL.
PLUGINS = [
    "platforms/libqxcb.so", "platforms/libqwayland-generic.so", "platforms/libqoffscreen.so",
    "platforminputcontexts/libcomposeplatforminputcontextplugin.so",
    "platforminputcontexts/libibusplatforminputcontextplugin.so",
    "wayland-shell-integration/libxdg-shell.so", "wayland-decoration-client/libbradient.so",
]
FONTS = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSansMono.ttf", "DejaVuSansMono-Bold.ttf"]
FONT_FOLDER = pathlib.Path("/usr/share/fonts/truetype/dejavu")
TRANSLATIONS = ["qtbase_de.qm"]
HEADERS_ALONE = ["libeigen3-dev", "libcli11-dev", "nlohmann-json3-dev"]  # compiled into the program


class Problem(Exception):
    """What is wrong with the bundle, as a sentence."""


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def needed(file):
    return re.findall(r"\(NEEDED\)\s+Shared library: \[(.+?)\]", run("readelf", "-dW", str(file)))


def is_elf(file):
    with open(file, "rb") as opened:
        return opened.read(4) == b"\x7fELF"


def cmake_value(build, name):
    found = re.search(rf"^{name}:\w+=(.*)$", (build / "CMakeCache.txt").read_text(), re.M)
    return found.group(1) if found else None


class Bundle:
    def __init__(self, build, out):
        self.build = build
        self.version = cmake_value(build, "CMAKE_PROJECT_VERSION")
        self.name = f"glassformer-{self.version}-linux-x86_64"
        self.folder = out / self.name
        self.sources = {}  # file in the bundle: file that it was copied from

    # -- collecting ---------------------------------------------------------------------------

    def collect(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        run("cmake", "--install", str(self.build), "--prefix", str(self.folder), "--strip")
        for name in PLUGINS:
            self.copy(LIBRARIES / "qt6/plugins" / name, f"plugins/{name}")
        for name in FONTS:
            self.copy(FONT_FOLDER / name, f"share/glassformer/fonts/{name}")
        for name in TRANSLATIONS:
            self.copy(pathlib.Path("/usr/share/qt6/translations") / name, f"translations/{name}")
        self.copy_libraries()
        (self.folder / "bin/qt.conf").write_text(
            "[Paths]\nPrefix = ..\nPlugins = plugins\nTranslations = translations\n")
        (self.folder / "glassformer").symlink_to("bin/glassformer")
        shutil.copy(TOP / "LICENSE", self.folder / "LICENSE")
        self.set_search_paths()
        describe(self.folder, self.name, self.version, self.packages())

    def copy(self, source, to):
        if not source.exists():
            raise Problem(f"{source} is not there; the packages of scripts/packages.txt bring it")
        target = self.folder / to
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source.resolve(), target)
        target.chmod(0o755 if ".so" in target.name else 0o644)
        self.sources[to] = source

    def copy_libraries(self):
        """What the program and the plugins need, and what that needs, but for the system's."""
        open_files = [self.folder / "bin/glassformer"]
        open_files += [self.folder / "plugins" / name for name in PLUGINS]
        while open_files:
            for name in needed(open_files.pop()):
                if name in OF_THE_SYSTEM or f"lib/{name}" in self.sources:
                    continue
                self.copy(LIBRARIES / name, f"lib/{name}")
                open_files.append(self.folder / "lib" / name)

    def set_search_paths(self):
        """Each file finds the libraries from where it lies itself, before LD_LIBRARY_PATH."""
        for file in self.elf_files():
            up = os.path.relpath(self.folder / "lib", file.parent)
            path = "$ORIGIN" if up == "." else f"$ORIGIN/{up}"
            run("patchelf", "--force-rpath", "--set-rpath", path, str(file))

    def elf_files(self):
        return sorted(file for file in self.folder.rglob("*")
                      if file.is_file() and not file.is_symlink() and is_elf(file))

    # -- what is inside -----------------------------------------------------------------------

    def packages(self):
        """Debian's package of each file that was copied: {package: [files in the bundle]}."""
        found = {}
        for to, source in sorted(self.sources.items()):
            found.setdefault(self.package_of(source), []).append(to)
        for name in HEADERS_ALONE:
            found.setdefault(name, []).append("bin/glassformer")
        return found

    @staticmethod
    def package_of(source):
        # A library may lie under the name of before the folders were merged.
        real = source.resolve()
        for path in (source, real, pathlib.Path(str(real).removeprefix("/usr")),
                     pathlib.Path(str(source).removeprefix("/usr"))):
            asked = subprocess.run(["dpkg-query", "-S", str(path)], capture_output=True, text=True)
            if asked.returncode == 0:
                return asked.stdout.split(":")[0]
        raise Problem(f"no package has {source}")

    # -- checking -----------------------------------------------------------------------------

    def check(self):
        """Raises Problem with the first file that would not run elsewhere."""
        inside = {file.name for file in (self.folder / "lib").iterdir()}
        for file in self.elf_files():
            name = file.relative_to(self.folder)
            for library in needed(file):
                if library not in inside and library not in OF_THE_SYSTEM:
                    raise Problem(f"{name} needs {library}, which is neither inside nor every "
                                  "system's")
            self.check_symbols(file, name)
            paths = re.findall(r"\((?:RPATH|RUNPATH)\)\s+.*\[(.*)\]", run("readelf", "-dW", str(file)))
            if len(paths) != 1 or not re.fullmatch(r"\$ORIGIN(/\.\.)*(/lib)?", paths[0]):
                raise Problem(f"{name} looks for libraries in {paths}, not beside itself")

    @staticmethod
    def check_symbols(file, name):
        for kind, version in re.findall(r"Name: (GLIBC|GLIBCXX|CXXABI|GCC)_([0-9.]+)",
                                        run("readelf", "-VW", str(file)).partition("Version needs section")[2]):
            if tuple(map(int, version.split("."))) > NEWEST_SYMBOLS[kind]:
                newest = ".".join(map(str, NEWEST_SYMBOLS[kind]))
                raise Problem(f"{name} needs {kind}_{version}; older systems have {kind}_{newest}")

    # -- packing ------------------------------------------------------------------------------

    def pack(self):
        packed = self.folder.parent / f"{self.name}.tar.xz"

        def plain(member):
            member.uid = member.gid = 0
            member.uname = member.gname = "root"
            member.mtime = epoch()
            return member

        with tarfile.open(packed, "w:xz", preset=9) as archive:
            for file in [self.folder, *sorted(self.folder.rglob("*"))]:
                archive.add(file, file.relative_to(self.folder.parent), recursive=False, filter=plain)
        return packed

    def pack_wheel(self):
        """The same folder for pip, within the Python package, which calls the program there. NumPy is not demanded:
        pip could not install the program without a network then, and `glassformer` starts without it."""
        glibc = "_".join(map(str, NEWEST_SYMBOLS["GLIBC"]))
        tag = f"py3-none-manylinux_{glibc}_x86_64"
        packed = self.folder.parent / f"glassformer-{self.version}-{tag}.whl"
        info = f"glassformer-{self.version}.dist-info"
        texts = {f"glassformer/{file.name}": file.read_text(encoding="utf-8")
                 for file in sorted(PACKAGE.iterdir()) if file.suffix in (".py", ".typed")}
        if f'\nVERSION = "{self.version}"' not in texts["glassformer/program.py"]:
            raise Problem(f"{PACKAGE / 'program.py'} has another VERSION than the program, {self.version}")
        texts |= {
            f"{info}/METADATA": "Metadata-Version: 2.1\nName: glassformer\n"
                                f"Version: {self.version}\n"
                                "Summary: See through a transformer while it learns\n"
                                "License: GPL-3.0-or-later\nRequires-Python: >=3.9\n",
            f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: bundle.py\nRoot-Is-Purelib: false\n"
                             f"Tag: {tag}\n",
            f"{info}/entry_points.txt": "[console_scripts]\nglassformer = glassformer.__main__:main\n",
        }
        contents = {name: (text.encode(), 0o644) for name, text in texts.items()}
        for file in sorted(self.folder.rglob("*")):
            if file.is_file() and not file.is_symlink():
                contents["glassformer/bundle/" + str(file.relative_to(self.folder))] = (
                    file.read_bytes(), file.stat().st_mode & 0o777)
        record = "".join(f"{name},sha256={digest(data)},{len(data)}\n"
                         for name, (data, _) in contents.items())
        contents[f"{info}/RECORD"] = ((record + f"{info}/RECORD,,\n").encode(), 0o644)
        write_zip(packed, contents)
        return packed


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def describe(folder, name, version, packages):
    """Puts the licences of all that is inside beside it, and the list of it (SPDX 2.3); `packages`
    are Debian's, each with its files in the folder."""
    licences = folder / "share/doc/glassformer/licenses"
    licences.mkdir(parents=True, exist_ok=True)
    entries = []
    for package, files in sorted(packages.items()):
        notice = pathlib.Path(f"/usr/share/doc/{package}/copyright")
        if not notice.exists():
            raise Problem(f"the package {package} brings no copyright notice")
        shutil.copyfile(notice.resolve(), licences / package)
        release, source = run("dpkg-query", "-W", "-f=${Version}\\n${source:Package}",
                              package).split("\n")
        entries.append({
            "SPDXID": "SPDXRef-" + re.sub("[^A-Za-z0-9.-]", "-", package), "name": package,
            "versionInfo": release, "downloadLocation": "NOASSERTION",
            "sourceInfo": f"of Debian's source package {source}",
            "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
            "filesAnalyzed": False, "comment": "files: " + ", ".join(files),
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": f"pkg:deb/debian/{package}@{release}"}]})
    own = {"SPDXID": "SPDXRef-glassformer", "name": "glassformer", "versionInfo": version,
           "downloadLocation": "NOASSERTION", "licenseConcluded": "GPL-3.0-or-later",
           "licenseDeclared": "GPL-3.0-or-later", "copyrightText": "Glassformer contributors",
           "filesAnalyzed": False}
    related = [{"spdxElementId": "SPDXRef-glassformer", "relationshipType": "CONTAINS",
                "relatedSpdxElement": entry["SPDXID"]} for entry in entries]
    document = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": name, "documentNamespace": f"https://glassformer.invalid/{name}",
        "creationInfo": {"created": date().strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Tool: scripts/bundle.py"]},
        "documentDescribes": ["SPDXRef-glassformer"], "packages": [own, *entries],
        "relationships": related}
    (folder / "share/doc/glassformer/sbom.spdx.json").write_text(
        json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def write_zip(packed, contents):
    """`contents` says what each name in it has, and its mode; the same contents give the same bytes."""
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, (data, mode) in contents.items():
            entry = zipfile.ZipInfo(name, date().timetuple()[:6])
            entry.external_attr = (0o100000 | mode) << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)


def report(packed_files):
    """Prints what was made, each with its size, and writes its checksum beside it."""
    for packed in packed_files:
        print(f"{packed}  {packed.stat().st_size / 1e6:.1f} MB")
        sum_of_it = hashlib.sha256(packed.read_bytes()).hexdigest()
        packed.with_name(packed.name + ".sha256").write_text(f"{sum_of_it}  {packed.name}\n")


def guarded(program):
    """Runs it; what goes wrong ends the process with a sentence."""
    try:
        program()
    except Problem as problem:
        sys.exit(f"glassformer: error: {problem}")
    except subprocess.CalledProcessError as failed:
        words = (failed.stderr or "see above").strip()
        sys.exit(f"glassformer: error: {failed.cmd[0]} failed: {words}")


def date():
    return datetime.datetime.fromtimestamp(epoch(), datetime.timezone.utc)


def epoch():
    return int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))  # else 1980, the zip's first day


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=TOP / "build/release")
    parser.add_argument("--out", type=pathlib.Path, default=TOP / "build/bundle")
    parser.add_argument("--folder-only", action="store_true")
    options = parser.parse_args()
    bundle = Bundle(options.build.resolve(), options.out.resolve())
    bundle.collect()
    bundle.check()
    print(bundle.folder)
    if not options.folder_only:
        report([bundle.pack(), bundle.pack_wheel()])


if __name__ == "__main__":
    guarded(main)
