#!/usr/bin/env bash
# Rewrites the study reports of results/reports/: one of each kind, for real inputs. Run it from anywhere.
#
#   scripts/write_reports.sh [CENSUS]
#
# CENSUS is a census file for the population report, such as `hanamachi okiya census --sample 4000000 --seed 1 -o CENSUS` writes;
# without it that report is left unchanged. Everything else takes half an hour on two cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

census=${1:+$(realpath "$1")}
cargo build --release --locked
hanamachi=$PWD/target/release/hanamachi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p results/reports
cd results/reports

report() {
    local game=$1 page=$2
    shift 2
    printf '%s\n' "$page" >&2
    "$hanamachi" "$game" report "$@" --link 'All pages=../index.html' --force -q -o "$page.html"
}

# Okiya: a garden with one winning opening, a game on it with its mistakes, and the common properties of gardens.
report okiya garden PRISMRPT/MSCRMBPB/ITCBIRPS/CTIBCSMT
report okiya game bc39/072a/d6f8/5e41 moves a3 c3 a1 d1 d3 a2 c2 d4 a4 b3 d2 b4 b1 c4
if [[ -n $census ]]; then
    cp "$census" sample.census
    report okiya population sample.census
    rm sample.census
fi

# Hanamikoji: a decision early and one near the end, an offer, a round, all first hands, the markers, a solved game.
report hanamikoji position '+..-... 2 ABDFG 2XX,3EEG-E,1X' --seed 1
report hanamikoji offer '....... 2 ABDEFG 4ACBD' --seed 1
report hanamikoji endgame '....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X' --seed 1
report hanamikoji round '....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C' --seed 1
report hanamikoji openings --openings --seed 1 --iterations 100000
report hanamikoji favour --favour
"$hanamachi" cfr --game hanamikoji --rules 'geisha=4,4,5 actions=1,2,3 rounds=1 tiebreak=none' --exploitability 1e-4 -o round.table --json > round.json
report hanamikoji solution round.table --run round.json
rm round.table round.json
