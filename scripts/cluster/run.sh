#!/usr/bin/env bash
# Runs a long command of hanamachi as independent parts, in a folder that all machines share. It depends on no scheduler: task.sh and
# submit.sh run it under Slurm, and any other program that starts `run.sh part` for each part can take their place.
#
#   run.sh create DIR PARTS MODE ARGUMENT...   begin a run, or check that DIR has this run
#   run.sh check DIR                           let the program check the arguments
#   run.sh part DIR PART PARTS                 compute part PART of PARTS (from 1), or resume it
#   run.sh missing DIR                         print the numbers of the parts that are not done
#   run.sh status DIR                          print the finished parts and the core-hours used
#   run.sh estimate DIR                        estimate the core-hours of the whole run (census only)
#   run.sh merge DIR                           merge all parts into one result
#   run.sh verify DIR                          check the result independently
#
# MODE is `census`, `match` or `favour`; ARGUMENTs are those of `hanamachi okiya census`, `hanamachi hana match` or `hanamachi hana favour`
# for the whole run.
#
# Environment: HANAMACHI, the program [default: the one in DIR/settings, else `hanamachi`]; THREADS, its threads for a part [default:
# DIR/settings, else 1]; LOCK_WAIT, seconds to wait while another process works at the part [default: 120].
#
# Exit codes: 0 done; 130 the part was stopped by SIGTERM or SIGINT, and the same command resumes it; others as in hanamachi.
#
# Contents of DIR:
#   run                     mode, number of parts, then one argument per line
#   settings                program and threads, which do not affect the result
#   parts/part-000001.*     .table or .jsonl is the part, .json has its figures; a part with both is done
#                           .cpu has a line with user and system time for each run of the part
#                           .error has the error if the last run of the part failed
#   result.table or .json   all parts merged
#   verified.txt            the output of `verify`
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
    printf 'error: %s\n' "$1" >&2
    exit "${2:-1}"
}

# Reads the description of the run: `mode`, `parts`, `arguments`; and the settings: `hanamachi`, `threads`.
open_run() {
    dir=$1
    [[ -r $dir/run ]] || fail "$dir: there is no run in this folder" 2
    [[ $dir != *$'\n'* ]] || fail "the name of the folder must not hold a line break" 2
    local lines settings=()
    mapfile -t lines <"$dir/run"
    mode=${lines[0]} parts=${lines[1]} arguments=("${lines[@]:2}")
    [[ ! -r $dir/settings ]] || mapfile -t settings <"$dir/settings"
    hanamachi=${HANAMACHI:-${settings[0]:-hanamachi}}
    threads=${THREADS:-${settings[1]:-1}}
}

# Prints the value of flag $1, or nothing if the flag is not given.
value_of() {
    local place
    for ((place = 0; place + 1 < ${#arguments[@]}; place++)); do
        [[ ${arguments[place]} != "$1" ]] || printf '%s' "${arguments[place + 1]}"
    done
}

# Puts the arguments into `changed`, with value $2 for flag $1.
with_value() {
    local place
    for ((place = 0; place + 1 < ${#changed[@]}; place++)); do
        [[ ${changed[place]} != "$1" ]] || changed[place + 1]=$2
    done
}

# The value of flag $1, for a message that refuses it; nothing if there is none.
but_found() {
    local found
    found=$(value_of "$1")
    printf '%s' "${found:+, and $found is none}"
}

# Part $1 gets its share of the pairs or rounds of flag $2, and its own seed: the first part has the seed of the run, the second the
# next one, and so on.
cut_by_seed() {
    local all seed
    all=$(value_of "$2") seed=$(value_of --seed)
    changed=("${arguments[@]}")
    with_value "$2" $((all * $1 / parts - all * ($1 - 1) / parts))
    with_value --seed $((seed + $1 - 1))
}

# Part $1: puts its files into `base` and `file`, and its command into `command`.
describe_part() {
    printf -v base '%s/parts/part-%06d' "$dir" "$1"
    case $mode in
        census)
            file=$base.table
            command=(okiya census "${arguments[@]}" --shard "$1/$parts" --resume "$file")
            ;;
        match)
            cut_by_seed "$1" --pairs
            file=$base.jsonl
            command=(hanamikoji match "${changed[@]}" --resume "$file")
            ;;
        favour)
            cut_by_seed "$1" --rounds-each
            file=$base.table
            command=(hanamikoji favour "${changed[@]}" --table "$file" --force)
            ;;
    esac
    command+=(--threads "$threads" --json)
}

is_done() {
    [[ -s $file && -s $base.json ]]
}

is_number() {
    [[ $1 =~ ^(0|[1-9][0-9]{0,17})$ ]]
}

is_between() {
    is_number "$3" && (($1 <= $3 && $3 <= $2))
}

# Arguments that cannot be divided, or would be divided wrongly, are refused before anything runs.
check_arguments() {
    local argument counted at_least
    is_between 1 999999 "$parts" || fail "the number of parts must be between 1 and 999,999" 2
    for argument in "${arguments[@]}"; do
        [[ $argument != *$'\n'* ]] || fail "an argument must not hold a line break" 2
        case $argument in
            --shard | -o* | --output | --table | --resume | --force | --dry-run | --json | --csv | --threads)
                fail "leave out $argument: the scripts set it for each part" 2
                ;;
        esac
    done
    case $mode in
        census)
            [[ -z $(value_of --sample) || -n $(value_of --seed) ]] || fail "a sample needs --seed" 2
            return
            ;;
        match) counted=--pairs at_least=1 ;;
        favour) counted=--rounds-each at_least=2 ;;
        train) fail "training cannot be cut: each round learns from all before it; see scripts/cluster/README.md" 2 ;;
        *) fail "there is no mode $mode: it is census, match or favour" 2 ;;
    esac
    is_number "$(value_of $counted)" || fail "$mode needs $counted with the number for the whole run$(but_found "$counted")" 2
    is_number "$(value_of --seed)" || fail "$mode needs --seed with a number of at most 18 digits$(but_found --seed)" 2
    (($(value_of $counted) >= at_least * parts)) || fail "$counted must be at least $at_least for each of $parts parts" 2
}

create() {
    dir=$1 parts=$2 mode=$3
    shift 3
    arguments=()
    local argument
    for argument; do
        # `--flag=value` is kept as two arguments.
        if [[ $argument == --*=* ]]; then
            arguments+=("${argument%%=*}" "${argument#*=}")
        else
            arguments+=("$argument")
        fi
    done
    check_arguments
    mkdir -p "$dir/parts" "$dir/logs"
    printf '%s\n' "$mode" "$parts" "${arguments[@]}" >"$dir/run.new"
    if [[ ! -e $dir/run ]]; then
        mv "$dir/run.new" "$dir/run"
    elif cmp -s "$dir/run.new" "$dir/run"; then
        rm "$dir/run.new"
    else
        rm "$dir/run.new"
        fail "$dir holds another run: $(tr '\n' ' ' <"$dir/run")" 2
    fi
}

# Lets the program itself read the arguments. A census has a dry run. A match and a favour table begin with the least that there is, and are ended
# after two seconds: by then the arguments have been read.
check() {
    local code=0 messages
    changed=("${arguments[@]}")
    case $mode in
        census) command=(okiya census "${arguments[@]}" --shard "1/$parts" --dry-run) ;;
        match)
            with_value --pairs 1
            command=(hanamikoji match "${changed[@]}")
            ;;
        favour)
            with_value --rounds-each 2
            command=(hanamikoji favour "${changed[@]}")
            ;;
    esac
    messages=$(timeout --kill-after=5 2 "$hanamachi" "${command[@]}" --threads "$threads" -q 2>&1 >/dev/null) || code=$?
    case $code in
        # Codes other than 0 mean that the program was ended, and its message is about that.
        0 | 124 | 130 | 137 | 143) ;;
        *)
            [[ -z $messages ]] || printf '%s\n' "$messages" >&2
            fail "the program refuses the arguments: nothing was submitted" "$code"
            ;;
    esac
}

# The message of the error object in file $1, if there is one.
reason() {
    sed -n 's/^{"error":{"code":"[^"]*","message":"\(.*\)","field":.*/\1/p' "$1" | sed 's/\\"/"/g; s/\\\\/\\/g' | head -n 1
}

# Why a program that left no message ended with exit code $1.
silent() {
    case $1 in
        137) echo 'it was killed, perhaps for lack of memory: give it more with --job-memory' ;;
        1[3-9]? | 12[89]) echo "it was ended by the signal $(kill -l "$(($1 - 128))")" ;;
        *) echo 'it left no message; see the log of its job' ;;
    esac
}

# Why parts failed, a line for each of the first ten.
failures() {
    find "$dir/parts" -name '*.error' -print0 | sort -z | head -z -n 10 | xargs -0 -r cat
}

# Appends the processor time of the processes that have ended to $1.
add_times() {
    times >"$1.new"
    tail -n 1 "$1.new" >>"$1"
    rm "$1.new"
}

part() {
    local number=$1 child='' stopped='' code why
    [[ $2 == "$parts" ]] || fail "the run in $dir has $parts parts, not $2" 2
    is_between 1 "$parts" "$number" || fail "part $number of $parts" 2
    describe_part "$number"
    # The program holds the lock, too, so that it lasts as long as either lives.
    exec 9>"$base.lock"
    flock --wait "${LOCK_WAIT:-120}" 9 || fail "another process works at part $number"
    if is_done; then
        printf 'part %s of %s is done\n' "$number" "$parts"
        return
    fi
    rm -f "$base.error"
    # The program saves its checkpoint on a request to end.
    trap 'stopped=yes; [[ -z $child ]] || kill -TERM "$child" 2>/dev/null || true' TERM INT
    "$hanamachi" "${command[@]}" >"$base.json.new" &
    child=$!
    while
        stopped='' code=0
        wait "$child" || code=$?
        [[ -n $stopped ]]
    do :; done
    add_times "$base.cpu"
    case $code in
        0) mv "$base.json.new" "$base.json" ;;
        130)
            [[ $mode != favour ]] || fail "part $number was stopped; \`favour\` keeps nothing of it: take more parts or more time"
            exit 130
            ;;
        *)
            why=$(reason "$base.json.new")
            printf 'part %s of %s failed with exit code %s: %s\n' "$number" "$parts" "$code" "${why:-$(silent "$code")}" >"$base.error"
            fail "$(<"$base.error")" "$code"
            ;;
    esac
    printf 'part %s of %s is done\n' "$number" "$parts"
}

missing() {
    local number
    for ((number = 1; number <= parts; number++)); do
        describe_part "$number"
        is_done || printf '%s\n' "$number"
    done
}

# The sum of the times in files named on standard input, such as `1m2.5s 0m0.1s`, in seconds.
seconds_in() {
    tr '\n' '\0' | xargs -0 -r cat | tr ' ' '\n' | awk -F 'm' 'NF == 2 { sum += 60 * $1 + $2 } END { print sum + 0 }'
}

status() {
    local left number all each
    failures
    left=$(missing | wc -l)
    printf 'done: %s of %s parts\n' $((parts - left)) "$parts"
    all=$(find "$dir/parts" -name '*.cpu' | seconds_in)
    # For each part that is done.
    each=$(
        comm -23 <(seq -f '%06.0f' "$parts") <(missing | xargs -r printf '%06d\n') |
            while read -r number; do
                [[ ! -e $dir/parts/part-$number.cpu ]] || seconds_in <<<"$dir/parts/part-$number.cpu"
            done | tr '\n' ' '
    )
    # The mean of n parts has twice its standard error as margin; one part alone gives no error estimate.
    awk -v all="$all" -v each="$each" -v left="$left" -v parts="$parts" 'BEGIN {
        n = split(each, seconds, " ")
        for (part = 1; part <= n; part++) { sum += seconds[part]; squares += seconds[part] ^ 2 }
        printf "core-hours: %.3f used", all / 3600
        if (left > 0 && n > 0) {
            mean = sum / n
            printf "; estimated for the %d parts left: %.3f", left, mean * left / 3600
            if (n > 1) {
                variance = (squares - n * mean ^ 2) / (n - 1)
                error = 2 * sqrt((variance > 0 ? variance : 0) * (left / n + 1) * left)
                low = mean * left - error
                printf ", 95 %% interval %.3f to %.3f", (low > 0 ? low : 0) / 3600, (mean * left + error) / 3600
            }
        }
        print "\n            (processor time; what a killed process used is not in it)"
    }'
    [[ ! -e $dir/result.table && ! -e $dir/result.json ]] || printf 'merged: yes\n'
    [[ ! -e $dir/verified.txt ]] || printf 'verified: yes\n'
}

estimate() {
    if [[ $mode != census ]]; then
        printf 'core-hours: no estimate before the first part is done; then status has one\n'
        return
    fi
    local object number
    object=$("$hanamachi" okiya census "${arguments[@]}" --dry-run --json --threads "$threads" -q)
    number() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" <<<"$object"; }
    awk -v low="$(number elapsed_s_low)" -v mean="$(number elapsed_s)" -v high="$(number elapsed_s_high)" \
        -v threads="$threads" -v bytes="$(number file_bytes)" -v parts="$parts" 'BEGIN {
        if (mean == "") { print "core-hours: no estimate, there are too few gardens"; exit }
        hours = threads / 3600
        printf "core-hours: %.3g (estimated, %.3g to %.3g on a machine without other work), %.3g for each of %d parts\n", \
            mean * hours, low * hours, high * hours, mean * hours / parts, parts
        print "bytes: " bytes
    }'
}

# Fails unless all parts are done; puts their files into `files` and their figures into `figures`.
all_parts() {
    local left number
    left=$(missing)
    [[ -z $left ]] || failures >&2
    [[ -z $left ]] || fail "$(wc -l <<<"$left") of $parts parts are missing: $(head -n 10 <<<"$left" | tr '\n' ' ')"
    files=() figures=()
    for ((number = 1; number <= parts; number++)); do
        describe_part "$number"
        files+=("$file") figures+=("$base.json")
    done
}

merge() {
    all_parts
    exec 9>"$dir/merge.lock"
    flock 9
    if [[ $mode == match ]]; then
        python3 "$here/merge_matches.py" "${figures[@]}" >"$dir/result.json.new"
        mv "$dir/result.json.new" "$dir/result.json"
        printf 'merged: %s\n' "$dir/result.json"
    elif [[ -e $dir/result.table ]]; then
        printf '%s is there\n' "$dir/result.table"
    else
        "$hanamachi" table merge "${files[@]}" -o "$dir/result.table"
    fi
}

# The figures of a match without times, which differ from run to run.
without_times() {
    sed 's/,"ms_per_move":[^,]*//g'
}

# Matches have no table. The program reads the games of each part again, checks the hash of each, and adds them up; the sums must equal
# the figures of the part, and their total the result.
verify_match() {
    local number
    all_parts
    for ((number = 1; number <= parts; number++)); do
        describe_part "$number"
        "$hanamachi" "${command[@]}" -q | without_times | cmp -s - <(without_times <"$base.json") ||
            fail "$base.json: the figures are not those of $file" 5
    done
    python3 "$here/merge_matches.py" "${figures[@]}" | cmp -s - "$dir/result.json" ||
        fail "$dir/result.json: the figures are not those of the parts" 5
    printf '%s: the figures are those of the games in %s parts\n' "$dir/result.json" "$parts"
}

verify() {
    if [[ $mode == match ]]; then
        [[ -e $dir/result.json ]] || fail "$dir/result.json is not there: merge first"
        verify_match >"$dir/verified.new"
    else
        "$hanamachi" table verify "$dir/result.table" --seed 1 >"$dir/verified.new"
    fi
    mv "$dir/verified.new" "$dir/verified.txt"
    cat "$dir/verified.txt"
}

what=${1-}
case $what in
    -h | --help | '')
        sed -n '2,/^set /{/^set /d; s/^# \{0,1\}//; p}' "${BASH_SOURCE[0]}"
        exit
        ;;
    create) (($# >= 4)) || fail "usage: run.sh create DIR PARTS MODE ARGUMENT..." 2 ;;
    part) (($# == 4)) || fail "usage: run.sh part DIR PART PARTS" 2 ;;
    check | missing | status | estimate | merge | verify) (($# == 2)) || fail "usage: run.sh $what DIR" 2 ;;
    *) fail "there is no command $what; see run.sh --help" 2 ;;
esac
shift
[[ $what == create ]] || open_run "$1"
case $what in
    create) create "$@" ;;
    part) part "$2" "$3" ;;
    *) "$what" ;;
esac
