#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures SINVAD on a project and prints the tables of docs/results/sinvad.md.

    bench/sinvad_table.py --cli build/release/bin/mutascope-cli --project PROJECT --work build/sinvad

Runs each search once, with as many seeds a class as --per-class says; then, for the speed, pairs of targeted runs
in turn over one seed a class: one batched, one that makes the very same searches but evaluates one latent vector at a
time, so that a machine that slows down slows both down. Sessions and results stay in WORK; what is there is not run again. The first run trains the VAE, the others
take it from the cache. Needs nothing but Python 3.
"""
import argparse
import json
import os
import sqlite3
import statistics
import subprocess
import sys

SEARCHES = {
    "boundary": ["search=boundary"],
    "targeted": ["search=targeted"],
    "surprise": ["search=surprise"],
}


def run(options, name, settings, budget, per_class):
    """One run of the command line; its closing JSON object, with the run's documents."""
    result = os.path.join(options.work, name + ".json")
    session = os.path.join(options.work, name + ".mscope")
    if os.path.exists(result):
        with open(result, encoding="utf-8") as file:
            return json.load(file)
    if os.path.exists(session):
        os.remove(session)  # of a run that did not end
    command = [options.cli, "run", options.project, "--generator", "sinvad", "--criterion", "none", "--seed",
               str(options.seed), "--threads", str(options.threads), "--out", session, "--json",
               "--set", f"seeds-per-class={per_class}"]
    for setting in settings + options.set:
        command += ["--set", setting]
    print("sinvad_table:", " ".join(command + budget), file=sys.stderr)
    done = subprocess.run(command + budget, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"sinvad_table: {name} ended with exit code {done.returncode}")
    found = json.loads(done.stdout)
    found["documents"] = documents(session)
    with open(result, "w", encoding="utf-8") as file:
        json.dump(found, file, indent=1)
    return found


def documents(session):
    with sqlite3.connect(f"file:{session}?mode=ro", uri=True) as store:
        return {name: json.loads(content)
                for name, content in store.execute("SELECT name, content FROM documents")}


def print_success(table):
    """The shares of a targeted run, row: class of the seed."""
    shares = table["shares"]
    print("| from \\ to |" + "".join(f" {cls} |" for cls in range(len(shares))))
    print("|---|" + "---|" * len(shares))
    for cls, row in enumerate(shares):
        cells = ["–" if share is None else f"{100 * share:.0f}" for share in row]
        print(f"| {cls} | " + " | ".join(cells) + " |")
    print(f"\nMean over the pairs of classes: {100 * table['mean']:.1f} %\n")


def speeds(options, most):
    """Latent vectors and tests a second of searching, one pair of numbers a run."""
    found = []
    for number in range(1, options.pairs + 1):
        pair = [run(options, f"{kind}-{number}", ["search=targeted"] + more, most, 1)
                for kind, more in (("batched", []), ("single", ["latents-at-once=1"]))]
        same = len({(one["tests"], one["failing"], one["model_calls"]) for one in pair}) == 1
        if not same:
            sys.exit(f"sinvad_table: the two runs of pair {number} did not make the same searches")
        found.append([(one["model_calls"] / one["seconds"]["total"], one["tests"] / one["seconds"]["total"]) for one in pair])
    return found


def print_speeds(pairs):
    """Batched against one at a time: medians, and the median of the pairs' ratios."""
    print("| targeted | batched | one at a time | ratio (range) |")
    print("|---|---|---|---|")
    for column, name in enumerate(("latent vectors a second", "tests a second")):
        batched, single = ([pair[side][column] for pair in pairs] for side in (0, 1))
        ratios = [a / b for a, b in zip(batched, single) if b > 0]
        if ratios:
            print(f"| {name}, median of {len(pairs)} | {statistics.median(batched):.3g} | {statistics.median(single):.3g} |"
                  f" {statistics.median(ratios):.1f} ({min(ratios):.1f} – {max(ratios):.1f}) |")
    print()


def print_runs(results):
    print("| search | tests | failing | model calls | seconds | calls a second | in the model |")
    print("|---|---|---|---|---|---|---|")
    for name, found in results.items():
        seconds = found["seconds"]
        print(f"| {name} | {found['tests']} | {found['failing']} | {found['model_calls']} |"
              f" {seconds['total']:.1f} | {found['model_calls'] / seconds['total']:.0f} |"
              f" {100 * seconds['model'] / seconds['total']:.0f} % |")
    print()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--project", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--per-class", type=int, default=10, help="seeds a class (10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=5, help="runs of each kind for the speed (5)")
    parser.add_argument("--set", action="append", default=[], help="a setting of every run, e.g. vae-epochs=20")
    options = parser.parse_args()
    os.makedirs(options.work, exist_ok=True)
    most = ["--budget-tests", "1000000"]
    results = {name: run(options, name, settings, most, options.per_class)
               for name, settings in SEARCHES.items()}
    print_runs(results)
    print_speeds(speeds(options, most))
    print_success(results["targeted"]["documents"]["targeted-success"])
    indecision = results["boundary"]["documents"]["indecision"]
    print(f"Indecision: tests {indecision['tests']:.3f}, test images {indecision['data']:.3f}")


if __name__ == "__main__":
    main()
