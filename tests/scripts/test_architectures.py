# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the built-in networks and their training against PyTorch and torchvision.

The command line trains each network for one epoch on a few images. Its file is read by Python; its weights,
put into torchvision's network (ResNet-20: one written here), must give the same logits, and the numbers of
weights must be the published ones. One step of training is compared with PyTorch's.
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

import numpy
import torch
from torch import nn
from torch.nn import functional
from torchvision.models import efficientnet_b3
from torchvision.models.vgg import cfgs, make_layers

CLI, SOURCE = sys.argv[1:3]
FOLDER = tempfile.TemporaryDirectory()
CLASSES = 10
IMAGES = 24


def path(name):
    return os.path.join(FOLDER.name, name)


def write_cifar(name, count, seed):
    """CIFAR-10's format: a label byte, then 1024 red, green and blue bytes."""
    random = numpy.random.RandomState(seed)
    labels = numpy.arange(count, dtype=numpy.uint8) % CLASSES
    # Smooth colours of another brightness in each channel, so that mixed-up channels are seen.
    pixels = random.randint(0, 256, (count, 3, 4, 4)).repeat(8, 2).repeat(8, 3) // numpy.array(
        [1, 2, 3]).reshape(1, 3, 1, 1)
    pixels = pixels.astype(numpy.uint8)
    with open(os.path.join(FOLDER.name, "data", name), "wb") as out:
        for label, image in zip(labels, pixels):
            out.write(bytes([label]) + image.tobytes())
    return torch.from_numpy(pixels).float() / 255, torch.from_numpy(labels.astype(numpy.int64))


def call(*arguments):
    return subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)


def train(model, name, *arguments):
    done = call("train", "--data", path("data"), "--model", model, "--out", path(name), "--epochs", 1,
                "--warmup-epochs", 0, "--threads", 1, "--json", *arguments)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class Block(nn.Module):
    """He et al. 2016, CIFAR-10, shortcut option A."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.stride = 1 if inputs == outputs else 2
        self.more = outputs - inputs
        self.conv1 = nn.Conv2d(inputs, outputs, 3, self.stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)

    def forward(self, x):
        y = self.bn2(self.conv2(functional.relu(self.bn1(self.conv1(x)))))
        kept = functional.avg_pool2d(x, 1, self.stride)
        zeros = torch.zeros(kept.shape[0], self.more // 2, *kept.shape[2:])
        return functional.relu(y + torch.cat([zeros, kept, zeros], 1))


def resnet20():
    widths = [16] * 4 + [32] * 3 + [64] * 3
    blocks = [Block(a, b) for a, b in zip(widths, widths[1:])]
    return nn.Sequential(nn.Conv2d(3, 16, 3, 1, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU(), *blocks,
                         nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, CLASSES))


def vgg16():
    return nn.Sequential(make_layers(cfgs["D"], batch_norm=True), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                         nn.Linear(512, CLASSES))


def parameters(module):
    return sum(p.numel() for p in module.parameters())


def copied(ours, reference):
    """Copies our weights, in their order, into the reference, which must be of the same shape throughout."""
    theirs = list(reference.parameters())
    assert [p.shape for p in ours.parameters()] == [p.shape for p in theirs]
    statistics = [b for name, b in reference.named_buffers() if "num_batches" not in name]
    ours_kept = [b for name, b in ours.named_buffers() if not name.startswith("normalize.")]
    assert [b.shape for b in ours_kept] == [b.shape for b in statistics]
    with torch.no_grad():
        for source, target in zip([*ours.parameters(), *ours_kept], [*theirs, *statistics]):
            target.copy_(source)
    return reference


def normalized(ours, x):
    return (x - ours.normalize.mean) / ours.normalize.deviation


class Networks(unittest.TestCase):
    def check(self, model, reference, sizes):
        self.assertEqual(train(model, model + ".pt", "--batch-size", 8, "--lr", 0.001)["ended_by"], "epochs")
        ours = torch.jit.load(path(model + ".pt"))
        self.assertFalse(any(m.training for m in ours.modules() if hasattr(m, "training")))
        copied(ours, reference).eval()
        for size in sizes:
            x = torch.rand(3, 3, size, size, generator=torch.Generator().manual_seed(size))
            with torch.no_grad():
                difference = (ours(x) - reference(normalized(ours, x))).abs().max().item()
            self.assertLess(difference, 1e-4, f"{model} at {size}")
            self.assertGreater(reference(normalized(ours, x)).std().item(), 1e-3)
        return ours

    def test_vgg16(self):
        ours = self.check("vgg16", vgg16(), (32, 48))
        dense = 512 * CLASSES + CLASSES
        self.assertEqual(parameters(ours) - dense, 14_723_136)  # torchvision's vgg16_bn().features

    def test_resnet20(self):
        ours = self.check("resnet20", resnet20(), (32, 27))
        self.assertEqual(parameters(ours), 269_722)  # the paper's 0.27 million

    def test_efficientnet_b3(self):
        ours = self.check("efficientnet-b3", efficientnet_b3(num_classes=CLASSES), (32, 75))
        features = 1536
        at_1000_classes = parameters(ours) + (1000 - CLASSES) * (features + 1)
        self.assertEqual(at_1000_classes, 12_233_232)  # as torchvision states it


class Training(unittest.TestCase):
    options = ("--batch-size", IMAGES, "--validation-share", 0, "--flip", "false", "--crop-padding", 0)

    def test_input_is_normalized_by_the_training_images(self):
        train("resnet20", "n.pt", *self.options)
        layer = torch.jit.load(path("n.pt")).normalize
        pixels = TRAIN[0].double()
        mean, deviation = pixels.mean((0, 2, 3)), pixels.std((0, 2, 3), unbiased=False)
        torch.testing.assert_close(layer.mean.flatten().double(), mean, rtol=1e-6, atol=0)
        torch.testing.assert_close(layer.deviation.flatten().double(), deviation, rtol=1e-6, atol=0)

    def step(self, name, rate, *more):
        train("resnet20", name, "--optimizer", "sgd", "--lr", rate, *self.options, *more)
        return torch.jit.load(path(name))

    def test_a_step_is_that_of_pytorch(self):
        rate, decay, smoothing = 0.05, 0.01, 0.2
        start = self.step("start.pt", 1e-12)
        stepped = self.step("stepped.pt", rate, "--weight-decay", decay, "--label-smoothing", smoothing)
        reference = copied(start, resnet20()).double().train()
        before = {key: value.clone() for key, value in reference.state_dict().items()}
        for layer in reference.modules():
            if isinstance(layer, nn.BatchNorm2d):
                layer.reset_running_stats()
        optimizer = torch.optim.SGD(reference.parameters(), lr=rate, momentum=0.9, weight_decay=decay)
        logits = reference(normalized(start, TRAIN[0]).double())
        functional.cross_entropy(logits, TRAIN[1], label_smoothing=smoothing).backward()
        optimizer.step()
        ours = copied(stepped, resnet20()).state_dict()
        for key, value in reference.state_dict().items():
            if "running" in key:
                torch.testing.assert_close(ours[key].double(), value, rtol=1e-4, atol=1e-6, msg=key)
            elif "num_batches" not in key:
                moved = (value - before[key]).norm().item()
                error = (ours[key] - value).norm().item()
                # Rounding decides at some ReLUs whether a gradient passes; nothing of it is before the last layer.
                last = value.shape[0] == CLASSES
                self.assertLess(error, (1e-4 if last else 0.03) * moved, key)

    def test_resume_gives_the_same_file(self):
        options = ("--epochs", 2, "--batch-size", 8, "--validation-share", 0, "--model", "resnet20")
        arguments = ("train", "--data", path("data"), "--threads", 1, "--quiet", *options)
        whole = call(*arguments, "--out", path("whole.pt"), "--checkpoint", path("a.ckpt"))
        self.assertEqual(whole.returncode, 0, whole.stderr)
        again = call(*arguments, "--out", path("again.pt"), "--checkpoint", path("a.ckpt"), "--resume")
        self.assertEqual(again.returncode, 0, again.stderr)
        with open(path("whole.pt"), "rb") as one, open(path("again.pt"), "rb") as other:
            self.assertEqual(one.read(), other.read())
        other = call(*arguments, "--out", path("x.pt"), "--checkpoint", path("a.ckpt"), "--resume", "--lr", 0.5)
        self.assertEqual(other.returncode, 2)
        self.assertIn("was made with learning-rate 0.1, not 0.5", other.stderr)


class CommandLine(unittest.TestCase):
    def refused(self, code, part, *arguments):
        done = call("train", "--data", path("data"), "--out", path("never.pt"), *arguments)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(part, done.stderr)
        self.assertFalse(os.path.exists(path("never.pt")))

    def test_wrong_usage(self):
        self.refused(2, "Did you mean 'resnet20'?", "--model", "resnet2")
        self.refused(2, "'0' is not allowed", "--epochs", 0)
        self.refused(2, "'adm' is not allowed", "--optimizer", "adm")
        self.refused(2, "is empty", "--lr", "")
        self.refused(2, "Add --checkpoint FILE", "--resume")
        self.refused(2, "would be one file", "--checkpoint", path("never.pt"))
        self.refused(1, "there is no checkpoint", "--checkpoint", path("none.ckpt"), "--resume")

    def test_parameters_are_listed(self):
        listed = json.loads(call("list", "models", "--json").stdout)["models"]
        defaults = {m["id"]: {p["name"]: p["default"] for p in m["parameters"]} for m in listed}
        self.assertEqual(defaults["resnet20"]["epochs"], 160)
        self.assertEqual(defaults["lenet5"]["optimizer"], "adam")
        text = call("train", "--help").stdout
        for name in defaults["vgg16"]:
            self.assertIn("--" + name, text)

    def test_time_budget(self):
        self.assertEqual(train("lenet1", "t.pt", "--budget-time", "1e-9")["ended_by"], "time")


if __name__ == "__main__":
    torch.set_num_threads(2)
    os.mkdir(path("data"))
    TRAIN = write_cifar("data_batch_1.bin", IMAGES, 1)
    TEST = write_cifar("test_batch.bin", 10, 2)
    unittest.main(argv=sys.argv[:1], verbosity=1)
