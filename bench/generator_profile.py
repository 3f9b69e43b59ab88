#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where generators spend their time: prints the table of docs/results/profile.md.

    bench/generator_profile.py --cli build/release/bin/mutascope-cli --project PROJECT --work build/profile

Each generator runs once under perf (Linux), one thread, until its budget ends. A sample counts by the library it
falls into: passes of the model and of generators' networks are computed in LibTorch and its BLAS, which nothing
else calls; the rest is the program itself, reading and writing images and sessions, the C library and the kernel,
although both of these also work for the passes. The share of passes is therefore a lower bound. Loading and
training are part of it: everything the process did. Needs nothing but Python 3 and perf.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

GROUPS = [
    ("passes", r"libtorch|libc10|openblas|libblas|dnnl|mkldnn|nnpack|NNPACK|libgomp|sleef|fbgemm|libonnx|opencv_dnn"),
    ("images and session", r"sqlite|libpng|libz\.|opencv|libcrypto"),
    ("program", r"mutascope|stdc\+\+|fmt"),
    ("C library", r"^libc\.|^libc-|libm\.|^ld-|libpthread"),
    ("kernel", r"^\["),
]
# What makes a run of some seconds of which training is a part, where there is any.
SETTINGS = {
    "advgan": ["epochs=1", "training-images=6400"],
    "sinvad": ["vae-epochs=1", "vae-images=6400"],
    "cagfuzz": ["epochs=1", "training-images=200"],
}


def group_of(library):
    for name, pattern in GROUPS:
        if re.search(pattern, library):
            return name
    return "program"


def shares(profile):
    """Percent of the samples a group."""
    text = subprocess.run(["perf", "report", "-i", profile, "--stdio", "--sort", "dso", "-F", "overhead,dso",
                           "--percent-limit", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                          check=True).stdout
    found = {name: 0.0 for name, _ in GROUPS}
    for percent, library in re.findall(r"(?m)^\s+([\d.]+)%\s+(\S+)", text):
        found[group_of(library)] += float(percent)
    return found


def measure(options, generator):
    with tempfile.TemporaryDirectory(prefix="profile-", dir=options.work) as folder:
        settings = SETTINGS.get(generator, []) + options.set
        command = [options.cli, "run", options.project, "--generator", generator, "--seed", "1", "--threads", "1",
                   "--budget-tests", str(options.tests), "--out", os.path.join(folder, "run.mscope"), "--quiet", "--json"]
        command += [word for one in settings for word in ("--set", one)]
        profile = os.path.join(folder, "perf.data")
        done = subprocess.run(["perf", "record", "-q", "-F", "199", "-o", profile, "--", *command],
                              stdout=subprocess.PIPE, text=True, check=False,
                              env=dict(os.environ, XDG_CACHE_HOME=folder))
        if done.returncode != 0:
            sys.exit(f"generator_profile: {generator} ended with exit code {done.returncode}")
        return json.loads(done.stdout), shares(profile)


def row(generator, run, found):
    seconds = run["seconds"]
    cells = [generator, run["tests"], f"{run['training']['seconds']:.1f}", f"{seconds['total']:.1f}",
             f"{100 * seconds['model'] / max(seconds['total'], 1e-9):.0f}"]
    cells += [f"{found[name]:.1f}" for name, _ in GROUPS]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--project", required=True)
    parser.add_argument("--work", required=True)
    parser.add_argument("--generators", default="random,deephunter,deepsmart,deepfault,advgan,sinvad,cagfuzz")
    parser.add_argument("--tests", type=int, default=4000)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    return parser.parse_args()


def main():
    options = parse()
    os.makedirs(options.work, exist_ok=True)
    print("| generator | tests | training, s | search, s | search in the model, % | "
          + " | ".join(name + ", %" for name, _ in GROUPS) + " |")
    print("|" + "---|" * (5 + len(GROUPS)))
    for generator in options.generators.split(","):
        print(row(generator, *measure(options, generator)), flush=True)


if __name__ == "__main__":
    main()
