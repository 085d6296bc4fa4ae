#!/usr/bin/env bash
# Runs a long command of hanamachi on a cluster with Slurm: one job array for its parts, then a job that merges them and one that verifies
# the result. Run it again at any time: it submits only those parts that are neither done nor queued.
#
#   submit.sh MODE ARGUMENT... --parts N --dir DIR [OPTION...] [-- SBATCH_FLAG...]
#   submit.sh resume --dir DIR [OPTION...] [-- SBATCH_FLAG...]   submit the missing parts of the run in DIR again
#   submit.sh status --dir DIR                                   print the numbers of parts done, running, queued and missing
#
# MODE is `census`, `match` or `favour`; ARGUMENTs are those of the whole command.
#
# Options:
#   --parts N           number of parts
#   --dir DIR           folder of the run, on a file system that all nodes share
#   --threads N         threads and cores for a part [default: 1]
#   --job-time TIME     time limit of a job, as for sbatch [default: 4:00:00]; a census or a match that reaches it is requeued and resumes
#   --job-memory SIZE   memory of a job [default: 1G]
#   --at-once N         run at most N parts of an array at once
#   --hanamachi PATH    the program [default: $HANAMACHI, else `hanamachi` on the path]
#   --dry-run           estimate the core-hours and print the jobs without submitting them
#   -h, --help          print this help
#
# Examples:
#   # The verdicts of four million classes, as 64 parts
#   scripts/cluster/submit.sh census --verdicts --classes 0..4000000 --parts 64 --dir /shared/verdicts
#
#   # Estimate the cost of full records of all classes
#   scripts/cluster/submit.sh census --classes .. --parts 2270 --dir /shared/census --dry-run
#
#   # A match of a million pairs, on one partition of the cluster
#   scripts/cluster/submit.sh match ismcts learned --pairs 1000000 --seed 1 --parts 500 --dir /shared/match -- --partition=short
#
#   # The value of the markers, from a million rounds of each layout
#   scripts/cluster/submit.sh favour --rounds-each 1000000 --seed 1 --parts 100 --dir /shared/favour
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
run=$here/run.sh

fail() {
    printf 'error: %s\n' "$1" >&2
    exit "${2:-1}"
}

mode='' dir='' parts='' threads=1 job_time=4:00:00 job_memory=1G at_once='' hanamachi=${HANAMACHI:-hanamachi} dry_run=''
arguments=() sbatch_flags=()
while (($# > 0)); do
    case $1 in
        -h | --help)
            sed -n '2,/^set /{/^set /d; s/^# \{0,1\}//; p}' "${BASH_SOURCE[0]}"
            exit
            ;;
        --dry-run) dry_run=yes ;;
        --)
            shift
            sbatch_flags=("$@")
            break
            ;;
        --parts=* | --dir=* | --threads=* | --job-time=* | --job-memory=* | --at-once=* | --hanamachi=*)
            set -- "${1%%=*}" "${1#*=}" "${@:2}"
            continue
            ;;
        --parts | --dir | --threads | --job-time | --job-memory | --at-once | --hanamachi)
            (($# >= 2)) || fail "$1 needs a value" 2
            name=${1#--}
            printf -v "${name//-/_}" '%s' "$2"
            shift
            ;;
        *) if [[ -z $mode ]]; then mode=$1; else arguments+=("$1"); fi ;;
    esac
    shift
done
[[ -n $mode && -n $dir ]] || fail "name a mode and --dir; see submit.sh --help" 2
[[ $threads =~ ^[1-9][0-9]*$ ]] || fail "--threads needs a number, and $threads is none" 2
[[ $job_time =~ ^([0-9]+-)?[0-9]+(:[0-9]+){0,2}$ || $job_time == UNLIMITED ]] ||
    fail "--job-time needs minutes, HOURS:MINUTES:SECONDS or DAYS-HOURS:MINUTES:SECONDS, and $job_time is none of them" 2
[[ $job_memory =~ ^[0-9]+[KMGT]?$ ]] || fail "--job-memory needs a number of megabytes, or one with K, M, G or T, and $job_memory is none" 2
[[ -z $at_once || $at_once =~ ^[1-9][0-9]*$ ]] || fail "--at-once needs a number, and $at_once is none" 2
# Slurm takes such a path of a log literally, its signs for the job's number included.
[[ $(realpath -m "$dir") != *\\* ]] || fail "$dir: Slurm can write no logs below a folder with a backslash in its name" 2
case $mode in
    resume | status)
        [[ -r $dir/run ]] || fail "$dir: there is no run in this folder" 2
        ((${#arguments[@]} == 0)) || fail "$mode takes no ${arguments[0]}: the arguments are those in $dir/run" 2
        ;;
    *) [[ -n $parts ]] || fail "name the number of --parts" 2 ;;
esac

if [[ $mode != status ]]; then
    program=$(command -v "$hanamachi") || fail "there is no program $hanamachi: name it with --hanamachi PATH" 2
    program=$(realpath "$program")
fi

# Before anything is kept or submitted the program reads the arguments, in a folder that is thrown away.
if [[ $mode != resume && $mode != status ]]; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    "$run" create "$scratch" "$parts" "$mode" "${arguments[@]}"
    HANAMACHI=$program THREADS=$threads "$run" check "$scratch"
    [[ -z $dry_run ]] || HANAMACHI=$program THREADS=$threads "$run" estimate "$scratch"
fi
[[ -z $dry_run || -e $dir/run ]] || exit 0

if [[ $mode != resume && $mode != status && -z $dry_run ]]; then
    "$run" create "$dir" "$parts" "$mode" "${arguments[@]}"
fi
dir=$(realpath "$dir")
parts=$(sed -n 2p "$dir/run")
# A name without blanks, backslashes and percent signs, which squeue and awk would read in their own ways.
key=hanamachi-$(basename "$dir" | tr -c 'A-Za-z0-9._\n-' _ | tr '\n' -)$(cksum <<<"$dir" | cut -d ' ' -f 1)

# The jobs of this run that have not ended: a line for each task, with its part or `merge` or `verify`, its state and its job. Jobs are known
# by their names: the key, then what the task's number must be added to.
jobs_of_run() {
    local jobs
    jobs=$(squeue --user="$(id -un)" --noheader --array --format='%j %K %T %F') || return
    awk -v key="$key." 'index($1, key) == 1 {
        what = substr($1, length(key) + 1)
        print (what ~ /^[0-9]+$/ ? what + $2 : what), $3, $4
    }' <<<"$jobs"
}

# Numbers, one a line, as ranges: 1-3,7.
ranges() {
    awk '
        function flush() { if (NR > 1) list = list (list == "" ? "" : ",") (first == last ? first : first "-" last) }
        NR > 1 && $1 != last + 1 { flush(); first = $1 }
        NR == 1 { first = $1 }
        { last = $1 }
        END { if (NR > 0) { print list (list == "" ? "" : ",") (first == last ? first : first "-" last) } }'
}

jobs=$(jobs_of_run) || fail "squeue does not answer, so the running jobs are unknown"
live=$(awk '$1 ~ /^[0-9]+$/ { print $1 }' <<<"$jobs" | sort)
missing=$("$run" missing "$dir")
todo=$(comm -23 <(sort <<<"$missing") <(printf '%s\n' "$live") | sed '/^$/d' | sort -n)

count() {
    sed '/^$/d' <<<"$1" | wc -l
}

if [[ $mode == status || -n $dry_run ]]; then
    [[ $mode != status ]] || "$run" status "$dir"
    awk '$1 ~ /^[0-9]+$/ { if ($2 == "RUNNING" || $2 == "COMPLETING") running++; else queued++ }
        $1 ~ /^[a-z]+$/ { printf "%s job: %s\n", $1, tolower($2) }
        END { printf "running: %d\nqueued: %d\n", running, queued }' <<<"$jobs"
    printf 'missing: %s%s\n' "$(count "$todo")" "$([[ -z $todo ]] || printf ' (%s)' "$(ranges <<<"$todo")")"
    exit
fi

# Only one submission runs at a time.
exec 8>"$dir/submit.lock"
flock --nonblock 8 || fail "another submit.sh is at work in $dir"
printf '%s\n' "$program" "$threads" >"$dir/settings.new"
mv "$dir/settings.new" "$dir/settings"

# The jobs write their logs relative to the folder of the run: Slurm expands signs such as `%` in the path of a log, but not in that of
# its folder. The jobs then change to the folder in which submit.sh was started, where the arguments name their files.
submit() {
    local name=$1
    shift
    sbatch --parsable --job-name="$key.$name" --chdir="$dir" --time="$job_time" --mem="$job_memory" --nodes=1 --ntasks=1 \
        --requeue --open-mode=append "${sbatch_flags[@]}" "$@" 8>&- | cut -d ';' -f 1
}

dependencies=$(awk '$1 ~ /^[0-9]+$/ { print "afterany:" $3 }' <<<"$jobs" | sort -u)
if [[ -n $todo ]]; then
    # They would wait for too little.
    awk '$1 == "merge" || $1 == "verify" { print $3 }' <<<"$jobs" | xargs -r scancel
    jobs=$(awk '$1 ~ /^[0-9]+$/' <<<"$jobs")
    # The numbers of an array end below MaxArraySize; a run with more parts takes several arrays.
    most=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
    # Slurm's own default.
    most=${most:-1001}
    [[ $most =~ ^[0-9]+$ && $most -gt 1 ]] || fail "this cluster allows no job arrays: its MaxArraySize is $most"
    for ((offset = 0; offset < parts; offset += most - 1)); do
        tasks=$(awk -v offset="$offset" -v most="$most" '$1 > offset && $1 < offset + most { print $1 - offset }' <<<"$todo")
        [[ -n $tasks ]] || continue
        job=$(submit "$offset" --array="$(ranges <<<"$tasks")${at_once:+%$at_once}" --cpus-per-task="$threads" --signal=B:USR1@60 \
            --output='logs/%A_%a.log' "$here/task.sh" "$run" "$dir" "$parts" "$offset" "$PWD")
        printf 'job %s: parts %s\n' "$job" "$(awk -v offset="$offset" '{ print $1 + offset }' <<<"$tasks" | ranges)"
        dependencies+=$'\n'afterok:$job
    done
fi
dependencies=$(sed '/^$/d' <<<"$dependencies" | paste -s -d ,)

# A job that runs a command of run.sh after others.
follow() {
    local what=$1 after=$2
    submit "$what" ${after:+--dependency="$after" --kill-on-invalid-dep=yes} --output="logs/$what-%j.log" \
        --wrap="$(printf 'cd %q && %q %q %q' "$PWD" "$run" "$what" "$dir")"
}

if [[ -e $dir/verified.txt && -z $dependencies ]]; then
    printf 'all parts are done, merged and verified\n'
elif grep -q '^verify ' <<<"$jobs"; then
    printf 'nothing to submit: %s parts are queued or running, merge and verify wait for them\n' "$(count "$live")"
else
    after=$dependencies
    if [[ ! -e $dir/result.table && ! -e $dir/result.json ]] || [[ -n $after ]]; then
        job=$(follow merge "$after")
        printf 'job %s: merge\n' "$job"
        after=afterok:$job
    fi
    job=$(follow verify "$after")
    printf 'job %s: verify\n' "$job"
fi
