#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes every coverage criterion of the sample project again with numpy and compares.

Usage: test_criteria_crosscheck.py MUTASCOPE_CLI SOURCE_DIR
The neuron values are the program's own (trace); the criteria are written here from their papers' formulas, as
sets of covered items. Exit code 1 on a difference.
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


class Values:
    """Neuron values of some images: double precision, one row an image, one slice a layer."""

    def __init__(self, file):
        with open(file, newline="", encoding="utf-8") as text:
            rows = list(csv.reader(text))
        header = rows[0]
        assert header[:3] == ["image", "label", "predicted"], f"unexpected header {header[:3]}"
        self.layers = self.slices_of([name.rsplit(":", 1)[0] for name in header[3:]])
        # Nine digits say which float32 it was; that float, not its digits, is the neuron's value.
        self.rows = np.array([row[3:] for row in rows[1:]], dtype=np.float32).astype(np.float64)

    @staticmethod
    def slices_of(layer_of_column):
        starts = [i for i, name in enumerate(layer_of_column) if i == 0 or layer_of_column[i - 1] != name]
        return [slice(begin, end) for begin, end in zip(starts, starts[1:] + [len(layer_of_column)])]

    @property
    def neurons(self):
        return self.rows.shape[1]


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


def top_neurons(train, test, k):
    items = set()
    for layer in test.layers:
        order = np.argsort(-test.rows[:, layer], axis=1, kind="stable")[:, :k]  # of equals the first
        items |= set((order + layer.start).ravel())
    return len(items), test.neurons


# What is asked for, how the program names it, and how it is computed here.
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
]
# Each layer set with the criteria that are checked on it.
LAYER_SETS = {"default": CRITERIA, "all": [CRITERIA[0], CRITERIA[2], CRITERIA[4], CRITERIA[8]]}


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


def differences(found, name, covered, total, neurons):
    expected = {"criterion": name, "covered": int(covered), "total": int(total), "images": TEST_IMAGES,
                "neurons": neurons}
    wrong = [f"{key} is {found.get(key)}, expected {value}" for key, value in expected.items()
             if found.get(key) != value]
    if abs(found["value"] - covered / total) > 1e-12:
        wrong.append(f"value is {found['value']}, expected {covered / total}")
    return wrong


def check_layer_set(cli, project, layers, folder):
    train = trace(cli, project, layers, "train", PROFILE_IMAGES, folder)
    test = trace(cli, project, layers, "test", TEST_IMAGES, folder)
    failures = 0
    for text, name, compute, parameter in LAYER_SETS[layers]:
        covered, total = compute(train, test, parameter)
        wrong = differences(measured(cli, project, layers, text), name, covered, total, test.neurons)
        print(f"{layers}: {name}: {covered} of {total}: {'; '.join(wrong) if wrong else 'same'}")
        failures += bool(wrong)
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
