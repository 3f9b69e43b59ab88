#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs exported networks on raw numbers: compare_networks.py FOLDER

FOLDER/cases.json lists {"network", "input", "type", "shape", "expected", "expected_type", "tolerance"}; the
numbers are in files beside it, as the library wrote them. Prints what differs; exit code 1 where anything does.
"""
import json
import os
import sys

import numpy
import torch


def read(folder, name, kind):
    return numpy.fromfile(os.path.join(folder, name), dtype=kind)


def difference(folder, case):
    """The largest one, after rounding to grey levels where the library returned some."""
    network = torch.jit.load(os.path.join(folder, case["network"]))
    given = torch.from_numpy(read(folder, case["input"], case["type"]).reshape(case["shape"]))
    with torch.no_grad():
        made = network(given)
    expected = read(folder, case["expected"], case["expected_type"])
    if case["expected_type"] == "uint8" and made.dtype != torch.uint8:
        made = torch.round(made * 255)
    made = made.numpy().astype(numpy.float64).reshape(-1)
    if made.shape != expected.shape:
        return float("inf")
    return float(numpy.abs(made - expected).max())


def main():
    folder = sys.argv[1]
    with open(os.path.join(folder, "cases.json"), encoding="utf-8") as file:
        cases = json.load(file)
    failed = 0
    for case in cases:
        found = difference(folder, case)
        if not found <= case["tolerance"]:
            print(f"{case['network']}: differs by {found}")
            failed += 1
    print(f"{len(cases)} compared")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
