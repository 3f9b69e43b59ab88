#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures AdvGAN and prints the table of docs/results/advgan.md.

    bench/advgan_table.py --cli build/release/bin/mutascope-cli --work build/advgan --mnist FOLDER \\
                          --cifar FOLDER --resnet20 resnet20_cifar10.pt

Every row is one run of mutascope-cli over all correctly classified test images. Finished rows are kept in
WORK/rows.jsonl and not run again. MNIST's LeNet-5 is trained once and kept in WORK. Trained generators are
kept in the user's cache; --fresh gives each row an empty one, so that every training is timed. Needs nothing
but Python 3.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

# name -> data, settings. The distances are the published ones: 0.3 and 8/255.
ROWS = {
    "MNIST, LeNet-5, 0.3": ("mnist", []),
    "MNIST, LeNet-5, 0.1": ("mnist", ["distance=25.5"]),
    "MNIST, LeNet-5, 0.3, target 0": ("mnist", ["target=0"]),
    "MNIST, LeNet-5, 0.3, target 8": ("mnist", ["target=8"]),
    "MNIST, LeNet-5, 0.3, black box, dynamic": ("mnist", ["mode=black-box"]),
    "MNIST, LeNet-5, 0.3, black box, static": ("mnist", ["mode=black-box", "distillation=static"]),
    "CIFAR-10, ResNet-20, 8/255": ("cifar", ["epochs=30", "width=16"]),
}
ALL_SEEDS = "seeds-per-class=1000000"


class Bench:
    def __init__(self, options):
        self.options = options
        os.makedirs(options.work, exist_ok=True)
        self.file = os.path.join(options.work, "rows.jsonl")
        self.rows = {}
        if os.path.exists(self.file):
            with open(self.file, encoding="utf-8") as lines:
                for line in lines:
                    row = json.loads(line)
                    self.rows[row["key"]] = row

    def call(self, *arguments, environment=None):
        result = subprocess.run([self.options.cli, *arguments], capture_output=True, text=True, check=False,
                                env=environment)
        if result.returncode != 0:
            lines = result.stderr.strip().splitlines()
            raise RuntimeError(lines[-1] if lines else f"exit code {result.returncode}")
        return result.stdout

    def project(self, data):
        folder = os.path.join(self.options.work, data)
        if os.path.exists(os.path.join(folder, "project.json")):
            return folder
        if data == "mnist":
            self.call("train", "--data", os.path.abspath(self.options.mnist), "--model", "lenet5", "--seed",
                      "1", "--project", folder, "--quiet")
        else:
            self.call("new", folder, "--model", os.path.abspath(self.options.resnet20), "--data",
                      os.path.abspath(self.options.cifar), "--mean", ".485,.456,.406", "--std",
                      ".229,.224,.225")
        return folder

    def run(self, name, seed):
        data, settings = ROWS[name]
        project = self.project(data)
        with tempfile.TemporaryDirectory(prefix="advgan-table-") as folder:
            environment = dict(os.environ)
            if self.options.fresh:
                environment["XDG_CACHE_HOME"] = folder
            arguments = ["run", project, "--generator", "advgan", "--criterion", "none", "--seed", str(seed),
                         "--threads", str(self.options.threads), "--budget-tests", "1000000000", "--quiet",
                         "--json", "--out", os.path.join(folder, "run.mscope"), "--set", ALL_SEEDS]
            for setting in settings + self.options.set:
                arguments += ["--set", setting]
            return json.loads(self.call(*arguments, environment=environment))

    def add(self, key, name, seed, report):
        row = {"key": key, "name": name, "seed": seed, "threads": self.options.threads,
               "settings": ROWS[name][1] + self.options.set, "tests": report["tests"],
               "failing": report["failing"], "verified": report["verified"], "seeds": report["seeds"],
               "training": report["training"], "seconds": report["seconds"],
               "message": report.get("message", "")}
        self.rows[key] = row
        with open(self.file, "a", encoding="utf-8") as out:
            out.write(json.dumps(row, sort_keys=True) + "\n")

    def run_all(self):
        failed = 0
        for name in ROWS:
            if ROWS[name][0] not in self.options.available or self.options.only not in name:
                continue
            for seed in range(1, self.options.seeds + 1):
                key = json.dumps([name, seed, self.options.threads, self.options.set])
                if key in self.rows:
                    continue
                try:
                    self.add(key, name, seed, self.run(name, seed))
                    print(f"{name}, seed {seed}: {self.rows[key]['message']}", file=sys.stderr)
                except (RuntimeError, OSError, ValueError, KeyError) as error:
                    failed += 1
                    print(f"{name}, seed {seed}: FAILED: {error}", file=sys.stderr)
        return failed


def table(rows):
    lines = ["| what | seed | settings | tests | failing | training | search |", "|---|---|---|---|---|---|---|"]
    for row in sorted(rows, key=lambda row: (list(ROWS).index(row["name"]), row["seed"])):
        training = row["training"]
        trained = f"{training['seconds']:.0f} s, {training['steps']:,} batches" if training["steps"] else "-"
        lines.append(f"| {row['name']} | {row['seed']} | {', '.join(row['settings']) or 'defaults'} | "
                     f"{row['tests']:,} | {100 * row['failing'] / max(1, row['tests']):.2f} % | {trained} | "
                     f"{row['seconds']['total']:.1f} s |")
    return "\n".join(lines) + "\n"


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--mnist", help="folder of MNIST's IDX files")
    parser.add_argument("--cifar", help="folder of CIFAR-10's binary files")
    parser.add_argument("--resnet20", help="TorchScript file of a ResNet-20 for it")
    parser.add_argument("--seeds", type=int, default=1, help="runs a row (default: 1)")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="", help="rows whose name contains this")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--fresh", action="store_true", help="train anew even where the cache has the networks")
    options = parser.parse_args(arguments)
    options.available = {data for data, given in (("mnist", options.mnist),
                                                  ("cifar", options.cifar and options.resnet20)) if given}
    if not options.available:
        parser.error("give --mnist, or --cifar and --resnet20")
    return options


def main():
    bench = Bench(parse(sys.argv[1:]))
    failed = bench.run_all()
    print(table(bench.rows.values()), end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
