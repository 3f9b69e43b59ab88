#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Usage: run_fuzzers.sh BIN_FOLDER SOURCE_FOLDER SECONDS [PROGRAM...]
# Runs each fuzz program for so long, from the corpus of tests/data; exit code 1 where one finds anything.
set -eu
bin=$1 source=$2 data=$2/tests/data seconds=$3
shift 3
[ $# -gt 0 ] || set -- idx cifar npy npz csv image onnx
memory=/dev/shm # each input is written to a file
[ ! -w "$memory" ] || export TMPDIR="$memory"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR="$work"

# Two files as one input: a byte for the size of the first, labels, images.
pair() { # labels images target
    { printf "\\$(printf %o "$(stat -c %s "$1")")"; cat "$1" "$2"; } > "$3"
}

for program in "$@"; do
    mkdir -p "$work/$program"
    number=0 longest=8192
    case $program in
    idx) for folder in "$data"/broken/idx-*; do number=$((number + 1))
             pair "$folder"/t10k-labels-idx1-ubyte "$folder"/t10k-images-idx3-ubyte "$work/idx/$number"; done ;;
    npy) for folder in "$data"/broken/npy-*; do number=$((number + 1))
             pair "$folder"/y_test.npy "$folder"/x_test.npy "$work/npy/$number"; done
         for folder in "$data"/good/*/; do number=$((number + 1))
             [ ! -f "$folder/labels.npy" ] || pair "$folder/labels.npy" "$folder/images.npy" "$work/npy/$number"; done ;;
    npz) for file in "$data"/broken/npz-*/*.npz "$data"/good/*.npz; do number=$((number + 1))
             cp "$file" "$work/npz/$number"; done ;;
    csv) for file in "$data"/broken/csv-*/labels.csv; do number=$((number + 1))
             { printf '\000'; cat "$file"; } > "$work/csv/$number"; done ;;
    image) for file in "$data"/broken/image-*/cat/* "$data"/good/kinds/*/*; do number=$((number + 1))
             cp "$file" "$work/image/$number"; done ;;
    onnx) /usr/bin/python3 "$source/tests/fuzz/onnx_corpus.py" "$work/onnx"; longest=32768 ;;
    esac
    echo "== $program: $(ls "$work/$program" | wc -l) inputs to start from, $seconds s"
    # A decoder of another library may print on every input: its output is not shown.
    (cd "$work" && "$bin/fuzz_$program" -max_total_time="$seconds" -rss_limit_mb=3000 -timeout=20 -max_len="$longest" \
        -close_fd_mask=1 -print_final_stats=1 "$work/$program" > "$work/$program.log" 2>&1) \
        || { tail -60 "$work/$program.log"; echo "== $program: FAILED"; exit 1; }
    grep -E "number_of_executed_units|peak_rss" "$work/$program.log"
done
