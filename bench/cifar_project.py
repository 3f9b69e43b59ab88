#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a project for bench_ratios from CIFAR-10's binary files and a TorchScript model:

    bench/cifar_project.py CIFAR_FOLDER MODEL.pt PROJECT_FOLDER

The images are written as IDX files of rank 4 (images, rows, columns, channels), one training and one test file.
"""
import json
import pathlib
import struct
import sys

import numpy as np

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]


def write_idx(folder, prefix, files):
    rows = np.concatenate([np.fromfile(f, dtype=np.uint8).reshape(-1, 3073) for f in files])
    labels = rows[:, 0]
    images = rows[:, 1:].reshape(-1, 3, 32, 32).transpose(0, 2, 3, 1)
    with open(folder / f"{prefix}-images-idx3-ubyte", "wb") as out:
        out.write(struct.pack(">IIIII", 0x00000804, len(images), 32, 32, 3))
        out.write(images.tobytes())
    with open(folder / f"{prefix}-labels-idx1-ubyte", "wb") as out:
        out.write(struct.pack(">II", 0x00000801, len(labels)))
        out.write(labels.tobytes())


def main():
    cifar, model, folder = (pathlib.Path(argument) for argument in sys.argv[1:4])
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    write_idx(data, "train", sorted(cifar.glob("data_batch_*.bin")))
    write_idx(data, "t10k", [cifar / "test_batch.bin"])
    classes = (cifar / "batches.meta.txt").read_text().split()
    project = {
        "mutascope_project": 1,
        "name": "CIFAR-10",
        "model": {"file": str(model.resolve()), "input": [32, 32, 3], "scale": 255, "mean": MEAN, "std": STD},
        "data": {"format": "idx", "path": "data", "classes": classes},
    }
    (folder / "project.json").write_text(json.dumps(project, indent=2))


if __name__ == "__main__":
    main()
