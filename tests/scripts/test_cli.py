#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives mutascope-cli from outside: test_cli.py PATH_OF_MUTASCOPE_CLI SOURCE_DIR

Every message and exit code is checked as a user or a script sees it. Uses the sample project; what trains,
trains on a few images of the same data.
"""
import contextlib
import csv
import fcntl
import glob
import gzip
import hashlib
import json
import os
import pty
import re
import select
import shutil
import signal
import sqlite3
import stat
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

CLI = sys.argv[1]
SOURCE = sys.argv[2]
PROJECT = os.path.join(SOURCE, "projects", "fashion-mnist-lenet5")
DATA = "/usr/share/datasets/fashion-mnist"
COMMANDS = ["list", "info", "new", "train", "run", "resume", "replay", "verify", "export", "coverage",
            "trace", "tree", "report"]
# Short runs: few seeds, a profile of few images.
QUICK = ["--set", "seeds-per-class=10", "--set", "profile-limit=1000"]
ENDLESS = ["--budget-time", "600"]
WORK = tempfile.mkdtemp(prefix="mutascope-cli-")
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=os.path.join(WORK, "cache"), HOME=WORK, TERM="xterm")


def call(*arguments, **options):
    """Runs the program to its end."""
    options.setdefault("env", ENVIRONMENT)
    return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                          stdin=subprocess.DEVNULL, **options)


def path(name):
    return os.path.join(WORK, name)


def run_arguments(out, *more, budget=("--budget-calls", "2000")):
    return ["run", PROJECT, "--generator", "deephunter", "--criterion", "kmnc:100", "--seed", "1", *QUICK,
            *budget, "--out", out, *more]


def start(*arguments):
    """Starts the program; returns it once it searches, which its plain progress says."""
    process = subprocess.Popen([CLI, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=ENVIRONMENT, stdin=subprocess.DEVNULL)
    for line in process.stderr:
        if line.startswith("searching"):
            return process
    raise AssertionError("it ended before it searched: " + str(process.wait()))


def stored_tests(file):
    with contextlib.closing(sqlite3.connect(file)) as database:
        return database.execute("select count(*) from tests").fetchone()[0]


def wait_for_tests(process, file):
    """Until a checkpoint has brought tests into the session."""
    while process.poll() is None:
        try:
            if stored_tests(file) > 0:
                return
        except sqlite3.OperationalError:
            pass  # the writer has it for itself just now
    raise AssertionError("the run ended by itself: " + process.stderr.read())


def edit(file, statement, values=()):
    with contextlib.closing(sqlite3.connect(file)) as database:
        row = database.execute(statement, values).fetchone()
        database.commit()
        return row


def manifest(folder):
    with open(os.path.join(folder, "manifest.jsonl"), encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def small_data(folder, train=600, test=200):
    """The first images of the data set as IDX files of their own."""
    os.makedirs(folder, exist_ok=True)
    for split, count in (("train", train), ("t10k", test)):
        for name, header, size in (("images-idx3", 16, 28 * 28), ("labels-idx1", 8, 1)):
            with gzip.open(os.path.join(DATA, f"{split}-{name}-ubyte.gz")) as stream:
                content = stream.read(header + count * size)
            content = content[:4] + struct.pack(">I", count) + content[8:]
            with open(os.path.join(folder, f"{split}-{name}-ubyte"), "wb") as out:
                out.write(content)
    return folder


class CliTest(unittest.TestCase):
    maxDiff = None

    def succeed(self, *arguments, **options):
        result = call(*arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def object_of(self, *arguments, code=0):
        """The one JSON object on the standard output."""
        result = call(*arguments, "--json")
        self.assertEqual(result.returncode, code, result.stderr)
        value = json.loads(result.stdout)
        self.assertIsInstance(value, dict)
        return value

    def refuse(self, code, part, *arguments, **options):
        """One line on the standard error that holds part, nothing on the standard output."""
        result = call(*arguments, **options)
        self.assertEqual(result.returncode, code, (arguments, result.stdout, result.stderr))
        messages = [line for line in result.stderr.splitlines() if line.startswith("mutascope-cli: error: ")]
        self.assertEqual(len(messages), 1, result.stderr)
        self.assertIn(part, messages[0])
        self.assertEqual(result.stdout, "")


class HelpAndLists(CliTest):
    def test_help_everywhere(self):
        self.assertRegex(self.succeed("--version").stdout, r"^mutascope-cli \d+\.\d+\.\d+\n$")
        overview = self.succeed("--help").stdout
        for command in COMMANDS:
            self.assertRegex(overview, rf"(?m)^  {command}\b")
            self.assertIn(f"mutascope-cli {command}", self.succeed(command, "--help").stdout)

    def test_version_of_a_command(self):
        for command in ("list", "run"):
            self.assertEqual(self.succeed(command, "--version").stdout, self.succeed("--version").stdout)

    def test_help_of_a_generator_lists_its_settings(self):
        names = [p["name"] for p in next(g for g in self.object_of("list", "generators")["generators"]
                                         if g["id"] == "deephunter")["parameters"]]
        text = self.succeed("run", "--generator", "deephunter", "--help").stdout
        self.assertGreater(len(names), 3)
        for name in names:
            self.assertIn(f"  {name}  (", text)

    def test_lists(self):
        generators = self.object_of("list", "generators")["generators"]
        self.assertLessEqual({"deephunter", "random"}, {g["id"] for g in generators})
        for parameter in (p for g in generators for p in g["parameters"]):
            self.assertLessEqual({"name", "type", "default", "tooltip"}, parameter.keys())
        criteria = {c["id"] for c in self.object_of("list", "criteria")["criteria"]}
        self.assertLessEqual({"nc", "kmnc", "nbc", "snac", "tknc"}, criteria)
        mutators = {m["id"] for m in self.object_of("list", "mutators")["mutators"]}
        self.assertLessEqual({"translate", "scale", "shear", "rotate", "contrast", "brightness", "blur",
                              "noise"}, mutators)
        models = {m["id"] for m in self.object_of("list", "models")["models"]}
        self.assertLessEqual({"lenet1", "lenet4", "lenet5"}, models)
        for what in ("generators", "criteria", "mutators", "models"):
            self.assertTrue(self.succeed("list", what).stdout.strip())


class WrongUsage(CliTest):
    def test_nearest_names(self):
        out = path("never.mscope")
        self.refuse(2, "Did you mean 'run'?", "rum", PROJECT)
        self.refuse(2, "Did you mean 'generators'?", "list", "generator")
        self.refuse(2, "Did you mean '--generator'?", "run", PROJECT, "--generater", "random")
        self.refuse(2, "Did you mean '--budget-calls'?", "run", PROJECT, "--out", out, "--budget-call=5")
        self.refuse(2, "Did you mean 'deephunter'?", "run", PROJECT, "--generator", "deephuntr",
                    "--budget-calls", 5, "--out", out)
        self.refuse(2, "Did you mean 'kmnc'?", "run", PROJECT, "--criterion", "kmcn:5", "--budget-calls", 5,
                    "--out", out)
        self.refuse(2, "Did you mean 'seeds-per-class'?", "run", PROJECT, "--set", "seed-per-class=5",
                    "--budget-calls", 5, "--out", out)
        self.refuse(2, "unknown layer 'conv9'", "run", PROJECT, "--layers", "conv9", "--budget-calls", 5,
                    "--out", out)
        self.refuse(2, "Did you mean 'lenet5'?", "train", "--data", DATA, "--model", "lenet55", "--out",
                    path("x.pt"))
        self.refuse(2, "Did you mean 'test'?", "coverage", PROJECT, "--criterion", "nc", "--split", "tset")
        self.assertFalse(os.path.exists(out))

    def test_values(self):
        out = path("never.mscope")
        for budget in (["--budget-calls", "0"], ["--budget-calls", "-5"], ["--budget-calls", "many"],
                       ["--budget-time", "-1"], ["--budget-time", "nan"], ["--budget-tests", "1.5"],
                       ["--budget-failures", "99999999999999999999"]):
            self.refuse(2, budget[0] + ": '" + budget[1] + "'", "run", PROJECT, *budget, "--out", out)
        self.refuse(2, "no budget was given", "run", PROJECT, "--out", out)
        self.refuse(2, "seeds-per-class", "run", PROJECT, "--set", "seeds-per-class=0", "--budget-calls", 5,
                    "--out", out)
        self.refuse(2, "'blah' is not NAME=VALUE", "run", PROJECT, "--set", "blah", "--budget-calls", 5,
                    "--out", out)
        self.refuse(2, "criterion 'kmnc'", "run", PROJECT, "--criterion", "kmnc:-1", "--budget-calls", 5,
                    "--out", out)
        self.refuse(2, "for example 28x28x1", "info", PROJECT + "/lenet5.pt", "--input", "28x28")
        self.assertFalse(os.path.exists(out))

    def test_ranges_are_named(self):
        budget = ["--budget-tests", 1, "--out", path("no.mscope")]
        self.refuse(2, "from 0 to 18446744073709551615", "run", PROJECT, *budget, "--seed", 2**64)
        self.refuse(2, "--threads: '100000' is not allowed. Expected: a whole number from 1 to", "run", PROJECT,
                    *budget, "--threads", 100000)
        self.refuse(2, "a whole number from 1 to 1000000", "run", PROJECT, *budget, "--criterion", "kmnc:0")

    def test_empty_texts(self):
        self.refuse(2, "--out is empty", "run", PROJECT, "--budget-tests", 1, "--out", "")
        self.refuse(2, "FILE is empty", "info", "")

    def test_missing_arguments(self):
        self.refuse(2, "no command was given")
        self.refuse(2, "PROJECT is required", "run")
        self.refuse(2, "--out is required", "run", PROJECT, "--budget-calls", 5)
        self.refuse(2, "unexpected argument 'b'", "info", "a", "b")
        self.refuse(2, "no output was given", "train", "--data", DATA)

    def test_the_wrong_kind_of_file(self):
        self.refuse(2, "is a project, not a session file", "replay", PROJECT, "--run", 1)
        self.refuse(2, "is a model file, not a project", "run", PROJECT + "/lenet5.pt", "--budget-calls", 5,
                    "--out", path("never.mscope"))
        self.refuse(2, "is a model file, not a session file", "run", PROJECT, "--budget-calls", 5, "--out",
                    PROJECT + "/lenet5.pt")


class BadFiles(CliTest):
    def test_missing(self):
        for arguments in (["info"], ["resume"], ["verify"], ["replay"]):
            self.refuse(1, "none", *arguments, path("none"))
        self.refuse(1, "there is no project", "run", path("none"), "--budget-calls", 5, "--out", path("n"))
        self.refuse(1, "does not exist", "new", path("p"), "--model", path("none.pt"), "--data", DATA)
        self.refuse(1, "there is no folder", *run_arguments(path("no/folder/a.mscope")))

    def test_truncated_model(self):
        with open(PROJECT + "/lenet5.pt", "rb") as stream:
            content = stream.read()
        for name, part in (("half.pt", content[:len(content) // 2]), ("empty.pt", b""),
                           ("text.pt", b"hello")):
            with open(path(name), "wb") as out:
                out.write(part)
            self.refuse(1, name, "info", path(name))
            self.refuse(1, name, "new", path("bad"), "--model", path(name), "--data", DATA)
            self.assertFalse(os.path.exists(path("bad")))

    def test_truncated_data(self):
        folder = small_data(path("cut"))
        file = os.path.join(folder, "t10k-images-idx3-ubyte")
        os.truncate(file, os.path.getsize(file) - 1)
        self.refuse(1, "t10k-images-idx3-ubyte", "info", folder)
        self.refuse(1, "t10k-images-idx3-ubyte", "new", path("bad"), "--model", PROJECT + "/lenet5.pt",
                    "--data", folder)
        self.assertFalse(os.path.exists(path("bad")))

    def test_damaged_sessions(self):
        for name, content in (("empty.mscope", b""), ("text.mscope", b"hello, this is no session" * 100)):
            with open(path(name), "wb") as out:
                out.write(content)
            self.refuse(1, name, "info", path(name))
            self.refuse(1, name, "verify", path(name))
        edit(path("foreign.mscope"), "create table t (x)")
        self.refuse(1, "foreign.mscope", "info", path("foreign.mscope"))
        self.refuse(1, "foreign.mscope", *run_arguments(path("foreign.mscope")))

    def test_unwritable_output(self):
        self.refuse(1, "is a folder", *run_arguments(WORK))
        self.refuse(1, "cannot write", "trace", PROJECT, "--limit", 10, "--out", "/dev/full")
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([CLI, "list", "criteria"], stdout=full, stderr=subprocess.PIPE, text=True,
                                    env=ENVIRONMENT, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("No space left", result.stderr)

    def test_output_in_the_place_of_something_else(self):
        session = path("kept.mscope")
        with contextlib.closing(sqlite3.connect(session)) as database:
            database.execute("create table t (x)")
        pipe = path("pipe")
        os.mkfifo(pipe)
        with open(session, "rb") as before:
            content = before.read()
        self.refuse(2, "is a session file and would be lost", "report", session, "--out", session)
        self.refuse(1, "no regular file", "train", "--data", DATA, "--out", pipe)
        with open(session, "rb") as after:
            self.assertEqual(after.read(), content)
        self.assertTrue(stat.S_ISFIFO(os.stat(pipe).st_mode))

    def test_closed_standard_output(self):
        result = subprocess.run(["bash", "-c", '"$0" list criteria >&-', CLI], stderr=subprocess.PIPE,
                                text=True, env=ENVIRONMENT, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard output", result.stderr)


class Session(CliTest):
    """One quick run that the tests share."""

    @classmethod
    def setUpClass(cls):
        cls.file = path("a.mscope")
        # With a cache of its own: the profile is made here.
        result = call(*run_arguments(cls.file, "--json"), env=dict(ENVIRONMENT, XDG_CACHE_HOME=path("fresh")))
        assert result.returncode == 0, result.stderr
        cls.run_object = json.loads(result.stdout)

    def test_run_object(self):
        run = self.run_object
        self.assertEqual((run["run"], run["generator"], run["seed"], run["state"]),
                         (1, "deephunter", 1, "finished"))
        self.assertGreaterEqual(run["model_calls"], 2000)
        self.assertGreater(run["failing"], 0)
        self.assertEqual(run["verified"], run["failing"])
        self.assertEqual(run["seeds"], 100)
        self.assertGreater(run["coverage"]["end"], run["coverage"]["start"])
        self.assertGreater(run["coverage"]["start"], 0)
        self.assertGreaterEqual(run["profile_calls"], 1000)
        seconds = run["seconds"]
        self.assertAlmostEqual(seconds["total"], seconds["model"] + seconds["other"], places=6)
        self.assertEqual(run["file"], self.file)

    def test_info_lists_the_run(self):
        self.assertEqual(self.object_of("info", self.file)["runs"][0]["failing"], self.run_object["failing"])
        self.assertRegex(self.succeed("info", self.file).stdout, r"(?m)^ +1 +finished +deephunter")

    def test_same_seed_same_tests(self):
        second = path("b.mscope")
        self.succeed(*run_arguments(second, "--quiet"))
        rows = []
        for number, file in enumerate((self.file, second)):
            folder = path(f"same{number}")
            self.succeed("export", file, "--run", 1, "--out", folder)
            rows.append(manifest(folder))
        self.assertGreater(len(rows[0]), 0)
        self.assertEqual(rows[0], rows[1])
        third = path("c.mscope")
        self.succeed(*[a if a != "1" else "2" for a in run_arguments(third, "--quiet")])
        self.succeed("export", third, "--out", path("other"))
        self.assertNotEqual(rows[0], manifest(path("other")))

    def test_replay_and_verify(self):
        replay = self.object_of("replay", self.file, "--run", 1)
        self.assertEqual((replay["run"], replay["different"], replay["same"]), (1, 0, True))
        self.assertGreater(replay["compared"], self.run_object["failing"] - 1)
        verify = self.object_of("verify", self.file)
        self.assertEqual((verify["tests"], verify["still_failing"], verify["not_reproduced"]),
                         (self.run_object["failing"], self.run_object["failing"], 0))
        self.refuse(1, "7", "replay", self.file, "--run", 7)

    def test_a_changed_session_is_noticed(self):
        changed = path("changed.mscope")
        shutil.copy(self.file, changed)
        first = edit(changed, "select min(id) from tests where failing")[0]
        # The seed's class becomes the one the model predicts: the test does not fail any more.
        edit(changed, "update tests set label = predicted where id = ?", [first])
        self.assertEqual(self.object_of("verify", changed, code=1)["runs"][0]["not_reproduced"], [first])
        edit(changed, "update tests set predicted = (predicted + 1) % 10 where id = ?", [first])
        self.assertEqual(self.object_of("replay", changed, "--run", 1, code=1)["different"], 1)

    def test_export(self):
        folder = path("export")
        written = self.object_of("export", self.file, "--run", 1, "--out", folder, "--failing")
        rows = manifest(folder)
        self.assertEqual(written["written"], len(rows))
        self.assertEqual(written["verified"], self.run_object["failing"])
        with open(os.path.join(folder, "manifest.csv"), encoding="utf-8", newline="") as stream:
            table = list(csv.DictReader(stream))
        self.assertEqual([row["file"] for row in table], [row["file"] for row in rows])
        for row in rows:
            self.assertTrue(row["failing"] and row["verified"])
            self.assertTrue(os.path.isfile(os.path.join(folder, row["file"])))
            self.assertTrue(os.path.isfile(os.path.join(folder, row["seed_file"])))
            self.assertGreater(row["linf"], 0)
            self.assertEqual(row["lineage"][-1]["mutator"], row["mutator"])
        self.refuse(1, "is not empty", "export", self.file, "--out", folder)

    def test_export_filters(self):
        everything = manifest_of(self, "all", self.file)
        one = next(row for row in everything if row["failing"])
        label = manifest_of(self, "label", self.file, "--failing", "--label", one["label_name"])
        self.assertEqual([row["id"] for row in label],
                         [row["id"] for row in everything if row["failing"] and row["label"] == one["label"]])
        predicted = manifest_of(self, "predicted", self.file, "--predicted", one["predicted"])
        self.assertEqual({row["predicted"] for row in predicted}, {one["predicted"]})
        mutator = manifest_of(self, "mutator", self.file, "--mutator", one["mutator"])
        self.assertEqual({row["mutator"] for row in mutator}, {one["mutator"]})
        ids = manifest_of(self, "ids", self.file, "--ids", f"{one['id']},1")
        self.assertEqual({row["id"] for row in ids}, {one["id"], 1})
        self.refuse(2, "class 'Bogus'", "export", self.file, "--out", path("x"), "--label", "Bogus")
        self.refuse(2, "mutator 'blurr'", "export", self.file, "--out", path("x"), "--mutator", "blurr")

    def test_pixels_are_those_of_the_manifest(self):
        try:
            from PIL import Image
        except ImportError:
            self.skipTest("python3-pil is not installed")
        rows = manifest_of(self, "pixels", self.file, "--failing")
        for row in rows:
            with Image.open(os.path.join(path("pixels"), row["file"])) as image:
                self.assertEqual(hashlib.sha256(image.tobytes()).hexdigest(), row["sha256"])

    def test_coverage_of_an_export(self):
        rows = manifest_of(self, "covered", self.file)
        measured = self.object_of("coverage", PROJECT, "--criterion", "nc:0.5", "--inputs",
                                  os.path.join(path("covered"), "tests"))
        self.assertEqual(measured["images"], len(rows))
        self.assertGreater(measured["covered"], 0)

    def test_coverage_skips_images_that_cannot_be_read(self):
        rows = manifest_of(self, "broken", self.file)
        folder = os.path.join(path("broken"), "tests")
        first = sorted(glob.glob(os.path.join(folder, "**", "*.png"), recursive=True))[0]
        with open(first, "r+b") as image:
            image.truncate(40)
        os.symlink("nowhere.png", os.path.join(folder, "dangling.png"))
        measured = self.object_of("coverage", PROJECT, "--criterion", "nc:0.5", "--inputs", folder)
        self.assertEqual(measured["images"], len(rows) - 1)
        self.assertEqual(len(measured["skipped"]), 2)
        self.assertTrue(any(first in why for why in measured["skipped"]), measured["skipped"])
        text = self.succeed("coverage", PROJECT, "--criterion", "nc:0.5", "--inputs", folder).stdout
        self.assertIn("2 images: ", text)
        only = path("only-broken")
        os.makedirs(only)
        shutil.copy(first, only)
        self.refuse(1, "no image can be used", "coverage", PROJECT, "--criterion", "nc", "--inputs", only)

    def test_a_second_run_in_the_same_file(self):
        both = path("both.mscope")
        shutil.copy(self.file, both)
        self.assertEqual(self.object_of("run", PROJECT, "--generator", "random", *QUICK, "--criterion",
                                        "none", "--budget-tests", 50, "--out", both)["run"], 2)
        self.refuse(2, "holds 2 runs", "export", both, "--out", path("x"))
        self.assertEqual([run["run"] for run in self.object_of("verify", both)["runs"]], [1, 2])
        self.refuse(2, "is a session file, not a project", "coverage", both, "--criterion", "nc")

    def test_resume_goes_further(self):
        file = path("further.mscope")
        shutil.copy(self.file, file)
        self.refuse(1, "has finished", "resume", file)
        more = self.object_of("resume", file, "--budget-calls", 3000)
        self.assertGreaterEqual(more["model_calls"], 3000)
        straight = path("straight.mscope")
        self.succeed(*run_arguments(straight, "--quiet", budget=("--budget-calls", "3000")))
        self.assertEqual(manifest_of(self, "resumed", file), manifest_of(self, "straight", straight))

    def test_locked(self):
        file = path("locked.mscope")
        process = start(*run_arguments(file, budget=ENDLESS))
        try:
            self.refuse(1, "locked.mscope", *run_arguments(file, "--quiet"))
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate()


def manifest_of(test, name, file, *filters):
    test.succeed("export", file, "--run", 1, "--out", path(name), *filters)
    return manifest(path(name))


class Interruption(CliTest):
    def test_ctrl_c_leaves_a_session_to_resume(self):
        for number, sent in ((1, signal.SIGINT), (2, signal.SIGTERM)):
            file = path(f"stopped{number}.mscope")
            process = start(*run_arguments(file, "--json", budget=ENDLESS))
            wait_for_tests(process, file)
            process.send_signal(sent)
            stdout, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
            stopped = json.loads(stdout)
            self.assertEqual(stopped["state"], "stopped")
            self.assertFalse(os.path.exists(file + "-wal"))
            self.assertEqual(self.object_of("info", file)["runs"][0]["tests"], stopped["tests"])
            calls = stopped["model_calls"] + 500
            resumed = self.object_of("resume", file, "--budget-calls", calls)
            self.assertEqual(resumed["state"], "finished")
            self.assertGreaterEqual(resumed["model_calls"], calls)
            self.assertGreater(resumed["tests"], stopped["tests"])
        self.succeed("replay", file, "--run", 1, "--quiet")

    def test_before_the_search_nothing_is_left(self):
        file = path("early.mscope")
        process = subprocess.Popen([CLI, "run", PROJECT, "--criterion", "kmnc:50", *ENDLESS, "--out", file],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        for line in process.stderr:
            if line.startswith("profiling"):
                break
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertFalse(os.path.exists(file))

    def test_kill_leaves_a_consistent_session(self):
        file = path("killed.mscope")
        process = start(*run_arguments(file, budget=ENDLESS))
        wait_for_tests(process, file)
        process.kill()
        process.communicate()
        run = self.object_of("info", file)["runs"][0]
        self.assertEqual(run["state"], "interrupted")
        self.assertGreater(run["tests"], 0)
        self.assertEqual(edit(file, "pragma integrity_check"), ("ok",))
        self.succeed("verify", file)
        resumed = self.object_of("resume", file, "--budget-calls", run["model_calls"] + 500)
        self.assertEqual(resumed["state"], "finished")

    def test_full_disk(self):
        disk = path("disk")
        os.mkdir(disk)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("a small file system cannot be mounted here")
        try:
            file = os.path.join(disk, "full.mscope")
            result = call(*run_arguments(file, "--quiet", budget=("--budget-calls", "200000")))
            self.assertEqual(result.returncode, 1, result.stdout)
            self.assertRegex(result.stderr, "(?i)full|space")
            self.succeed("info", file)
        finally:
            subprocess.run(["umount", "-l", disk], check=True)


class Terminal(CliTest):
    def test_progress_bar_on_a_terminal_only(self):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 120, 0, 0))
        process = subprocess.Popen([CLI, *run_arguments(path("tty.mscope"), budget=("--budget-calls", "4000"))],
                                   stdout=subprocess.PIPE, stderr=slave, env=ENVIRONMENT,
                                   stdin=subprocess.DEVNULL)
        os.close(slave)
        shown = b""
        while True:
            if select.select([master], [], [], 60)[0]:
                try:
                    part = os.read(master, 65536)
                except OSError:
                    break  # the other end was closed
                shown += part
        process.communicate()
        os.close(master)
        self.assertEqual(process.returncode, 0)
        self.assertRegex(shown.decode(), r"\r\x1b\[K\[#*-*\] +\d+ %.*tests/s.*coverage.*failing.*queue")
        self.assertTrue(shown.endswith(b"\r\x1b[K"))  # nothing is left on the line

    def test_plain_and_quiet(self):
        plain = self.succeed(*run_arguments(path("plain.mscope")))
        self.assertNotIn("\r", plain.stderr)
        self.assertNotIn("\x1b", plain.stderr)
        self.assertIn("searching\n", plain.stderr)
        self.assertRegex(plain.stdout, r"^run 1 of .*: finished\n")
        self.assertEqual(self.succeed(*run_arguments(path("quiet.mscope"), "--quiet")).stderr, "")


class ModelsAndProjects(CliTest):
    def test_info_of_the_sample_project(self):
        info = self.object_of("info", PROJECT)
        self.assertEqual(info["model"]["input"], [28, 28, 1])
        self.assertEqual(info["model"]["classes"], 10)
        self.assertEqual(info["data"]["test"]["images"], 10000)
        self.assertGreaterEqual(info["clean_accuracy"], 0.9)
        self.assertLess(info["clean_accuracy"], 1)
        self.assertEqual(info, self.object_of("info", os.path.join(PROJECT, "project.json")))

    def test_info_of_model_and_data(self):
        model = self.object_of("info", PROJECT + "/lenet5.pt")
        self.assertEqual((model["input"], model["input_guessed"]), ([28, 28, 1], True))
        self.assertFalse(self.object_of("info", PROJECT + "/lenet5.pt", "--input", "28x28x1")["input_guessed"])
        self.assertTrue(all(layer["neurons"] > 0 for layer in model["layers"]))
        data = self.object_of("info", DATA)
        self.assertEqual((data["train"]["images"], data["test"]["images_per_class"]), (60000, [1000] * 10))

    def test_coverage(self):
        few = self.object_of("coverage", PROJECT, "--criterion", "nc:0.5", "--limit", 10)
        many = self.object_of("coverage", PROJECT, "--criterion", "nc:0.5", "--limit", 1000)
        self.assertEqual((few["criterion"], few["images"], many["images"]), ("nc:t=0.5", 10, 1000))
        self.assertLess(few["covered"], many["covered"])
        self.assertAlmostEqual(few["value"], few["covered"] / few["total"])
        profiled = self.object_of("coverage", PROJECT, "--criterion", "kmnc:10", "--limit", 500,
                                  "--profile-limit", 500, "--split", "train", "--layers", "linear")
        self.assertEqual(profiled["profile_images"], 500)
        self.assertEqual(profiled["total"], 10 * profiled["neurons"])

    def test_coverage_of_the_criteria_that_can_be_measured(self):
        both = ["--criterion", "nc", "--criterion", "lsc", "--profile-limit", 1, "--limit", 20]
        result = call("coverage", PROJECT, *both, "--json")
        self.assertEqual(result.returncode, 1, result.stderr)
        nc, lsc = json.loads(result.stdout)["criteria"]
        self.assertGreater(nc["value"], 0)
        self.assertIsNone(lsc["value"])
        self.assertIn("no two training images", lsc["missing"])
        self.assertIn("not measured: ", call("coverage", PROJECT, *both).stdout)
        self.refuse(2, "no two training images", "coverage", PROJECT, *both[2:])

    def test_trace(self):
        self.succeed("trace", PROJECT, "--limit", 300, "--out", path("t.csv"))
        with open(path("t.csv"), encoding="utf-8") as stream:
            rows = list(csv.reader(stream))
        self.assertEqual(rows[0][:3], ["image", "label", "predicted"])
        self.assertRegex(rows[0][3], r"^.+:0$")
        self.assertEqual([int(row[0]) for row in rows[1:]], list(range(300)))
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        right = sum(row[1] == row[2] for row in rows[1:])
        self.assertGreater(right, 200)

    def test_train_makes_a_project(self):
        data = small_data(path("small"))
        folder = path("trained")
        arguments = ["train", "--data", data, "--model", "lenet1", "--epochs", "2", "--project", folder,
                     "--threads", "1"]
        trained = call(*arguments, "--json")
        self.assertEqual(trained.returncode, 0, trained.stderr)
        result = json.loads(trained.stdout)
        self.assertEqual(result["epochs"], 2)
        self.assertRegex(trained.stderr, r"epoch 1 of 2  loss \d.*validation accuracy")
        info = self.object_of("info", folder)
        self.assertAlmostEqual(info["clean_accuracy"], result["test_accuracy"], places=6)
        self.refuse(2, "there is a project", *arguments)
        again = path("again.pt")
        self.succeed("train", "--data", data, "--model", "lenet1", "--epochs", "2", "--out", again, "--threads",
                     "1", "--quiet")
        self.assertEqual(self.object_of("info", again)["input"], [28, 28, 1])
        moved = path("moved")
        shutil.move(folder, moved)
        self.assertEqual(self.object_of("info", moved)["clean_accuracy"], info["clean_accuracy"])

    def test_new(self):
        names = path("names.txt")
        with open(names, "w", encoding="utf-8") as out:
            out.write("\n".join(f"class {i}" for i in range(10)) + "\n")
        folder = path("made")
        made = self.object_of("new", folder, "--model", PROJECT + "/lenet5.pt", "--data", DATA, "--classes",
                              names)
        info = self.object_of("info", folder)
        self.assertEqual(made["clean_accuracy"], info["clean_accuracy"])
        self.assertEqual(info["data"]["test"]["classes"][9], "class 9")
        self.refuse(2, "there is a project", "new", folder, "--model", PROJECT + "/lenet5.pt", "--data", DATA)
        self.refuse(1, "one number a channel", "new", path("m2"), "--model", PROJECT + "/lenet5.pt", "--data",
                    DATA, "--mean", "0.5,0.5")
        self.assertFalse(os.path.exists(path("m2")))
        self.refuse(2, "--std: 'x'", "new", path("m2"), "--model", PROJECT + "/lenet5.pt", "--data", DATA,
                    "--std", "x")


if __name__ == "__main__":
    try:
        unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
