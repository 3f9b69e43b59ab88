#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares generators at equal budgets and writes the table of docs/results/mcts.md.

    bench/mcts_table.py --cli build/release/bin/mutascope-cli --work build/mcts --mnist FOLDER

Every cell is one run of mutascope-cli: data x model x criterion x budget x generator x seed. Finished cells
are kept in WORK/cells.jsonl and not run again; those that failed are, at the end and by the next call.
LeNet-1, -4 and -5 are trained once and kept in WORK/projects. Needs nothing but Python 3.
"""
import argparse
import hashlib
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import defaultdict

from finished_cells import FinishedCells, seeds_of
from mcts_statistics import a12, mann_whitney, mean, deviation

MODELS = ["lenet1", "lenet4", "lenet5"]
GENERATORS = ["deepsmart", "deephunter", "tensorfuzz", "random"]
# The layers DeepSmartFuzzer's program counts: 48, 142 and 262 neurons.
LAYERS = {"lenet1": "pool1,relu2,pool2,logits,softmax",
          "lenet4": "pool1,relu2,pool2,relu3,logits,softmax",
          "lenet5": "pool1,relu2,pool2,relu3,relu4,logits,softmax"}
CRITERIA = {"nc": "nc:0.75", "kmnc": "kmnc:10000", "nbc": "nbc", "snac": "snac", "tknc": "tknc:10",
            "ann": "ann"}
# ANN looks at the last hidden layer. A threshold means nothing for other weights and another scale of the
# inputs: the one is taken at which the test images count as many vectors as those of the program did.
ANN_LAYER = {"lenet1": "pool2", "lenet4": "relu3", "lenet5": "relu4"}
ANN_VECTORS = {"lenet1": 370, "lenet4": 345, "lenet5": 320}
KEY = ["data", "model", "criterion", "budget", "generator", "seed", "settings"]
FULL = 0.98  # share of the calls' budget below which a run ended early


class Bench:
    def __init__(self, options):
        self.options = options
        self.store = FinishedCells(os.path.join(options.work, "cells.jsonl"), KEY)
        with open(options.cli, "rb") as program:
            self.build = hashlib.sha256(program.read()).hexdigest()[:12]

    def call(self, *arguments):
        result = subprocess.run([self.options.cli, *arguments], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise RuntimeError(result.stderr.strip().splitlines()[-1] if result.stderr.strip()
                               else f"exit code {result.returncode}")
        return result.stdout

    def project(self, data, model):
        """Trained once. It is made under another name first: half a project is none."""
        folder = os.path.join(self.options.work, "projects", f"{data}-{model}")
        if not os.path.exists(folder):
            os.makedirs(os.path.dirname(folder), exist_ok=True)
            with tempfile.TemporaryDirectory(dir=os.path.dirname(folder)) as fresh:
                print(f"training {model} on {data}", file=sys.stderr)
                made = os.path.join(fresh, "project")
                self.call("train", "--data", os.path.abspath(self.options.data[data]), "--model", model,
                          "--seed", "1", "--project", made, "--quiet")
                os.rename(made, folder)
        return folder

    def layers(self, model):
        return LAYERS[model] if self.options.layers == "reference" else self.options.layers

    def criterion(self, cell, project):
        if cell["criterion"] != "ann":
            return CRITERIA[cell["criterion"]]
        return f"ann:threshold={self.threshold(cell['model'], project):.3g},layer={ANN_LAYER[cell['model']]}"

    def threshold(self, model, project):
        """Found once for each project, by halving."""
        file = project + ".ann.json"
        if not os.path.exists(file):
            low, high = 1e-6, 1e6
            while high / low > 1.005:
                middle = math.sqrt(low * high)
                if self.vectors(model, project, middle) > ANN_VECTORS[model]:
                    low = middle
                else:
                    high = middle
            with open(file, "w", encoding="utf-8") as out:
                json.dump(high, out)
        with open(file, encoding="utf-8") as text:
            return json.load(text)

    def vectors(self, model, project, threshold):
        report = self.call("coverage", project, "--criterion",
                           f"ann:threshold={threshold:.6g},layer={ANN_LAYER[model]}", "--layers",
                           self.layers(model), "--json")
        return json.loads(report)["value"]

    def run(self, cell):
        project = self.project(cell["data"], cell["model"])
        kind, amount = cell["budget"].split(":")
        with tempfile.TemporaryDirectory(prefix="mcts-table-") as folder:
            arguments = ["run", project, "--generator", cell["generator"], "--criterion",
                         self.criterion(cell, project), "--layers", self.layers(cell["model"]), "--seed",
                         str(cell["seed"]), f"--budget-{kind}", amount, "--quiet", "--json", "--out",
                         os.path.join(folder, "run.mscope")]
            for setting in filter(None, cell["settings"].split(" ")):
                if not setting.startswith("layers="):
                    arguments += ["--set", setting]
            report = json.loads(self.call(*arguments))
        return {**cell, "build": self.build, "start": report["coverage"]["start"],
                "end": report["coverage"]["end"], "calls": report["model_calls"],
                "seconds": report["seconds"]["total"], "model_seconds": report["seconds"]["model"],
                "tests": report["tests"], "failing": report["failing"], "message": report.get("message", ""),
                "tree_sha256": report.get("tree_sha256", "")}

    def cells(self):
        """All that are asked for; of one seed all generators follow one another, as the machine is then."""
        options = self.options
        for data, model, criterion, budget, seed, generator in itertools.product(
                options.data, MODELS, CRITERIA, options.budgets, options.seeds, options.generators):
            cell = {"data": data, "model": model, "criterion": criterion, "budget": budget,
                    "generator": generator, "seed": seed, "settings": options.settings_of(generator)}
            if all(str(cell[name]) in allowed for name, allowed in options.only.items()):
                yield cell

    def run_all(self):
        """The cells that failed twice."""
        todo = [cell for cell in self.cells() if self.store.key_of(cell) not in self.store.cells]
        for attempt in (1, 2):
            failed = []
            for number, cell in enumerate(todo, 1):
                name = " ".join(str(cell[part]) for part in KEY).strip()
                try:
                    done = self.run(cell)
                    self.store.add(done)
                    print(f"{number}/{len(todo)}  {name}: {done['start']:.6g} -> {done['end']:.6g} in "
                          f"{done['seconds']:.1f} s", file=sys.stderr)
                except (RuntimeError, OSError, ValueError, KeyError) as error:
                    failed.append(cell)
                    print(f"{number}/{len(todo)}  {name}: FAILED (attempt {attempt}): {error}",
                          file=sys.stderr)
            todo = failed
        return todo


def unit(criterion):
    return (1, "vectors") if criterion == "ann" else (100, "percentage points")


def gains(cells, criterion):
    factor, _ = unit(criterion)
    return [factor * (cell["end"] - cell["start"]) for cell in cells]


def ended_early(cell):
    kind, amount = cell["budget"].split(":")
    return kind == "calls" and cell["calls"] < FULL * float(amount)


def number(value):
    if value == 0 or not math.isfinite(value):
        return f"{value:.2f}"
    return f"{value:.{max(2, 1 - math.floor(math.log10(abs(value))))}f}"


def gain_text(cells, criterion, best):
    values = gains(cells, criterion)
    if not values:
        return "-"
    text = number(mean(values)) + (f" ± {number(deviation(values))}" if len(values) > 1 else "")
    text += " †" if any(ended_early(cell) for cell in cells) else ""
    return f"**{text}**" if mean(values) == best else text


def comparison(first, other, criterion):
    mine, theirs = gains(first, criterion), gains(other, criterion)
    if not mine or not theirs:
        return ["-", "-"]
    p = mann_whitney(mine, theirs)
    return [f"{p:.3f}" if p >= 0.001 else "<0.001", f"{a12(mine, theirs):.2f}"]


def grouped(cells, generators):
    groups = defaultdict(lambda: {generator: [] for generator in generators})
    for cell in sorted(cells, key=lambda cell: cell["seed"]):
        if cell["generator"] in generators:
            groups[cell["data"], cell["model"], cell["criterion"]][cell["generator"]].append(cell)
    order = list(itertools.product(sorted({key[0] for key in groups}), MODELS, CRITERIA))
    return [(key, groups[key]) for key in order if key in groups]


def row(key, group, generators):
    data, model, criterion = key
    starts = [cell["start"] for cells in group.values() for cell in cells]
    factor, _ = unit(criterion)
    best = max(mean(gains(cells, criterion)) for cells in group.values() if cells)
    first = group[generators[0]]
    columns = [data, model, criterion, number(factor * mean(starts)), gain_text(first, criterion, best)]
    for generator in generators[1:]:
        columns += [gain_text(group[generator], criterion, best),
                    *comparison(first, group[generator], criterion)]
    return columns


def budget_text(budget):
    kind, amount = budget.split(":")
    return f"{int(amount):,} model calls" if kind == "calls" else f"{amount} seconds"


def verdict(groups, generators):
    """How often the first generator has the largest mean, and against each other one, with p < 0.05."""
    lines = []
    complete = [(key, group) for key, group in groups if all(group.values())]
    won = sum(mean(gains(group[generators[0]], key[2]))
              >= max(mean(gains(cells, key[2])) for cells in group.values()) for key, group in complete)
    lines.append(f"{generators[0]} has the largest mean in {won} of {len(complete)} rows.")
    for other in generators[1:]:
        better = worse = 0
        for key, group in complete:
            mine, theirs = gains(group[generators[0]], key[2]), gains(group[other], key[2])
            if mann_whitney(mine, theirs) < 0.05:
                better += a12(mine, theirs) > 0.5
                worse += a12(mine, theirs) < 0.5
        lines.append(f"Against {other}: significantly better in {better}, worse in {worse}, no difference in "
                     f"{len(complete) - better - worse}.")
    return lines


def effort(cells, generators):
    """What each generator did with its budget, over all rows."""
    lines = ["| generator | model calls | seconds | of it in the model | failing tests a 1,000 tests |",
             "|---|---|---|---|---|"]
    for generator in generators:
        mine = [cell for cell in cells if cell["generator"] == generator]
        if mine:
            total = sum(cell["seconds"] for cell in mine) or 1
            tests = sum(cell["tests"] for cell in mine) or 1
            lines.append(f"| {generator} | {mean([cell['calls'] for cell in mine]):,.0f} | "
                         f"{mean([cell['seconds'] for cell in mine]):.1f} | "
                         f"{100 * sum(cell['model_seconds'] for cell in mine) / total:.0f} % | "
                         f"{1000 * sum(cell['failing'] for cell in mine) / tests:.1f} |")
    return lines


def table(cells, generators):
    """The page's text: a section a budget and settings."""
    lines = []
    for budget in sorted({cell["budget"] for cell in cells}):
        mine = [cell for cell in cells if cell["budget"] == budget]
        groups = grouped(mine, generators)
        if not groups:
            continue
        header = ["data", "model", "criterion", "start", generators[0]]
        for generator in generators[1:]:
            header += [generator, "p", "A12"]
        lines += [f"## Coverage gained in {budget_text(budget)}", "", "| " + " | ".join(header) + " |",
                  "|" + "---|" * len(header)]
        lines += ["| " + " | ".join(row(key, group, generators)) + " |" for key, group in groups]
        lines += ["", *verdict(groups, generators), "", *effort(mine, generators), ""]
        if any(ended_early(cell) for cell in mine):
            lines += ["† ended before the budget was used up.", ""]
    seeds = sorted({cell["seed"] for cell in cells})
    settings = sorted({f"{cell['generator']}: {cell['settings']}" for cell in cells if cell["settings"]})
    lines += [f"Mean ± standard deviation over the RNG seeds {', '.join(map(str, seeds))}; percentage points, "
              f"for ann vectors. p: two-sided Mann-Whitney test of {generators[0]} against the generator left "
              "of it, exact up to ten values each. A12: probability that a run of "
              f"{generators[0]} gains more. Bold: the largest mean."]
    lines += ["Settings other than the defaults: " + "; ".join(settings) + "."] if settings else []
    builds = {cell["build"] for cell in cells}
    lines += [f"The cells are of {len(builds)} builds of the program."] if len(builds) > 1 else []
    return "\n".join(lines) + "\n"


def filters_of(texts):
    """criterion=nc,ann -> {"criterion": {"nc", "ann"}}; the same name again adds to it."""
    only = defaultdict(set)
    for text in texts:
        name, equals, values = text.partition("=")
        if name not in KEY or not equals:
            raise SystemExit(f"mcts_table: --only: '{text}' is not NAME=VALUE with a name of {', '.join(KEY)}")
        only[name] |= set(values.split(","))
    return only


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="mutascope-cli")
    parser.add_argument("--work", required=True, help="folder for projects and finished cells")
    parser.add_argument("--mnist", help="folder with MNIST's four IDX files; without it only Fashion-MNIST")
    parser.add_argument("--fashion", default="/usr/share/datasets/fashion-mnist", help="Fashion-MNIST's")
    parser.add_argument("--calls", type=int, default=50000, help="model calls; 0: not at equal calls")
    parser.add_argument("--seconds", type=float, default=10, help="seconds; 0: not at equal seconds")
    parser.add_argument("--seeds", type=seeds_of, default="1-5", help="RNG seeds, for example 1-5 or 1,3")
    parser.add_argument("--generators", type=lambda text: text.split(","), default=",".join(GENERATORS),
                        help="the first is compared with the rest")
    parser.add_argument("--layers", default="reference", help="the layer set; reference: DeepSmartFuzzer's")
    parser.add_argument("--set", action="append", default=[], metavar="[GENERATOR:]NAME=VALUE",
                        help="a setting of all generators or of one")
    parser.add_argument("--only", action="append", default=[], metavar="NAME=VALUE,...",
                        help="only cells with " + ", ".join(KEY[:-1]))
    parser.add_argument("--table", help="file to write (default: WORK/mcts.md)")
    parser.add_argument("--table-only", action="store_true", help="run nothing")
    options = parser.parse_args(arguments)
    options.only = filters_of(options.only)
    options.data = {"mnist": options.mnist, "fashion": options.fashion}
    options.data = {name: folder for name, folder in options.data.items() if folder}
    options.budgets = ([f"calls:{options.calls}"] if options.calls else []) \
        + ([f"time:{options.seconds:g}"] if options.seconds else [])
    options.table = options.table or os.path.join(options.work, "mcts.md")
    options.settings_of = lambda generator: settings_of(options, generator)
    return options


def settings_of(options, generator):
    """In one text, so that cells of other settings are other cells."""
    chosen = [] if options.layers == "reference" else [f"layers={options.layers}"]
    for text in options.set:
        owner, colon, setting = text.partition(":")
        if not colon or "=" in owner:
            chosen.append(text)
        elif owner == generator:
            chosen.append(setting)
    return " ".join(sorted(chosen))


def main(arguments):
    options = parse(arguments)
    os.makedirs(options.work, exist_ok=True)
    bench = Bench(options)
    failed = []
    try:
        failed = [] if options.table_only else bench.run_all()
    except KeyboardInterrupt:
        print("mcts_table: interrupted; finished cells are kept", file=sys.stderr)
        return 130
    finally:
        asked = map(bench.store.key_of, bench.cells())
        done = [bench.store.cells[key] for key in asked if key in bench.store.cells]
        if done:
            with open(options.table, "w", encoding="utf-8") as out:
                out.write(table(done, options.generators))
    print(f"{options.table}: {len(done)} cells, {len(failed)} failed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
