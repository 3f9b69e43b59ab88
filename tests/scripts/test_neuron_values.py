#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the neuron values of `mutascope-cli trace` with an independent computation in PyTorch.

The sample LeNet-5 is evaluated module by module; a residual network with in-place activations, made here, is
observed by forward hooks before it is exported (scripted and traced). Models that must be refused are
checked as well. Usage: test_neuron_values.py MUTASCOPE-CLI SOURCE-DIR
"""
import csv
import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
from torch import nn

DATA = Path("/usr/share/datasets/fashion-mnist")
IMAGES = 96
TOLERANCE = 2e-5  # of the larger of 1 and the value: float sums in another order


def read_idx(pattern):
    path = next(iter(sorted(DATA.glob(pattern))))
    raw = path.read_bytes()
    if raw[:2] == b"\x1f\x8b":
        raw = gzip.decompress(raw)
    shape = [int.from_bytes(raw[4 + 4 * i:8 + 4 * i], "big") for i in range(raw[3])]
    return np.frombuffer(raw, np.uint8, offset=4 + 4 * raw[3]).reshape(shape)


def neurons(output):
    """A unit of [N, units], or the mean over all positions of a channel of [N, C, H, W]."""
    values = output.detach().double()
    return (values if values.dim() == 2 else values.flatten(2).mean(2)).numpy()


class Block(nn.Module):
    """Activations change their input in place; one module is used twice, one activation is no module."""

    def __init__(self, inputs: int, outputs: int, stride: int):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.act = nn.ReLU(inplace=True)
        self.shortcut = nn.Conv2d(inputs, outputs, 1, stride)

    def forward(self, x):
        out = self.act(self.bn1(self.conv1(x)))
        out = self.act(self.bn2(self.conv2(out)))
        return torch.relu_(out.sub(0.3).add(self.shortcut(x)))


class Residual(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(1, 5, 3, 1, 1)
        self.first = nn.LeakyReLU(0.1, inplace=True)
        self.block1 = Block(5, 7, 2)
        self.block2 = Block(7, 9, 2)
        self.pool = nn.AdaptiveAvgPool2d(2)
        self.hidden = nn.Linear(36, 13)
        self.act = nn.Hardtanh(-0.2, 0.2, inplace=True)
        self.drop = nn.Dropout(0.5)
        self.out = nn.Linear(13, 10)

    def forward(self, x):
        x = self.block2(self.block1(self.first(self.stem(x))))
        x = self.hidden(self.pool(x).flatten(1))
        return self.out(self.drop(self.act(x)))


def make_residual():
    torch.manual_seed(3)
    model = Residual()
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            nn.init.normal_(module.running_mean, 0, 0.3)
            nn.init.uniform_(module.running_var, 0.5, 2)
            nn.init.normal_(module.weight, 1, 0.3)
            nn.init.normal_(module.bias, 0, 0.3)
    return model.eval()


def hooked_values(model, inputs):
    """Values by name; the n-th use of a module is called name_n. Read before the next operator runs."""
    values = {}

    def record(name):
        def hook(module, arguments, output):
            unique, number = name, 2
            while unique in values:
                unique, number = f"{name}_{number}", number + 1
            values[unique] = neurons(output)
        return hook

    for name, module in model.named_modules():
        if isinstance(module, Block):
            module.register_forward_hook(record(f"{name}.relu1"))
        elif name and not list(module.children()) and not isinstance(module, nn.Dropout):
            module.register_forward_hook(record(name))
    with torch.no_grad():
        logits = model(inputs)
    values["softmax"] = neurons(torch.softmax(logits.double(), 1))
    return values, logits


def lenet_values(file, inputs):
    model = torch.jit.load(str(file)).eval()
    values = {}
    with torch.no_grad():
        x = inputs
        for name in "conv1 relu1 pool1 conv2 relu2 pool2 fc1 relu3 fc2 relu4 logits".split():
            if name == "fc1":
                x = x.flatten(1)
            x = getattr(model, name)(x)
            values[name] = neurons(x)
        difference = (x - model(inputs)).abs().max().item()
    if difference > 1e-5:
        sys.exit(f"the sample model is no LeNet-5: the modules in a row differ by {difference}")
    values["softmax"] = neurons(torch.softmax(x.double(), 1))
    return values, x


class Failure(Exception):
    pass


def run(cli, *arguments):
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True)


def expect_success(result):
    if result.returncode != 0:
        raise Failure(f"{' '.join(result.args[:2])} failed ({result.returncode}): {result.stderr}")
    return result.stdout


def read_trace(cli, project, folder):
    out = Path(folder) / "values.csv"
    expect_success(run(cli, "trace", project, "--limit", IMAGES, "--layers", "all", "--out", out))
    with open(out, newline="") as stream:
        header, *rows = csv.reader(stream)
    if header[:3] != ["image", "label", "predicted"]:
        raise Failure(f"header starts with {header[:3]}")
    columns = {}
    for position, title in enumerate(header[3:], 3):
        layer, neuron = title.rsplit(":", 1)
        columns.setdefault(layer, []).append(position)
        if int(neuron) != len(columns[layer]) - 1:
            raise Failure(f"{title} is out of order")
    return columns, np.array(rows, dtype=np.float64)


def compare(name, columns, rows, values, logits, labels):
    if len(rows) != IMAGES or not np.array_equal(rows[:, 0], np.arange(IMAGES)):
        raise Failure(f"{name}: expected images 0 to {IMAGES - 1}, got {len(rows)} rows")
    if not np.array_equal(rows[:, 1], labels[:IMAGES]):
        raise Failure(f"{name}: the labels differ from the data")
    if not np.array_equal(rows[:, 2], logits.argmax(1).numpy()):
        raise Failure(f"{name}: the predictions differ")
    if set(columns) != set(values):
        raise Failure(f"{name}: layers {sorted(columns)}, expected {sorted(values)}")
    worst = 0.0
    for layer, expected in values.items():
        got = rows[:, columns[layer]]
        if got.shape != expected.shape:
            raise Failure(f"{name}: {layer} has shape {got.shape}, expected {expected.shape}")
        difference = np.max(np.abs(got - expected) / np.maximum(1, np.abs(expected)))
        if not difference <= TOLERANCE:
            raise Failure(f"{name}: {layer} differs by {difference}")
        worst = max(worst, difference)
    print(f"{name}: {len(values)} layers, {sum(v.shape[1] for v in values.values())} neurons, "
          f"{IMAGES} images, largest difference {worst:.3g}")


def check_sample(cli, source, folder, images, labels):
    project = source / "projects" / "fashion-mnist-lenet5"
    if not (project / "project.json").is_file():
        raise Failure(f"there is no sample project in {project}")
    settings = json.loads((project / "project.json").read_text())["model"]
    if settings.get("mean") or settings.get("std"):
        raise Failure("the sample project has a mean or std; this test expects pixel / scale")
    inputs = torch.from_numpy(images[:IMAGES].astype(np.float32) / np.float32(settings.get("scale", 255)))
    values, logits = lenet_values(project / settings["file"], inputs.unsqueeze(1))
    columns, rows = read_trace(cli, project, folder)
    compare("sample lenet5", columns, rows, values, logits, labels)


def check_residual(cli, folder, images, labels):
    pixels = torch.from_numpy(images[:IMAGES].astype(np.float32)).unsqueeze(1)
    inputs = (pixels / 255 - 0.3) / 0.4
    exported = {"scripted": torch.jit.script(make_residual()),
                "traced": torch.jit.trace(make_residual(), inputs[:2])}
    values, logits = hooked_values(make_residual(), inputs)
    for name, module in exported.items():
        file = Path(folder) / f"{name}.pt"
        module.save(str(file))
        project = Path(folder) / name
        expect_success(run(cli, "new", project, "--model", file, "--data", DATA, "--scale", 255, "--mean", 0.3,
                           "--std", 0.4))
        columns, rows = read_trace(cli, project, folder)
        compare(f"residual network, {name}", columns, rows, values, logits, labels)


# Keyword arguments of max_pool2d, each for another branch: LibTorch's own kernel is not used for most.
POOLINGS = [{"kernel_size": 2}, {"kernel_size": 3, "stride": 2}, {"kernel_size": 3, "stride": 2, "padding": 1},
            {"kernel_size": 3, "stride": 1, "padding": 1}, {"kernel_size": (2, 3), "stride": (1, 2), "padding": (0, 1)},
            {"kernel_size": 1, "stride": 2}, {"kernel_size": (1, 2)}, {"kernel_size": 5}, {"kernel_size": (25, 27)},
            {"kernel_size": 2, "dilation": 2}, {"kernel_size": 3, "stride": 2, "ceil_mode": True}]


class Poolings(nn.Module):
    """Two channels of an odd and an even side, one the other negated; a slope of 1 leaves the values as they are."""

    def __init__(self):
        super().__init__()
        self.pools = nn.ModuleList(nn.MaxPool2d(**arguments) for arguments in POOLINGS)
        self.values = nn.LeakyReLU(1.0)
        self.fc = nn.Linear(self.pooled(torch.zeros(1, 1, 28, 28)).shape[1], 10)

    def pooled(self, x):
        x = torch.cat([x, -x], 1)[:, :, :27].contiguous()
        parts = [pool(x).flatten(1) for pool in self.pools]
        parts.append(nn.functional.max_pool2d(x.contiguous(memory_format=torch.channels_last), 2).flatten(1))
        return torch.cat(parts, 1)

    def forward(self, x):
        return self.fc(self.values(self.pooled(x)))


def check_pooling(cli, folder, images, labels):
    inputs = (torch.from_numpy(images[:IMAGES].astype(np.float32)).unsqueeze(1) / 255 - 0.3) / 0.4
    torch.manual_seed(5)
    model = Poolings().eval()
    file = Path(folder) / "poolings.pt"
    torch.jit.trace(model, inputs[:2]).save(str(file))
    values, logits = hooked_values(model, inputs)
    values = {name: value for name, value in values.items() if "pool" not in name}
    project = Path(folder) / "poolings"
    expect_success(run(cli, "new", project, "--model", file, "--data", DATA, "--scale", 255, "--mean", 0.3,
                       "--std", 0.4))
    columns, rows = read_trace(cli, project, folder)
    columns = {name: of for name, of in columns.items() if "pool" not in name}
    compare("max-pooling", columns, rows, values, logits, labels)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(784, 10)

    def forward(self, x):
        return self.fc(x.flatten(1))


class NoRows(Classifier):
    def forward(self, x):
        out = self.fc(x.flatten(1))
        return out.mean(), {"mean": out.mean(1)}


class Several(nn.Module):
    """The logits stand behind other tensors; what leads to those alone is no layer of the classifier."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 6, 5)
        self.act = nn.ReLU()
        self.fc = nn.Linear(6, 10)
        self.coarse = nn.Linear(6, 3)

    def features(self, x):
        return self.act(self.conv(x)).mean((2, 3))


class DictionaryOutput(Several):
    def forward(self, x):
        y = self.features(x)
        return {"features": y.view(-1, 2, 3), "logits": self.fc(y), "coarse": self.coarse(y)}


class NestedOutput(Several):
    def forward(self, x):
        y = self.features(x)
        return y.mean(), [self.fc(y), self.coarse(y)]


class GrownDictionary(Several):
    def forward(self, x):
        y = self.features(x)
        result = {"mean": y.mean()}
        result["logits"] = self.fc(y)
        return result


class HalfPrecision(Several):
    def forward(self, x):
        return self.fc(self.features(x.half())).float()


class SecondInput(Classifier):
    def forward(self, x, y):
        return self.fc(x.flatten(1)) + y


class OneAtATime(Classifier):
    def forward(self, x):
        return self.fc(x.view(1, 784))


class RandomOutput(Classifier):
    def forward(self, x):
        return nn.functional.dropout(self.fc(x.flatten(1)), 0.5, True)


class NotANumber(Classifier):
    def forward(self, x):
        return self.fc(x.flatten(1)) * float("nan")


class FourDimensions(Classifier):
    def forward(self, x):
        return self.fc(x.flatten(1)).unsqueeze(2)


REFUSED = {NoRows: "without one row of outputs an image", SecondInput: "'y'", OneAtATime: "one image at a time",
           RandomOutput: "other outputs each time", NotANumber: "not finite", FourDimensions: "expected [7, classes]"}


def check_refused(cli, folder):
    for kind, part in REFUSED.items():
        file = Path(folder) / f"{kind.__name__}.pt"
        torch.jit.script(kind().eval()).save(str(file))
        result = run(cli, "info", file, "--input", "28x28x1")
        if result.returncode != 1 or part not in result.stderr or "Traceback" in result.stderr:
            raise Failure(f"{kind.__name__}: exit {result.returncode}, expected 1 with '{part}': {result.stderr}")
    torch.save(Classifier().state_dict(), Path(folder) / "weights.pt")
    result = run(cli, "info", Path(folder) / "weights.pt", "--input", "28x28x1")
    if result.returncode != 1 or "weights" not in result.stderr:
        raise Failure(f"a state_dict: exit {result.returncode}: {result.stderr}")
    print(f"{len(REFUSED) + 1} unusable models are refused in plain words")


def check_outputs(cli, folder, images, labels):
    inputs = torch.from_numpy(images[:IMAGES].astype(np.float32)).unsqueeze(1) / 255
    forms = {"script": torch.jit.script, "trace": lambda model: torch.jit.trace(model, inputs[:2], strict=False)}
    for kind, form in [(DictionaryOutput, "script"), (DictionaryOutput, "trace"), (NestedOutput, "trace"),
                       (GrownDictionary, "script"), (HalfPrecision, "script"), (HalfPrecision, "freeze")]:
        torch.manual_seed(4)
        model = kind().eval()
        reference = {"conv": model.conv, "act": model.act, "fc": model.fc}
        if kind is HalfPrecision:
            model = model.half()
        module = torch.jit.freeze(torch.jit.script(model)) if form == "freeze" else forms[form](model)
        file = Path(folder) / f"{kind.__name__}-{form}.pt"
        module.save(str(file))
        values, x = {}, inputs
        with torch.no_grad():
            model.float()
            for name, layer in reference.items():
                x = layer(x.mean((2, 3)) if name == "fc" else x)
                values[name] = neurons(x)
        values["softmax"] = neurons(torch.softmax(x.double(), 1))
        if form == "freeze":  # a frozen module has forgotten its parts' names
            values = {{"conv": "conv2d1", "act": "relu1", "fc": "linear1"}.get(k, k): v for k, v in values.items()}
        project = Path(folder) / f"{kind.__name__}-{form}"
        expect_success(run(cli, "new", project, "--model", file, "--data", DATA, "--scale", 255, "--mean", 0,
                           "--std", 1))
        columns, rows = read_trace(cli, project, folder)
        compare(f"{kind.__name__}, {form}", columns, rows, values, x, labels)


def main():
    cli, source = sys.argv[1], Path(sys.argv[2])
    torch.set_num_threads(1)
    images, labels = read_idx("t10k-images*"), read_idx("t10k-labels*")
    with tempfile.TemporaryDirectory() as folder:
        check_refused(cli, folder)
        check_residual(cli, folder, images, labels)
        check_outputs(cli, folder, images, labels)
        check_pooling(cli, folder, images, labels)
        check_sample(cli, source, folder, images, labels)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"FAILED: {failure}")
