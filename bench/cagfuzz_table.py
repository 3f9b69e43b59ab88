#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Retraining and transfer tables of docs/results/cagfuzz.md.

    bench/cagfuzz_table.py --cli build/release/bin/mutascope-cli --work build/cagfuzz --project PROJECT \\
        [--project PROJECT ...] [--generators deephunter,cagfuzz] [--seeds 1] [--tests 60000]

For each project, generator and seed: a run, a retraining with its failing tests, and the transfer of these
tests to the retrained model. Finished parts are kept in WORK and not done again. Needs nothing but Python 3.
"""
import argparse
import json
import os
import subprocess
import sys


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--project", action="append", required=True)
    parser.add_argument("--generators", default="deephunter,cagfuzz")
    parser.add_argument("--seeds", default="1", help="separated by commas")
    parser.add_argument("--tests", type=int, default=60000, help="judged tests of a run")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], metavar="GENERATOR:KEY=VALUE")
    parser.add_argument("--retrain", default="", help="further options of retrain, separated by blanks")
    return parser.parse_args()


class Bench:
    def __init__(self, options):
        self.options = options
        os.makedirs(options.work, exist_ok=True)

    def cached(self, name, command):
        """The JSON object that the command ends with; taken from WORK where it is there."""
        file = os.path.join(self.options.work, name + ".json")
        if os.path.exists(file):
            with open(file, encoding="utf-8") as content:
                return json.load(content)
        print("+", " ".join(command), file=sys.stderr, flush=True)
        done = subprocess.run([self.options.cli, *command], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"cagfuzz_table: exit code {done.returncode} of: {' '.join(command)}")
        result = json.loads(done.stdout)
        with open(file + ".part", "w", encoding="utf-8") as out:
            json.dump(result, out)
        os.replace(file + ".part", file)
        return result

    def path(self, name):
        return os.path.join(self.options.work, name)

    def settings(self, generator):
        chosen = [text.split(":", 1)[1] for text in self.options.set if text.startswith(generator + ":")]
        return [word for setting in chosen for word in ("--set", setting)]

    def cell(self, project, generator, seed):
        name = f"{os.path.basename(os.path.normpath(project))}-{generator}-{seed}"
        threads = ["--threads", str(self.options.threads)]
        run = self.cached("run-" + name, [
            "run", project, "--generator", generator, "--budget-tests", str(self.options.tests), "--seed", str(seed),
            "--out", self.path(name + ".mscope"), "--json", *threads, *self.settings(generator)])
        retrained = self.cached("retrain-" + name, [
            "retrain", self.path(name + ".mscope"), "--run", str(run["run"]), "--out", self.path(name), "--seed",
            str(seed), "--json", *threads, *self.options.retrain.split()])
        transfer = self.cached("transfer-" + name, [
            "transfer", self.path(name + ".mscope"), "--model", project, "--model", self.path(name), "--json"])
        return run, retrained, transfer


def percent(share):
    return f"{100 * share:.2f}"


def row(project, generator, seed, cell):
    run, retrained, transfer = cell
    before, after = retrained["before"], retrained["after"]
    cells = [os.path.basename(os.path.normpath(project)), generator, seed, run["tests"], run["failing"],
             retrained["trained"]["tests"], retrained["held_out"]["tests"],
             percent(before["held_out_failing"]), percent(after["held_out_failing"]),
             percent(before["clean_accuracy"]), percent(after["clean_accuracy"]),
             percent(transfer["rows"][0]["models"][1]["share"])]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def main():
    options = parse()
    bench = Bench(options)
    print("| project | generator | seed | tests | failing | trained on | held out | held-out failing before, % | after, % "
          "| clean accuracy before, % | after, % | all its tests, retrained model, % |")
    print("|" + "---|" * 12)
    for project in options.project:
        for generator in options.generators.split(","):
            for seed in options.seeds.split(","):
                print(row(project, generator, seed, bench.cell(project, generator, seed)), flush=True)


if __name__ == "__main__":
    main()
