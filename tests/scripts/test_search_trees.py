#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Search trees from outside: test_search_trees.py PATH_OF_MUTASCOPE_CLI SOURCE_DIR

The trees of a run through run, resume, replay, info and tree; and the program that compares generators.
"""
import contextlib
import io
import json
import os
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import unittest

CLI = sys.argv[1]
SOURCE = sys.argv[2]
sys.path.insert(0, os.path.join(SOURCE, "bench"))
sys.dont_write_bytecode = True
import mcts_statistics  # noqa: E402
import mcts_table  # noqa: E402

PROJECT = os.path.join(SOURCE, "projects", "fashion-mnist-lenet5")
WORK = tempfile.mkdtemp(prefix="mutascope-trees-")
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=os.path.join(WORK, "cache"), HOME=WORK)
SETTINGS = ["--set", "seeds-per-class=10", "--set", "profile-limit=1000"]

# Trees of some size, whatever the defaults are.
TREES = ["--set", "affine-share=0", "--set", "batch-size=32", "--set", "iterations=20", "--set", "depth=5"]


def path(name):
    return os.path.join(WORK, name)


def call(*arguments):
    return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          stdin=subprocess.DEVNULL, env=ENVIRONMENT)


def run_arguments(out, *budget, generator="deepsmart", seed=4):
    settings = SETTINGS + (TREES if generator == "deepsmart" else [])
    return ["run", PROJECT, "--generator", generator, "--criterion", "kmnc:100", "--seed", str(seed),
            *settings, *budget, "--out", out]


def change(file, statement):
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute(statement)
        database.commit()


class Trees(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = path("whole.mscope")
        cls.report = cls.succeeding(*run_arguments(cls.session, "--budget-calls", "6000"))

    @classmethod
    def succeeding(cls, *arguments):
        result = call(*arguments, "--json")
        if result.returncode != 0:
            raise AssertionError(result.stderr)
        return json.loads(result.stdout)

    def tree(self, *arguments):
        result = call("tree", self.session, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_same_seed_same_tree(self):
        self.assertRegex(self.report["tree_sha256"], "^[0-9a-f]{64}$")
        again = self.succeeding(*run_arguments(path("again.mscope"), "--budget-calls", "6000"))
        self.assertEqual(again["tree_sha256"], self.report["tree_sha256"])
        other = self.succeeding(*run_arguments(path("other.mscope"), "--budget-calls", "6000", seed=5))
        self.assertNotEqual(other["tree_sha256"], self.report["tree_sha256"])

    def test_replay_makes_the_same_tree(self):
        replay = self.succeeding("replay", self.session)
        self.assertEqual((replay["same"], replay["tree_sha256"]), (True, self.report["tree_sha256"]))
        self.assertEqual(replay["search"], self.report["search"])

    def test_resumed_run_makes_the_same_tree(self):
        file = path("resumed.mscope")
        part = self.succeeding(*run_arguments(file, "--budget-calls", "2000"))
        self.assertLess(part["search"]["iterations"], self.report["search"]["iterations"])
        for budget in ("4000", "6000"):
            part = self.succeeding("resume", file, "--budget-calls", budget)
        self.assertEqual(part["tree_sha256"], self.report["tree_sha256"])
        self.assertEqual(part["search"], self.report["search"])

    def test_killed_run_goes_on_with_its_tree(self):
        file = path("killed.mscope")
        process = subprocess.Popen([CLI, *run_arguments(file, "--budget-time", "600")], env=ENVIRONMENT,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        parts = 0
        while parts < 2 and process.poll() is None:
            with contextlib.suppress(sqlite3.OperationalError), \
                    contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
                parts = database.execute("select count(*) from search_parts").fetchone()[0]
        process.send_signal(signal.SIGKILL)
        self.assertEqual(process.wait(), -signal.SIGKILL)
        before = self.succeeding("info", file)["runs"][0]
        self.assertEqual(before["state"], "interrupted")
        resumed = self.succeeding("resume", file, "--budget-calls", before["model_calls"] + 2000)
        self.assertGreater(resumed["search"]["iterations"], before["search"]["iterations"])
        replay = self.succeeding("replay", file)
        self.assertEqual((replay["same"], replay["tree_sha256"]), (True, resumed["tree_sha256"]))

    def test_replay_names_what_differs(self):
        file = path("changed.mscope")
        shutil.copy(self.session, file)
        change(file, "update searches set description = replace(description, 'row 1', 'row 9')")
        result = call("replay", file)
        self.assertEqual(result.returncode, 1)
        self.assertIn("search tree: the search is described differently", result.stderr)

    def test_damage_is_an_error(self):
        file = path("damaged.mscope")
        shutil.copy(self.session, file)
        change(file, "update search_parts set packed = substr(packed, 2)")
        for command in ("replay", "tree", "resume"):
            more = ["--budget-calls", "9000"] if command == "resume" else []
            result = call(command, file, *more)
            self.assertEqual(result.returncode, 1, command)
            self.assertIn("damaged", result.stderr)
        self.assertEqual(self.succeeding("verify", file)["tests"], self.report["failing"])

    def test_info_counts(self):
        run = self.succeeding("info", self.session)["runs"][0]
        self.assertEqual(run["search"], self.report["search"])
        row = re.search(r"search trees\n.*\n +1 +([\d,]+) +([\d,]+) +([\d,]+)\n",
                        call("info", self.session).stdout)
        numbers = [int(text.replace(",", "")) for text in row.groups()]
        self.assertEqual(numbers, [run["search"][key] for key in ("trees", "iterations", "nodes")])

    def test_tree_as_json(self):
        with contextlib.closing(sqlite3.connect(self.session)) as database:
            iterations, = database.execute("select sum(iterations) from search_parts").fetchone()
        trees = [json.loads(self.tree("--tree", tree)) for tree in range(self.report["search"]["trees"])]
        self.assertEqual([tree["tree"] for tree in trees], list(range(len(trees))))
        self.assertEqual(json.loads(self.tree()), trees[-1])
        self.assertEqual(sum(len(tree["nodes"]) for tree in trees), self.report["search"]["nodes"])
        self.assertLessEqual(sum(tree["nodes"][0]["visits"] for tree in trees), iterations)
        folded = json.loads(self.tree("--min-visits", "5"))["nodes"]
        self.assertLess(len(folded), len(trees[-1]["nodes"]))

    def test_tree_for_graphviz(self):
        file = path("tree.dot")
        self.assertEqual(self.tree("--format", "dot", "--out", file), "")
        with open(file, encoding="utf-8") as text:
            self.assertEqual(text.read(), self.tree("--format", "dot"))
        self.assertTrue(self.tree("--format", "dot").startswith("digraph"))

    def test_wrong_tree_format_and_file(self):
        for code, word, arguments in ((1, "no tree 999", ["--tree", "999"]),
                                      (2, "unknown format 'svg'", ["--format", "svg"]),
                                      (2, "--tree", ["--tree", "-1"]),
                                      (1, "no run 7", ["--run", "7"])):
            result = call("tree", self.session, *arguments)
            self.assertEqual((result.returncode, result.stdout), (code, ""), result.stderr)
            self.assertIn(word, result.stderr)

    def test_other_generators_have_none(self):
        file = path("random.mscope")
        report = self.succeeding(*run_arguments(file, "--budget-calls", "500", generator="random"))
        self.assertNotIn("tree_sha256", report)
        self.assertNotIn("tree_sha256", self.succeeding("replay", file))
        self.assertNotIn("search trees", call("info", file).stdout)
        result = call("tree", file)
        self.assertEqual(result.returncode, 1)
        self.assertIn("searched no tree", result.stderr)


class Statistics(unittest.TestCase):
    # p of scipy.stats 1.10.1: mannwhitneyu(method="exact"); with ties permutation_test over all divisions,
    # of mannwhitneyu's statistic.
    EXACT = [([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 0.007936507936507936),
             ([1.5, 2, 9, 4, 5], [6, 7, 8, 3, 10], 0.2222222222222222),
             ([0.1, 0.2, 0.3, 0.4, 0.5], [0.15, 0.25, 0.35, 0.45, 0.01], 0.6904761904761905),
             ([3, 1, 4, 7, 9], [2, 5, 6, 8, 10], 0.5476190476190477),
             ([1, 2, 3], [4, 5, 6, 7], 0.05714285714285714),
             ([1, 2, 3, 4, 5], [3, 4, 5, 6, 7], 0.12698412698412698),
             ([1, 2, 2, 3, 3], [2, 3, 4, 4, 5], 0.1111111111111111),
             ([0, 0, 0, 0, 1], [0, 0, 2, 3, 4], 0.16666666666666666),
             ([1, 1, 1, 1, 1], [1, 1, 1, 1, 1], 1)]
    # mannwhitneyu(method="asymptotic")
    NORMAL = [(list(range(1, 21)), [value + 5.5 for value in range(1, 21)], 0.010581211443165648),
              ([1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 9, 9], [3, 4, 5, 6, 6, 7, 8, 9, 10, 11, 12, 12],
               0.052169016695384235)]

    def test_mann_whitney(self):
        for first, second, expected in self.EXACT + self.NORMAL:
            self.assertAlmostEqual(mcts_statistics.mann_whitney(first, second), expected, 12)
            self.assertAlmostEqual(mcts_statistics.mann_whitney(second, first), expected, 12)

    def test_mann_whitney_against_scipy(self):
        try:
            from scipy.stats import mannwhitneyu
        except ImportError:
            self.skipTest("scipy is not installed; its values above were checked")
        for first in ([5, 1, 12, 8, 3], [0.5, 7, 9, 11, 2]):
            for second in ([4, 6, 10, 13, 14], [1.5, 2.5, 3.5, 4.5, 5.5]):
                self.assertAlmostEqual(mcts_statistics.mann_whitney(first, second),
                                       mannwhitneyu(first, second, method="exact").pvalue, 12)

    def test_a12_mean_and_deviation(self):
        self.assertEqual(mcts_statistics.a12([1, 2], [3, 4]), 0)
        self.assertEqual(mcts_statistics.a12([3, 4], [1, 2]), 1)
        self.assertEqual(mcts_statistics.a12([1, 3], [2, 3]), (0 + 0 + 1 + 0.5) / 4)
        self.assertEqual(mcts_statistics.mean([1, 2, 6]), 3)
        self.assertAlmostEqual(mcts_statistics.deviation([2, 4, 4, 4, 5, 5, 7, 9]), (32 / 7) ** 0.5)


# Stands in for mutascope-cli: notes its calls; a run gains its seed times a factor a generator; those listed
# in the file "fail" fail.
FAKE = """#!/usr/bin/python3
import json, os, sys
a, here = sys.argv[1:], os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "calls"), "a") as out: out.write(json.dumps(a) + "\\n")
value = lambda name: a[a.index(name) + 1]
if a[0] == "train":
    os.mkdir(value("--project"))
elif a[0] == "coverage":
    threshold = float(value("--criterion").split("=")[1].split(",")[0])
    print(json.dumps({"value": 1000 / threshold}))
else:
    if value("--generator") in open(os.path.join(here, "fail")).read().split():
        sys.exit("mutascope-cli: error: it failed")
    factor = {"deepsmart": 4, "deephunter": 2, "tensorfuzz": 1, "random": 3}[value("--generator")]
    print(json.dumps({"coverage": {"start": 0.25, "end": 0.25 + factor * int(value("--seed")) / 100},
                      "model_calls": 1000, "seconds": {"total": 2, "model": 1}, "tests": 900, "failing": 9}))
"""


class Table(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(dir=WORK)
        self.cli = os.path.join(self.folder, "fake-cli")
        with open(self.cli, "w", encoding="utf-8") as out:
            out.write(FAKE)
        os.chmod(self.cli, stat.S_IRWXU)
        self.fail_for("")

    def fail_for(self, generators):
        with open(os.path.join(self.folder, "fail"), "w", encoding="utf-8") as out:
            out.write(generators)

    def calls(self, command="run"):
        with open(os.path.join(self.folder, "calls"), encoding="utf-8") as lines:
            return [call for call in map(json.loads, lines) if call[0] == command]

    def main(self, *arguments):
        with contextlib.redirect_stderr(io.StringIO()) as self.messages:
            return mcts_table.main(["--cli", self.cli, "--work", os.path.join(self.folder, "work"), "--calls",
                                    "1000", "--seconds", "0", "--only", "model=lenet5", "--only",
                                    "criterion=nbc", *arguments])

    def table(self):
        with open(os.path.join(self.folder, "work", "mcts.md"), encoding="utf-8") as text:
            return text.read()

    def test_cells_and_table(self):
        self.assertEqual(self.main(), 0)
        self.assertEqual(len(self.calls()), 4 * 5)
        self.assertEqual(len(self.calls("train")), 1)
        first = self.calls()[0]
        for option, value in (("--layers", "pool1,relu2,pool2,relu3,relu4,logits,softmax"), ("--seed", "1"),
                              ("--budget-calls", "1000"), ("--criterion", "nbc")):
            self.assertEqual(first[first.index(option) + 1], value)
        # Gains 4 8 12 16 20, 2 4 6 8 10, 1 2 3 4 5 and 3 6 9 12 15 points; p by scipy's permutation_test.
        row = next(line for line in self.table().splitlines() if line.startswith("| fashion"))
        columns = [column.strip() for column in row.strip("|").split("|")]
        self.assertEqual(columns[:6], ["fashion", "lenet5", "nbc", "25.00", "**12.00 ± 6.32**", "6.00 ± 3.16"])
        self.assertEqual(columns[6:8], ["0.143", "0.80"])  # pairs won: 1.5 + 3.5 + 5 + 5 + 5 of 25
        self.assertEqual(columns[8:11], ["3.00 ± 1.58", "0.024", "0.94"])
        self.assertEqual(columns[11:], ["9.00 ± 4.74", "0.460", "0.66"])
        self.assertIn("largest mean in 1 of 1 rows", self.table())
        self.assertIn("Against tensorfuzz: significantly better in 1, worse in 0", self.table())

    def test_finished_cells_are_kept(self):
        self.main("--seeds", "1-2")
        self.main("--seeds", "1-3")
        self.assertEqual(len(self.calls()), 4 * 3)
        self.assertEqual(len(self.calls("train")), 1)
        self.main("--seeds", "1-3", "--table-only")
        self.assertEqual(len(self.calls()), 4 * 3)

    def test_failed_cells_are_tried_again(self):
        self.fail_for("random")
        self.assertEqual(self.main("--seeds", "1"), 1)
        self.assertEqual(len(self.calls()), 3 + 2)
        self.assertIn("FAILED (attempt 2): mutascope-cli: error: it failed", self.messages.getvalue())
        self.fail_for("")
        self.assertEqual(self.main("--seeds", "1"), 0)
        self.assertEqual(len(self.calls()), 3 + 2 + 1)

    def test_line_that_was_cut_off_is_run_again(self):
        self.main("--seeds", "1")
        cells = os.path.join(self.folder, "work", "cells.jsonl")
        with open(cells, "r+b") as content:
            content.truncate(os.path.getsize(cells) - 20)
        for _ in range(2):
            self.assertEqual(self.main("--seeds", "1"), 0)
        self.assertEqual(len(self.calls()), 4 + 1)

    def test_settings_make_other_cells(self):
        self.main("--seeds", "1")
        self.main("--seeds", "1", "--set", "deepsmart:leaf-batch=8")
        self.assertEqual(len(self.calls()), 4 + 1)
        self.assertEqual(self.calls()[-1][-2:], ["--set", "leaf-batch=8"])
        self.assertIn("deepsmart: leaf-batch=8", self.table())

    def test_threshold_of_ann_is_found_once(self):
        for seeds in ("1", "1-2"):
            self.main("--seeds", seeds, "--only", "criterion=ann", "--only", "generator=random")
        tried = len(self.calls("coverage"))
        self.assertLess(tried, 20)
        # 1000 / t vectors at threshold t: 320 of them at 3.125
        used = {call[call.index("--criterion") + 1] for call in self.calls() if "ann" in str(call)}
        self.assertEqual(len(used), 1)
        threshold = float(re.match(r"ann:threshold=([\d.]+),layer=relu4$", used.pop()).group(1))
        self.assertAlmostEqual(threshold, 3.125, delta=0.03)

    def test_early_end_is_marked(self):
        self.main("--seeds", "1", "--calls", "2000")
        self.assertIn("| **4.00 †** | 2.00 † | 1.000 | 1.00 | 1.00 † |", self.table())
        self.assertIn("† ended before", self.table())


if __name__ == "__main__":
    try:
        unittest.main(argv=sys.argv[:1])
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
