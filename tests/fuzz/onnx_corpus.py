#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes small ONNX files to start a fuzz program from. Usage: onnx_corpus.py FOLDER"""
import sys
import warnings
from pathlib import Path

import torch
from torch import nn


class Block(nn.Module):
    """What exporters write in several nodes: slices, resizing, norms, attention-like products."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)
        self.norm = nn.LayerNorm(4)
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        x = nn.functional.silu(self.conv(x))
        x = nn.functional.interpolate(x, scale_factor=2.0)
        tokens = self.norm(x.flatten(2).transpose(1, 2))
        weights = torch.softmax(tokens @ tokens.transpose(1, 2), -1)
        return self.head(nn.functional.gelu((weights @ tokens)[:, 1:].mean(1)))


def plain():
    return nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                         nn.Linear(36, 3))


def main():
    warnings.simplefilter("ignore")
    folder = Path(sys.argv[1])
    for name, model in (("plain", plain()), ("block", Block())):
        for opset in (9, 11, 13, 17):
            if name == "block" and opset < 11:
                continue
            axes = {"x": {0: "n"}} if opset != 13 else None
            torch.onnx.export(model.eval(), torch.zeros(1, 3, 8, 8), str(folder / f"{name}-{opset}.onnx"),
                              opset_version=opset, input_names=["x"], dynamic_axes=axes)


main()
