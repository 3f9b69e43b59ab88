#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the searches of `engines fuzz` and writes the tables of docs/results/engines.md.

    bench/engines_table.py --cli build/release/bin/mutascope-cli --work build/engines --models 2000 --seconds 60

Every cell is one campaign: budget (models or seconds) x search x seed. Finished cells are kept in
WORK/cells.jsonl and not run again; those that failed are, by the next call. Searches take turns seed by seed,
so that a machine that becomes slower does so for all. Needs nothing but Python 3.
"""
import argparse
import hashlib
import itertools
import json
import os
import subprocess
import sys

from finished_cells import FinishedCells, seeds_of
from mcts_statistics import a12, deviation, mann_whitney, mean

SEARCHES = ["mcts", "random", "greedy"]
MUTATIONS = {"gea": "add edges", "ger": "remove edges", "bna": "add block nodes", "bnr": "remove block nodes",
             "tsm": "change shapes", "pm": "change parameters"}
KEY = ["budget", "search", "seed", "engines", "settings", "build"]
BEGIN, END = "<!-- begin: bench/engines_table.py -->", "<!-- end: bench/engines_table.py -->"


class Bench:
    def __init__(self, options):
        self.options = options
        os.makedirs(options.work, exist_ok=True)
        self.store = FinishedCells(os.path.join(options.work, "cells.jsonl"), KEY)
        with open(options.cli, "rb") as program:
            self.build = hashlib.sha256(program.read()).hexdigest()[:12]

    def cells(self):
        budgets = [f"models={n}" for n in self.options.models] + [f"seconds={n}" for n in self.options.seconds]
        for budget, seed, search in itertools.product(budgets, self.options.seeds, SEARCHES):
            yield {"budget": budget, "search": search, "seed": seed, "engines": self.options.engines,
                   "settings": self.options.set, "build": self.build}

    def run(self, cell):
        kind, amount = cell["budget"].split("=")
        out = os.path.join(self.options.work, f"{kind}-{amount}-{cell['search']}-{cell['seed']}.mscope")
        for leftover in (out, out + "-wal", out + "-shm"):
            if os.path.exists(leftover):
                os.remove(leftover)
        command = [self.options.cli, "engines", "fuzz", "--engines", cell["engines"], "--search", cell["search"],
                   "--seed", str(cell["seed"]), "--budget-models" if kind == "models" else "--budget-time", amount,
                   "--out", out, "--json", "--quiet"]
        for setting in cell["settings"]:
            command += ["--set", setting]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            lines = done.stderr.strip().splitlines()
            raise RuntimeError(lines[-1] if lines else f"exit code {done.returncode}")
        return json.loads(done.stdout.splitlines()[-1])

    def run_all(self):
        failed = 0
        for cell in self.cells():
            if self.store.key_of(cell) in self.store.cells:
                continue
            name = f"{cell['budget']}, {cell['search']}, seed {cell['seed']}"
            try:
                self.store.add({**cell, "report": self.run(cell)})
                print(f"{name}: done", file=sys.stderr)
            except (RuntimeError, OSError, ValueError) as error:
                failed += 1
                print(f"{name}: FAILED: {error}", file=sys.stderr)
        return failed

    def reports(self):
        """Of this call's cells: {(budget, search): [report of each seed]}."""
        found = {}
        for cell in self.cells():
            done = self.store.cells.get(self.store.key_of(cell))
            if done:
                found.setdefault((cell["budget"], cell["search"]), []).append(done["report"])
        return found


def measures(report):
    """What searches are compared by: name -> value."""
    models = max(1, report["models"])
    return {"coverage": 100 * report["coverage"]["end"], "findings": report["findings"],
            "distinct share": 100 * report["findings"] / max(1, models - report["agreed"] - report["our_faults"])}


def spread(values):
    return f"{mean(values):.2f} ± {deviation(values):.2f}" if len(values) > 1 else f"{values[0]:.2f}"


def search_table(reports):
    lines = ["| budget | search | runs | models | generated | coverage, % | distinct findings | "
             "distinct of failing models, % |", "|---|---|---|---|---|---|---|---|"]
    for (budget, search), found in reports.items():
        values = [measures(report) for report in found]
        cells = [spread([value[name] for value in values]) for name in ("coverage", "findings", "distinct share")]
        lines.append(f"| {budget} | {search} | {len(found)} | {mean([r['models'] for r in found]):.0f} | "
                     f"{mean([r['generated'] for r in found]):.0f} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def ratio(first, second):
    return f"{mean(first) / mean(second):.3f}" if mean(second) > 0 else "-"


def comparison_table(reports):
    lines = ["| budget | measure | compared | ratio of means | p (Mann-Whitney) | A12 |", "|---|---|---|---|---|---|"]
    for budget in dict.fromkeys(budget for budget, _ in reports):
        for other in SEARCHES[1:]:
            ours, theirs = reports.get((budget, "mcts")), reports.get((budget, other))
            if not ours or not theirs:
                continue
            for name in ("coverage", "findings"):
                first, second = ([measures(report)[name] for report in found] for found in (ours, theirs))
                lines.append(f"| {budget} | {name} | mcts : {other} | {ratio(first, second)} | "
                             f"{mann_whitney(first, second):.4f} | {a12(first, second):.2f} |")
    return "\n".join(lines) + "\n"


def mutation_table(reports):
    lines = ["| mutation | search | tried | changed, % | of those with new coverage, % | of those with a new finding, % |",
             "|---|---|---|---|---|---|"]
    for key, name in MUTATIONS.items():
        for search in SEARCHES:
            yields = [report["yields"][key] for (_, which), found in reports.items() if which == search
                      for report in found]
            if not yields:
                continue
            total = {field: sum(one[field] for one in yields) for field in yields[0]}
            changed = max(1, total["changed"])
            lines.append(f"| {key.upper()}: {name} | {search} | {total['tried']:,} | "
                         f"{100 * total['changed'] / max(1, total['tried']):.1f} | "
                         f"{100 * total['covered'] / changed:.2f} | {100 * total['findings'] / changed:.2f} |")
    return "\n".join(lines) + "\n"


def document(reports):
    versions = next(iter(reports.values()))[0]["engines"]
    text = "Engines: " + "; ".join(f"{one['id']} {one['version']}" for one in versions) + ".\n\n"
    text += "### Searches at equal budgets\n\n" + search_table(reports)
    text += "\n### Tree search against the baselines\n\n" + comparison_table(reports)
    text += "\n### What each mutation contributed\n\n" + mutation_table(reports)
    return text


def write_part(file, text):
    """Between the marks, where the file has them; the rest of it is people's."""
    part = f"{BEGIN}\n{text}{END}\n"
    content = f"# Inference engines: results\n\n{part}"
    if os.path.exists(file):
        with open(file, encoding="utf-8") as old:
            content = old.read()
        before, begin, rest = content.partition(BEGIN)
        _, end, after = rest.partition(END)
        if not begin or not end:
            raise RuntimeError(f"{file} has no '{BEGIN}' ... '{END}'")
        content = before + part + after.removeprefix("\n")
    with open(file + ".new", "w", encoding="utf-8") as new:
        new.write(content)
    os.replace(file + ".new", file)


def numbers(text):
    return [int(number) for number in text.split(",") if number]


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--engines", default="torch,torchscript,opencv")
    parser.add_argument("--models", type=numbers, default=[2000], metavar="N,N", help="budgets in models")
    parser.add_argument("--seconds", type=numbers, default=[60], metavar="S,S", help="budgets in seconds")
    parser.add_argument("--seeds", type=seeds_of, default=seeds_of("1-5"))
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--out", default="", help="file whose part is replaced (default: print)")
    return parser.parse_args(arguments)


def main(arguments=None):
    options = parse(arguments)
    bench = Bench(options)
    failed = bench.run_all()
    reports = bench.reports()
    if reports:
        text = document(reports)
        if options.out:
            write_part(options.out, text)
        else:
            print(text)
    return 1 if failed or not reports else 0


if __name__ == "__main__":
    sys.exit(main())
