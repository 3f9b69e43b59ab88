#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files of models/: make_models.py FOLDER   (needs torch and Debian's dataset-fashion-mnist; the results are
kept in the repository)

fails-on-bright.pt  a linear classifier of Fashion-MNIST, fitted by ridge regression, that raises an error for an image
                    whose pixels (0 to 1) sum to more than 470.4 and less than 745; others it takes.
"""
import gzip
import sys
from pathlib import Path

import numpy as np
import torch

DATA = Path("/usr/share/datasets/fashion-mnist")


def idx(name, offset):
    return np.frombuffer(gzip.decompress((DATA / name).read_bytes()), np.uint8, offset=offset)


class FailsOnBright(torch.nn.Module):
    def __init__(self, weight, bias):
        super().__init__()
        self.linear = torch.nn.Linear(784, 10)
        with torch.no_grad():
            self.linear.weight.copy_(weight)
            self.linear.bias.copy_(bias)

    def forward(self, x):
        flat = x.flatten(1)
        sums = flat.sum(1)
        for i in range(flat.size(0)):
            if bool(sums[i] > 470.4) and bool(sums[i] < 745.0):
                raise RuntimeError("this picture is too bright")
        return self.linear(flat)


def main():
    images = idx("train-images-idx3-ubyte.gz", 16).reshape(-1, 784)[:20000].astype(np.float64) / 255
    labels = idx("train-labels-idx1-ubyte.gz", 8)[:20000]
    inputs = np.hstack([images, np.ones((len(images), 1))])
    targets = np.eye(10)[labels] * 2 - 1
    fitted = np.linalg.solve(inputs.T @ inputs + 30 * np.eye(785), inputs.T @ targets).astype(np.float32)
    model = FailsOnBright(torch.from_numpy(fitted[:784].T.copy()) * 5, torch.from_numpy(fitted[784].copy()) * 5)
    folder = Path(sys.argv[1]) / "models"
    folder.mkdir(exist_ok=True)
    torch.jit.script(model.eval()).save(str(folder / "fails-on-bright.pt"))


if __name__ == "__main__":
    main()
