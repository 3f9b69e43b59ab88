#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Campaigns against inference engines from outside: test_engines.py PATH_OF_MUTASCOPE_CLI SOURCE_DIR

`engines list`, fuzz, findings, triage, export, reduce, reproduce; and the program that compares searches.
"""
import contextlib
import csv
import io
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

CLI = sys.argv[1]
SOURCE = sys.argv[2]
sys.path.insert(0, os.path.join(SOURCE, "bench"))
sys.dont_write_bytecode = True
import engines_table  # noqa: E402

WORK = tempfile.mkdtemp(prefix="mutascope-engines-")
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=os.path.join(WORK, "cache"), HOME=WORK)
ENGINES = "torch,opencv"
NONZERO = "/usr/share/libonnx-testdata/data/node/test_nonzero_example/model.onnx"
RELU = "/usr/share/libonnx-testdata/data/node/test_relu/model.onnx"


def path(name):
    return os.path.join(WORK, name)


def call(*arguments, timeout=300):
    return subprocess.run([CLI, "engines", *map(str, arguments)], capture_output=True, text=True, timeout=timeout,
                          stdin=subprocess.DEVNULL, env=ENVIRONMENT)


def fuzz_arguments(out, models=40, seed=3, search="mcts", engines=ENGINES):
    return ["fuzz", "--engines", engines, "--search", search, "--seed", seed, "--size", 5,
            "--budget-models", models, "--out", path(out), "--json", "--quiet"]


def result_of(done):
    """What two campaigns are compared by."""
    report = json.loads(done.stdout)
    return {key: report[key] for key in ("models", "generated", "agreed", "findings", "models_sha256",
                                         "findings_sha256", "coverage", "yields")}


class Campaigns(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.done = call(*fuzz_arguments("whole.mscope"))
        if cls.done.returncode != 0:
            raise RuntimeError(cls.done.stderr)
        cls.report = json.loads(cls.done.stdout)

    def assert_usage(self, done, *words):
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assert_one_message(done, *words)

    def assert_one_message(self, done, *words):
        self.assertEqual(done.stdout, "")
        lines = [line for line in done.stderr.splitlines() if "error:" in line]
        self.assertEqual(len(lines), 1, done.stderr)
        for word in words:
            self.assertIn(word, lines[0])

    def test_the_list_says_what_is_there(self):
        engines = {one["id"]: one for one in json.loads(call("list", "--json").stdout)["engines"]}
        for name in ENGINES.split(","):
            self.assertTrue(engines[name]["available"], engines[name])
            self.assertTrue(engines[name]["version"])
        for one in engines.values():
            self.assertTrue(one["available"] or one["problem"], one)
        self.assertIn("opencv", call("list").stdout)

    def test_the_report_is_whole(self):
        report = self.report
        self.assertEqual(report["models"], 40)
        self.assertGreaterEqual(report["generated"], 40)
        self.assertEqual(report["our_faults"], 0)
        self.assertGreater(report["findings"], 0, "OpenCV 4.6 refuses many valid models")
        self.assertEqual(report["coverage"]["start"], 0)
        self.assertGreater(report["coverage"]["end"], 0.1)
        self.assertGreater(report["seconds"]["total"], 0)
        self.assertEqual(len(report["models_sha256"]), 64)
        self.assertEqual(len(report["findings_sha256"]), 64)
        self.assertEqual([one["id"] for one in report["engines"]], ENGINES.split(","))
        self.assertEqual(set(report["yields"]), set(engines_table.MUTATIONS))

    def test_the_same_seed_gives_the_same_and_another_another(self):
        again = call(*fuzz_arguments("again.mscope"))
        self.assertEqual(result_of(again), result_of(self.done))
        other = call(*fuzz_arguments("other.mscope", seed=4))
        self.assertNotEqual(result_of(other)["models_sha256"], self.report["models_sha256"])

    def test_every_search_runs_as_many_models(self):
        for search in ("random", "greedy"):
            report = json.loads(call(*fuzz_arguments(f"{search}.mscope", search=search)).stdout)
            self.assertEqual(report["models"], 40)
            self.assertEqual(report["search"], search)
            self.assertNotIn("tree_sha256", report)

    def interrupted(self, out, sign):
        command = [CLI, "engines", *map(str, fuzz_arguments(out, models=400))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=ENVIRONMENT) as process:
            deadline = time.time() + 120
            while time.time() < deadline and self.models_in(out) == 0 and process.poll() is None:
                time.sleep(0.1)
            process.send_signal(sign)
            process.communicate(timeout=120)
            return process.returncode

    @staticmethod
    def models_in(out):
        try:
            with contextlib.closing(sqlite3.connect(f"file:{path(out)}?mode=ro", uri=True)) as database:
                return json.loads(database.execute("SELECT counters FROM runs").fetchone()[0])["tests"]
        except (sqlite3.Error, TypeError):
            return 0

    def test_stopped_or_killed_it_goes_on_to_the_same_result(self):
        whole = call(*fuzz_arguments("long.mscope", models=400))
        for sign, code in ((signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)):
            out = f"{sign.name}.mscope"
            self.assertEqual(self.interrupted(out, sign), code)
            kept = self.models_in(out)
            self.assertGreater(kept, 0)
            self.assertLess(kept, 400)
            resumed = call("fuzz", "--resume", "--out", path(out), "--json", "--quiet")
            self.assertEqual(resumed.returncode, 0, resumed.stderr)
            self.assertEqual(result_of(resumed), result_of(whole), sign.name)

    def test_a_finished_campaign_goes_on_with_a_larger_budget(self):
        shutil.copy(path("whole.mscope"), path("more.mscope"))
        self.assertEqual(call("fuzz", "--resume", "--out", path("more.mscope")).returncode, 1)
        more = call("fuzz", "--resume", "--budget-models", 60, "--out", path("more.mscope"), "--json")
        self.assertEqual(result_of(more), result_of(call(*fuzz_arguments("sixty.mscope", models=60))))

    def test_findings_are_listed_triaged_and_exported(self):
        shutil.copy(path("whole.mscope"), path("triage.mscope"))
        file = path("triage.mscope")
        findings = json.loads(call("findings", file, "--json").stdout)["findings"]
        self.assertEqual(len(findings), self.report["findings"])
        self.assertEqual([one["finding"] for one in findings], list(range(1, len(findings) + 1)))
        done = call("triage", file, "--finding", 1, "--state", "known-limit", "--note", "a | b, \"c\"")
        self.assertEqual(done.returncode, 0, done.stderr)
        one = json.loads(call("findings", file, "--state", "known-limit", "--json").stdout)["findings"]
        self.assertEqual([(entry["finding"], entry["note"]) for entry in one], [(1, "a | b, \"c\"")])
        self.assert_usage(call("triage", file, "--finding", 1, "--state", "known"), "known")
        self.assertEqual(call("triage", file, "--finding", 9999, "--state", "ours").returncode, 1)
        rows = list(csv.DictReader(io.StringIO(call("export", file, "--format", "csv").stdout)))
        self.assertEqual(len(rows), len(findings))
        self.assertEqual(rows[0]["note"], "a | b, \"c\"")
        markdown = call("export", file, "--out", path("report.md"))
        self.assertEqual(markdown.returncode, 0, markdown.stderr)
        with open(path("report.md"), encoding="utf-8") as report:
            self.assertIn("a \\| b", report.read())
        whole = json.loads(call("export", file, "--format", "json").stdout)
        totals = [point["total"] for point in whole["coverage_over_time"]]
        self.assertEqual(totals, sorted(totals))
        self.assertEqual(totals[-1], self.report["coverage"]["end"])

    def test_its_trees_are_those_of_a_run(self):
        tree = subprocess.run([CLI, "tree", path("whole.mscope")], capture_output=True, text=True, check=True,
                              env=ENVIRONMENT)
        nodes = json.loads(tree.stdout)["nodes"]
        self.assertGreater(len(nodes), 20)
        for node in nodes[1:]:
            self.assertTrue(node["name"])
        parents = [node["parent"] for node in nodes[1:]]
        self.assertLessEqual(max(parents.count(parent) for parent in set(parents)), 3)

    def test_other_commands_say_that_it_is_no_run_of_a_project(self):
        for command in (["resume", path("whole.mscope"), "--budget-calls", "9"],
                        ["replay", path("whole.mscope"), "--run", "1"],
                        ["report", path("whole.mscope"), "--out", path("r.html")],
                        ["verify", path("whole.mscope")]):
            done = subprocess.run([CLI, *command], capture_output=True, text=True, env=ENVIRONMENT)
            self.assertEqual(done.returncode, 2, (command, done.stderr))
            self.assertIn("engines", done.stderr)
        info = subprocess.run([CLI, "info", path("whole.mscope")], capture_output=True, text=True, env=ENVIRONMENT)
        self.assertEqual(info.returncode, 0, info.stderr)

    def test_a_finding_is_reduced_and_reproduced(self):
        file = path("whole.mscope")
        self.assertEqual(call("reproduce", file, "--finding", 1).returncode, 0)
        folder = path("finding-1")
        done = call("reduce", file, "--finding", 1, "--out", folder, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertLessEqual(report["operators"]["after"], report["operators"]["before"])
        self.assertTrue(os.path.exists(os.path.join(folder, "model.onnx")))
        again = call("reproduce", folder, "--json")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertTrue(json.loads(again.stdout)["shown"])
        self.assert_usage(call("reduce", file, "--finding", 1, "--out", folder), "folder")
        self.assert_usage(call("reproduce", file), "--finding")

    def test_wrong_usage_is_said_in_one_line(self):
        out = ["--out", path("never.mscope")]
        budget = ["--budget-models", 5]
        self.assert_usage(call("fuzz", *budget, *out), "--engines")
        self.assert_usage(call("fuzz", "--engines", "torch", *out), "--budget-models")
        self.assert_usage(call("fuzz", "--engines", "torhc", *budget, *out), "torhc")
        self.assert_usage(call("fuzz", "--engines", "torch", "--search", "mtcs", *budget, *out), "mcts")
        self.assert_usage(call("fuzz", "--engines", "torch", "--set", "sice=3", *budget, *out), "size")
        self.assert_usage(call("fuzz", "--engines", "torch", "--set", "depth=0", *budget, *out), "depth")
        self.assert_usage(call("fuzz", "--engines", "torch", "--budget-models", 0, *out), "--budget-models")
        self.assertFalse(os.path.exists(path("never.mscope")))

    def plugin(self, *command):
        file = path("plugin.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump({"engines": [{"id": "mine", "summary": "a test", "command": command}]}, out)
        return call("fuzz", "--engines", "mine", "--plugins", file, "--budget-models", 3, "--out",
                    path("plugin.mscope"))

    def test_an_engine_that_does_not_start_is_named(self):
        for command in (["/no/such/program"], ["/bin/false"], ["/bin/echo", "this is no answer"]):
            done = self.plugin(*command)
            self.assertEqual(done.returncode, 1, (command, done.stderr))
            self.assertIn("mine", done.stderr)
            self.assertFalse(os.path.exists(path("plugin.mscope")))
        self.assertIn("'this is no answer'", done.stderr)
        with open(path("broken.json"), "w", encoding="utf-8") as out:
            out.write("{")
        broken = call("fuzz", "--engines", "mine", "--plugins", path("broken.json"), "--budget-models", 3, "--out",
                      path("plugin.mscope"))
        self.assertNotEqual(broken.returncode, 0)
        self.assertIn("broken.json", broken.stderr)

    @unittest.skipUnless(os.path.exists(NONZERO), "needs libonnx-testdata")
    def test_a_start_model_is_taken_or_its_operator_named(self):
        arguments = fuzz_arguments("start.mscope", models=10)
        good = call(*arguments, "--start-model", RELU)
        self.assertEqual(good.returncode, 0, good.stderr)
        self.assertEqual(json.loads(good.stdout)["models"], 10)
        bad = call(*fuzz_arguments("bad.mscope"), "--start-model", NONZERO)
        self.assertEqual(bad.returncode, 1)
        self.assertIn("NonZero", bad.stderr)
        self.assertIn("node '", bad.stderr)
        with open(path("no.onnx"), "w", encoding="utf-8") as out:
            out.write("no model")
        self.assertEqual(call(*fuzz_arguments("bad.mscope"), "--start-model", path("no.onnx")).returncode, 1)
        self.assertFalse(os.path.exists(path("bad.mscope")))

    def test_a_full_disk_and_damage_are_said(self):
        full = call("fuzz", "--engines", "torch", "--budget-models", 3, "--out", "/dev/full")
        self.assertNotEqual(full.returncode, 0)
        self.assertIn("/dev/full", full.stderr)
        damaged = path("damaged.mscope")
        shutil.copy(path("whole.mscope"), damaged)
        with contextlib.closing(sqlite3.connect(damaged)) as database:
            database.execute("UPDATE states SET generator = x'00'")
            database.execute("UPDATE engine_models SET plan = x'0011'")
            database.commit()
        for arguments in (["fuzz", "--resume", "--budget-models", 99, "--out", damaged],
                          ["reproduce", damaged, "--finding", 1]):
            done = call(*arguments)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("error:", done.stderr)
        self.assertEqual(call("findings", path("nothing.mscope")).returncode, 1)


class Table(unittest.TestCase):
    """bench/engines_table.py on two small campaigns."""

    def test_it_runs_the_cells_once_and_replaces_its_part(self):
        results = path("engines.md")
        arguments = ["--cli", CLI, "--work", path("bench"), "--engines", "torch", "--models", "6", "--seconds", "",
                     "--seeds", "1-2", "--set", "size=3", "--out", results]
        with contextlib.redirect_stderr(io.StringIO()) as first:
            self.assertEqual(engines_table.main(arguments), 0, first.getvalue())
        self.assertEqual(first.getvalue().count("done"), 6)
        with open(results, "r+", encoding="utf-8") as out:
            text = out.read()
            out.write("\n## Judged by hand\n")
        self.assertIn("| models=6 | coverage | mcts : random |", text)
        self.assertIn("GEA: add edges", text)
        with contextlib.redirect_stderr(io.StringIO()) as second:
            self.assertEqual(engines_table.main(arguments), 0)
        self.assertEqual(second.getvalue(), "")
        with open(results, encoding="utf-8") as out:
            self.assertEqual(out.read(), text + "\n## Judged by hand\n")


if __name__ == "__main__":
    try:
        unittest.main(argv=[sys.argv[0]], verbosity=1)
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
