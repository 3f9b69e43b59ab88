#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of docs/results/assessment.md from the folder of an assessment.

    bench/assessment_table.py FOLDER [FIGURE ...]

Mean and deviation over the repeats of each generator; "-" where a figure is missing in all of them.
"""
import csv
import os
import statistics
import sys

USUAL = ["failing-share", "seed-success", "class-pairs", "fault-clusters", "valid-failing-share", "linf", "l2", "ssim", "fid",
         "vae-validity", "pairwise-distance", "vendi", "pair-entropy", "coverage-added", "calls-per-failing-test",
         "calls-per-valid-failing-test", "seconds-per-valid-failing-test", "training-seconds"]


def read(folder):
    """{figure: {generator: [value, ...]}} and the generators in the order of the plan."""
    values, generators = {}, []
    with open(os.path.join(folder, "results.csv"), newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["generator"] not in generators:
                generators.append(row["generator"])
            if row["value"] and not row["missing"]:
                values.setdefault(row["figure"], {}).setdefault(row["generator"], []).append(float(row["value"]))
    return values, generators


def cell(values):
    if not values:
        return "-"
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    return f"{statistics.mean(values):.3g} ± {deviation:.2g}"


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    values, generators = read(sys.argv[1])
    figures = sys.argv[2:] or [name for name in USUAL if name in values]
    unknown = [name for name in figures if name not in values]
    if unknown:
        sys.exit(f"assessment_table: no figure {', '.join(unknown)}; there are {', '.join(sorted(values))}")
    print("| | " + " | ".join(generators) + " |")
    print("|---" * (len(generators) + 1) + "|")
    for name in figures:
        print(f"| {name} | " + " | ".join(cell(values[name].get(one, [])) for one in generators) + " |")


if __name__ == "__main__":
    main()
