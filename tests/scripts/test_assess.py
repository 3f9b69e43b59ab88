#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Assessments from outside: test_assess.py PATH_OF_MUTASCOPE_CLI SOURCE_DIR"""
import csv
import glob
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import xml.dom.minidom
import zipfile

CLI = sys.argv[1]
SOURCE = sys.argv[2]
PROJECT = os.path.join(SOURCE, "projects", "fashion-mnist-lenet5")
WORK = tempfile.mkdtemp(prefix="mutascope-assess-")
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=os.path.join(WORK, "cache"), HOME=WORK)
SMALL = ["--generators", "random,deephunter", "--repeats", "2", "--set", "seeds-per-class=3",
         "--set", "profile-limit=500", "--criterion", "kmnc:100", "--no-validator"]


def path(name):
    return os.path.join(WORK, name)


def command(out, *more, calls=600):
    return [CLI, "assess", PROJECT, *SMALL, "--budget-calls", str(calls), "--out", path(out), "--quiet",
            *map(str, more)]


def call(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=300, stdin=subprocess.DEVNULL,
                          env=ENVIRONMENT, **options)


def rows(out):
    with open(os.path.join(path(out), "results.csv"), newline="") as file:
        return list(csv.DictReader(file))


def read(out, name, mode="r"):
    with open(os.path.join(path(out), name), mode) as file:
        return file.read()


class Assessment(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.first = call(command("a", "--json"))
        assert cls.first.returncode == 0, cls.first.stderr

    def test_json_ends_with_one_object(self):
        result = json.loads(self.first.stdout)
        self.assertEqual((result["cells"], result["measured"], result["failed"]), (4, 4, 0))
        self.assertTrue(result["complete"])
        share = result["figures"]["failing-share"]["generators"]["random"]
        self.assertEqual(len(share["values"]), 2)

    def test_shares_are_those_of_the_runs(self):
        for generator in ("random", "deephunter"):
            for repeat in (1, 2):
                run = json.loads(read("a", f"cells/{generator}-{repeat}.json"))
                [share] = [row for row in rows("a") if row["figure"] == "failing-share"
                           and row["generator"] == generator and row["repeat"] == str(repeat)]
                self.assertAlmostEqual(float(share["value"]), run["verified"] / run["tests"])
                self.assertEqual(run["seed"], repeat)

    def test_a_value_or_a_reason(self):
        for row in rows("a"):
            self.assertNotEqual(row["value"] == "", row["missing"] == "", row)
            self.assertNotIn("nan", row["value"].lower())
        lpips = [row for row in rows("a") if row["figure"] == "lpips"]
        self.assertTrue(all("LPIPS network" in row["missing"] for row in lpips))

    def test_peak_memory_is_that_of_a_run(self):
        for row in rows("a"):
            if row["figure"] == "peak-memory":
                self.assertTrue(20 < float(row["value"]) < 4000, row)
                self.assertEqual(row["reproducible"], "no")

    def test_same_numbers_again(self):
        self.assertEqual(call(command("b")).returncode, 0)

        def stable(out):
            return [row for row in rows(out) if row["reproducible"] == "yes"]
        self.assertGreater(len(stable("a")), 100)
        self.assertEqual(stable("a"), stable("b"))

    def test_second_call_measures_nothing_again(self):
        before = {name: os.stat(os.path.join(path("a"), "cells", name)).st_mtime_ns
                  for name in os.listdir(os.path.join(path("a"), "cells"))
                  if name.endswith((".mscope", ".metrics.json"))}
        self.assertEqual(len(before), 8)
        self.assertEqual(call(command("a")).returncode, 0)
        for name, stamp in before.items():
            self.assertEqual(os.stat(os.path.join(path("a"), "cells", name)).st_mtime_ns, stamp, name)

    def test_another_plan_is_refused(self):
        result = call(command("a", "--seed", 9))
        self.assertEqual(result.returncode, 2)
        self.assertIn("another plan: seeds:", result.stderr)
        result = call(command("a", calls=700))
        self.assertEqual(result.returncode, 2)
        self.assertIn("budget.model_calls: 600 there, 700 now", result.stderr)

    def test_reports(self):
        page = read("a", "report.html")
        self.assertNotRegex(page, r'(src|href)="(?!data:|#)')
        svgs = re.findall(r"<svg.*?</svg>", page, re.S)
        self.assertGreater(len(svgs), 10)
        names = []
        for svg in svgs:
            xml.dom.minidom.parseString(svg)
            names += re.findall(r'id="([^"]*)"', svg)
        self.assertEqual(len(names), len(set(names)))
        self.assertTrue(read("a", "report.pdf", "rb").startswith(b"%PDF-"))
        self.assertIn("\\toprule", read("a", "table.tex"))

    def test_pdf_text_can_be_selected(self):
        if not shutil.which("pdftotext"):
            self.skipTest("pdftotext is not installed")
        text = call(["pdftotext", os.path.join(path("a"), "report.pdf"), "-"]).stdout
        self.assertIn("Assessment of test generators", text)
        self.assertIn("DeepHunter", text)

    def test_pairs_agree_with_scipy(self):
        try:
            from scipy import stats
        except ImportError:
            self.skipTest("scipy is not installed")
        values = {}
        for row in rows("a"):
            if row["figure"] == "failing-share":
                values.setdefault(row["generator"], []).append(float(row["value"]))
        [pair] = [row for row in csv.DictReader(read("a", "pairs.csv").splitlines())
                  if row["figure"] == "failing-share"]
        expected = stats.mannwhitneyu(values["random"], values["deephunter"])
        self.assertAlmostEqual(float(pair["p"]), expected.pvalue, places=10)


class Failures(unittest.TestCase):
    def test_interrupted_and_gone_on_with(self):
        whole = command("c", calls=8000)
        process = subprocess.Popen(whole, env=ENVIRONMENT, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        session = os.path.join(path("c"), "cells", "random-1.mscope")
        while process.poll() is None and not os.path.exists(session):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=120), 130)
        self.assertIn("generator,repeat", read("c", "results.csv"))
        self.assertEqual(call(whole).returncode, 0)
        self.assertEqual(call(command("d", calls=8000)).returncode, 0)

        def stable(out):
            return [row for row in rows(out) if row["reproducible"] == "yes"]
        self.assertEqual(stable("c"), stable("d"))

    def test_a_run_that_fails_is_a_failed_cell(self):
        arguments = command("e", "--set", "deephunter.pixel-mutators=none", "--set",
                            "deephunter.affine-mutators=none")
        result = call(arguments)
        self.assertEqual(result.returncode, 1, result.stderr)
        states = {(row["generator"], row["state"]) for row in rows("e")}
        self.assertEqual(states, {("random", "finished"), ("deephunter", "failed")})
        self.assertTrue(all(row["missing"].startswith("the run failed: ") for row in rows("e")
                            if row["generator"] == "deephunter"))
        record = json.loads(read("e", "cells/deephunter-1.cell.json"))
        self.assertEqual(record["failures"], 2)

    def test_damaged_session_is_run_again(self):
        self.assertEqual(call(command("f")).returncode, 0)
        before = rows("f")
        with open(os.path.join(path("f"), "cells", "random-1.mscope"), "r+b") as file:
            file.write(b"damage" * 100)
        self.assertEqual(call(command("f")).returncode, 0)
        stable = [row["value"] for row in before if row["reproducible"] == "yes"]
        self.assertEqual([row["value"] for row in rows("f") if row["reproducible"] == "yes"], stable)

    def assessed_copy(self, name, out):
        folder = path(name)
        shutil.copytree(PROJECT, folder)
        arguments = command(out)
        arguments[2] = folder
        self.assertEqual(call(arguments).returncode, 0)
        return folder, arguments

    def refused_but_judged_again(self, arguments, difference):
        result = call(arguments)
        self.assertEqual(result.returncode, 2)
        self.assertIn(f"another plan: {difference}:", result.stderr)
        self.assertIn("judges the tests found there again", result.stderr)

    def test_other_data_is_refused(self):
        folder, arguments = self.assessed_copy("project", "g")
        with open(os.path.join(folder, "project.json")) as file:
            project = json.load(file)
        project["data"]["options"] = {"first": 900}
        with open(os.path.join(folder, "project.json"), "w") as file:
            json.dump(project, file)
        self.refused_but_judged_again(arguments, "data")

    def test_another_model_is_refused_and_judges_again(self):
        folder, arguments = self.assessed_copy("other-model", "m")
        model = os.path.join(folder, "lenet5.pt")
        with zipfile.ZipFile(model, "a") as file:  # the same weights in another file
            file.writestr(file.namelist()[0].split("/")[0] + "/extra/note", "another")
        self.refused_but_judged_again(arguments, "model")
        sessions = glob.glob(os.path.join(path("m"), "cells", "*.mscope"))
        again = call([CLI, "transfer", *sessions, "--model", folder, "--json", "--quiet"])
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertTrue(all(cell["failing"] == cell["tests"] > 0 for row in json.loads(again.stdout)["rows"]
                            for cell in row["models"]))

    def test_few_tests_give_reasons(self):
        self.assertEqual(call(command("h", calls=32)).returncode, 0)
        for row in rows("h"):
            self.assertNotEqual(row["value"] == "", row["missing"] == "", row)

    def test_a_budget_without_a_test_is_told(self):
        result = call(command("z", calls=10))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("the budget ended before the first test", read("z", "report.html"))

    def test_a_network_that_is_no_lpips_is_refused_at_once(self):
        for file, text in [(os.path.join(PROJECT, "lenet5.pt"), "LPIPS network takes 1 inputs"),
                           ("/nowhere/alex.pt", "no file '/nowhere/alex.pt'")]:
            result = call(command("n", "--lpips", file))
            self.assertEqual((result.returncode, result.stdout), (1, ""), result.stderr)
            self.assertIn(text, result.stderr)
            self.assertFalse(os.path.exists(path("n")))

    def test_a_class_that_never_fails_is_named(self):
        arguments = command("s")
        arguments[arguments.index("random,deephunter")] = "random,tensorfuzz"  # the latter stays with few seeds
        self.assertEqual(call(arguments).returncode, 0)
        with open(os.path.join(PROJECT, "project.json")) as file:
            names = json.load(file)["data"]["classes"]
        table = re.search(r"Classes that never fail.*?</table>", read("s", "report.html"), re.S).group()
        found = dict(re.findall(r'<td class="word">(\w+)</td><td class="word">(.*?)</td>', table))
        for generator, name in (("random", "Random"), ("tensorfuzz", "TensorFuzz")):
            failing, seeds = set(), set()
            for repeat in (1, 2):
                with sqlite3.connect(os.path.join(path("s"), f"cells/{generator}-{repeat}.mscope")) as store:
                    seeds |= {label for label, in store.execute("SELECT label FROM seeds")}
                    failing |= {label for label, in store.execute("SELECT label FROM tests WHERE verified = 1")}
            silent = ", ".join(names[label] for label in sorted(seeds - failing))
            self.assertEqual(found.get(name, ""), silent)
        self.assertTrue(found["TensorFuzz"])

    def test_wrong_usage(self):
        for arguments, text in [(["--set", "nothing=1"], "setting of no chosen generator"),
                                (["--metrics", "ssin"], "ssim"), (["--preset", "quik"], "quick"),
                                (["--seed", "x"], "--seed")]:
            result = call(command("w", *arguments))
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn(text, result.stderr)
            self.assertFalse(os.path.exists(path("w")))

    def test_folder_with_other_things(self):
        os.makedirs(path("other"))
        with open(os.path.join(path("other"), "mine.txt"), "w") as file:
            file.write("mine")
        result = call(command("other"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("holds no assessment", result.stderr)
        self.assertEqual(os.listdir(path("other")), ["mine.txt"])

    def test_folder_that_cannot_be_written(self):
        result = call(command("x/../../../proc/assessment"))
        self.assertIn(result.returncode, (1, 2))
        self.assertEqual(result.stderr.count("\n"), 1)


if __name__ == "__main__":
    try:
        unittest.main(argv=[sys.argv[0]])
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
