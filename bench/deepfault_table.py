#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Suspicious against random neurons: the table of docs/results/deepfault.md.

    bench/deepfault_table.py --cli build/release/bin/mutascope-cli --work build/deepfault --project mnist=FOLDER

Every cell is one run of mutascope-cli: project x measure x RNG seed, one round over 1,000 seeds (100 a class).
Finished cells are kept in WORK/deepfault.jsonl and not run again. Needs nothing but Python 3.
"""
import argparse
import hashlib
import itertools
import json
import os
import subprocess
import sys
import tempfile

from finished_cells import FinishedCells, seeds_of
from mcts_statistics import a12, mann_whitney, mean, deviation

MEASURES = ["tarantula", "ochiai", "dstar"]
BASELINE = "random"
KEY = ["project", "measure", "seed", "settings", "build"]


class Bench:
    def __init__(self, options):
        self.options = options
        self.store = FinishedCells(os.path.join(options.work, "deepfault.jsonl"), KEY)
        with open(options.cli, "rb") as program:
            self.build = hashlib.sha256(program.read()).hexdigest()[:12]

    def cells(self):
        """Of one seed all measures follow one another."""
        measures = MEASURES + [BASELINE]
        for (name, _), seed, measure in itertools.product(self.options.project, self.options.seeds, measures):
            yield {"project": name, "measure": measure, "seed": seed, "settings": " ".join(self.options.set),
                   "build": self.build}

    def run(self, cell):
        with tempfile.TemporaryDirectory(prefix="deepfault-table-") as folder:
            arguments = [self.options.cli, "run", dict(self.options.project)[cell["project"]], "--generator",
                         "deepfault", "--criterion", "none", "--seed", str(cell["seed"]), "--budget-calls",
                         "100000000", "--set", "measure=" + cell["measure"], "--set", "rounds=1", "--quiet",
                         "--json", "--out", os.path.join(folder, "run.mscope")]
            for setting in self.options.set:
                arguments += ["--set", setting]
            done = subprocess.run(arguments, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise RuntimeError(done.stderr.strip() or f"exit code {done.returncode}")
            report = json.loads(done.stdout)
        return {**cell, "seeds": report["seeds"], "tests": report["tests"], "failing": report["failing"],
                "verified": report["verified"], "calls": report["model_calls"],
                "seconds": report["seconds"]["total"], "model_seconds": report["seconds"]["model"]}

    def run_all(self):
        """The number of cells that failed."""
        todo = [cell for cell in self.cells() if self.store.key_of(cell) not in self.store.cells]
        failed = 0
        for number, cell in enumerate(todo, 1):
            name = " ".join(str(cell[part]) for part in KEY[:4]).strip()
            try:
                done = self.run(cell)
                self.store.add(done)
                print(f"{number}/{len(todo)}  {name}: {done['failing']} of {done['seeds']} fail, "
                      f"{done['seconds']:.1f} s", file=sys.stderr)
            except (RuntimeError, OSError, ValueError, KeyError) as error:
                failed += 1
                print(f"{number}/{len(todo)}  {name}: FAILED: {error}", file=sys.stderr)
        return failed

    def done(self):
        keys = map(self.store.key_of, self.cells())
        return [self.store.cells[key] for key in keys if key in self.store.cells]


def failing(cells, project, measure):
    return [cell["failing"] for cell in cells if cell["project"] == project and cell["measure"] == measure]


def spread(values):
    return f"{mean(values):.1f}" + (f" ± {deviation(values):.1f}" if len(values) > 1 else "")


def row(cells, project, measure):
    mine, chance = failing(cells, project, measure), failing(cells, project, BASELINE)
    seeds = mean([cell["seeds"] for cell in cells if cell["project"] == project])
    p = mann_whitney(mine, chance)
    return (f"| {project} | {measure} | {spread(mine)} | {spread(chance)} | {seeds:,.0f} | "
            f"{p:.3f} | {a12(mine, chance):.2f} |")


def effort(cells, project):
    mine = [cell for cell in cells if cell["project"] == project]
    share = sum(cell["model_seconds"] for cell in mine) / (sum(cell["seconds"] for cell in mine) or 1)
    return (f"| {project} | {mean([cell['calls'] for cell in mine]):,.0f} | "
            f"{mean([cell['seconds'] for cell in mine]):.1f} | {100 * share:.0f} % | "
            f"{100 * sum(c['verified'] for c in mine) / max(1, sum(c['failing'] for c in mine)):.1f} % |")


def table(cells, options):
    lines = ["| project | measure | failing tests | with random neurons | seeds | p | A12 |",
             "|---|---|---|---|---|---|---|"]
    projects = [name for name, _ in options.project]
    for project, measure in itertools.product(projects, MEASURES):
        if failing(cells, project, measure) and failing(cells, project, BASELINE):
            lines.append(row(cells, project, measure))
    lines += ["", "| project | model calls | seconds | of it in the model | failing tests verified |",
              "|---|---|---|---|---|"]
    lines += [effort(cells, project) for project in projects if any(c["project"] == project for c in cells)]
    lines += ["", "Mean ± standard deviation over the RNG seeds " + ", ".join(map(str, options.seeds))
              + ", which choose the seeds, too. p: two-sided Mann-Whitney test against random neurons, exact. "
              "A12: probability that a run with suspicious neurons finds more."]
    if options.set:
        lines += ["", "Settings other than the defaults: " + " ".join(options.set) + "."]
    return "\n".join(lines) + "\n"


def project_of(text):
    name, equals, folder = text.partition("=")
    if not equals or not os.path.isdir(folder):
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=FOLDER with a folder that exists")
    return name, folder


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="mutascope-cli")
    parser.add_argument("--work", required=True, help="folder for finished cells")
    parser.add_argument("--project", required=True, action="append", type=project_of, metavar="NAME=FOLDER",
                        help="a project and its name in the table; may be given more than once")
    parser.add_argument("--seeds", type=seeds_of, default="1-5", help="RNG seeds, for example 1-5 or 1,3")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a setting of all runs")
    parser.add_argument("--table", help="file to write (default: WORK/deepfault.md)")
    return parser.parse_args(arguments)


def main(arguments):
    options = parse(arguments)
    os.makedirs(options.work, exist_ok=True)
    bench = Bench(options)
    try:
        failed = bench.run_all()
    except KeyboardInterrupt:
        print("deepfault_table: interrupted; finished cells are kept", file=sys.stderr)
        return 130
    text = table(bench.done(), options)
    with open(options.table or os.path.join(options.work, "deepfault.md"), "w", encoding="utf-8") as out:
        out.write(text)
    print(text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
