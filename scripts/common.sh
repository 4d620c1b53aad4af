# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What run.sh and test.sh share: packages and building. Sourced from the top of the repository.

say() { printf 'glassformer: %s\n' "$*" >&2; }
fail() {
    say "error: $*"
    exit 1
}

# CMake takes these for its own, in names of folders too.
if [[ $PWD$(pwd -P) == *[]\"\;\$\\\#\|\[$'\n']* ]]; then
    fail "the path of this folder, $(printf %q "$PWD"), has a sign that CMake takes for its own:" \
        'one of " ; $ \ # | [ ] or a line break. Move the folder to a path without them.'
fi

# packagesFor build|bundle|test|all: the names from packages.txt; each needs what the one before needs.
packagesFor() {
    local name use _why
    while read -r name use _why; do
        case "$name" in '' | '#'*) continue ;; esac
        if [[ $use == build || $use == "$1" || ($use == bundle && $1 == test) ||
            ($use != windows && $1 == all) ]]; then
            printf '%s\n' "$name"
        fi
    done <scripts/packages.txt
}

# missingPackages NAMES…: those that are not installed.
missingPackages() {
    local installed name
    # dpkg-query fails when it does not know a package: that is one of the answers.
    # shellcheck disable=SC2016 # the ${…} are dpkg-query's own
    installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
    for name in "$@"; do
        grep -qxF "installed $name" <<<"$installed" || printf '%s\n' "$name"
    done
}

# installPackages build|bundle|test|all: installs what is missing and touches nothing, not even the network,
# when nothing is. GLASSFORMER_SKIP_PACKAGES=1 leaves packages to the person.
installPackages() {
    local wanted missing asRoot=() aptGet
    [[ -z ${GLASSFORMER_SKIP_PACKAGES:-} ]] || return 0
    mapfile -t wanted < <(packagesFor "$1")
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        fail "this script installs packages on Debian 12 and its relatives, and this machine has no" \
            "apt. Install the equivalents of: ${wanted[*]}; then run again with" \
            "GLASSFORMER_SKIP_PACKAGES=1 before the command."
    fi
    mapfile -t missing < <(missingPackages "${wanted[@]}")
    ((${#missing[@]})) || return 0

    if ((EUID != 0)); then
        command -v sudo >/dev/null ||
            fail "these packages are missing and there is no sudo to install them with. As root:" \
                "apt-get install ${missing[*]}"
        asRoot=(sudo)
        if [[ ! -t 0 ]]; then
            # Nobody is there to type a password.
            asRoot=(sudo -n)
        fi
    fi
    say "installing packages: ${missing[*]}"
    aptGet=("${asRoot[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q
        -o DPkg::Lock::Timeout=120)
    # A stale list is no reason to stop: what matters is whether the packages can be had.
    "${aptGet[@]}" update || say "the package lists could not be refreshed; trying with the old ones"
    "${aptGet[@]}" install -y --no-install-recommends "${missing[@]}" ||
        fail "apt could not install: ${missing[*]}. Its messages above say why; without a network" \
            "connection, connect and run this script again."
}

# weightOf STEP: what Ninja's step takes, beside others. Many files together take long, and so do those for kernels;
# what compiles nothing takes no time beside them.
weightOf() {
    case "$1" in
        */Unity/*.o | */kernels*.o | */operations.cpp.o) weight=30 ;;
        *.gch) weight=8 ;;
        *.o) weight=3 ;;
        *) weight=0 ;;
    esac
}

# showProgress WEIGHT: reads what Ninja says with the status "@12/128@ " and says in its place how far it is; WEIGHT is
# that of all steps, 0 where nobody knows it. What is no status is passed on: messages of the compiler.
showProgress() {
    local all=$1 done=0 began=$SECONDS said=-15 number=0 of=0 line weight left text
    local -r status='^@([0-9]+)/([0-9]+)@ (.*)$' eraseLine=$'\r\e[K'
    while IFS= read -r line; do
        if ! [[ $line =~ $status ]]; then
            if [[ -t 1 ]]; then printf %s "$eraseLine"; fi
            printf '%s\n' "$line"
            continue
        fi
        number=${BASH_REMATCH[1]} of=${BASH_REMATCH[2]}
        ((number)) || continue # it looks whether there are other files
        weightOf "${BASH_REMATCH[3]}"
        done=$((done + weight))
        text="compiling $number of $of"
        left=0
        if ((SECONDS - began >= 15 && done * 20 >= all && all > done)); then
            left=$(((SECONDS - began) * (all - done) / done))
            if ((left >= 90)); then
                text+=", about $(((left + 30) / 60)) minutes left"
            else
                text+=", about $((left / 10 * 10 + 10)) seconds left"
            fi
        fi
        if [[ -t 1 ]]; then
            printf '%sglassformer: %s' "$eraseLine" "$text"
        elif ((SECONDS - said >= 15)); then
            said=$SECONDS
            printf 'glassformer: %s\n' "$text"
        fi
    done
    if [[ -t 1 ]] && ((of)); then printf %s "$eraseLine"; fi
}

# build PRESET [-DBUILD_TESTING=ON|OFF] TARGETS…: configures when it has to (Ninja itself does so when a
# CMakeLists changes) and builds. A folder that has the tests is as good for who needs none.
build() {
    local preset=$1 folder=build/$1 testing=()
    shift
    if [[ $1 == -DBUILD_TESTING=* ]]; then
        testing=("$1")
        shift
    fi
    if [[ ! -f $folder/build.ninja || CMakePresets.json -nt $folder/build.ninja ]] ||
        { [[ ${testing[*]} == *=ON ]] && grep -q '^BUILD_TESTING:BOOL=OFF' "$folder/CMakeCache.txt"; }; then
        cmake --preset "$preset" "${testing[@]}" ||
            fail "configuring failed; CMake's messages above say what is missing."
    fi
    local objects object weight all=0
    # What is not there yet. Ninja's own list of what is to do ends where it looks for new files.
    mapfile -t objects < <(ninja -C "$folder" -t commands "$@" 2>/dev/null |
        sed -nE 's/.* -o (\S+\.(o|gch)) .*/\1/p')
    for object in "${objects[@]}"; do
        if [[ ! -f $folder/$object ]]; then
            weightOf "$object"
            all=$((all + weight))
        fi
    done
    NINJA_STATUS='@%f/%t@ ' cmake --build "$folder" --target "$@" 2>&1 | showProgress "$all" ||
        fail "building failed; see the first message above."
}
