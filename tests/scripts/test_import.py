#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Brings models of known preprocessing to mutascope-cli: test_import.py PATH_OF_MUTASCOPE_CLI SOURCE_DIR

The models are the sample project's LeNet-5 and a public ResNet-20, wrapped so that they expect other pixels,
channels or classes; what 'new' finds out must be what the wrapper undoes.
"""
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest
import zipfile

import numpy
try:
    import onnx
except ImportError:
    onnx = None
import torch
from PIL import Image

CLI = sys.argv[1]
SOURCE = sys.argv[2]
LENET = os.path.join(SOURCE, "projects", "fashion-mnist-lenet5", "lenet5.pt")
FASHION = "/usr/share/datasets/fashion-mnist"
SHARED = os.path.join(SOURCE, "..", "shared", "data")
CIFAR = os.path.join(SHARED, "cifar10-jpeg")
RESNET = os.path.join(SHARED, "models", "resnet20_cifar10")
WORK = tempfile.mkdtemp(prefix="mutascope-import-")
ENVIRONMENT = dict(os.environ, XDG_CACHE_HOME=os.path.join(WORK, "cache"), HOME=WORK)
# Where the program is built with AddressSanitizer: what kills a process must do so here too.
UNGUARDED = "handle_segv=0:allocator_may_return_null=1"
IMAGENET = ([0.485, 0.456, 0.406], [0.229, 0.224, 0.225])
CIFAR10 = ([0.4914, 0.4822, 0.4465], [0.2470, 0.2435, 0.2616])
FEW = ["--images", "500"]
torch.set_num_threads(1)


def path(name):
    return os.path.join(WORK, name)


def call(*arguments, **environment):
    return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, timeout=300,
                          stdin=subprocess.DEVNULL, env=dict(ENVIRONMENT, **environment))


def channels(values):
    return torch.tensor(values).view(1, -1, 1, 1)


class Wrapped(torch.nn.Module):
    """inner behind a change of its input and before one of its output."""

    def __init__(self, inner, before=None, after=None):
        super().__init__()
        self.inner = inner
        self.before = before or (lambda x: x)
        self.after = after or (lambda y: y)

    def forward(self, x):
        return self.after(self.inner(self.before(x)))


def wrap(name, inner, example, before=None, after=None):
    """A traced file of the wrapped model."""
    module = torch.jit.load(inner).eval()
    with torch.no_grad():
        torch.jit.trace(Wrapped(module, before, after).eval(), torch.rand(2, *example)).save(path(name))
    return path(name)


def lenet(name, before=None, after=None, example=(1, 28, 28)):
    return wrap(name, LENET, example, before, after)


def resnet(name, before):
    return wrap(name, RESNET + ".pt", (3, 32, 32), before)


class ImportTest(unittest.TestCase):
    maxDiff = None

    def new(self, model, data, *options, code=0, **environment):
        folder = tempfile.mkdtemp(dir=WORK)
        os.rmdir(folder)
        result = call("new", folder, "--model", model, "--data", data, "--quiet", "--json", *options, **environment)
        self.assertEqual(result.returncode, code, result.stderr)
        return json.loads(result.stdout) if code == 0 else (result.stderr, folder)

    def assert_pixels(self, made, scale, mean=(), std=(), order="rgb"):
        model = made["model"]
        self.assertEqual(model["scale"], scale, made["tried"])
        numpy.testing.assert_allclose(model["mean"], mean, atol=1e-6, err_msg=str(made["tried"]))
        numpy.testing.assert_allclose(model["std"], std, atol=1e-6, err_msg=str(made["tried"]))
        self.assertEqual(model["channel_order"], order, made["tried"])

    def warnings(self, made):
        return [finding["text"] for finding in made["findings"] if finding["level"] == "warning"]

    def assert_warning(self, made, *parts):
        found = self.warnings(made)
        self.assertTrue(any(all(part in text for part in parts) for text in found), found)

    def refuse(self, part, *arguments, code=1, **environment):
        result = call(*arguments, **environment)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        self.assertIn(part, result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)


class GreyPixels(ImportTest):
    """LeNet-5 takes 28x28x1 and pixel / 255; 90.98 % of the test images are right."""

    def test_as_it_is(self):
        made = self.new(LENET, FASHION)
        self.assert_pixels(made, 255)
        self.assertEqual(made["model"]["input"], [28, 28, 1])
        self.assertEqual(made["images"], 10000)
        self.assertAlmostEqual(made["clean_accuracy"], 0.9098, places=4)
        self.assertEqual(self.warnings(made), [])
        self.assertEqual(made["data"]["format"], "idx")
        with open(os.path.join(made["folder"], "project.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["model"]["file"], "lenet5.pt")
        info = json.loads(call("info", made["folder"], "--json").stdout)
        self.assertEqual(info["clean_accuracy"], made["clean_accuracy"])

    def test_text_shows_the_accuracy_in_a_line_of_its_own(self):
        result = call("new", path("shown"), "--model", LENET, "--data", FASHION, *FEW, "--quiet")
        self.assertEqual(result.returncode, 0, result.stderr)
        line = [line for line in result.stdout.splitlines() if line.startswith("clean accuracy: ")]
        self.assertRegex(line[0], r"^clean accuracy: 9\d\.\d\d % of 500 test images$")

    def test_mnist_mean_and_std(self):
        made = self.new(lenet("mnist.pt", lambda x: x * 0.3081 + 0.1307), FASHION, *FEW)
        self.assert_pixels(made, 255, [0.1307], [0.3081])
        self.assertGreater(made["clean_accuracy"], 0.88)

    def test_minus_one_to_one(self):
        made = self.new(lenet("half.pt", lambda x: x * 0.5 + 0.5), FASHION, *FEW)
        self.assert_pixels(made, 255, [0.5], [0.5])

    def test_raw_pixels(self):
        made = self.new(lenet("raw.pt", lambda x: x / 255), FASHION, *FEW)
        self.assert_pixels(made, 1)

    def test_mean_and_std_of_the_data(self):
        model = lenet("fashion.pt", lambda x: x * 0.3530 + 0.2860)
        made = self.new(model, FASHION, *FEW)
        self.assertEqual(made["model"]["scale"], 255)
        numpy.testing.assert_allclose(made["model"]["mean"], [0.286], atol=0.02)
        numpy.testing.assert_allclose(made["model"]["std"], [0.353], atol=0.02)

    def test_given_values_are_kept_and_doubted(self):
        half = lenet("half2.pt", lambda x: x * 0.5 + 0.5)
        made = self.new(half, FASHION, "--scale", "255", "--mean", "5", "--std", "0.2", *FEW)
        self.assert_pixels(made, 255, [5], [0.2])
        self.assert_warning(made, "seems wrong", "-1 to 1")
        self.assertIn("scale 255, mean 0.5, std 0.5", made["findings"][0]["try"])
        made = self.new(LENET, FASHION, "--scale", "255", *FEW)
        self.assert_pixels(made, 255)
        self.assertEqual(self.warnings(made), [])

    def test_another_size_and_colours(self):
        shrink = lambda x: torch.nn.functional.interpolate(x.mean(1, keepdim=True), [28, 28], mode="bilinear",
                                                           align_corners=False, antialias=False)

        def before(x):
            assert x.shape[1:] == (3, 64, 64)
            return shrink(x)

        # The flattening inside LeNet refuses other sizes only where the wrapper does.
        fixed = lambda x: before(x.view(-1, 3, 64, 64))
        made = self.new(lenet("colour64.pt", fixed, example=(3, 64, 64)), FASHION, *FEW)
        self.assertEqual(made["model"]["input"], [64, 64, 3])
        self.assertGreater(made["clean_accuracy"], 0.7)
        self.assertIn("resized", str(made["findings"]))


class Outputs(ImportTest):
    def test_probabilities(self):
        made = self.new(lenet("soft.pt", after=lambda y: y.softmax(1)), FASHION, *FEW)
        self.assertEqual(made["model"]["outputs"], "probabilities")
        self.assertIn("probabilities, not logits", str(made["findings"]))
        self.assertGreater(made["clean_accuracy"], 0.88)

    def test_permuted_labels(self):
        order = [3, 0, 1, 2, 7, 4, 9, 8, 5, 6]  # output i is class order[i]
        made = self.new(lenet("permuted.pt", lambda x: x * 0.5 + 0.5, lambda y: y[:, order]), FASHION, *FEW)
        self.assert_pixels(made, 255, [0.5], [0.5])
        self.assertLess(made["clean_accuracy"], 0.2)
        self.assert_warning(made, "permuted", "3 (3) -> 0", "0 (0) -> 1", "6 (6) -> 9")

    def test_permuted_folder_names_the_order(self):
        folder = path("folder")
        data = numpy.random.default_rng(1)
        for shade, name in ((40, "dark"), (220, "light"), (128, "middle")):
            os.makedirs(os.path.join(folder, "test", name))
            for i in range(12):
                pixels = numpy.clip(data.normal(shade, 5, (16, 16)), 0, 255).astype("uint8")
                Image.fromarray(pixels).save(os.path.join(folder, "test", name, f"{i}.png"))
        with open(os.path.join(folder, "test", "dark", "broken.png"), "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\nbroken")

        class Shades(torch.nn.Module):
            """Outputs: light, middle, dark."""

            def forward(self, x):
                mean = x.view(-1, 1, 16, 16).mean([1, 2, 3]).unsqueeze(1)
                return -(mean - torch.tensor([[220 / 255, 128 / 255, 40 / 255]])).abs() * 100

        torch.jit.trace(Shades(), torch.rand(2, 1, 16, 16)).save(path("shades.pt"))
        made = self.new(path("shades.pt"), folder)
        self.assert_warning(made, "permuted")
        hints = [finding["try"] for finding in made["findings"]]
        self.assertIn("Name the classes in the order of the model's outputs: light, middle, dark", hints)
        self.assertIn("1 files of the data are left out (test/dark/broken.png", str(made["findings"]))
        with open(path("order.txt"), "w", encoding="utf-8") as file:
            file.write("light\nmiddle\ndark\n")
        made = self.new(path("shades.pt"), folder, "--classes", path("order.txt"))
        self.assertEqual(made["clean_accuracy"], 1)
        self.assertEqual(self.warnings(made), [])
        info = json.loads(call("info", folder, "--json").stdout)
        self.assertEqual(info["test"]["images_per_class"], [12, 12, 12])
        self.assertEqual(info["test"]["skipped"][0]["name"], "test/dark/broken.png")
        self.assertIsNone(info["train"])

    def test_more_classes_than_the_data(self):
        made = self.new(lenet("more.pt", after=lambda y: torch.cat([y, y[:, :2] * 0 - 99], 1)), FASHION, *FEW)
        self.assert_warning(made, "tells 12 classes apart, the data has 10")
        self.assertGreater(made["clean_accuracy"], 0.88)
        self.assertEqual(made["classes"][-1], "11")

    def test_a_class_for_the_background(self):
        made = self.new(lenet("back.pt", after=lambda y: torch.cat([y[:, :1] * 0 - 99, y], 1)), FASHION, *FEW)
        self.assert_warning(made, "background")

    def test_fewer_classes_than_the_data(self):
        message, folder = self.new(lenet("fewer.pt", after=lambda y: y[:, :5]), FASHION, *FEW, code=1)
        self.assertIn("tells 5 classes apart", message)
        self.assertFalse(os.path.exists(folder))

    def test_off_by_one(self):
        data = numpy.random.default_rng(2)
        labels = numpy.arange(60) % 5 + 1
        images = numpy.repeat((labels * 40).astype("uint8"), 64).reshape(60, 8, 8)
        numpy.savez(path("fromone.npz"), x_test=images, y_test=labels, x_train=images, y_train=labels)
        del data

        class Steps(torch.nn.Module):
            def forward(self, x):
                mean = x.view(-1, 1, 8, 8).mean([1, 2, 3]).unsqueeze(1) * 255
                return -(mean - torch.arange(1, 7).unsqueeze(0) * 40).abs()

        torch.jit.trace(Steps(), torch.rand(2, 1, 8, 8)).save(path("steps.pt"))
        made = self.new(path("steps.pt"), path("fromone.npz"))
        self.assert_warning(made, "off by 1")

    def test_constant_and_chance(self):
        made = self.new(lenet("constant.pt", after=lambda y: y * 0 + torch.arange(10.0)), FASHION, *FEW)
        self.assert_warning(made, "the same class for every image: 9")
        made = self.new(lenet("noise.pt", after=lambda y: torch.sin(y * 1000)), FASHION, *FEW)
        self.assert_warning(made, "which is chance")

    def test_outputs_that_are_no_numbers(self):
        broken = lambda y: torch.where(y[:, 1:2] > y.mean(1, keepdim=True) + 4, y * float("nan"), y)
        made = self.new(lenet("nan.pt", after=broken), FASHION, *FEW)
        self.assert_warning(made, "not numbers (NaN or infinity) for", "of 500 images")


@unittest.skipUnless(os.path.exists(RESNET + ".pt"), "needs CIFAR-10 and a ResNet-20")
class ColourPixels(ImportTest):
    """ResNet-20 takes ImageNet's mean and std; 81.35 % of the 2,000 test images are right."""

    def test_as_it_is(self):
        made = self.new(RESNET + ".pt", CIFAR)
        self.assert_pixels(made, 255, *IMAGENET)
        self.assertEqual(made["clean_accuracy"], 0.8135)
        self.assertEqual(made["model"]["input"], [32, 32, 3])
        self.assertEqual(self.warnings(made), [])
        self.assertEqual(made["classes"][0], "airplane")

    def test_onnx(self):
        made = self.new(RESNET + ".onnx", CIFAR)
        self.assert_pixels(made, 255, *IMAGENET)
        self.assertEqual(made["clean_accuracy"], 0.8135)

    @unittest.skipIf(onnx is None, "needs python3-onnx")
    def test_onnx_with_weights_beside_it_stays_where_it_is(self):
        os.makedirs(path("external"))
        file = path("external/model.onnx")
        onnx.save_model(onnx.load(RESNET + ".onnx"), file, save_as_external_data=True, location="weights.bin",
                        size_threshold=0)
        made = self.new(file, CIFAR, *FEW)
        self.assertFalse(os.path.exists(os.path.join(made["folder"], "model.onnx")))
        info = json.loads(call("info", made["folder"], "--json").stdout)
        self.assertEqual(info["clean_accuracy"], 0.8135)
        os.remove(path("external/weights.bin"))
        self.refuse("weights.bin", "info", made["folder"])

    def test_bgr(self):
        made = self.new(resnet("bgr.pt", lambda x: x[:, [2, 1, 0]]), CIFAR, *FEW)
        self.assert_pixels(made, 255, IMAGENET[0][::-1], IMAGENET[1][::-1], "bgr")
        self.assertIn("blue, green, red", str(made["findings"]))

    def test_given_order_is_kept_and_doubted(self):
        made = self.new(resnet("bgr2.pt", lambda x: x[:, [2, 1, 0]]), CIFAR, "--channel-order", "rgb", *FEW)
        self.assertEqual(made["model"]["channel_order"], "rgb")
        self.assert_warning(made, "channels seem to be swapped")

    def test_cifar_mean_and_std(self):
        undo = lambda x: (x * channels(CIFAR10[1]) + channels(CIFAR10[0]) - channels(IMAGENET[0])) / channels(
            IMAGENET[1])
        # The two do equally well: on all 2,000 images the accuracies differ by 0.2 points.
        made = self.new(resnet("cifar.pt", undo), CIFAR, *FEW)
        known = {tuple(IMAGENET[0]): "CIFAR-10 mean and std", tuple(CIFAR10[0]): "ImageNet mean and std"}
        mean = made["model"]["mean"]
        other = [name for values, name in known.items() if numpy.allclose(values, mean, atol=1e-4)]
        self.assertEqual(len(other), 1, made["tried"])
        self.assertIn("does not tell", str(made["findings"]))
        self.assertIn(other[0], str(made["findings"]))

    def test_raw_bgr(self):
        undo = lambda x: (x[:, [2, 1, 0]] / 255 - channels(IMAGENET[0])) / channels(IMAGENET[1])
        self.assert_pixels(self.new(resnet("rawbgr.pt", undo), CIFAR, *FEW), 1, order="bgr")

    def test_subset(self):
        made = self.new(RESNET + ".pt", CIFAR, "--per-class", "20")
        self.assertEqual(made["images"], 200)
        self.refuse("NAME=VALUE", "new", path("x"), "--model", RESNET + ".pt", "--data", CIFAR, "--data-option",
                    "first", code=2)

    def test_info(self):
        for ending, declared in ((".pt", False), (".onnx", True)):
            info = json.loads(call("info", RESNET + ending, "--json").stdout)
            self.assertEqual(info["kind"], "model")
            self.assertEqual(info["input"], [32, 32, 3])
            self.assertEqual(info["classes"], 10)
            self.assertEqual(info["input_declared"], declared)
        info = json.loads(call("info", CIFAR, "--json").stdout)
        self.assertEqual(info["format"], "cifar10")
        self.assertEqual(info["test"]["images_per_class"], [200] * 10)

    def test_black_box(self):
        info = json.loads(call("info", RESNET + ".onnx", "--black-box", "--json").stdout)
        self.assertEqual(info["layers"], [])
        self.assertEqual(info["classes"], 10)
        made = self.new(RESNET + ".onnx", CIFAR, "--black-box", *FEW)
        self.assertIn("black box", str(made["findings"]))

    def test_library_that_crashes(self):
        file = os.path.join(SHARED, "models", "opencv46_crash_div_elu_mul.onnx")
        self.refuse("makes the library that loads it crash (Segmentation fault)", "info", file, "--black-box")
        self.refuse("inputs", "info", file)


class Guarded(ImportTest):
    """A file is tried by another program first."""

    def fake(self, name, text):
        with open(path(name), "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + text + "\n")
        os.chmod(path(name), stat.S_IRWXU)
        return {"MUTASCOPE_PROBE": path(name), "XDG_CACHE_HOME": path("cache-" + name)}

    def test_what_may_become_of_it(self):
        for name, text, message in (("abort", "kill -ABRT $$", "crash (Aborted)"),
                                    ("segv", "kill -SEGV $$", "crash (Segmentation fault)"),
                                    ("kill", "kill -KILL $$", "lack of memory"),
                                    ("seven", "exit 7", "exit code 7"),
                                    ("silent", "exit 0", "before it can answer"),
                                    ("noise", "echo hello", "before it can answer")):
            with self.subTest(name):
                self.refuse(message, "info", LENET, **self.fake(name, text))
                message_of_new, folder = self.new(LENET, FASHION, code=1, **self.fake(name, text))
                self.assertIn(message, message_of_new)
                self.assertFalse(os.path.exists(folder))

    def test_a_missing_program(self):
        self.refuse("tries models before they are used", "info", LENET, MUTASCOPE_PROBE=path("none"),
                    XDG_CACHE_HOME=path("cache-none"))

    def test_a_known_file_is_not_tried_again(self):
        cache = {"XDG_CACHE_HOME": path("cache-known")}
        self.assertEqual(call("info", LENET, **cache).returncode, 0)
        self.assertEqual(call("info", LENET, MUTASCOPE_PROBE="/bin/false", **cache).returncode, 0)
        changed = lenet("changed.pt", after=lambda y: y * 2)
        self.refuse("exit code 1", "info", changed, MUTASCOPE_PROBE="/bin/false", **cache)

    def test_a_model_that_asks_for_too_much(self):
        huge = lenet("huge.pt", after=lambda y: y + torch.zeros([1], dtype=torch.float32))

        class Huge(torch.nn.Module):
            def forward(self, x):
                return x.flatten(1)[:, :10] + torch.zeros([1 << 44])[:10]

        torch.jit.script(Huge()).save(huge)
        self.refuse("memory", "info", huge, "--input", "28x28x1", ASAN_OPTIONS=UNGUARDED)

    def test_training_images_that_cannot_be_used(self):
        """The accuracy needs the test images alone; who runs a criterion that is fitted must know before."""
        data = path("half")
        os.makedirs(data)
        for name in os.listdir(FASHION):
            if name.startswith("t10k"):
                os.symlink(os.path.join(FASHION, name), os.path.join(data, name))
        self.assertIn("there are no training images", str(self.new(LENET, data, *FEW)["findings"]))
        for name in os.listdir(FASHION):
            if name.startswith("train"):
                with open(os.path.join(FASHION, name), "rb") as source, open(os.path.join(data, name), "wb") as out:
                    out.write(source.read(5000))
        made = self.new(LENET, data, *FEW)
        self.assertIn("the training images cannot be used", str(made["findings"]))
        self.assertNotIn("the training images", str(self.new(LENET, FASHION, *FEW)["findings"]))

    def test_a_model_whose_outputs_change_their_number(self):
        """Nobody may read behind the narrow rows, or take them for answers."""

        class Narrow(torch.nn.Module):
            def __init__(self, inner):
                super().__init__()
                self.inner = inner

            def forward(self, x):
                outputs = self.inner(x)
                return outputs[:, :4] if x.size(0) > 20 else outputs

        project = path("narrow")
        shutil.copytree(os.path.dirname(LENET), project)
        torch.jit.script(Narrow(torch.jit.load(LENET))).save(os.path.join(project, "lenet5.pt"))
        message = "the model gives 10 outputs for some images and 4 for others"
        for generator in ("random", "deepfault"):
            self.refuse(message, "run", project, "--generator", generator, "--criterion", "none", "--quiet",
                        "--budget-calls", 500, "--out", path(f"narrow-{generator}.mscope"))
        self.refuse(message, "coverage", project, "--criterion", "nc", "--limit", 200, "--quiet")
        advgan = ["--generator", "advgan", "--set", "epochs=1", "--set", "training-images=100"]
        self.refuse(message, "run", project, *advgan, "--criterion", "none", "--quiet", "--budget-calls", 500,
                    "--out", path("narrow-advgan.mscope"))

    def test_code_nested_without_end(self):
        """The library's parser calls itself for each bracket."""
        deep = path("deep.pt")
        with zipfile.ZipFile(LENET) as source, zipfile.ZipFile(deep, "w") as out:
            for entry in source.namelist():
                content = source.read(entry)
                if entry.endswith(".py"):
                    content = content.replace(b"return ", b"return " + b"(" * 500000, 1)
                out.writestr(entry, content)
        self.refuse("deep.pt makes the library that loads it crash (Segmentation fault)", "info", deep,
                    ASAN_OPTIONS=UNGUARDED)

    def test_foreign_files(self):
        for name, content, message in (("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "a PNG image"),
                                       ("k.h5", b"\x89HDF\r\n\x1a\n" + b"\0" * 50, "tf2onnx"),
                                       ("t.pt", b"hello, this is text", "a text file")):
            with open(path(name), "wb") as file:
                file.write(content)
            self.refuse(message, "new", path("foreign"), "--model", path(name), "--data", FASHION)


if __name__ == "__main__":
    try:
        unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
    finally:
        shutil.rmtree(WORK, ignore_errors=True)
