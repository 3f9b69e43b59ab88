#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Work on finished sessions, from outside: test_after_search.py PATH_OF_MUTASCOPE_CLI SOURCE_DIR

minimize, reduce, cluster and deduplicate on a session of the sample project; what they say is checked with
PyTorch and with the session file itself. The steps of an assessment that come after its runs.
"""
import csv
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import numpy
import torch
from PIL import Image

CLI = sys.argv[1]
SOURCE = sys.argv[2]
PROJECT = os.path.join(SOURCE, "projects", "fashion-mnist-lenet5")
WORK = tempfile.mkdtemp(prefix="mutascope-after-")
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=os.path.join(WORK, "cache"), HOME=WORK)


def call(*arguments):
    return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, timeout=500,
                          env=ENVIRONMENT, stdin=subprocess.DEVNULL)


def path(name):
    return os.path.join(WORK, name)


def result_of(*arguments):
    done = call(*arguments, "--json")
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def rows_of(file, query):
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        return database.execute(query).fetchall()


def predicted(files):
    """What the sample model takes PNG files for, according to PyTorch."""
    model = torch.jit.load(os.path.join(PROJECT, "lenet5.pt"))
    with open(os.path.join(PROJECT, "project.json")) as stream:
        spec = json.load(stream)["model"]
    images = numpy.stack([numpy.asarray(Image.open(file)) for file in files]).astype(numpy.float32)
    values = images / spec.get("scale", 255)
    values = (values - (spec.get("mean") or [0])[0]) / (spec.get("std") or [1])[0]
    with torch.no_grad():
        return model(torch.from_numpy(values)[:, None]).argmax(1).tolist()


def pairs_of(file, run=1):
    return set(rows_of(file, f"SELECT label, predicted FROM tests WHERE run_id = {run} AND failing = 1"))


class AfterSearch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.session = path("found.mscope")
        done = call("run", PROJECT, "--generator", "random", "--criterion", "kmnc:10", "--seed", 3,
                    "--set", "seeds-per-class=20", "--set", "profile-limit=2000", "--budget-calls", 1200,
                    "--out", cls.session, "--quiet")
        assert done.returncode == 0, done.stderr

    def refused(self, code, part, *arguments):
        done = call(*arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(part, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)

    def test_minimize_agrees_with_pytorch(self):
        folder = path("small")
        result = result_of("minimize", self.session, "--limit", 30, "--out", folder, "--quiet")
        self.assertEqual(len(result["tests"]), 30)
        self.assertEqual(result["verified"], 30)
        with open(os.path.join(folder, "manifest.csv"), newline="") as stream:
            rows = list(csv.DictReader(stream))
        before = dict(rows_of(self.session, "SELECT id, predicted FROM tests WHERE run_id = 1"))
        classes = predicted([os.path.join(folder, row["file"]) for row in rows])
        for row, wrong, test in zip(rows, classes, result["tests"]):
            self.assertEqual(wrong, before[test["test"]])
            self.assertEqual(wrong, int(row["predicted"]))
            seed = numpy.asarray(Image.open(os.path.join(folder, row["seed_file"]))).astype(int)
            change = numpy.asarray(Image.open(os.path.join(folder, row["file"]))).astype(int) - seed
            self.assertEqual(numpy.count_nonzero(change), test["after"]["l0"])
            self.assertEqual(abs(change).max(), test["after"]["linf"])
            self.assertAlmostEqual(float((change ** 2).sum()) ** 0.5, test["after"]["l2"], places=6)
            for norm in ("l0", "l1", "l2", "linf"):
                self.assertLessEqual(test["after"][norm], test["before"][norm])
        halves = [test["after"]["l2"] < 0.6 * test["before"]["l2"] for test in result["tests"]]
        self.assertGreater(sum(halves), 20)

    def test_minimized_run_beside_its_source(self):
        session = path("beside.mscope")
        shutil.copy(self.session, session)
        result = result_of("minimize", session, "--norm", "l0", "--limit", 5, "--out", session, "--quiet")
        self.assertEqual(result["run"], 2)
        self.assertEqual(call("verify", session).returncode, 0)
        report = path("report.html")
        self.assertEqual(call("report", session, "--run", 2, "--out", report).returncode, 0)
        self.assertEqual(call("export", session, "--run", 2, "--out", path("exported")).returncode, 0)
        replay = call("replay", session, "--run", 2, "--quiet")
        self.assertEqual(replay.returncode, 2)
        self.assertIn("not by a search that could be executed again", replay.stderr)
        self.assertEqual(call("replay", session, "--run", 1, "--quiet").returncode, 0)

    def test_same_again(self):
        hashes = []
        for name in ("first.mscope", "second.mscope"):
            result_of("minimize", self.session, "--limit", 10, "--out", path(name), "--quiet")
            hashes.append(rows_of(path(name), "SELECT sha256 FROM tests JOIN images ON images.id = image_id "
                                              "ORDER BY tests.id"))
        self.assertEqual(hashes[0], hashes[1])

    def test_minimize_refuses(self):
        out = path("never.mscope")
        missing = ("minimize", self.session, "--quiet", "--out", out)
        self.refused(2, "unknown norm 'l3'", *missing, "--norm", "l3")
        self.refused(1, "has no test 99999", *missing, "--test", 99999)
        self.refused(1, "has no run 7", *missing, "--run", 7)
        self.refused(2, "not a session file", "minimize", PROJECT, "--quiet", "--out", out)
        self.refused(1, "there is no folder", "minimize", self.session, "--quiet", "--out", "/nowhere/x.mscope")
        full = path("full")
        os.makedirs(full, exist_ok=True)
        open(os.path.join(full, "something"), "w").close()
        self.refused(2, "is not empty", "minimize", self.session, "--quiet", "--out", full)
        passing = rows_of(self.session, "SELECT id FROM tests WHERE failing = 0 LIMIT 1")
        if passing:
            self.refused(2, "does not fail", *missing, "--test", passing[0][0])
        self.assertFalse(os.path.exists(out))

    def test_another_model_file_is_refused(self):
        project = path("changed")
        shutil.copytree(PROJECT, project)
        session = path("changed.mscope")
        call("run", project, "--generator", "random", "--criterion", "none", "--set", "seeds-per-class=5",
             "--budget-calls", 200, "--out", session, "--quiet")
        with open(os.path.join(project, "lenet5.pt"), "ab") as stream:
            stream.write(b"\0")
        for command in (("minimize", "--out", path("x.mscope")), ("reduce", "--out", path("x.mscope")),
                        ("cluster",), ("deduplicate",)):
            done = call(command[0], session, *command[1:], "--quiet")
            self.assertNotEqual(done.returncode, 0, command)
            self.assertIn("SHA-256", done.stderr)

    def test_reduce_keeps_pairs_and_coverage(self):
        out = path("reduced.mscope")
        result = result_of("reduce", self.session, "--criterion", "kmnc:10", "--criterion", "nc:0.5",
                           "--out", out, "--quiet")
        self.assertTrue(result["same"])
        self.assertEqual(result["before"]["coverage"], result["after"]["coverage"])
        self.assertLess(result["after"]["tests"], result["before"]["tests"])
        self.assertEqual(pairs_of(out), pairs_of(self.session))
        again = result_of("reduce", self.session, "--criterion", "kmnc:10", "--criterion", "nc:0.5",
                          "--out", path("reduced2.mscope"), "--quiet")
        self.assertEqual(again["kept"], result["kept"])

    def test_reduce_by_faults_alone(self):
        result = result_of("reduce", self.session, "--criterion", "none", "--out", path("pairs.mscope"),
                           "--quiet")
        self.assertEqual(result["after"]["tests"], len(pairs_of(self.session)))
        self.refused(2, "no share of items", "reduce", self.session, "--criterion", "nlc", "--quiet",
                     "--out", path("never2.mscope"))
        self.refused(2, "unknown --keep 'some'", "reduce", self.session, "--keep", "some", "--quiet",
                     "--out", path("never2.mscope"))

    def test_clusters_are_stored(self):
        session = path("clustered.mscope")
        shutil.copy(self.session, session)
        result = result_of("cluster", session, "--min-size", 3, "--quiet")
        [(content,)] = rows_of(session, "SELECT content FROM documents WHERE name = 'fault-clusters'")
        stored = json.loads(content)
        self.assertEqual(stored["clusters"], result["clusters"])
        members = [test for cluster in stored["clusters"] for test in cluster["tests"]] + stored["noise"]
        failing = [row[0] for row in rows_of(session, "SELECT id FROM tests WHERE failing = 1 ORDER BY id")]
        self.assertEqual(sorted(members), failing)
        sizes = [cluster["size"] for cluster in stored["clusters"]]
        self.assertEqual(sizes, sorted(sizes, reverse=True))
        for cluster in stored["clusters"]:
            self.assertIn(cluster["representative"], cluster["tests"])
        table = call("cluster", session, "--min-size", 3, "--csv", "--no-store", "--quiet").stdout
        lines = list(csv.DictReader(table.splitlines()))
        self.assertEqual([int(line["test"]) for line in lines], failing)
        self.assertEqual(sum(line["representative"] == "yes" for line in lines), len(sizes))
        self.assertEqual(call("replay", session, "--quiet").returncode, 0)

    def test_cluster_refuses(self):
        self.refused(1, "a cluster needs 5000 failing tests", "cluster", self.session, "--min-size", 5000,
                     "--no-store", "--quiet")
        self.refused(2, "unknown layer 'fc9'", "cluster", self.session, "--features", "fc9", "--no-store",
                     "--quiet")

    def test_deduplicate(self):
        every = result_of("deduplicate", self.session, "--distance", 2, "--out", path("distinct.mscope"),
                          "--quiet")
        self.assertEqual(pairs_of(path("distinct.mscope")), pairs_of(self.session))
        self.assertEqual(len(every["kept"]), len(pairs_of(self.session)))
        equal = result_of("deduplicate", self.session, "--distance", 0, "--quiet")
        distinct = rows_of(self.session, "SELECT count(DISTINCT image_id), count(*) FROM tests WHERE failing = 1")
        self.assertEqual((len(equal["kept"]), equal["tests"]), distinct[0])
        self.refused(2, "--distance must lie between 0 and 2", "deduplicate", self.session, "--distance", 3)


class Listing(unittest.TestCase):
    def test_metrics(self):
        metrics = result_of("list", "metrics")["metrics"]
        self.assertGreaterEqual(len(metrics), 30)
        ids = [metric["id"] for metric in metrics]
        self.assertEqual(len(ids), len(set(ids)))
        for metric in metrics:
            self.assertTrue(metric["summary"] and metric["name"], metric)
            self.assertIn(metric["family"], ("fault-revealing", "naturalness", "diversity", "efficiency"))
        text = call("list", "metrics").stdout
        for one in ids:
            self.assertIn(one, text)


class AfterAssessment(unittest.TestCase):
    COMMAND = ("assess", PROJECT, "--generators", "random,deephunter", "--repeats", 2, "--criterion", "none",
               "--set", "seeds-per-class=10", "--set", "profile-limit=500", "--budget-calls", 400,
               "--metrics", "failing-share,class-pairs", "--no-validator", "--quiet", "--retrain",
               "--retrain-epochs", 2, "--retrain-images", 1000, "--transfer", PROJECT)

    @classmethod
    def setUpClass(cls):
        cls.out = path("assessed")
        cls.result = result_of(*cls.COMMAND, "--out", cls.out)

    def rows(self, family):
        with open(os.path.join(self.out, "results.csv"), newline="") as stream:
            return [row for row in csv.DictReader(stream) if row["family"] == family]

    def test_matrix(self):
        self.assertTrue(self.result["complete"])
        values = {(row["generator"], row["figure"]): float(row["value"]) for row in self.rows("retrain")}
        self.assertEqual(len(values), 2 * (2 + 2 * 2))
        for trained in ("random", "deephunter"):
            self.assertGreater(values[trained, "clean-accuracy-after"], 0.8)
            for tests in ("random", "deephunter"):
                self.assertAlmostEqual(values[trained, "failing-before:" + tests], 1, places=2)
                self.assertLess(values[trained, "failing-after:" + tests], 1)

    def test_the_model_itself_fails_on_all_its_tests(self):
        rows = self.rows("transfer")
        self.assertEqual(len(rows), 2)
        for row in rows:
            self.assertEqual(row["figure"], "failing-on:fashion-mnist-lenet5")
            self.assertEqual(float(row["value"]), 1)

    def test_in_every_report(self):
        with open(os.path.join(self.out, "report.html")) as stream:
            page = stream.read()
        self.assertIn("Retrained with each generator&#39;s tests".replace("&#39;", "'"),
                      page.replace("&#39;", "'"))
        self.assertIn("Transfer to other models", page)
        with open(os.path.join(self.out, "table.tex")) as stream:
            self.assertEqual(stream.read().count("\\begin{tabular}"), 3)
        with open(os.path.join(self.out, "results.jsonl")) as stream:
            steps = [json.loads(line).get("step") for line in stream]
        self.assertEqual(steps.count("retrain"), 2)
        self.assertEqual(steps.count("transfer"), 2)

    def test_not_done_again(self):
        after = os.path.join(self.out, "after")
        before = {name: os.stat(os.path.join(after, name)).st_mtime_ns for name in os.listdir(after)}
        self.assertEqual(result_of(*self.COMMAND, "--out", self.out)["after"], self.result["after"])
        now = {name: os.stat(os.path.join(after, name)).st_mtime_ns for name in os.listdir(after)}
        self.assertEqual(now, before)

    def test_refuses(self):
        done = call("assess", PROJECT, "--budget-calls", 100, "--out", path("no"), "--retrain-epochs", 2)
        self.assertEqual(done.returncode, 2)
        self.assertIn("without --retrain", done.stderr)
        done = call("assess", PROJECT, "--budget-calls", 100, "--out", path("no"), "--transfer", path("none.pt"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("none.pt", done.stderr)
        self.assertFalse(os.path.exists(path("no")))


if __name__ == "__main__":
    try:
        unittest.main(argv=sys.argv[:1])
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
