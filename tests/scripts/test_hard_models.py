#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models that fail, grow or do not fit, and projects edited by hand: test_hard_models.py CLI SOURCE_DIR"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import onnx
    from onnx import TensorProto, helper
except ImportError:
    onnx = None
import torch

CLI, SOURCE = sys.argv[1:3]
PROJECT = os.path.join(SOURCE, "projects", "fashion-mnist-lenet5")
LENET = os.path.join(PROJECT, "lenet5.pt")
FASHION = "/usr/share/datasets/fashion-mnist"
WORK = tempfile.mkdtemp(prefix="mutascope-hard-")
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=os.path.join(WORK, "cache"), HOME=WORK)
torch.set_num_threads(1)


def path(name):
    return os.path.join(WORK, name)


def call(*arguments, seconds=300):
    return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, timeout=seconds,
                          stdin=subprocess.DEVNULL, env=ENVIRONMENT, errors="replace")


class Picky(torch.nn.Module):
    """Raises for images whose mean is in a range; the made-up ones it is tried with, at 0, 0.5 and 1, are let
    through."""

    def __init__(self, inner, limit: float, upper: float):
        super().__init__()
        self.inner = inner
        self.limit = limit
        self.upper = upper

    def forward(self, x):
        means = x.flatten(1).mean(1)
        for i in range(x.size(0)):
            mean = float(means[i])
            if mean > self.limit and mean < self.upper:
                raise RuntimeError("this picture is too bright")
        return self.inner(x)


class HardTest(unittest.TestCase):
    maxDiff = None

    def refuse(self, parts, *arguments, code=1, seconds=300):
        result = call(*arguments, seconds=seconds)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        for part in [parts] if isinstance(parts, str) else parts:
            self.assertIn(part, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        return result.stderr

    def project(self, folder, **changes):
        """The sample project, its file changed: model__scale=3 is model.scale."""
        folder = path(folder)
        shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
        file = os.path.join(folder, "project.json")
        with open(file, encoding="utf-8") as stream:
            text = json.load(stream)
        for key, value in changes.items():
            at = text
            *outer, last = key.split("__")
            for part in outer:
                at = at.setdefault(part, {})
            at[last] = value
        with open(file, "w", encoding="utf-8") as stream:
            json.dump(text, stream)
        return folder


class ModelsThatFail(HardTest):
    """Images a model raises an error for are findings; nothing ends for them, and each is named."""

    def picky(self, name, limit, upper=0.95):
        folder = self.project(name)
        torch.jit.script(Picky(torch.jit.load(LENET), limit, upper)).save(os.path.join(folder, "lenet5.pt"))
        return folder

    def test_a_run_goes_on_and_says_so(self):
        folder = self.picky("picky-run", 0.53)
        out = path("picky.mscope")
        result = call("run", folder, "--generator", "random", "--criterion", "nc:0.5", "--budget-tests", 1500, "--seed",
                      1, "--set", "seeds-per-class=20", "--out", out, "--quiet", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        run = json.loads(result.stdout)
        self.assertGreaterEqual(run["tests"], 1500)
        text = call("info", out).stdout
        shown = json.loads(call("info", out, "--json").stdout)["runs"][0]
        self.assertIn("the model fails on", json.dumps(shown) + text)
        self.assertIn("this picture is too bright", json.dumps(shown) + text)
        replay = call("replay", out, "--run", 1, "--quiet")
        self.assertEqual(replay.returncode, 0, replay.stdout + replay.stderr)
        folder = path("picky-export")
        exported = call("export", out, "--out", folder)
        self.assertEqual(exported.returncode, 0, exported.stderr)
        with open(os.path.join(folder, "manifest.csv"), newline="", encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        broken = [row for row in rows if "nan" in row["confidence"]]
        self.assertTrue(broken)
        self.assertEqual(run["model_failures"], len(broken))
        self.assertEqual(shown["model_failures"], len(broken))
        self.assertLess(run["model_failures"], run["failing"])
        report = path("picky.html")
        self.assertEqual(call("report", out, "--out", report).returncode, 0)
        with open(report, encoding="utf-8") as stream:
            self.assertIn(f"model failed on<b>{len(broken)}</b>", stream.read())
        self.assertTrue(all(row["failing"] in ("true", "1") for row in broken), broken[0])
        self.assertTrue(all(row["verified"] in ("true", "1") for row in broken), broken[0])

    def test_measures_name_the_images(self):
        folder = self.picky("picky-info", 0.6)
        info = call("info", folder)
        self.assertEqual(info.returncode, 0, info.stderr)
        self.assertRegex(info.stdout, r"the model fails on \d+ images \(\d+, .*\): this picture is too bright")
        described = json.loads(call("info", folder, "--json").stdout)
        self.assertGreater(described["model_failures"], 0)
        self.assertLess(described["clean_accuracy"], 0.9098)
        coverage = call("coverage", folder, "--criterion", "nc", "--limit", 1000, "--quiet")
        self.assertEqual(coverage.returncode, 0, coverage.stderr)
        self.assertIn("the model fails on", coverage.stdout)
        made = call("new", path("picky-new"), "--model", os.path.join(folder, "lenet5.pt"), "--data", FASHION, "--scale",
                    255, "--images", 1000, "--quiet", "--json")
        self.assertEqual(made.returncode, 0, made.stderr)
        findings = json.dumps(json.loads(made.stdout)["findings"])
        self.assertRegex(findings, r"the model fails on \d+ images")

    def test_every_image(self):
        folder = self.picky("picky-all", 0.001, 0.48)
        self.refuse(["classified correctly", "the model fails on", "too bright"], "run", folder, "--generator", "random",
                    "--criterion", "none", "--budget-calls", 100, "--out", path("all.mscope"), "--quiet")


class ModelsThatGrow(HardTest):
    def test_memory_is_not_time(self):
        class Grows(torch.nn.Module):
            def forward(self, x):
                y = torch.ones([1 << 20])
                while bool(y.numel() > 0):
                    y = torch.cat([y, y])
                return x.flatten(1)[:, :10] + y[0]

        torch.jit.script(Grows()).save(path("grows.pt"))
        # Filling the memory may take a busy machine as long as a model may take at all.
        self.assertNotIn("forever", self.refuse("memory", "info", path("grows.pt")))


@unittest.skipIf(onnx is None, "no python3-onnx")
class OnnxFiles(HardTest):
    def save(self, name, nodes, weights=(), element=TensorProto.FLOAT if onnx else 1, shape=("n", 1, 28, 28)):
        graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", element, shape)],
                                  [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", "c"])], list(weights))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
        model.ir_version = 7
        with open(path(name), "wb") as stream:
            stream.write(model.SerializeToString())
        return path(name)

    def classifier(self, value):
        weight = torch.randn(784, 10, generator=torch.Generator().manual_seed(1)).numpy()
        return ([helper.make_node("Flatten", [value], ["flat"]), helper.make_node("MatMul", ["flat", "w"], ["y"])],
                [helper.make_tensor("w", TensorProto.FLOAT, [784, 10], weight.flatten().tolist())])

    def test_long_chains(self):
        nodes, weights = self.classifier("v50000")
        chain = [helper.make_node("Relu", ["x" if i == 0 else f"v{i}"], [f"v{i + 1}"]) for i in range(50000)]
        file = self.save("chain.onnx", chain + nodes, weights)
        begin = time.monotonic()
        self.refuse(["50002 operators", "at most"], "info", file)
        self.assertLess(time.monotonic() - begin, 20)
        nodes, weights = self.classifier("v5000")
        self.refuse("5002 operators in a row; at most 4000", "info",
                    self.save("deep.onnx", chain[:5000] + nodes, weights))
        nodes, weights = self.classifier("v2000")
        begin = time.monotonic()
        result = call("info", self.save("short.onnx", chain[:2000] + nodes, weights), "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertLess(time.monotonic() - begin, 30)

    def test_hints_are_to_the_point(self):
        open(path("empty.onnx"), "wb").close()
        message = self.refuse(["empty.onnx is empty", "torch.onnx.export"], "info", path("empty.onnx"))
        self.assertNotIn("jit", message)
        nodes, weights = self.classifier("x")
        self.refuse(["whole numbers", "float32 images"], "info",
                    self.save("bytes.onnx", nodes, weights, TensorProto.UINT8))
        self.refuse(["'w' is given twice", "export the model again"], "info",
                    self.save("twice.onnx", nodes, [weights[0], weights[0]]))
        odd, weights = self.classifier("a")
        self.refuse(["node 'odd' (Frobnicate)", "--black-box"], "info",
                    self.save("odd.onnx", [helper.make_node("Frobnicate", ["x"], ["a"], name="odd")] + odd, weights))

    def test_black_box_names_the_node(self):
        odd, weights = self.classifier("a")
        file = self.save("box.onnx", [helper.make_node("Frobnicate", ["x"], ["a"], name="odd")] + odd, weights)
        message = self.refuse(["OpenCV cannot load the model", "odd", "(Frobnicate)", "without the black-box option"],
                              "info", file, "--black-box")
        self.assertNotIn(".cpp", message)
        self.assertNotIn("parse error", message)


class TorchFiles(HardTest):
    def script(self, name, module):
        torch.jit.script(module).save(path(name))
        return path(name)

    def test_outputs_that_are_no_classifiers(self):
        class Scalar(torch.nn.Module):
            def forward(self, x):
                return x.sum()

        class Row(torch.nn.Module):
            def forward(self, x):
                return x.flatten(1).sum(1)

        for name, module in (("scalar.pt", Scalar()), ("row.pt", Row())):
            message = self.refuse("one row of logits an image", "info", self.script(name, module))
            self.assertNotIn("input shape", message)

    def test_an_output_that_is_not_there(self):
        message = self.refuse("has no output '77': it returns one tensor", "info", LENET, "--output", "77", "--input",
                              "28x28x1")
        self.assertNotIn("''", message)


class ProjectsEditedByHand(HardTest):
    def test_messages_name_the_file(self):
        for changes, part in (({"model__scale": 1e308}, "1e-6 to 1e6"), ({"model__scale": 1e-320}, "1e-6 to 1e6"),
                              ({"model__file": "."}, "but a folder"), ({"model__file": "/dev/zero"}, "but a device"),
                              ({"model__output": "77"}, "has no output '77'"),
                              ({"data__format": "idxx"}, "project.json"),
                              ({"data__options": {"range": "9:3"}}, "project.json"),
                              ({"data__classes": ["a"] * 10}, "classes 0 and 1 are both called 'a'"),
                              ({"defaults__generator": "deephuntr"}, "Did you mean 'deephunter'?"),
                              ({"defaults__criterion": "nc:9"}, "project.json")):
            with self.subTest(changes):
                folder = self.project("edited", **changes)
                self.refuse(part, "info", folder)
                shutil.rmtree(folder)

    def test_models_that_are_devices(self):
        for file in ("/dev/zero", "/dev/null"):
            self.refuse("device", "new", path("dev"), "--model", file, "--data", FASHION, "--quiet")

    def test_terminals_get_no_commands(self):
        folder = self.project("colours", name="\x1b[31mred\x07", description="a\x9bb")
        result = call("info", folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotRegex(result.stdout + result.stderr, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")
        self.assertIn("?[31mred?", result.stdout)
        folder = self.project("colours2", defaults__generator="\x1b[2Jx")
        self.assertNotIn("\x1b", self.refuse("?[2Jx", "info", folder))

    def test_class_names_with_commas(self):
        names = [f"class {i}, \"so\" called; really" for i in range(10)]
        with open(path("names.txt"), "w", encoding="utf-8") as stream:
            stream.write("\n".join(names) + "\n")
        made = call("new", path("commas"), "--model", LENET, "--data", FASHION, "--scale", 255, "--images", 500,
                    "--classes", path("names.txt"), "--quiet", "--json")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(json.loads(made.stdout)["classes"], names)
        out = path("commas.mscope")
        run = call("run", path("commas"), "--generator", "random", "--criterion", "none", "--budget-tests", 1000,
                   "--set", "seeds-per-class=5", "--out", out, "--quiet")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(call("export", out, "--out", path("commas-export")).returncode, 0)
        with open(path("commas-export/manifest.csv"), newline="", encoding="utf-8") as stream:
            rows = list(csv.reader(stream))
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        for row in rows[1:]:
            self.assertTrue(any(name in row for name in names) or not any("called" in cell for cell in row), row)
        with open(path("twice.txt"), "w", encoding="utf-8") as stream:
            stream.write("a\nb\n" * 5)
        self.refuse("classes 0 and 2 are both called 'a'", "new", path("twice"), "--model", LENET, "--data", FASHION,
                    "--classes", path("twice.txt"), "--quiet")


if __name__ == "__main__":
    try:
        unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
