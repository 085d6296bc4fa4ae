#!/usr/bin/env bash
# One task of a job array of Slurm: computes one part. submit.sh submits it.
#
#   task.sh RUN_SH DIR PARTS OFFSET FOLDER
#
# The task's number plus OFFSET is the part, which runs in FOLDER. A minute before the time limit Slurm sends SIGUSR1: the part saves its checkpoint, and the task
# puts itself back into the queue. On SIGTERM (`scancel`, or a preemption, after which Slurm requeues by itself) it saves its
# checkpoint and ends.
set -uo pipefail

run=$1 dir=$2 parts=$3 part=$((SLURM_ARRAY_TASK_ID + $4))
child='' stopped='' again=''
cd "$5" || exit

# shellcheck disable=SC2317 # the traps call it
stop() {
    stopped=yes
    [[ -z $child ]] || kill -TERM "$child" 2>/dev/null
}
trap 'again=yes; stop' USR1
trap stop TERM INT

printf '%s: part %s of %s on %s, job %s, restart %s\n' "$(date -Is)" "$part" "$parts" "${SLURMD_NODENAME:-$(hostname)}" "$SLURM_JOB_ID" "${SLURM_RESTART_COUNT:-0}"
"$run" part "$dir" "$part" "$parts" &
child=$!
while
    stopped=''
    wait "$child"
    code=$?
    [[ -n $stopped ]]
do :; done
printf '%s: exit code %s\n' "$(date -Is)" "$code"
if [[ $code -eq 130 && -n $again ]]; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit "$code"
