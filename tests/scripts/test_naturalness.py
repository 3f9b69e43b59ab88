#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the reference values of the metrics of naturalness, which core_tests compares ours with.

They are computed here with numpy and PyTorch from images and features that both sides make from the same
numbers, and must equal those in tests/core/metrics/naturalness_reference.json.
Usage: test_naturalness.py MUTASCOPE-CLI SOURCE-DIR [--write]
--write makes the file and the small LPIPS network beside it anew.
"""
import json
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

FOLDER = Path(sys.argv[2]) / "tests/core/metrics"
FILE, NETWORK = FOLDER / "naturalness_reference.json", FOLDER / "pair_distance.pt"
WEIGHTS = [0.0448, 0.2856, 0.3001, 0.2363, 0.1333]  # Wang et al., 2003
TOLERANCE = 1e-6
torch.set_num_threads(1)

# height, width, channels, images, whether test and seed have nothing to do with each other
IMAGES = {"grey": (28, 28, 1, 4, False), "colour": (32, 33, 3, 3, False), "tiny": (8, 9, 1, 3, False),
          "large": (176, 181, 1, 2, False), "unrelated": (24, 24, 3, 3, True)}
# width, tests, real images, values that are always 0
FEATURES = {"full": (6, 40, 50, 0), "dead": (7, 30, 45, 2), "few": (12, 9, 10, 0)}


def numbers(seed, count):
    """Bytes of a linear congruential generator (Knuth's MMIX)."""
    state, out = seed, np.empty(count, np.int64)
    for i in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        out[i] = state >> 56
    return out


def image_pairs(height, width, channels, count, unrelated):
    shape = (count, height, width, channels)
    seeds = numbers(1, int(np.prod(shape))).reshape(shape)
    other = numbers(2, seeds.size).reshape(shape)
    return seeds, other if unrelated else np.clip(seeds + other % 41 - 20, 0, 255)


def feature_rows(width, count, dead, seed):
    rows = numbers(seed, count * width).reshape(count, width) / 64.0 - 1
    rows[:, width - dead:] = 0
    return rows.astype(np.float32).astype(np.float64)


def window_means(plane, size):
    axis = np.arange(size) - size // 2
    line = np.exp(-(axis**2) / (2 * (1.5 * size / 11) ** 2))
    window = np.outer(line, line) / line.sum() ** 2
    places = np.lib.stride_tricks.sliding_window_view(plane, (size, size))
    return np.einsum("yxij,ij->yx", places, window)


def similarity(x, y):
    """Mean SSIM and mean contrast-structure term of two planes."""
    side = min(x.shape)
    size = min(11, side if side % 2 else side - 1)
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    mx, my = window_means(x, size), window_means(y, size)
    vx, vy = window_means(x * x, size) - mx**2, window_means(y * y, size) - my**2
    cov = window_means(x * y, size) - mx * my
    cs = (2 * cov + c2) / (vx + vy + c2)
    return ((2 * mx * my + c1) / (mx**2 + my**2 + c1) * cs).mean(), cs.mean()


def halved(plane):
    h, w = plane.shape[0] // 2, plane.shape[1] // 2
    return plane[:2 * h, :2 * w].reshape(h, 2, w, 2).mean((1, 3))


def multi_scale(x, y):
    scales, side = 1, min(x.shape) // 2
    while side >= 11 and scales < 5:
        scales, side = scales + 1, side // 2
    product = 1.0
    for scale in range(scales):
        all_terms, cs = similarity(x, y)
        term = all_terms if scale == scales - 1 else cs
        product *= max(term, 0) ** (WEIGHTS[scale] / sum(WEIGHTS[:scales]))
        x, y = halved(x), halved(y)
    return product


def over_channels(measure, seed, test):
    return np.mean([measure(seed[..., c].astype(float), test[..., c].astype(float))
                    for c in range(seed.shape[-1])])


def pair_scores(seed, test):
    difference = np.abs(seed - test) / 255
    return {"l0": (seed != test).any(-1).mean(), "l1": difference.mean(),
            "l2": np.linalg.norm(difference), "linf": difference.max(),
            "psnr": 10 * np.log10(1 / (difference**2).mean()),
            "ssim": over_channels(lambda x, y: similarity(x, y)[0], seed, test),
            "ms-ssim": over_channels(multi_scale, seed, test)}


class PairDistance(nn.Module):
    """Built like LPIPS, but tiny: unit-normalised channels, squared differences, weights, spatial mean."""

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 5, 5, stride=3)
        self.weight = nn.Conv2d(5, 1, 1, bias=False)

    def features(self, x):
        y = F.relu(self.conv(x))
        return y / (y.pow(2).sum(1, keepdim=True).sqrt() + 1e-10)

    def forward(self, a, b):
        return self.weight((self.features(a) - self.features(b)).pow(2)).mean((2, 3), keepdim=True)


def make_network():
    torch.manual_seed(7)
    network = PairDistance().eval()
    network.weight.weight.data.abs_()
    torch.jit.trace(network, (torch.rand(2, 3, 64, 64), torch.rand(2, 3, 64, 64))).save(str(NETWORK))


def network_input(images):
    x = torch.from_numpy(images).permute(0, 3, 1, 2).float() / 255 * 2 - 1
    x = x.expand(-1, 3, -1, -1)
    side = min(x.shape[2:])
    if side < 64:
        x = F.interpolate(x, size=[int(64 * n / side + 0.5) for n in x.shape[2:]], mode="bilinear",
                          align_corners=False)
    return x


def image_values(case):
    seeds, tests = image_pairs(*IMAGES[case])
    scores = [pair_scores(seed, test) for seed, test in zip(seeds, tests)]
    values = {name: [float(score[name]) for score in scores] for name in scores[0]}
    with torch.no_grad():
        distances = torch.jit.load(str(NETWORK))(network_input(seeds), network_input(tests))
    return {**values, "lpips": distances.flatten().double().tolist()}


def frechet(a, b):
    ca, cb = np.cov(a, rowvar=False), np.cov(b, rowvar=False)
    # Eigenvalues of the product are those of the root, squared; neither is negative but for rounding.
    root = np.sqrt(np.linalg.eigvals(ca @ cb).real.clip(0)).sum()
    return ((a.mean(0) - b.mean(0)) ** 2).sum() + np.trace(ca) + np.trace(cb) - 2 * root


def kernel_distance(a, b):
    def kernel(x, y):
        return (x @ y.T / x.shape[1] + 1) ** 3
    within = [(kernel(x, x).sum() - np.trace(kernel(x, x))) / (len(x) * (len(x) - 1)) for x in (a, b)]
    return sum(within) - 2 * kernel(a, b).mean()


def feature_values(case):
    width, tests, real, dead = FEATURES[case]
    a, b = feature_rows(width, tests, dead, 3), feature_rows(width, real, dead, 4)
    seeds = feature_rows(width, tests, dead, 5)
    unit = [x / np.linalg.norm(x, axis=1, keepdims=True) for x in (a, seeds)]
    return {"fid": float(frechet(a, b)), "kid": float(kernel_distance(a, b)),
            "feature-distance": ((unit[0] - unit[1]) ** 2).sum(1).tolist()}


def reference():
    images = {case: dict(zip(["height", "width", "channels", "count", "unrelated"], IMAGES[case]),
                         values=image_values(case)) for case in IMAGES}
    features = {case: dict(zip(["width", "tests", "real", "dead"], FEATURES[case]),
                           values=feature_values(case)) for case in FEATURES}
    return {"images": images, "features": features}


def differences(wanted, got, where=""):
    if isinstance(wanted, dict):
        if wanted.keys() != got.keys():
            return [f"{where}: {sorted(got)} instead of {sorted(wanted)}"]
        return [line for key in wanted for line in differences(wanted[key], got[key], f"{where}/{key}")]
    if np.shape(wanted) == np.shape(got) and np.allclose(wanted, got, rtol=TOLERANCE, atol=TOLERANCE):
        return []
    return [f"{where}: {got} in the file, computed {wanted}"]


if "--write" in sys.argv:
    make_network()
    FILE.write_text(json.dumps(reference(), indent=1) + "\n")
wrong = differences(reference(), json.loads(FILE.read_text()))
print("\n".join(wrong) or "reference values of naturalness: as computed")
sys.exit(bool(wrong))
