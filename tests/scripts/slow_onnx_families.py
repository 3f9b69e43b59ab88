#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports every classification family of torchvision to ONNX and compares outputs and neurons with PyTorch.

Random weights, opsets 9, 11, 13 and 17, made for one image, run on three. Of each layer read from the file the
whole output must be that of a module, as a forward hook sees it (a batch norm is folded into its convolution
by the exporter). Needs onnx_run beside mutascope-cli.
Usage: slow_onnx_families.py MUTASCOPE-CLI SOURCE-DIR [MODEL...]
"""
import io
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import torch
from torchvision import models

warnings.simplefilter("ignore")
RUN = Path(sys.argv[1]).resolve().parent / "onnx_run"
OPSETS = (9, 11, 13, 17)
TOLERANCE = 1e-4  # of the largest value of the layer
SIZES = {"alexnet": 224, "inception_v3": 96, "vgg11": 224, "vgg16_bn": 224}  # of pixels, else 64
OPTIONS = {"googlenet": {"init_weights": False, "aux_logits": True}, "inception_v3": {"init_weights": False},
           "vit_b_16": {"image_size": 64}}
FAMILIES = ["alexnet", "vgg11", "vgg16_bn", "resnet18", "resnet50", "resnext50_32x4d", "wide_resnet50_2",
            "densenet121", "squeezenet1_0", "squeezenet1_1", "googlenet", "inception_v3", "shufflenet_v2_x1_0",
            "mobilenet_v2", "mobilenet_v3_small", "mobilenet_v3_large", "mnasnet0_5", "efficientnet_b0",
            "efficientnet_v2_s", "regnet_x_400mf", "regnet_y_400mf", "convnext_tiny", "vit_b_16", "swin_t", "swin_v2_t"]


def build(name):
    torch.manual_seed(1)
    model = getattr(models, name)(num_classes=10, **OPTIONS.get(name, {})).eval()
    for module in model.modules():  # statistics as after training, so that folding a batch norm shows
        if isinstance(module, torch.nn.BatchNorm2d):
            module.running_mean.normal_(0, 0.1)
            module.running_var.uniform_(0.5, 1.5)
    return model


def hooked(model, x):
    outputs, handles = [], []

    def keep(module, given, output):
        if isinstance(output, torch.Tensor):
            outputs.append(output.detach().clone())
    for module in model.modules():
        handles.append(module.register_forward_hook(keep))
    with torch.no_grad():
        result = model(x)
    for handle in handles:
        handle.remove()
    return result, outputs


def taps_of(file):
    taps = []
    data, at = file.read_bytes(), 0
    while at < len(data):
        end = data.index(b"\n", at)
        name, kind = data[at:end].decode().split(" ")
        at = end + 1
        end = data.index(b"\n", at)
        shape = [int(word) for word in data[at:end].split()]
        at = end + 1
        count = int(np.prod(shape))
        taps.append((name, kind, torch.from_numpy(np.frombuffer(data, np.float32, count, at).copy()).view(shape)))
        at += 4 * count
    return taps


def same(a, b):
    return a.shape == b.shape and (a - b).abs().max() <= TOLERANCE * max(1e-3, b.abs().max().item())


def known(tap, outputs):
    if any(same(tap, output) for output in outputs):
        return True
    if tap.dim() != 4:
        return False
    channels_first = tap.permute(0, 3, 1, 2)  # a module may turn its layer norm's output round
    return any(same(channels_first, output) for output in outputs)


def run(folder, x, taps):
    words = [RUN, folder / "model.onnx", folder / "input", *x.shape, folder / "output"] + (["--taps"] if taps else [])
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    return None if done.returncode == 0 else done.stderr.strip().replace(str(folder) + "/", "")


def check(name, model, opset, x, result, outputs):
    """(whether it loads, remark)"""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        buffer = io.BytesIO()
        try:
            torch.onnx.export(model, x[:1], buffer, opset_version=opset)
        except Exception as error:
            return None, "PyTorch cannot export it: " + str(error).split("\n")[0][:100]
        (folder / "model.onnx").write_bytes(buffer.getvalue())
        x.numpy().tofile(folder / "input")
        refused = run(folder, x, False)
        if refused:
            return False, refused
        got = torch.from_numpy(np.fromfile(folder / "output", np.float32)).view(len(x), -1)
        if not same(got, result):
            return False, f"outputs differ by {(got - result).abs().max():.3g} of {result.abs().max():.3g}"
        refused = run(folder, x, True)
        if refused:
            return False, refused
        taps = taps_of(folder / "output")
        taps = [tap for tap in taps if tap[0] != "softmax"]  # the probabilities, which no module gives
        strange = [tap[0] for tap in taps if not known(tap[2], outputs)]
        return True, f"{len(taps)} layers, {len(taps) - len(strange)} equal a module's output" + (
            f"; not {', '.join(strange[:4])}{'...' if len(strange) > 4 else ''}" if strange else "")


def main():
    torch.set_num_threads(1)
    loaded = refused = impossible = 0
    for name in sys.argv[3:] or FAMILIES:
        model = build(name)
        x = torch.randn(3, 3, SIZES.get(name, 64), SIZES.get(name, 64), generator=torch.Generator().manual_seed(2))
        result, outputs = hooked(model, x)
        for opset in OPSETS:
            begin = time.time()
            good, remark = check(name, model, opset, x, result, outputs)
            loaded, refused, impossible = loaded + (good is True), refused + (good is False), impossible + (good is None)
            word = {True: "loads", False: "REFUSED", None: "-"}[good]
            print(f"{name} opset {opset}: {word}, {remark} ({time.time() - begin:.1f} s)", flush=True)
    print(f"{loaded} load, {refused} refused, {impossible} PyTorch cannot export")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
