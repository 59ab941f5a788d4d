# Sourced by ./play and ./test: the project's own virtual environment in .venv, made once.

say() { printf '%s\n' "frostfair: $*" >&2; }

find_python() {
    for python in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$python"
            return
        fi
    done
    say "Python 3.11 or newer is needed, and was not found. Install it and try again;"
    say "or name it: PYTHON=/path/to/python3 $0"
    return 1
}

# environment HOUSE EXTRAS: HOUSE/.venv holds frostfair with these extras, exactly as pyproject.toml and constraints.txt say.
# A stamp remembers what was installed, so that nothing is asked of the network when nothing changed.
environment() {
    house=$1 extras=$2
    venv=$house/.venv
    wanted="$house $(cat "$house/pyproject.toml" "$house/constraints.txt" | cksum)"
    for stamp in "$venv/installed-$extras"*; do # more extras than these will do
        [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ] && [ -x "$venv/bin/frostfair" ] && return
    done
    case $(cat "$venv"/installed-* 2>/dev/null) in
        "$house "*) ;;
        *) rm -rf "$venv" ;; # unfinished, or moved here from another folder
    esac
    if [ ! -x "$venv/bin/python" ]; then
        python=$(find_python) || exit 1
        say "making a virtual environment in $venv ($("$python" --version)); this happens once"
        "$python" -m venv "$venv" || {
            rm -rf "$venv"
            say "$python cannot make virtual environments (Debian and Ubuntu: apt install python3-venv)"
            exit 1
        }
    fi
    say "installing frostfair[$extras] and what it needs (once; some 100 MB and a minute)"
    "$venv/bin/python" -m pip install --disable-pip-version-check --quiet --progress-bar on \
        --constraint "$house/constraints.txt" --editable "$house[$extras]" || {
        say "that did not work; the lines above say why. Is this computer online? Then just try again."
        exit 1
    }
    printf '%s\n' "$wanted" >"$venv/installed-$extras"
}
