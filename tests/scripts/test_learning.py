#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Generators that learn, from outside: test_learning.py PATH_OF_MUTASCOPE_CLI SOURCE_DIR

What they cannot work with ends in one clear message; what they made can be filtered and exported. Trains on a
few hundred images of the sample project's data, and on models that PyTorch writes.
"""
import contextlib
import gzip
import json
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest

import numpy
import torch
from PIL import Image

CLI = sys.argv[1]
SOURCE = sys.argv[2]
SAMPLE = os.path.join(SOURCE, "projects", "fashion-mnist-lenet5", "lenet5.pt")
DATA = "/usr/share/datasets/fashion-mnist"
WORK = tempfile.mkdtemp(prefix="mutascope-learning-")
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=os.path.join(WORK, "cache"), HOME=WORK)
# Trainings of a moment.
QUICK = {
    "advgan": ["epochs=1", "training-images=64", "width=2"],
    "sinvad": ["vae-epochs=1", "vae-images=128", "vae-hidden=32", "vae-latent=8", "generations=3",
               "population=8", "elite=4"],
    "cagfuzz": ["epochs=1", "training-images=16", "width=4", "similarity=-1", "pairs=halves"],
    "deepfault": ["seeds-per-step=16"],
    "deepsmart": ["batch-size=16"],
}


def call(*arguments, **options):
    options.setdefault("env", ENVIRONMENT)
    return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, **options)


def path(name):
    return os.path.join(WORK, name)


def fashion(split, count):
    """The first images and labels of the sample data."""
    with gzip.open(os.path.join(DATA, f"{split}-images-idx3-ubyte.gz")) as stream:
        images = numpy.frombuffer(stream.read(16 + count * 784)[16:], numpy.uint8)
    with gzip.open(os.path.join(DATA, f"{split}-labels-idx1-ubyte.gz")) as stream:
        labels = numpy.frombuffer(stream.read(8 + count)[8:], numpy.uint8)
    return images.reshape(-1, 28, 28), labels


def write_idx(folder, split, images, labels):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, f"{split}-images-idx3-ubyte"), "wb") as out:
        out.write(struct.pack(">IIII", 0x803, *images.shape) + images.tobytes())
    with open(os.path.join(folder, f"{split}-labels-idx1-ubyte"), "wb") as out:
        out.write(struct.pack(">II", 0x801, len(labels)) + labels.tobytes())


def write_data(name, train, test):
    for split, (images, labels) in (("train", train), ("t10k", test)):
        write_idx(path(name), split, images, labels)
    return path(name)


def new_project(name, model, data, *more):
    result = call("new", path(name), "--model", model, "--data", data, *more)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return path(name)


def sample_project():
    """300 training and 200 test images."""
    if not os.path.exists(path("sample")):
        new_project("sample", SAMPLE, write_data("data", fashion("train", 300), fashion("t10k", 200)))
    return path("sample")


def rows(session, statement):
    with contextlib.closing(sqlite3.connect(session)) as database:
        return database.execute(statement).fetchall()


class LearningTest(unittest.TestCase):
    maxDiff = None

    def run_of(self, project, generator, *settings, tests=40, code=0, name=None, **options):
        """The session, and the closing object of the run."""
        session = path(f"{name or self.id()}.mscope")
        given = dict(one.split("=", 1) for one in QUICK.get(generator, []) + list(settings))
        chosen = [f"{name}={value}" for name, value in given.items()]
        result = call("run", project, "--generator", generator, "--criterion", "none", "--seed", "1", "--threads", "1",
                      "--set", "seeds-per-class=3", *[word for one in chosen for word in ("--set", one)],
                      "--budget-tests", tests, "--out", session, "--quiet", "--json", **options)
        self.assertEqual(result.returncode, code, result.stderr)
        return session, json.loads(result.stdout) if code == 0 else self.message(result)

    def message(self, result):
        """The one message of a command that failed."""
        errors = [line for line in result.stderr.splitlines() if line.startswith("mutascope-cli: error: ")]
        self.assertEqual(len(errors), 1, result.stderr)
        return result.stderr

    def log(self, session, level):
        return [text for (text,) in rows(session, f"SELECT text FROM log WHERE level = '{level}'")]


class BadInput(LearningTest):
    def test_no_failing_inputs_for_the_spectrum(self):
        images, labels = fashion("t10k", 200)
        network = torch.jit.load(SAMPLE)
        with torch.no_grad():
            right = network(torch.from_numpy(images.astype(numpy.float32) / 255)[:, None]).argmax(1).numpy() == labels
        passed = images[right], labels[right]
        project = new_project("perfect", SAMPLE, write_data("perfect-data", passed, passed))
        _, text = self.run_of(project, "deepfault", code=2)
        self.assertIn("no ", text)
        self.assertIn("fail", text)

    def test_dead_layers(self):
        class Dead(torch.nn.Module):
            def __init__(self):
                super().__init__()
                torch.manual_seed(1)
                self.layer = torch.nn.Conv2d(1, 4, 3, 2)
                self.dense = torch.nn.Linear(4 * 13 * 13, 16)
                self.last = torch.nn.Linear(16, 10)
                with torch.no_grad():
                    self.dense.bias.fill_(-1e6)

            def forward(self, x):
                return self.last(torch.relu(self.dense(torch.relu(self.layer(x)).flatten(1))))

        torch.jit.trace(Dead().eval(), torch.zeros(2, 1, 28, 28)).save(path("dead.pt"))
        images, labels = fashion("t10k", 200)
        with torch.no_grad():  # whatever the input, the model says this
            answer = int(torch.jit.load(path("dead.pt"))(torch.zeros(1, 1, 28, 28)).argmax())
        labels = numpy.where(numpy.arange(200) % 2 == 0, answer, labels).astype(numpy.uint8)
        project = new_project("dead", path("dead.pt"), write_data("dead-data", (images, labels), (images, labels)))
        _, report = self.run_of(project, "deepfault", "min-accuracy=0")
        self.assertEqual(report["failing"], 0)
        self.assertNotEqual(report["message"], "")
        _, report = self.run_of(project, "advgan", "min-accuracy=0", name="dead-advgan")
        self.assertEqual(report["failing"], 0)
        self.assertIn("none of the", report["message"])

    def test_a_black_box_says_what_remains(self):
        torch.onnx.export(torch.jit.load(SAMPLE), torch.zeros(1, 1, 28, 28), path("box.onnx"), opset_version=11,
                          input_names=["in"], dynamic_axes={"in": {0: "n"}})
        project = new_project("box", path("box.onnx"), sample_project() and path("data"), "--black-box")
        for generator in ("deepfault", "advgan"):
            _, text = self.run_of(project, generator, code=1, name="box-" + generator)
            self.assertIn("black-box", text)
            self.assertIn("sinvad", text)
            self.assertIn("mode=black-box", text)
        _, text = self.run_of(project, "cagfuzz", code=1, name="box-cagfuzz")
        self.assertIn("features=PATH", text)
        for generator, settings in (("random", []), ("sinvad", []), ("cagfuzz", ["features=" + sample_project()]),
                                    ("advgan", ["mode=black-box", "distillation-epochs=1"])):
            _, report = self.run_of(project, generator, *settings, name="black-" + generator)
            self.assertGreater(report["tests"], 0, generator)

    # At this rate the second or third step is beyond what a number of 32 bits can hold.
    DIVERGING = ["vae-rate=1", "vae-hidden=800", "vae-epochs=4"]

    def test_divergence_keeps_the_last_good_epoch(self):
        session, report = self.run_of(sample_project(), "sinvad", *self.DIVERGING, "vae-batch=128")
        warnings = [text for text in self.log(session, "warning") if "diverged" in text]
        self.assertEqual(len(warnings), 1, self.log(session, "warning"))
        self.assertRegex(warnings[0], "the networks of epoch [1-3] are used")
        (description,), = rows(session, "SELECT description FROM artefacts WHERE kind = 'vae'")
        self.assertTrue(json.loads(description)["diverged"])
        self.assertEqual(report["state"], "finished")
        losses = rows(session, "SELECT losses FROM losses")
        self.assertIn("nan", losses[-1][0])

    def test_divergence_in_the_first_epoch_is_an_error(self):
        _, text = self.run_of(sample_project(), "sinvad", *self.DIVERGING, "vae-batch=16", code=2)
        self.assertIn("diverged in epoch 1", text)
        self.assertIn("learning rate", text)

    @contextlib.contextmanager
    def small_disk(self, megabytes):
        disk = tempfile.mkdtemp(prefix="disk-", dir=WORK)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", disk],
                                 capture_output=True, check=False)
        if mounted.returncode != 0:
            self.skipTest("a small file system cannot be mounted here")
        try:
            yield disk
        finally:
            subprocess.run(["umount", "-l", disk], check=True)

    # The networks of a VAE with these units take some 10 MB.
    def test_a_full_cache_costs_a_warning(self):
        with self.small_disk(1) as disk:
            session, report = self.run_of(sample_project(), "sinvad", "vae-hidden=1600", "vae-epochs=2",
                                          env=dict(ENVIRONMENT, XDG_CACHE_HOME=disk))
        self.assertEqual(report["state"], "finished")
        warnings = [text for text in self.log(session, "warning") if "cannot be saved" in text]
        self.assertEqual(len(warnings), 1, self.log(session, "warning"))

    def test_a_full_disk_under_the_session_is_an_error(self):
        project = sample_project()
        with self.small_disk(2) as disk:
            session = os.path.join(disk, "full.mscope")
            result = call("run", project, "--generator", "sinvad", "--set", "vae-hidden=1600", "--set", "vae-epochs=1",
                          "--set", "vae-images=128", "--budget-tests", 10, "--out", session, "--quiet")
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertRegex(self.message(result), "(?i)full|space")
            self.assertEqual(call("info", session).returncode, 0)

    def test_a_cached_vae_of_other_data_is_not_used(self):
        first, _ = self.run_of(sample_project(), "sinvad", name="vae-1")
        again, _ = self.run_of(sample_project(), "sinvad", name="vae-2")
        images, labels = fashion("train", 300)
        project = new_project("other", SAMPLE, write_data("other-data", (255 - images, labels), fashion("t10k", 200)))
        other, report = self.run_of(project, "sinvad", name="vae-3")
        keys = [rows(session, "SELECT key FROM artefacts WHERE kind = 'vae'")[0] for session in (first, again, other)]
        self.assertEqual(keys[0], keys[1])
        self.assertNotEqual(keys[0], keys[2])
        self.assertTrue(any("taken over" in text for text in self.log(again, "info")))
        self.assertGreater(report["training"]["steps"], 0)

    def test_seeds_that_the_vae_cannot_reconstruct(self):
        session, report = self.run_of(sample_project(), "sinvad", "vae-images=2", "vae-batch=2")
        self.assertIn("VAE", report["message"])
        self.assertTrue(any("VAE" in text for text in self.log(session, "warning")))

    def test_too_few_classes_for_a_pair(self):
        images, labels = fashion("train", 300)
        one = labels == labels[0]
        project = new_project("one", SAMPLE, write_data("one-data", (images[one], labels[one]), fashion("t10k", 200)))
        _, text = self.run_of(project, "cagfuzz", "pairs=classes", code=2)
        self.assertIn("training images", text)
        self.assertIn("pairs=halves", text)

    def test_sides_that_no_network_fits(self):
        class Odd(torch.nn.Module):
            def __init__(self):
                super().__init__()
                torch.manual_seed(2)
                self.layer = torch.nn.Conv2d(3, 6, 3, 2)
                self.last = torch.nn.Linear(6, 3)

            def forward(self, x):
                return self.last(torch.relu(self.layer(x)).mean((2, 3)))

        model = Odd().eval()
        torch.jit.trace(model, torch.zeros(2, 3, 31, 45)).save(path("odd.pt"))
        random = numpy.random.default_rng(3)
        images = random.integers(0, 256, (60, 31, 45, 3), numpy.uint8)
        images[::2] //= 3
        images[::3, :, :, 0] //= 2
        with torch.no_grad():
            labels = model(torch.from_numpy(images.transpose(0, 3, 1, 2).astype(numpy.float32) / 255)).argmax(1)
        for split in ("train", "test"):
            for index, (image, label) in enumerate(zip(images, labels.tolist())):
                wrong = (label + (index % 7 == 0)) % 3
                os.makedirs(path(f"odd-data/{split}/{wrong}"), exist_ok=True)
                Image.fromarray(image).save(path(f"odd-data/{split}/{wrong}/{index}.png"))
        for cls in range(3):
            os.makedirs(path(f"odd-data/train/{cls}"), exist_ok=True)
            os.makedirs(path(f"odd-data/test/{cls}"), exist_ok=True)
        project = new_project("odd", path("odd.pt"), path("odd-data"), "--input", "31x45x3")
        for generator in ("deepfault", "advgan", "sinvad", "cagfuzz"):
            more = ["minimum-failed=1", "scope=all"] if generator == "deepfault" else []
            more += ["vae-channels=4"] if generator == "sinvad" else []
            _, report = self.run_of(project, generator, *more, name="odd-" + generator)
            if generator != "sinvad":  # whose VAE may reconstruct none of it
                self.assertGreater(report["tests"], 0, generator)


class Names(LearningTest):
    def test_what_any_generator_stores_can_be_filtered_by(self):
        generators = [one["id"] for one in json.loads(call("list", "generators", "--json").stdout)["generators"]]
        self.assertIn("cagfuzz", generators)
        for generator in generators:
            session, report = self.run_of(sample_project(), generator, tests=60, name="names-" + generator)
            stored = dict(rows(session, "SELECT mutator, count(*) FROM tests GROUP BY mutator"))
            self.assertGreater(report["tests"], 0, generator)
            for mutator, count in stored.items():
                out = path(f"names-{generator}-{mutator}")
                result = call("export", session, "--mutator", mutator, "--out", out, "--json")
                self.assertEqual(result.returncode, 0, result.stderr)
                self.assertEqual(json.loads(result.stdout)["written"], count)
            result = call("export", session, "--mutator", "nosuch", "--out", path("nothing"))
            self.assertEqual(result.returncode, 2, result.stderr)


class Networks(LearningTest):
    def test_the_exported_generator_makes_the_stored_tests(self):
        self.check_exported_generator("plain")
        self.check_exported_generator("skips", "skips=true", "saturation-weight=0.01")

    def check_exported_generator(self, name, *settings):
        session, _ = self.run_of(sample_project(), "advgan", "distance=120", "epochs=4", "training-images=300",
                                 "batch=16", "width=4", "gan-weight=0", "hinge-weight=0", *settings, tests=1000,
                                 name="exported-" + name)
        folder = path("networks-" + name)
        result = call("export", session, "--networks", folder, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        files = json.loads(result.stdout)["networks"]
        self.assertEqual(sorted(map(os.path.basename, files)), sorted(os.listdir(folder)))
        generator = torch.jit.load(next(file for file in files if file.endswith("-generator.pt")))
        exported = path("network-tests-" + name)
        call("export", session, "--out", exported)
        with open(os.path.join(exported, "manifest.jsonl"), encoding="utf-8") as lines:
            tests = [json.loads(line) for line in lines]
        self.assertGreater(len(tests), 0)
        for test in tests:
            seed, made = (numpy.array(Image.open(os.path.join(exported, test[file])))
                          for file in ("seed_file", "file"))
            with torch.no_grad():
                again = generator(torch.from_numpy(seed)[None, None])[0, 0].numpy()
            self.assertLessEqual(abs(again.astype(int) - made).max(), 1)
            self.assertLessEqual(abs(again.astype(int) - seed).max(), 120)

    def test_every_kind_of_network(self):
        for generator, settings, roles in (("sinvad", [], ["decoder", "encoder"]),
                                           ("cagfuzz", [], ["first-to-second", "second-to-first"]),
                                           ("advgan", ["mode=black-box", "distillation-epochs=1"],
                                            ["copy", "generator"])):
            session, _ = self.run_of(sample_project(), generator, *settings, name="kinds-" + generator)
            folder = path("kinds-" + generator)
            result = call("export", session, "--networks", folder)
            self.assertEqual(result.returncode, 0, result.stderr)
            found = sorted(name for name in os.listdir(folder) if name.endswith(".pt"))
            self.assertEqual([name.split("-", 2)[2] for name in found], [role + ".pt" for role in roles])

    def test_a_run_without_networks(self):
        session, _ = self.run_of(sample_project(), "random")
        result = call("export", session, "--networks", path("none"))
        self.assertEqual(result.returncode, 2)
        self.assertIn("no trained networks", self.message(result))
        self.assertFalse(os.path.exists(path("none")))
        self.assertIn("--networks", self.message(call("export", session)))


if __name__ == "__main__":
    try:
        unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
