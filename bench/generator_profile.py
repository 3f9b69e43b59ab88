#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where generators spend their time: prints the table of docs/results/profile.md.

    bench/generator_profile.py --cli build/release/bin/mutascope-cli --project PROJECT --work build/profile

Each generator runs once under perf (Linux), one thread, until its budget ends. A sample counts as a pass if a
function of LibTorch or its BLAS is on its stack: passes of the model and of generators' networks are computed
there, the memory they take from the kernel and the C library included. The other samples count by the library
they fall into. Starting the program, loading the model, profiling the training data and training networks are
part of it: everything the process did. Needs nothing but Python 3 and perf.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

GROUPS = [
    ("passes", r"libtorch|libc10|openblas|libblas|dnnl|mkldnn|nnpack|NNPACK|libgomp|sleef|fbgemm|libonnx|opencv_dnn"
     r"|perf-\d+\.map"),  # code written at run time: oneDNN's kernels, which no stack can be read through
    ("images and session", r"sqlite|libpng|libz\.|opencv|libcrypto"),
    ("program", r"mutascope|stdc\+\+|fmt"),
    ("C library", r"^libc\.|^libc-|libm\.|^ld-|libpthread"),
    ("kernel", r"^\["),
]
# Tests that make a run of some ten seconds on 28x28 images, so that the start weighs little.
TESTS = {"random": 400000, "tensorfuzz": 400000, "deephunter": 400000, "deepsmart": 400000, "deepfault": 40000,
         "advgan": 1000, "sinvad": 400, "cagfuzz": 1000}
# Short trainings, for the same reason.
SETTINGS = {
    "advgan": ["epochs=1", "training-images=6400"],
    "sinvad": ["vae-epochs=1", "vae-images=6400"],
    "cagfuzz": ["epochs=1", "training-images=100"],
}


def group_of(library):
    for name, pattern in GROUPS:
        if re.search(pattern, library):
            return name
    return "program"


def stacks(profile):
    """The libraries on the stack of each sample, innermost first."""
    script = subprocess.Popen(["perf", "script", "-i", profile, "--no-inline", "-F", "ip,dso"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    stack = []
    for line in script.stdout:
        found = re.search(r"\(([^()]+)\)\s*$", line)
        if found:
            stack.append(os.path.basename(found.group(1)))
        elif stack:
            yield stack
            stack = []
    if stack:
        yield stack
    if script.wait() != 0:
        sys.exit("generator_profile: perf script failed")


def shares(profile):
    """Percent of the samples a group."""
    found = {name: 0 for name, _ in GROUPS}
    for stack in stacks(profile):
        inside = any(group_of(library) == "passes" for library in stack)
        found["passes" if inside else group_of(stack[0])] += 1
    return {name: 100 * count / max(1, sum(found.values())) for name, count in found.items()}


def measure(options, generator):
    with tempfile.TemporaryDirectory(prefix="profile-", dir=options.work) as folder:
        given = dict(one.split("=", 1) for one in SETTINGS.get(generator, []) + options.set)  # the last counts
        settings = [f"{name}={value}" for name, value in given.items()]
        command = [options.cli, "run", options.project, "--generator", generator, "--seed", "1", "--threads", "1",
                   "--budget-tests", str(options.tests or TESTS[generator]), "--out", os.path.join(folder, "run.mscope"), "--quiet", "--json"]
        command += [word for one in settings for word in ("--set", one)]
        profile = os.path.join(folder, "perf.data")
        done = subprocess.run(["perf", "record", "-q", "-F", "99", "--call-graph", "dwarf,16384", "-o", profile, "--", *command],
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
    parser.add_argument("--generators", default=",".join(TESTS))
    parser.add_argument("--tests", type=int, help="judged tests of every run")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="goes before SETTINGS")
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
