#!/usr/bin/env bash
# What the completion script for bash offers: tests/cli/completion.bash build/polhode
set -u
source <("$1" completion bash)
bad=0
# offers WORD... : completes the last word; the answer stands in COMPREPLY
offers() {
    COMP_WORDS=(polhode "$@")
    COMP_CWORD=$#
    COMPREPLY=()
    _polhode 2>/dev/null
}
expect() { # WANTED COMMAND-LINE-WORD...
    local wanted=$1
    shift
    offers "$@"
    case " ${COMPREPLY[*]} " in
    *" $wanted "*) ;;
    *)
        echo "polhode $*: '$wanted' is not among: ${COMPREPLY[*]}"
        bad=1
        ;;
    esac
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
touch mine.toml mine.txt
expect run r
expect --version --
expect --csv run mine.toml --c
expect mine.toml run m
expect mine.txt run mine.toml --csv mine.t
expect torque list t
expect euler-zyx convert --from euler-z
expect all convert --to a
expect gyroscope-cusp new gyro
expect fish completion f
offers run mine.t
[ "${COMPREPLY[*]}" = mine.toml ] || { echo "run offers more than scenarios: ${COMPREPLY[*]}"; bad=1; }
offers run mine.toml --set ""
[ "${#COMPREPLY[@]}" = 0 ] || { echo "--set offers ${COMPREPLY[*]}"; bad=1; }
exit $bad
