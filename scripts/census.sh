#!/usr/bin/env bash
# The census of all verdicts of Okiya, in the background: results/okiya-solved/ledger.csv grows by a shard of a million classes at a time.
#
#   scripts/census.sh            start the run if it is not running, and print its progress
#   scripts/census.sh --status   only print its progress
#   scripts/census.sh --commit   the same, and commit the current ledger
#   scripts/census.sh --stop     end the run; at most the current shards are lost
#   scripts/census.sh --update   continue with the program as built now
#
# The run has the lowest priority and uses all processors. It runs a copy of the program outside the build folder, so that building and
# testing can continue: in $HANAMACHI_CENSUS, or else ~/.cache/hanamachi/census. The ledger is replaced as a whole after each shard, so the
# run may be killed at any time.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly folder=results/okiya-solved
readonly home=${HANAMACHI_CENSUS:-${XDG_CACHE_HOME:-$HOME/.cache}/hanamachi/census}
readonly program=$home/hanamachi log=$home/log pid_file=$home/pid

usage() {
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
}

is_running() {
    [[ -f $pid_file ]] && [[ $(ps -o comm= -p "$(<"$pid_file")") == hanamachi ]] && kill -0 "$(<"$pid_file")" 2>/dev/null
}

install_program() {
    cargo build --release --locked
    mkdir -p "$home"
    # Under another name first: a program that runs cannot be written over.
    cp target/release/hanamachi "$program.new"
    mv "$program.new" "$program"
}

start() {
    [[ -x $program ]] || install_program
    if is_running; then
        printf 'running (process %s); its log: %s\n' "$(<"$pid_file")" "$log"
        return
    fi
    setsid nice -n 19 "$program" okiya ledger "$folder" --solve -v >>"$log" 2>&1 </dev/null &
    printf '%s\n' "$!" >"$pid_file"
    # Linux shares the processors among sessions first, and then by priority within each: the session too gets the lowest.
    sleep 0.2
    echo 19 2>/dev/null >"/proc/$!/autogroup" || true
    printf 'started (process %s); its log: %s\n' "$!" "$log"
}

stop() {
    if ! is_running; then
        printf 'not running\n'
        return
    fi
    local pid
    pid=$(<"$pid_file")
    kill -TERM "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.2; done
    rm -f "$pid_file"
    printf 'stopped\n'
}

status() {
    [[ -x $program ]] || install_program
    "$program" okiya ledger "$folder"
}

commit() {
    local shards
    shards=$("$program" okiya ledger "$folder" --json | sed -n 's/.*"shards":\([0-9]*\),.*/\1/p')
    git add "$folder/ledger.csv" "$folder/second-wins.hana"
    if git diff --cached --quiet -- "$folder"; then
        printf 'nothing new to commit\n'
    else
        git commit --quiet -m "Census of verdicts: $shards of 2,270 shards" -- "$folder/ledger.csv" "$folder/second-wins.hana"
        printf 'committed: %s of 2,270 shards\n' "$shards"
    fi
}

case ${1-} in
    '') start && status ;;
    --status) status ;;
    --commit) status && commit ;;
    --stop) stop && status ;;
    --update) stop && install_program && start ;;
    -h | --help) usage ;;
    *)
        usage >&2
        exit 2
        ;;
esac
