#!/usr/bin/env bash
# Tests the scripts of this folder on a real Slurm: a controller and two nodes on this machine, in a temporary folder. It runs a census, a
# match and a favour table through submit.sh, stops a part, cancels one, kills a node in the middle, and compares the results with those of
# commands without parts.
#
#   scripts/cluster/test.sh
#
# It must run as root (or with passwordless sudo), and installs Debian's slurmctld, slurmd, slurm-client and munge where they
# are missing. HANAMACHI names the program [default: target/release/hanamachi]; CLUSTER_TEST=skip skips the test for users other than
# root; KEEP=1 keeps the folder.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
submit=$here/submit.sh
started=$SECONDS
export DEBIAN_FRONTEND=noninteractive

say() {
    printf '%4ss  %s\n' $((SECONDS - started)) "$*"
}

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

hanamachi=$(realpath "${HANAMACHI:-${CARGO_TARGET_DIR:-$here/../../target}/release/hanamachi}")
[[ -x $hanamachi ]] || fail "$hanamachi is not there: build it, or name the program with HANAMACHI"
export HANAMACHI=$hanamachi
if [[ $EUID -ne 0 ]]; then
    if [[ ${CLUSTER_TEST-} == skip ]]; then
        say 'SKIPPED, as CLUSTER_TEST=skip asks: the user is not root'
        exit
    fi
    ! sudo --non-interactive true 2>/dev/null || exec sudo env HANAMACHI="$hanamachi" KEEP="${KEEP-}" "$here/test.sh"
    fail 'this test starts daemons of Slurm and must run as root; CLUSTER_TEST=skip skips it for other users'
fi

has_slurm() {
    local program
    for program in munged slurmctld slurmd sbatch; do
        PATH=$PATH:/usr/sbin command -v "$program" >/dev/null || return
    done
}

if ! has_slurm; then
    say "installing Debian's Slurm"
    { apt-get update && apt-get install --yes --no-install-recommends slurmctld slurmd slurm-client munge; } \
        </dev/null >/dev/null || true
    has_slurm || fail 'Slurm cannot be installed: this test needs slurmctld, slurmd, slurm-client and munge'
fi
PATH=$PATH:/usr/sbin

work=$(mktemp -d)
chmod 755 "$work"
# Also inherited by jobs, so that the test can identify its own processes.
export SLURM_CONF=$work/slurm.conf

# Prints the process numbers on node $1: the processes that jobs of this test have started there, and the slurmstepd above them.
processes_on() {
    local environment parent
    grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2>/dev/null |
        xargs -r grep -lzxF "SLURMD_NODENAME=$1" 2>/dev/null |
        while read -r environment; do
            basename "${environment%/environ}"
            parent=$(sed -n 's/^PPid:\t//p' "${environment%environ}status" 2>/dev/null)
            [[ $(cat "/proc/$parent/comm" 2>/dev/null) != slurmstepd ]] || printf '%s\n' "$parent"
        done | sort -un
}

# Kills node $1 as a power cut does.
kill_node() {
    local victims
    kill -KILL "$(<"$work/slurmd-$1.pid")" 2>/dev/null || true
    mapfile -t victims < <(processes_on "$1")
    ((${#victims[@]} == 0)) || kill -KILL "${victims[@]}" 2>/dev/null || true
}

clean_up() {
    local code=$? node pid
    set +e
    if [[ $code -ne 0 ]]; then
        squeue
        tail -n 40 "$work"/*.log "$work"/*/logs/*.log
    fi >&2 2>/dev/null
    for node in one two; do kill_node "$node"; done
    for pid in "$work/slurmctld.pid" "$work/munge/pid"; do
        [[ ! -s $pid ]] || kill -KILL "$(<"$pid")" 2>/dev/null
    done
    # slurmctld has a helper that ends with it; wait until no process uses the folder.
    sleep 0.2
    [[ -n ${KEEP-} ]] || rm -rf "$work"
    exit "$code"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

start_node() {
    # slurmd takes its jobs' environment from its own.
    slurmd -N "$1"
}

start_slurm() {
    local host memory
    host=$(hostname -s)
    memory=$(awk '/^MemTotal/ { print int($2 / 1024) }' /proc/meminfo)
    mkdir -m 755 "$work/munge" "$work/state" "$work/spool" "$work/spool/one" "$work/spool/two"
    (umask 377 && dd if=/dev/urandom of="$work/munge.key" bs=128 count=1 status=none)
    munged --force --key-file="$work/munge.key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
        --log-file="$work/munge/log" --seed-file="$work/munge/seed" 2>/dev/null
    # No accounting, no containers; short timeouts, so that a lost node is noticed within seconds. Few numbers per array, so that a run
    # takes several.
    cat >"$SLURM_CONF" <<CONF
ClusterName=hanamachi
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool/%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd-%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1,bf_interval=1,sched_min_interval=0,batch_sched_delay=0
JobRequeue=1
ReturnToService=2
SlurmdTimeout=6
SlurmctldTimeout=6
KillWait=2
MaxArraySize=5
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=26818 CPUs=1 RealMemory=$memory
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=26819 CPUs=1 RealMemory=$memory
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
CONF
    # Since 23.02 Slurm can be configured without cgroups; in earlier versions this plugin does nothing unless it is used.
    case $(slurmd -V) in
        *' 2'[012].* | *' 23.0'[01]*) echo 'CgroupPlugin=cgroup/v1' ;;
        *) echo 'CgroupPlugin=disabled' ;;
    esac >"$work/cgroup.conf"
    slurmctld 2>/dev/null
    for node in one two; do start_node "$node"; done
    wait_for 'both nodes are idle' nodes_are_idle
}

nodes_are_idle() {
    [[ $(sinfo --noheader --Node --format='%T' 2>/dev/null | sort | uniq -c) =~ ^\ *2\ idle$ ]]
}

# Waits until the command behind the text $1 succeeds. The limit only ends a test that hangs: a loaded machine takes many times as long as
# an idle one.
wait_for() {
    local until=$((SECONDS + 600)) what=$1
    shift
    while ! "$@"; do
        ((SECONDS < until)) || fail "this did not happen in time: $what"
        sleep 0.1
    done
    say "$what"
}

part_files() {
    printf '%s/parts/part-%06d' "$1" "$2"
}

# Holds a part of run $1 that runs on node $2 and has solved some gardens, so that the next event happens in its middle. Puts its number
# into `part`, its task into `task` and its process into `process`.
hold_part() {
    local running files
    running=$(squeue --noheader --array --states=RUNNING --nodelist="$2" --format='%F_%K %j %K')
    read -r task part < <(
        awk -v name="hanamachi-$(basename "$1")-" 'index($2, name) == 1 && sub(/.*\./, "", $2) { print $1, $2 + $3 }' <<<"$running"
    ) || return
    files=$(part_files "$1" "$part")
    (($(stat --format=%s "$files.table.partial" 2>/dev/null || echo 0) > 4000)) || return
    process=$(pgrep -f -- "--resume $files.table" | while read -r found; do
        [[ $(readlink "/proc/$found/exe") != "$hanamachi" ]] || printf '%s' "$found"
    done)
    [[ -n $process ]] && kill -STOP "$process" 2>/dev/null && [[ ! -e $files.table ]]
}

is_verified() {
    [[ -e $1/verified.txt ]]
}

is_gone() {
    ! squeue --noheader --array --format=%i | grep -qx "$1"
}

has_times() {
    [[ $(wc -l 2>/dev/null <"$1") -ge $2 ]]
}

expect() {
    grep -qE "$1" <<<"$2" || fail "expected '$1' in: $2"
}

# A census through Slurm to which nothing happens.
quiet_census() {
    local run=$work/$1
    shift
    "$hanamachi" okiya census "$@" -o "$run.whole" --json -q --threads 2 >/dev/null
    "$submit" census "$@" --parts 2 --dir "$run" >/dev/null
    wait_for "a census is done, merged and verified: $*" is_verified "$run"
    cmp "$run/result.table" "$run.whole"
}

# A census through Slurm to which everything happens.
census() {
    local run=$work/$1 parts=8 output task part process
    shift
    "$hanamachi" okiya census "$@" -o "$run.whole" --json -q --threads 2 >/dev/null
    say "one command without parts: census $*"

    expect 'core-hours: ' "$("$submit" census "$@" --parts $parts --dir "$run" --dry-run)"
    [[ ! -e $run ]] || fail 'a dry run left a folder'
    output=$("$submit" census "$@" --parts $parts --dir "$run")
    expect ': parts 1-4' "$output"
    expect ': parts 5-8' "$output"
    expect ': verify' "$output"
    [[ $(wc -l <<<"$output") -eq 4 ]] || fail "two arrays, merge and verify expected: $output"
    expect 'nothing to submit: [1-8] parts' "$("$submit" census "$@" --parts $parts --dir "$run")"

    local held stopped killed
    wait_for 'a part on node two is held' hold_part "$run" two
    killed=$part
    wait_for 'a part on node one is held' hold_part "$run" one
    stopped=$part
    # The signal that Slurm sends before the time limit.
    timeout 3 scancel --quiet --batch --signal=USR1 "$task" || true
    kill -CONT "$process"
    wait_for "part $stopped was stopped with a checkpoint" has_times "$(part_files "$run" "$stopped").cpu" 1
    kill_node two
    [[ ! -e $(part_files "$run" "$killed").table ]] || fail "part $killed was done before its node was killed"
    say "node two was killed in the middle of part $killed"
    wait_for 'another part on node one is held' hold_part "$run" one
    held=$process
    timeout 3 scancel --quiet "$task" || true
    kill -CONT "$held" 2>/dev/null || true
    wait_for "part $part was cancelled" is_gone "$task"

    "$submit" status --dir "$run"
    start_node two
    output=$("$submit" resume --dir "$run")
    expect ": parts $part\$" "$output"
    [[ $(wc -l <<<"$output") -eq 3 ]] || fail "one array, merge and verify expected: $output"
    say "part $part was submitted again, and nothing else"

    wait_for 'all parts are done, merged and verified' is_verified "$run"
    cmp "$run/result.table" "$run.whole"
    say 'the merged file is byte for byte that of one command'
    has_times "$(part_files "$run" "$stopped").cpu" 2 || fail "part $stopped was not continued"
    grep -qE '^[1-9][0-9,]* of 10,000 gardens are kept' "$run"/logs/*.log || fail "part $stopped did not keep its progress"
    grep -lqE "part $killed of $parts .* restart 1" "$run"/logs/*.log || fail "part $killed was not requeued"
    expect 'done: 8 of 8' "$("$submit" status --dir "$run")"
    expect 'all parts are done' "$("$submit" resume --dir "$run")"
    if "$submit" census "$@" --parts 9 --dir "$run" 2>/dev/null; then fail 'another run went into the folder'; fi
}

# Without times, which differ between runs.
figures() {
    sed 's/,"ms_per_move":[^,]*//g' "$1"
}

start_slurm
census records --classes 1000000000..1000080000
quiet_census sample --sample 1000 --seed 3 --full last
if [[ $("$hanamachi" okiya census --help) == *--verdicts* ]]; then
    quiet_census verdicts --classes 5000..9000 --verdicts
else
    say 'NOT TESTED: this program has no census of verdicts'
fi

match=(greedy learned random --pairs 301 --seed 11)
# Signs that Slurm, xargs and awk would read in their own ways.
match_run="$work/it's a 100% match"
"$submit" match "${match[@]}" --parts 3 --dir "$match_run" >/dev/null
favour=(--player greedy --rounds-each 50)
"$submit" favour "${favour[@]}" --seed 21 --parts 2 --dir "$work/favour" >/dev/null
wait_for 'a match in three parts is done' is_verified "$match_run"
pairs=(100 100 101) games=()
for part in 1 2 3; do
    "$hanamachi" hana match greedy learned random --pairs "${pairs[part - 1]}" --seed $((10 + part)) -o "$work/games-$part" --json -q \
        >"$work/match-$part.json"
    cmp "$work/games-$part" "$match_run/parts/part-00000$part.jsonl"
    cmp <(figures "$work/match-$part.json") <(figures "$match_run/parts/part-00000$part.json")
    games+=("$work/games-$part")
done
# The scores again, computed from the games themselves.
python3 - "$match_run/result.json" "${games[@]}" <<'PYTHON'
import collections, json, math, sys

merged = json.load(open(sys.argv[1], encoding="utf-8"))
points = collections.defaultdict(int)
for path in sys.argv[2:]:
    for line in open(path, encoding="utf-8").readlines()[1:]:
        game = json.loads(line)
        for seat in game["seats"]:
            points[seat, path, game["pair"]] += {seat: 2, None: 1}.get(game["winner"], 0)
for place, player in enumerate(merged["players"]):
    # Four points for a pair against each of two opponents.
    shares = [sum / 8 for (seat, *_), sum in points.items() if seat == place]
    n, mean = len(shares), sum(shares) / len(shares)
    se = math.sqrt(sum((share - mean) ** 2 for share in shares) / (n - 1) / n)
    assert player["n"] == n == merged["pairs"] == 301, (player, n)
    assert abs(player["win"] - mean) < 1e-12 and abs(player["se"] - se) < 1e-12, (player, mean, se)
    assert player["low"] < mean < player["high"]
PYTHON
say 'its games are those of three commands, and its scores those of its games'

wait_for 'a favour table in two parts is done' is_verified "$work/favour"
for seed in 21 22; do
    "$hanamachi" hana favour --player greedy --rounds-each 25 --seed $seed --table "$work/favour-$seed" -q >/dev/null
done
"$hanamachi" table merge "$work/favour-21" "$work/favour-22" -o "$work/favour-both" >/dev/null
cmp "$work/favour/result.table" "$work/favour-both"
say 'it is byte for byte that of two commands, merged'
# The program refuses invalid arguments before anything is submitted, and nothing is left behind.
refused() {
    local expected=$1 message
    shift
    if message=$("$submit" "$@" --dir "$work/refused" 2>&1 >/dev/null); then fail "$* was submitted"; fi
    [[ $message == *"$expected"* ]] || fail "$*: $message"
    [[ ! -e $work/refused ]] || fail "$* left a folder behind"
}
refused '5..2 ends before it begins' census --classes 5..2 --parts 2
refused "unexpected argument '--clases'" census --clases 5..7 --parts 2
refused "there is no player \`nobody\`" match nobody random --pairs 10 --seed 1 --parts 2
refused "there is no player \`nobody\`" favour --player nobody --rounds-each 10 --seed 1 --parts 2
if message=$("$submit" favour "${favour[@]}" --seed 1 --parts 2 --dir "$work/back\\slash" 2>&1 >/dev/null); then fail 'a backslash was submitted'; fi
expect 'with a backslash in its name' "$message"
say 'wrong arguments were refused, with the message of the program'
# Two games of these players take longer than the check lets them play, which is no message for the user.
message=$("$submit" match best best --pairs 10 --seed 1 --parts 2 --dir "$work/slow" --dry-run 2>&1 >/dev/null)
[[ -z $message ]] || fail "a match that was accepted: $message"
if "$submit" train --rounds 1000 --parts 2 --dir "$work/train" 2>/dev/null; then fail 'training was cut'; fi
say 'done'
