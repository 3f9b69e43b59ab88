#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Labels from outside: test_labels.py PATH_OF_MUTASCOPE_CLI SOURCE_DIR

Agreement is held against published values and against statsmodels or scikit-learn where one is installed for
this Python, and always against numpy.
"""
import csv
import fcntl
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

import numpy as np

try:
    from sklearn.metrics import cohen_kappa_score
except ImportError:
    cohen_kappa_score = None
try:
    from statsmodels.stats.inter_rater import fleiss_kappa
except ImportError:
    fleiss_kappa = None

CLI = sys.argv[1]
SOURCE = sys.argv[2]
PROJECT = os.path.join(SOURCE, "projects", "fashion-mnist-lenet5")
WORK = tempfile.mkdtemp(prefix="mutascope-labels-")
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=os.path.join(WORK, "cache"), HOME=WORK)
TESTS = 380  # of the largest sheet
BASE = os.path.join(WORK, "base.mscope")


def path(name):
    return os.path.join(WORK, name)


def call(*arguments, code=0):
    result = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                            stdin=subprocess.DEVNULL, env=ENVIRONMENT)
    assert result.returncode == code, (arguments, result.returncode, result.stdout[-500:], result.stderr)
    return result


def answer(*arguments):
    return json.loads(call(*arguments, "--json").stdout)


def failing_ids(file):
    with sqlite3.connect(file) as database:
        return [row[0] for row in database.execute("SELECT id FROM tests WHERE failing = 1 ORDER BY id")]


def multiply_tests(file):
    """A short run finds few failing tests; the others are these again under new numbers."""
    with sqlite3.connect(file) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(tests)")]
        others = ", ".join(name for name in columns if name != "id")
        assert failing_ids(file), "the run found no failing test"
        while len(failing_ids(file)) < TESTS:
            last = database.execute("SELECT max(id) FROM tests").fetchone()[0]
            database.execute(f"INSERT INTO tests (id, {others}) SELECT id + {last}, {others} FROM tests "
                             f"WHERE failing = 1 AND id <= {last}")
            database.commit()


def setUpModule():
    call("run", PROJECT, "--generator", "random", "--criterion", "none", "--set", "seeds-per-class=2",
         "--budget-tests", 1500, "--out", BASE, "--quiet")
    multiply_tests(BASE)


def tearDownModule():
    shutil.rmtree(WORK)


def session(name):
    shutil.copy(BASE, path(name))
    return path(name)


def new_protocol(file, classes=10, **more):
    definition = {"name": "study", "selection": "failing", "class_names": [f"c{i}" for i in range(classes)],
                  **more}
    with open(path("protocol.json"), "w") as out:
        json.dump(definition, out)
    return answer("labels", "new", file, "--from", path("protocol.json"))


def write_labels(name, rows, columns=("run", "test", "labeller", "verdict", "class")):
    with open(path(name), "w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(columns)
        writer.writerows(rows)
    return path(name)


def label_row(test, labeller, category, classes):
    return [1, test, labeller, "seen" if category < classes else "invalid",
            category if category < classes else ""]


def events(file):
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        return {row[0] for row in database.execute("SELECT uuid FROM label_events")}


# Coefficients from counts: one row an item, one column a category.

def counts_of(items, categories):
    counts = np.zeros((len(items), categories))
    for row, item in enumerate(items):
        for given in item:
            if given is not None:
                counts[row, given] += 1
    return counts[counts.sum(axis=1) >= 2]


def coefficients(items, categories):
    counts = counts_of(items, categories)
    answers = counts.sum(axis=1)
    observed = ((counts * (counts - 1)).sum(axis=1) / (answers * (answers - 1))).mean()
    shares = (counts / answers[:, None]).mean(axis=0)
    fleiss = (shares ** 2).sum()
    gwet = (shares * (1 - shares)).sum() / (categories - 1)
    totals, all_answers = counts.sum(axis=0), answers.sum()
    disagreement = ((answers ** 2 - (counts ** 2).sum(axis=1)) / (answers - 1)).sum() / all_answers
    expected = (all_answers ** 2 - (totals ** 2).sum()) / (all_answers * (all_answers - 1))
    return {"raw": observed, "fleiss": (observed - fleiss) / (1 - fleiss),
            "ac1": (observed - gwet) / (1 - gwet), "krippendorff": 1 - disagreement / expected}


def cohen(first, second):
    values = sorted(set(first) | set(second))
    table = np.array([[sum(a == x and b == y for a, b in zip(first, second)) for y in values] for x in values])
    share = table / table.sum()
    chance = share.sum(axis=1) @ share.sum(axis=0)
    return (np.trace(share) - chance) / (1 - chance)


class Agreement(unittest.TestCase):
    def measured(self, report, question):
        values = next(q for q in report["questions"] if q["question"] == question)["all"]
        return {name: values[name]["value"] for name in ("raw", "cohen", "fleiss", "krippendorff", "ac1")}

    def test_published_values_of_a_human_study(self):
        with open(os.path.join(SOURCE, "tests", "core", "metrics", "stats", "reference.json")) as source:
            cases = [case for case in json.load(source)["agreement"] if case.get("digits") == 4]
        self.assertEqual(len(cases), 10)
        tests = failing_ids(BASE)
        for number, case in enumerate(cases):
            with self.subTest(case["name"]):
                file = session(f"sheet{number}.mscope")
                flag = case["categories"] == 2
                classes = 10 if flag else case["categories"] - 1
                new_protocol(file, classes)
                # The flag of a sheet: 0 stands for any class that is seen, 1 for none.
                kind = (lambda given: 0 if given == 0 else classes) if flag else (lambda given: given)
                rows = [label_row(test, labeller, kind(item[place]), classes)
                        for test, item in zip(tests, case["items"])
                        for place, labeller in enumerate(("Ann", "Bo"))]
                imported = answer("labels", "import", file, write_labels("sheet.csv", rows))
                self.assertEqual(imported["labels"], 2 * len(case["items"]))
                report = answer("labels", "agreement", file, "--resamples", 10)
                measured = self.measured(report, "validity" if flag else "answer")
                for name, value in case["published"].items():
                    self.assertAlmostEqual(measured[name], value, delta=5.01e-5, msg=name)
                self.check_with_libraries(measured, case)

    def check_with_libraries(self, measured, case):
        first, second = zip(*case["items"])
        self.assertAlmostEqual(measured["cohen"], cohen(first, second), places=12)
        if cohen_kappa_score:
            self.assertAlmostEqual(measured["cohen"], cohen_kappa_score(first, second), places=12)
        if fleiss_kappa:
            counts = counts_of(case["items"], case["categories"])
            self.assertAlmostEqual(measured["fleiss"], fleiss_kappa(counts), places=12)

    @unittest.skipUnless(cohen_kappa_score and fleiss_kappa,
                         "no cross-check: python3-sklearn or python3-statsmodels is not installed")
    def test_libraries_were_there_to_check_against(self):
        """Skipped visibly where the published values were not held against the libraries too."""

    def test_three_labellers_with_missing_answers(self):
        file = session("missing.mscope")
        new_protocol(file)
        random = np.random.default_rng(5)
        tests = failing_ids(BASE)[:60]
        items = [[None if random.random() < 0.3 else int(value) for value in random.integers(0, 4, 3) // 2 * 5]
                 for _ in tests]
        rows = [label_row(test, f"L{place}", given, 10) for test, item in zip(tests, items)
                for place, given in enumerate(item) if given is not None]
        answer("labels", "import", file, write_labels("missing.csv", rows))
        report = answer("labels", "agreement", file, "--resamples", 200)
        measured = self.measured(report, "answer")
        for name, value in coefficients(items, 11).items():
            self.assertAlmostEqual(measured[name], value, places=12, msg=name)
        both = [[(item[a], item[b]) for item in items if item[a] is not None and item[b] is not None]
                for a, b in ((0, 1), (0, 2), (1, 2))]
        self.assertAlmostEqual(measured["cohen"], np.mean([cohen(*zip(*pairs)) for pairs in both]), places=12)
        low, high = report["questions"][0]["all"]["fleiss"]["interval"]
        self.assertLess(low, measured["fleiss"])
        self.assertGreater(high, measured["fleiss"])
        self.assertEqual(report, answer("labels", "agreement", file, "--resamples", 200))
        self.assertEqual(sum(group["items"] for group in report["questions"][0]["by_class"]),
                         report["questions"][0]["all"]["items"])
        text = call("labels", "agreement", file, "--resamples", 10).stdout
        self.assertIn("KRIPPENDORFF", text)

    def test_warning_in_words(self):
        file = session("skewed.mscope")
        new_protocol(file)
        rows = []
        for place, test in enumerate(failing_ids(BASE)[:100]):
            rows += [label_row(test, "Ann", 10 if place < 3 else 1, 10),
                     label_row(test, "Bo", 10 if 3 <= place < 6 else 1, 10)]
        answer("labels", "import", file, write_labels("skewed.csv", rows))
        report = answer("labels", "agreement", file, "--resamples", 10)
        self.assertIn("97 % of all answers", report["questions"][1]["all"]["warning"])


    def test_thousands_of_labellers(self):
        file = session("crowd.mscope")
        new_protocol(file)
        tests = failing_ids(BASE)[:100]
        rows = [label_row(tests[place % 100], f"L{place}", place % 7 // 6 * 10, 10) for place in range(3000)]
        self.assertEqual(answer("labels", "import", file, write_labels("crowd.csv", rows))["labels"], 3000)
        report = answer("labels", "agreement", file, "--resamples", 100)
        self.assertEqual(len(report["labellers"]), 3000)
        values = report["questions"][0]["all"]
        items = [[place % 7 // 6 * 10 for place in range(item, 3000, 100)] for item in range(100)]
        for name, value in coefficients(items, 11).items():
            self.assertAlmostEqual(values[name]["value"], value, places=12, msg=name)
        self.assertIsNone(values["cohen"]["value"])  # of 435 pairs an item, 43,500 in all
        self.assertIn("More than 1000 pairs", values["warning"])
        self.assertEqual(report["questions"][0]["pairs"], [])

    def test_thousands_about_one_image(self):
        """The time must not grow with the square of the labellers (half a minute then)."""
        file = session("one.mscope")
        new_protocol(file)
        test = failing_ids(BASE)[0]
        rows = [label_row(test, f"L{place}", place % 3, 10) for place in range(5000)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        self.assertEqual(answer("labels", "import", file, write_labels("one.csv", rows))["labels"], 5000)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 10)


class Exchange(unittest.TestCase):
    def label(self, file, labeller, tests, category=1):
        rows = [label_row(test, labeller, category, 10) for test in tests]
        return answer("labels", "import", file, write_labels("some.csv", rows))

    def test_three_copies_give_the_union(self):
        file = session("whole.mscope")
        new_protocol(file)
        tests = failing_ids(BASE)
        copies = []
        for place, name in enumerate(("Ann", "Bo", "Cy")):
            copy = path(f"copy{place}.mscope")
            shutil.copy(file, copy)
            self.label(copy, name, tests[:10 + place], place)
            copies.append(copy)
        union = set().union(*map(events, copies))
        self.assertEqual(len(union), 33)
        self.assertEqual([part["events"] for part in answer("labels", "merge", file, *copies)], [10, 11, 12])
        self.assertEqual(events(file), union)
        again = answer("labels", "merge", file, *copies, copies[0])
        self.assertEqual([part["events"] for part in again], [0, 0, 0, 0])
        self.assertEqual([part["known"] for part in again], [10, 11, 12, 10])
        self.assertIn("into itself", call("labels", "merge", file, file, code=2).stderr)

    def test_a_file_that_cannot_be_merged_keeps_no_other_out(self):
        file = session("kept.mscope")
        new_protocol(file)
        tests = failing_ids(BASE)
        copies = [path("before.mscope"), path("after.mscope")]
        for place, copy in enumerate(copies):
            shutil.copy(file, copy)
            self.label(copy, f"L{place}", tests[:3 + place])
        result = call("labels", "merge", file, copies[0], path("gone.mscope"), copies[1], code=1)
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertIn("gone.mscope", result.stderr)
        self.assertEqual(result.stdout.count("taken over"), 2)
        self.assertEqual(events(file), events(copies[0]) | events(copies[1]))

    def test_imported_labellers_are_counted(self):
        file = session("counted.mscope")
        new_protocol(file)
        for name in ("Ann", "Bo"):
            self.label(file, name, failing_ids(BASE)[:2])
        self.assertEqual(answer("labels", "list", file)[0]["labellers"], 2)

    def test_format_follows_the_ending(self):
        file = session("ending.mscope")
        new_protocol(file)
        self.label(file, "Ann", failing_ids(BASE)[:4])
        for name, format in (("e.csv", "csv"), ("e.jsonl", "jsonl"), ("e.json", "label-studio")):
            call("labels", "export", file, "--format", format, "--out", path(name))
            self.assertEqual(answer("labels", "import", file, path(name))["known"], 4, name)

    def test_hand_out_holds_nothing_else(self):
        file = session("master.mscope")
        protocol = new_protocol(file, clean_checks=2, invalid_checks=2, repeats=3)
        handed = answer("labels", "hand-out", file, "--labeller", "Zoë", "--out", path("zoe.mscope"))
        self.assertEqual(handed["items"], protocol["items"])
        with sqlite3.connect(path("zoe.mscope")) as database:
            for table in ("runs", "tests", "seeds", "states", "log", "coverage", "label_verdicts"):
                self.assertEqual(database.execute(f"SELECT count(*) FROM {table}").fetchone(), (0,), table)
            kinds = database.execute("SELECT DISTINCT kind, run_uuid, test, expected, known FROM label_items")
            self.assertEqual(kinds.fetchall(), [("test", "", 0, None, "")])
        self.assertIn("there already", call("labels", "hand-out", file, "--labeller", "Zoë", "--out",
                                            path("zoe.mscope"), code=2).stderr)
        self.assertEqual(answer("labels", "list", path("zoe.mscope"))[0]["hand_out"], True)

    def test_formats(self):
        file = session("formats.mscope")
        new_protocol(file)
        tests = failing_ids(BASE)
        self.label(file, "Ann", tests[:5], 3)
        self.label(file, "Bo", tests[:3], 10)
        for name in ("csv", "jsonl", "label-studio"):
            out = path("labels." + name)
            self.assertEqual(answer("labels", "export", file, "--format", name, "--out", out)["labels"], 8)
            again = answer("labels", "import", file, out, "--format", name)
            self.assertEqual((again["labels"], again["known"], again["refused"]), (0, 8, []), name)
        self.assertTrue(os.path.exists(path("labels.label-studio.config.xml")))
        with open(path("labels.csv"), newline="") as source:
            rows = list(csv.DictReader(source))
        self.assertEqual({row["validity"] for row in rows if row["labeller"] == "Bo"}, {"invalid"})
        answer("labels", "export", file, "--format", "coco", "--out", path("coco.json"), "--images", path("png"))
        with open(path("coco.json")) as source:
            coco = json.load(source)
        self.assertEqual([a["category_id"] for a in coco["annotations"]], [3, 3])  # of the other three a tie
        names = set(os.listdir(path("png")))
        self.assertTrue(all(image["file_name"] in names for image in coco["images"]))

    def test_bad_rows_are_one_message_and_the_rest_is_kept(self):
        file = session("bad.mscope")
        new_protocol(file)
        test = failing_ids(BASE)[0]
        rows = [[1, test, "Ann", "seen", 1]] + [[1, 10 ** 9 + i, "Ann", "seen", 1] for i in range(50)]
        rows += [[1, test, "Bo", "marvellous", ""], [1, test, "Bo", "seen", 77]]
        result = call("labels", "import", file, write_labels("bad.csv", rows))
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertIn("labels for tests that do not exist: 50 (first: line 3", result.stderr)
        self.assertIn("unknown verdicts: 1 (line 53: 'marvellous')", result.stderr)
        self.assertIn("1 label taken over", result.stdout)
        call("labels", "import", file, write_labels("bad.csv", rows[1:]), code=1)
        self.assertIn("format", call("labels", "import", file, path("bad.csv"), "--format", "xml",
                                     code=2).stderr)
        call("labels", "import", file, path("none.csv"), code=1)
        call("labels", "import", file, path("bad.csv"), "--protocol", "other", code=1)

    def test_clocks_may_go_back_but_must_be_clocks(self):
        file = session("clocks.mscope")
        new_protocol(file)
        test = failing_ids(BASE)[0]
        columns = ("run", "test", "labeller", "verdict", "class", "number", "at")
        rows = [[1, test, "Ann", "seen", 1, 1, "2030-01-01T00:00:00Z"],
                [1, test, "Ann", "seen", 2, 2, "1999-01-01T00:00:00.5+01:00"],
                [1, test, "Bo", "seen", 3, "", "yesterday"]]
        result = call("labels", "import", file, write_labels("clocks.csv", rows, columns))
        self.assertIn("times that are none (such as 2024-05-31T12:00:00Z): 1 (line 4: 'yesterday')", result.stderr)
        call("labels", "export", file, "--out", path("clocks-out.csv"))
        with open(path("clocks-out.csv"), newline="") as source:
            self.assertEqual([(row["labeller"], row["class"]) for row in csv.DictReader(source)], [("Ann", "2")])

    def test_two_programs_on_one_file(self):
        file = session("locked.mscope")
        with open(file + "-lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            result = call("labels", "new", file, code=1)
            self.assertIn("is being written by another program", result.stderr)
            self.assertEqual(answer("labels", "list", file), [])

    def test_usage(self):
        call("labels", code=2)
        call("labels", "nonsense", BASE, code=2)
        call("labels", "list", code=2)
        call("labels", "list", path("nowhere.mscope"), code=1)
        call("labels", "agreement", BASE, code=1)
        self.assertIn("hand-out", call("labels", "--help").stdout)
        self.assertIn("--labels-per-test", call("labels", "new", "--help").stdout)
        result = call("labels", "new", session("usage.mscope"), "--question", "verdict", "--show", "nothing",
                      code=2)
        self.assertIn("hides both", result.stderr)


class FlowBack(unittest.TestCase):
    def test_export_report_and_protocols_know_what_people_say(self):
        file = session("flow.mscope")
        made = answer("labels", "new", file)
        self.assertEqual(made["tests"], 200)
        new_protocol(file, name="all")
        tests = failing_ids(BASE)
        with sqlite3.connect(BASE) as database:
            labels = dict(database.execute("SELECT id, label FROM tests"))
        rows = [[1, tests[0], "Ann", "seen", labels[tests[0]]],
                [1, tests[1], "Ann", "seen", (labels[tests[1]] + 1) % 10],
                [1, tests[2], "Ann", "invalid", ""], [1, tests[2], "Bo", "invalid", ""],
                [1, tests[3], "Ann", "invalid", ""], [1, tests[3], "Bo", "seen", 1]]
        answer("labels", "import", file, write_labels("flow.csv", rows), "--protocol", "all")
        for verdict, expected in (("valid", tests[:2]), ("valid-same", tests[:1]), ("valid-other", tests[1:2]),
                                  ("invalid", tests[2:3]), ("undecided", tests[3:4])):
            folder = path("out-" + verdict)
            call("export", file, "--human", verdict, "--out", folder, "--no-seeds")
            with open(os.path.join(folder, "manifest.csv"), newline="") as source:
                manifest = list(csv.DictReader(source))
            self.assertEqual([int(row["id"]) for row in manifest], expected, verdict)
            self.assertTrue(all(row["human_verdict"].startswith(verdict) for row in manifest))
        self.assertEqual(manifest[0]["human_labels"], "2")
        call("report", file, "--out", path("flow.html"))
        with open(path("flow.html")) as page:
            self.assertIn("What people say: 4 of", page.read())
        disagreeing = answer("labels", "new", file, "--tests", "disagreements", "--name", "second look",
                             "--disagreements-of", next(one["protocol"] for one in answer("labels", "list", file)
                                                        if one["name"] == "all"),
                             "--repeats", 0)
        self.assertEqual(disagreeing["tests"], 1)

    def test_automated_validity_is_held_against_people(self):
        file = session("validity.mscope")
        new_protocol(file)
        tests = failing_ids(BASE)[:40]
        rows = [label_row(test, "Ann", 10 if place % 4 == 0 else 1, 10) for place, test in enumerate(tests)]
        answer("labels", "import", file, write_labels("validity.csv", rows))
        report = answer("labels", "validity", file, "--epochs", 1, "--training-images", 512, "--quiet")
        self.assertEqual(report["labelled"], 40)
        self.assertEqual([one["score"] for one in report["scores"]],
                         ["reconstruction", "feature-distance", "combined"])
        for one in report["scores"]:
            self.assertEqual((one["valid"], one["invalid"]), (30, 10))
            x = [point["valid_kept"] for point in one["roc"]]
            y = [point["invalid_kept"] for point in one["roc"]]
            # Area under the curve by trapezoids: how much later invalid images pass.
            self.assertAlmostEqual(one["auc"], 1 - np.trapz(y, x), places=9)
            best = max(point["valid_kept"] - point["invalid_kept"] for point in one["roc"])
            chosen = next(point for point in one["roc"] if point["threshold"] == one["threshold"])
            self.assertAlmostEqual(chosen["valid_kept"] - chosen["invalid_kept"], best)
            agreement = one["uncalibrated"]
            self.assertEqual(sum(agreement[key] for key in ("both_valid", "people_only", "automated_only",
                                                            "both_invalid")), 40)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
