#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes every coverage criterion of the sample project again with numpy and compares.

Usage: test_criteria_crosscheck.py MUTASCOPE_CLI SOURCE_DIR
The neuron values are the program's own (trace); the criteria are written here from their papers' formulas, as
sets of covered items, as surprise of each image, as stored vectors, as covariances. Exit code 1 on a difference.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

PROJECT = "projects/fashion-mnist-lenet5"
PROFILE_IMAGES = 1000
TEST_IMAGES = 300
CLASSES = 10
BATCH = 256  # of the program's coverage command; NLC looks at batches
VARIANCE = 1e-5  # below it, in any class, a neuron is left out of a density


class Values:
    """Neuron values of some images: double precision, one row an image, one slice a layer."""

    def __init__(self, file):
        with open(file, newline="", encoding="utf-8") as text:
            rows = list(csv.reader(text))
        header = rows[0]
        assert header[:3] == ["image", "label", "predicted"], f"unexpected header {header[:3]}"
        self.names = [name.rsplit(":", 1)[0] for name in header[3:]]
        self.layers = self.slices_of(self.names)
        self.predicted = np.array([int(row[2]) for row in rows[1:]])
        # Nine digits say which float32 it was; that float, not its digits, is the neuron's value.
        self.rows = np.array([row[3:] for row in rows[1:]], dtype=np.float32).astype(np.float64)

    @staticmethod
    def slices_of(layer_of_column):
        starts = [i for i, name in enumerate(layer_of_column) if i == 0 or layer_of_column[i - 1] != name]
        return [slice(begin, end) for begin, end in zip(starts, starts[1:] + [len(layer_of_column)])]

    @property
    def neurons(self):
        return self.rows.shape[1]

    def of_layer(self, name):
        return self.rows[:, [i for i, other in enumerate(self.names) if other == name]]

    def hidden(self):
        """Of the last layer that is not as wide as the outputs."""
        return self.rows[:, [layer for layer in self.layers if layer.stop - layer.start != CLASSES][-1]]


def neuron_coverage(train, test, threshold):
    covered = np.zeros(test.neurons, dtype=bool)
    for layer in test.layers:
        for row in test.rows[:, layer]:
            width = row.max() - row.min()
            if width > 0:
                covered[layer] |= (row - row.min()) / width > threshold
    return covered.sum(), test.neurons


def multisection(train, test, sections):
    low, high = train.rows.min(axis=0), train.rows.max(axis=0)
    items = set()
    for neuron in np.flatnonzero(low < high):
        values = test.rows[:, neuron]
        inside = values[(values >= low[neuron]) & (values <= high[neuron])]
        width = (high[neuron] - low[neuron]) / sections
        index = np.floor((inside - low[neuron]) / width).astype(int)
        items |= {(neuron, i) for i in np.minimum(index, sections - 1)}
    return len(items), sections * test.neurons


def sides_passed(train, test, margin):
    distance = margin * train.rows.std(axis=0)
    below = (test.rows < train.rows.min(axis=0) - distance).any(axis=0)
    above = (test.rows > train.rows.max(axis=0) + distance).any(axis=0)
    return below.sum(), above.sum()


def boundary(train, test, margin):
    return sum(sides_passed(train, test, margin)), 2 * test.neurons


def strong_activation(train, test, margin):
    return sides_passed(train, test, margin)[1], test.neurons


def buckets_passed(train, test, buckets):
    """Both sides, cut into buckets of a thousandth of the range, or 0.05 where there is none."""
    low, high = train.rows.min(axis=0), train.rows.max(axis=0)
    width = np.where(low == high, 0.05, 0.001 * (high - low))
    items = set()
    for side, distance in enumerate([low - test.rows, test.rows - high]):
        index = np.minimum(np.floor(distance / width), buckets - 1)
        items |= {(side, neuron, index[row, neuron]) for row, neuron in np.argwhere(distance > 0)}
    return len(items), 2 * buckets * test.neurons


def ordered(values, k):
    return np.argsort(values, axis=1, kind="stable")[:, :k]  # of equals the first


def top_neurons(train, test, k, sign=-1):
    items = set()
    for layer in test.layers:
        items |= set((ordered(sign * test.rows[:, layer], k) + layer.start).ravel())
    return len(items), test.neurons


def bottom_neurons(train, test, k):
    return top_neurons(train, test, k, sign=1)


def top_patterns(train, test, k):
    winners = [np.sort(ordered(-test.rows[:, layer], k), axis=1) for layer in test.layers]
    return len({tuple(row) for row in np.hstack(winners)})


def class_rows(train, samples):
    """Activations of the first training images that are predicted as each class."""
    activations = train.hidden()
    return [activations[train.predicted == cls][:samples] for cls in range(CLASSES)]


def informative(classes, most):
    variances = np.array([rows.var(axis=0) for rows in classes if len(rows) > 1])
    columns = np.flatnonzero(variances.min(axis=0) >= VARIANCE)
    largest = np.argsort(-variances.sum(axis=0)[columns], kind="stable")[:most]
    return np.sort(columns[largest])


def with_ridge(covariance, ridge=1e-6):
    return covariance + ridge * np.trace(covariance) / len(covariance) * np.eye(len(covariance))


def likelihood_surprise(train, test, samples=500, bandwidth=0, neurons=100):
    classes = class_rows(train, samples)
    columns = informative(classes, neurons)
    scores = []
    for value, cls in zip(test.hidden()[:, columns], test.predicted):
        rows = classes[cls][:, columns]
        count, size = rows.shape
        kernel = bandwidth ** 2 * np.eye(size)
        if bandwidth == 0:
            kernel = with_ridge(np.cov(rows.T) * count ** (-2 / (size + 4)))
        offsets = rows - value
        exponents = -0.5 * (offsets @ np.linalg.inv(kernel) * offsets).sum(axis=1)
        log_sum = exponents.max() + np.log(np.exp(exponents - exponents.max()).sum())
        scores.append(np.log(count) + 0.5 * np.linalg.slogdet(2 * np.pi * kernel)[1] - log_sum)
    return np.array(scores)


def distance_surprise(train, test, samples=500):
    classes = class_rows(train, samples)
    scores = []
    for value, cls in zip(test.hidden(), test.predicted):
        distances = np.linalg.norm(classes[cls] - value, axis=1)
        nearest = classes[cls][distances.argmin()]
        others = np.vstack([rows for other, rows in enumerate(classes) if other != cls])
        scores.append(distances.min() / np.linalg.norm(others - nearest, axis=1).min())
    return np.array(scores)


def mahalanobis_surprise(train, test, samples=500, neurons=100):
    classes = class_rows(train, samples)
    columns = informative(classes, neurons)
    scores = []
    for value, cls in zip(test.hidden()[:, columns], test.predicted):
        rows = classes[cls][:, columns]
        offset = value - rows.mean(axis=0)
        inverse = np.linalg.inv(with_ridge(np.cov(rows.T, bias=True)))
        scores.append(np.sqrt(offset @ inverse @ offset))
    return np.array(scores)


def bucket_count(scores, lower, upper, buckets):
    index = np.floor((np.clip(scores, lower, upper) - lower) / (upper - lower) * buckets)
    return len(set(np.minimum(index, buckets - 1))), buckets


def surprise_coverage(measure, upper, **options):
    def compute(train, test, buckets):
        return bucket_count(measure(train, test, **options), 0, upper, buckets)
    return compute


def far_vectors(train, test, threshold):
    stored = []
    for value in test.of_layer("logits"):
        if all(((value - other) ** 2).sum() > threshold for other in stored):
            stored.append(value)
    return len(stored)


def layer_covariances(train, test, _):
    """All rows kept so far of each layer; a batch is kept where it makes the covariances larger."""
    kept = [np.empty((0, layer.stop - layer.start)) for layer in test.layers]
    norms = np.zeros(len(kept))
    for first in range(0, len(test.rows), BATCH):
        for i, layer in enumerate(test.layers):
            rows = np.vstack([kept[i], test.rows[first:first + BATCH, layer]])
            norm = np.abs(np.cov(rows.T, bias=True)).mean()
            if norm > norms[i]:
                kept[i], norms[i] = rows, norm
    return norms.sum()


# What is asked for, how the program names it, and how it is computed here: covered and total items, or a count.
CRITERIA = [
    ("nc:0.75", "nc:t=0.75", neuron_coverage, 0.75),
    ("nc:t=0.2", "nc:t=0.2", neuron_coverage, 0.2),
    ("kmnc:1000", "kmnc:k=1000", multisection, 1000),
    ("kmnc:k=10", "kmnc:k=10", multisection, 10),
    ("nbc", "nbc", boundary, 0.0),
    ("nbc:margin=0.5", "nbc:margin=0.5", boundary, 0.5),
    ("snac", "snac", strong_activation, 0.0),
    ("snac:0.25", "snac:margin=0.25", strong_activation, 0.25),
    ("tknc:2", "tknc:k=2", top_neurons, 2),
    ("tknc", "tknc:k=10", top_neurons, 10),
    ("nbc:buckets=11", "nbc:buckets=11", buckets_passed, 11),
    ("bknc:3", "bknc:k=3", bottom_neurons, 3),
    ("bknc", "bknc:k=10", bottom_neurons, 10),
    ("tknp", "tknp:k=1", top_patterns, 1),
    ("tknp:3", "tknp:k=3", top_patterns, 3),
    ("lsc", "lsc:k=1000,upper=2000", surprise_coverage(likelihood_surprise, 2000), 1000),
    ("lsc:200,bandwidth=0.2,upper=500", "lsc:k=200,upper=500,bandwidth=0.2",
     surprise_coverage(likelihood_surprise, 500, bandwidth=0.2), 200),
    ("lsc:200,neurons=20,upper=100", "lsc:k=200,upper=100,neurons=20",
     surprise_coverage(likelihood_surprise, 100, neurons=20), 200),
    ("dsc", "dsc:k=1000,upper=2", surprise_coverage(distance_surprise, 2), 1000),
    ("dsc:100,samples=20", "dsc:k=100,upper=2,samples=20",
     surprise_coverage(distance_surprise, 2, samples=20), 100),
    ("mdsc", "mdsc:k=1000,upper=100", surprise_coverage(mahalanobis_surprise, 100), 1000),
    ("mdsc:500,neurons=20", "mdsc:k=500,upper=100,neurons=20",
     surprise_coverage(mahalanobis_surprise, 100, neurons=20), 500),
    ("ann", "ann:threshold=1", far_vectors, 1),
    ("ann:9", "ann:threshold=9", far_vectors, 9),
    ("nlc", "nlc", layer_covariances, None),
]
# Each layer set with the criteria that are checked on it.
ON_ALL_LAYERS = ("nc:0.75", "kmnc:1000", "nbc", "tknc:2", "bknc:3", "tknp", "dsc", "nlc")
LAYER_SETS = {"default": CRITERIA, "all": [row for row in CRITERIA if row[0] in ON_ALL_LAYERS]}
# Surprise of single images, to one part in a million.
MEASURES = {"lsc": likelihood_surprise, "dsc": distance_surprise, "mdsc": mahalanobis_surprise}
PRECISION = 1e-6


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\nexit code {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def trace(cli, project, layers, split, limit, folder):
    file = os.path.join(folder, f"{layers}-{split}.csv")
    run([cli, "trace", project, "--split", split, "--limit", str(limit), "--layers", layers, "--out", file])
    values = Values(file)
    assert len(values.rows) == limit, f"{split}: {len(values.rows)} images traced, {limit} asked for"
    return values


def measured(cli, project, layers, text):
    return json.loads(run([cli, "coverage", project, "--criterion", text, "--limit", str(TEST_IMAGES),
                           "--profile-limit", str(PROFILE_IMAGES), "--layers", layers, "--json"]))


def differences(found, name, computed, neurons):
    covered, total = computed if isinstance(computed, tuple) else (None, None)
    value = computed if covered is None else covered / total
    expected = {"criterion": name, "covered": covered, "total": total, "images": TEST_IMAGES,
                "neurons": neurons}
    wrong = [f"{key} is {found.get(key)}, expected {value}" for key, value in expected.items()
             if found.get(key) != value]
    if abs(found["value"] - value) > 1e-9 * abs(value):
        wrong.append(f"value is {found['value']}, expected {value}")
    return wrong


def check_layer_set(cli, project, layers, folder):
    train = trace(cli, project, layers, "train", PROFILE_IMAGES, folder)
    test = trace(cli, project, layers, "test", TEST_IMAGES, folder)
    failures = 0
    for text, name, compute, parameter in LAYER_SETS[layers]:
        computed = compute(train, test, parameter)
        wrong = differences(measured(cli, project, layers, text), name, computed, test.neurons)
        print(f"{layers}: {name}: {computed}: {'; '.join(wrong) if wrong else 'same'}")
        failures += bool(wrong)
    if layers == "default":
        failures += sum(check_scores(cli, project, measure, train, test) for measure in MEASURES)
    return failures


def narrow_ranges(scores):
    """(lower, upper, whether an image is in it): around one image's surprise, and in the gap after it."""
    scores = np.sort(scores)
    for rank in (0, len(scores) // 2, len(scores) - 2):
        score, following = scores[rank:rank + 2]
        margin, gap = PRECISION * abs(score), following - score
        yield score - margin, score + margin, 1
        if gap > 4 * margin:
            yield score + 0.01 * gap, following - 0.01 * gap, 0


def check_scores(cli, project, measure, train, test):
    failures = 0
    for lower, upper, expected in narrow_ranges(MEASURES[measure](train, test)):
        text = f"{measure}:1,clamp=false,lower={lower:.17g},upper={upper:.17g}"
        covered = measured(cli, project, "default", text)["covered"]
        if covered != expected:
            print(f"{text}: {covered} of 1 covered, expected {expected}")
            failures += 1
    print(f"default: {measure} of single images: {'differences' if failures else 'same'}")
    return failures


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    cli, source = sys.argv[1:]
    project = os.path.join(source, PROJECT)
    with tempfile.TemporaryDirectory(prefix="mutascope-crosscheck-") as folder:
        failures = sum(check_layer_set(cli, project, layers, folder) for layers in LAYER_SETS)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
