#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes on Debian what runs on Windows 10 and 11:
#   build/windows/glassformer-VERSION-windows-x86_64.zip         runs from any folder
#   build/windows/glassformer-VERSION-windows-x86_64-setup.exe   for one person, without administrator's rights
# Qt's base, QCustomPlot and ICU are built from Debian's source packages, of the versions that this system has; that
# takes a quarter of an hour on two cores and is kept in build/windows.
#   scripts/windows.sh --program-only    the program alone: build/windows/program/app/glassformer.exe
#   scripts/windows.sh --tests           that and its tests, for tests/windows/trial.py: build/windows/program/tests
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. scripts/common.sh

root=$PWD/build/windows
kept=${GLASSFORMER_WINDOWS_QT:-$root} # what is the same for every commit
toolchain=$PWD/resources/cmake/windows.cmake
hostPackages=/usr/lib/x86_64-linux-gnu/cmake
launcher="cmake;-E;env;CCACHE_BASEDIR=$PWD;CCACHE_NOHASHDIR=true;CCACHE_SLOPPINESS=pch_defines,time_macros;ccache"

# sourcesOf NAME PACKAGE: Debian's source package NAME, in the version of the installed PACKAGE, into
# build/windows/NAME. The system's own lists of packages stay as they are.
sourcesOf() {
    local name=$1 package=$2 version mirror suite component apt=$kept/apt
    [[ ! -d $kept/$name ]] || return 0
    # shellcheck disable=SC2016 # dpkg-query's own
    version=$(dpkg-query -W -f='${source:Version}' "$package")
    read -r mirror suite < <(apt-cache madison "$package" | awk -F'|' 'NR == 1 {print $3}' |
        awk '{print $1, $2}')
    component=${suite#*/}
    suite=${suite%%/*}
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$kept/$name.part"
    touch "$apt/status"
    echo "deb-src $mirror $suite $component" >"$apt/sources.list"
    local aptGet=(apt-get -q -o "Dir::Etc::SourceList=$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State=$apt" -o "Dir::State::Lists=$apt/lists" -o "Dir::Cache=$apt/cache"
        -o APT::Sandbox::User=root)
    if ! "${aptGet[@]}" update >&2 ||
        ! (cd "$kept/$name.part" && "${aptGet[@]}" --only-source source "$name=$version" >&2); then
        fail "Debian's source package $name $version could not be had from $mirror."
    fi
    mv "$(find "$kept/$name.part" -mindepth 1 -maxdepth 1 -type d)" "$kept/$name"
    rm -rf "$kept/$name.part"
}

# Widgets, printing and tests; of the third-party libraries Qt's own copies, and no OpenGL.
buildQt() {
    [[ ! -f $kept/qt/lib/cmake/Qt6Widgets/Qt6WidgetsConfig.cmake ]] || return 0
    local off=() library
    for library in dbus sql network vulkan concurrent tabletevent icu glib zstd system_zlib system_png \
        system_jpeg system_freetype system_harfbuzz system_pcre2 system_doubleconversion; do
        off+=("-DFEATURE_$library=OFF")
    done
    if ! cmake -G Ninja -S "$kept/qt6-base" -B "$kept/qt-build" -DCMAKE_TOOLCHAIN_FILE="$toolchain" \
        -DCMAKE_C_COMPILER_LAUNCHER="$launcher" -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" \
        -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR="$hostPackages" \
        -DCMAKE_INSTALL_PREFIX="$kept/qt" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
        -DQT_BUILD_EXAMPLES=OFF -DQT_BUILD_TESTS=OFF -DINPUT_opengl=no "${off[@]}" >"$kept/qt.log" 2>&1 ||
        ! cmake --build "$kept/qt-build" >>"$kept/qt.log" 2>&1 ||
        ! cmake --install "$kept/qt-build" >>"$kept/qt.log" 2>&1; then
        fail "Qt could not be built for Windows; $kept/qt.log says why."
    fi
}

# Unicode for the tokenizers of opened models: characters, expressions and normal forms. Of all tables of ICU
# these need one that is not code.
buildIcu() {
    local source=$kept/icu/source built=$kept/icu-built data
    [[ ! -f $built/libicu.a ]] || return 0
    data=$(basename "$source"/data/in/icudt*l.dat) # icudt72l.dat
    rm -rf "$built"
    mkdir -p "$built/include/unicode" "$built/objects"
    cp "$source"/{common,i18n}/unicode/*.h "$built/include/unicode"
    if ! (
        cd "$built/objects" &&
            icupkg -x nfkc.nrm "$source/data/in/$data" && echo nfkc.nrm >tables.txt &&
            icupkg -a tables.txt new "$data" &&
            printf '.section .rdata\n.globl %s\n.balign 16\n%s: .incbin "%s"\n' \
                "${data%l.dat}_dat" "${data%l.dat}_dat" "$data" >data.s &&
            x86_64-w64-mingw32-gcc-posix -c data.s &&
            printf '%s\0' "$source"/common/*.cpp \
                "$source"/i18n/{regexcmp,regeximp,regexst,regextxt,rematch,repattrn,uregex,uregexc,ucln_in}.cpp |
            xargs -0 -P "$(nproc)" -n 1 ccache x86_64-w64-mingw32-g++-posix -c -O2 -DU_STATIC_IMPLEMENTATION \
                -DU_COMMON_IMPLEMENTATION -DU_I18N_IMPLEMENTATION "-I$source/common" "-I$source/i18n" &&
            x86_64-w64-mingw32-gcc-ar-posix rcsD ../libicu.a -- *.o
    ) >"$kept/icu.log" 2>&1; then
        fail "ICU could not be built for Windows; $kept/icu.log says why."
    fi
}

# buildProgram ON|OFF: with its tests or without.
buildProgram() {
    cmake -G Ninja -S . -B "$root/program" -DCMAKE_TOOLCHAIN_FILE="$toolchain" \
        -DCMAKE_CXX_COMPILER_LAUNCHER="$launcher" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_PREFIX_PATH="$kept/qt;/usr" -DQT_HOST_PATH=/usr \
        -DQT_HOST_PATH_CMAKE_DIR="$hostPackages" \
        -DICU_INCLUDE_DIR="$kept/icu-built/include" -DICU_UC_LIBRARY_RELEASE="$kept/icu-built/libicu.a" \
        -DICU_I18N_LIBRARY_RELEASE="$kept/icu-built/libicu.a" \
        -DGLASSFORMER_QCUSTOMPLOT="$kept/qcustomplot" -DGLASSFORMER_UNITY=ON -DGLASSFORMER_WERROR=OFF \
        "-DBUILD_TESTING=$1" -DCMAKE_INSTALL_BINDIR=. >&2 || fail "configuring for Windows failed; see above."
    cmake --build "$root/program" >&2 || fail "building for Windows failed; see the first message above."
}

# The same bytes whenever it is made of the same commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH
installPackages windows
mkdir -p "$root" "$kept"
sourcesOf qt6-base qt6-base-dev
sourcesOf qcustomplot libqcustomplot-dev
sourcesOf icu libicu-dev
buildQt
buildIcu
if [[ ${1:-} == --tests ]]; then
    buildProgram ON
    exit
fi
buildProgram OFF
[[ ${1:-} != --program-only ]] || exit 0
exec python3 scripts/windows.py
