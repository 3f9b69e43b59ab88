#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loads every classification family of torchvision, scripted, traced and as ONNX, and compares.

Random weights; the neuron values of `mutascope-cli trace` must equal PyTorch's forward hooks to 1e-4 relative.
Prints one line a model and a table for docs/compatibility.md; exits 1 on a difference, or where a model is
refused that is not listed there. Usage: slow_compatibility.py MUTASCOPE-CLI SOURCE-DIR [NAME|FORM...]
"""
import csv
import json
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import torch
import torchvision
from torch import nn

IMAGES = CLASSES = 10  # a label of each class
TOLERANCE = 1e-4  # of the larger of 1 and the largest value of the layer
MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
OPSET = 16
FORMS = ("scripted", "traced", "onnx")

# One of each family (the smallest, and where sizes differ in kind, another), with an input size it takes. PyTorch exports
# an adaptive pooling to ONNX only where its output divides its input: 7 x 7 features for vgg11, 6 x 6 for alexnet.
FAMILIES = {
    "alexnet": 224, "vgg11": 224, "vgg16_bn": 32, "resnet18": 64, "resnet50": 64, "resnext50_32x4d": 64,
    "wide_resnet50_2": 64, "densenet121": 64, "squeezenet1_0": 64, "squeezenet1_1": 64, "googlenet": 64,
    "inception_v3": 96, "shufflenet_v2_x1_0": 64, "mobilenet_v2": 64, "mobilenet_v3_small": 64,
    "mobilenet_v3_large": 64, "mnasnet1_0": 64, "efficientnet_b0": 64, "efficientnet_b3": 64,
    "efficientnet_v2_s": 64, "regnet_y_400mf": 64, "regnet_x_400mf": 64, "convnext_tiny": 64, "vit_b_32": 64,
    "swin_t": 64,
}
LEAVES = (nn.Conv2d, nn.Linear, nn.BatchNorm2d, nn.LayerNorm, nn.ReLU, nn.ReLU6, nn.SiLU, nn.GELU, nn.Hardswish,
          nn.Hardsigmoid, nn.Sigmoid, nn.MaxPool2d, nn.AvgPool2d, nn.AdaptiveAvgPool2d)


def make_model(name, size):
    torch.manual_seed(5)
    arguments = {"num_classes": CLASSES}
    if name in ("googlenet", "inception_v3"):
        arguments["init_weights"] = False
    if name.startswith("vit"):
        arguments["image_size"] = size
    model = getattr(torchvision.models, name)(weights=None, **arguments)
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d):
            nn.init.normal_(module.running_mean, 0, 0.1)
            nn.init.uniform_(module.running_var, 0.5, 2)
    return model.eval()


def neurons(module, output):
    """A unit of [N, units]; else the mean over all positions, channels last for token layers."""
    values = output.detach().double()
    if values.dim() == 2:
        return values.numpy()
    return {"first": values.flatten(2).mean(2).numpy(),
            "last": values.flatten(1, -2).mean(1).numpy()}


def hooked_values(model, inputs, second):
    """second: the number in the name of a module's second use."""
    values = {}

    def record(name):
        def hook(module, arguments, output):
            unique, number = name, second
            while unique in values:
                unique, number = f"{name}_{number}", number + 1
            values[unique] = neurons(module, output)
        return hook

    handles = [module.register_forward_hook(record(name)) for name, module in model.named_modules()
               if isinstance(module, LEAVES)]
    with torch.no_grad():
        logits = model(inputs)
    for handle in handles:
        handle.remove()
    return values, logits


def export(form, model, inputs, folder):
    file = Path(folder) / f"model.{'onnx' if form == 'onnx' else 'pt'}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if form == "onnx":  # with its norms: by default they are folded into the convolutions before them
            torch.onnx.export(model, inputs[:1], str(file), opset_version=OPSET, input_names=["input"],
                              output_names=["logits"], dynamic_axes={"input": {0: "n"}, "logits": {0: "n"}},
                              training=torch.onnx.TrainingMode.PRESERVE, do_constant_folding=False)
        else:
            module = torch.jit.script(model) if form == "scripted" else torch.jit.trace(model, inputs[:2], check_trace=False)
            module.save(str(file))
    return file


def write_idx(folder, pixels):
    labels = np.arange(len(pixels), dtype=np.uint8) % CLASSES
    for stem in ("t10k", "train"):
        header = bytes([0, 0, 8, pixels.ndim]) + b"".join(int(n).to_bytes(4, "big") for n in pixels.shape)
        (folder / f"{stem}-images-idx3-ubyte").write_bytes(header + pixels.tobytes())
        header = bytes([0, 0, 8, 1]) + len(labels).to_bytes(4, "big")
        (folder / f"{stem}-labels-idx1-ubyte").write_bytes(header + labels.tobytes())


def run(cli, *arguments):
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True)


def read_trace(cli, project, folder):
    out = Path(folder) / "values.csv"
    result = run(cli, "trace", project, "--layers", "all", "--out", out, "--quiet")
    if result.returncode != 0:
        return None, result.stderr.strip()
    with open(out, newline="") as stream:
        header, *rows = csv.reader(stream)
    columns = {}
    for position, title in enumerate(header[3:], 3):
        columns.setdefault(title.rsplit(":", 1)[0], []).append(position)
    data = np.array(rows, dtype=np.float64)
    return {layer: data[:, places] for layer, places in columns.items()}, ""


def difference(got, expected):
    choices = expected.values() if isinstance(expected, dict) else [expected]
    errors = [np.max(np.abs(got - want)) / max(1.0, np.max(np.abs(want)))
              for want in choices if want.shape == got.shape]
    return min(errors) if errors else float("inf")


def check(cli, name, form, size, folder):
    """(state, note): ok, different or refused."""
    model = make_model(name, size)
    pixels = np.random.default_rng(1).integers(0, 256, (IMAGES, size, size, 3), np.uint8)
    data = Path(folder) / "data"
    data.mkdir()
    write_idx(data, pixels)
    inputs = (torch.from_numpy(pixels).permute(0, 3, 1, 2).float() / 255
              - torch.tensor(MEAN).view(3, 1, 1)) / torch.tensor(STD).view(3, 1, 1)
    file = export(form, model, inputs, folder)
    project = Path(folder) / "project"
    result = run(cli, "new", project, "--model", file, "--data", data, "--mean", ",".join(map(str, MEAN)),
                 "--std", ",".join(map(str, STD)), "--scale", 255, "--channel-order", "rgb")
    if result.returncode != 0:
        return "refused", result.stderr.strip().replace("\n", " ")
    got, error = read_trace(cli, project, folder)
    if got is None:
        return "refused", error
    values, logits = hooked_values(model, inputs, 1 if form == "onnx" else 2)
    if form == "onnx":  # a character that code cannot have in a name is an underscore there
        values = {re.sub(r"[^\w.]", "_", layer): value for layer, value in values.items()}
    probabilities = difference(got["softmax"], torch.softmax(logits.double(), 1).numpy())
    missing = [layer for layer in values if layer not in got]
    worst, where = probabilities, "softmax"
    for layer in values.keys() & got.keys():
        error = difference(got[layer], values[layer])
        if error > worst:
            worst, where = error, layer
    note = (f"{len(values) - len(missing)} of {len(values)} hooked layers, {len(got)} in all, "
            f"largest difference {worst:.2g} at {where}" + (f"; missing e.g. {missing[:3]}" if missing else ""))
    return ("ok" if worst <= TOLERANCE else "different"), note


def main():
    cli, source = sys.argv[1], Path(sys.argv[2])
    forms = [form for form in FORMS if form in sys.argv[3:]] or FORMS
    chosen = [name for name in sys.argv[3:] if name not in FORMS] or list(FAMILIES)
    listed = (source / "docs" / "compatibility.md").read_text() if (source / "docs").is_dir() else ""
    torch.set_num_threads(2)
    failures, counts = [], {"ok": 0, "different": 0, "refused": 0}
    for name in chosen:
        for form in forms:
            with tempfile.TemporaryDirectory() as folder:
                try:
                    state, note = check(cli, name, form, FAMILIES[name], folder)
                except Exception as error:  # PyTorch itself cannot export it
                    state, note = "no export", f"{type(error).__name__}: {error}"[:200]
            counts[state] = counts.get(state, 0) + 1
            print(f"| {name} | {form} | {state} | {note} |", flush=True)
            if state == "different" or (state == "refused" and f"{name} | {form} | refused" not in listed):
                failures.append(f"{name} {form}")
    print(json.dumps(counts))
    if failures:
        sys.exit("FAILED: " + ", ".join(failures))


if __name__ == "__main__":
    main()
