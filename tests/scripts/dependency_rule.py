#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks what the sources include, against docs/architecture.md: who may know whom.

Usage: dependency_rule.py SOURCE_DIR
Prints one line a violation; exit code 1 where there is any.
"""
import os
import re
import sys

# An include inside core may only point to the same folder or to one before it in this list.
CORE_ORDER = ["base", "data", "model", "coverage", "mutate", "search", "oracle", "training",
              "nets", "generators", "metrics",
              "store", "labels", "engines", "run"]
# What an upper part of the program may include of the others, by first path components.
ALLOWED = {
    "core": ["core"],
    "widgets": ["widgets"],
    "app/cli": ["app/cli", "core"],
    "app/bridge": ["app/bridge", "core", "widgets"],
    "app/gui": ["app/gui", "app/bridge", "widgets"],
    "bench": ["bench", "core"],
    "bench/gui": ["bench/gui", "tests/app", "app", "core", "widgets"],
    "tests/core": ["tests/core", "tests/support", "core"],
    "tests/widgets": ["tests/widgets", "tests/support", "widgets"],
    "tests/app": ["tests/app", "tests/support", "app", "core", "widgets"],
    "tests/support": ["tests/support", "core"],
}
WITHOUT_QT = ["core", "app/cli", "bench", "tests/core", "tests/support"]
TORCH_HOMES = ["core/model/torch", "core/nets", "core/engines/torch", "tests/tools"]
LONGEST_FILE = 400
SPDX = "// SPDX-License-Identifier: GPL-3.0-or-later"

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
QT = re.compile(r"Q[A-Z]\w*(/|$|\.h$)|Qt\w*/|q[a-z0-9_]+\.h$|private/q|qpa/")
TORCH = re.compile(r"(torch|ATen|c10|caffe2)/")
# Libraries that must not reach whoever includes a header of core.
HEAVY = re.compile(r"(torch|ATen|c10|caffe2|opencv2|SQLiteCpp|onnx|oneapi)/|sqlite3(ext)?\.h$")


def within(path, folder):
    return path == folder or path.startswith(folder + "/")


def part_of(path):
    """The longest key of ALLOWED that path is in; None for what has no rule."""
    return max((part for part in ALLOWED if within(path, part)), key=len, default=None)


def core_folder(path):
    parts = path.split("/")
    return parts[1] if parts[0] == "core" and len(parts) > 2 else None


def includes(text):
    """(line number, quoted with "", name) of each #include."""
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def check_form(path, text):
    lines = text.splitlines()
    if not lines or lines[0] != SPDX:
        yield f"{path}:1: the first line must be '{SPDX}'"
    if len(lines) > LONGEST_FILE:
        yield f"{path}: {len(lines)} lines; at most {LONGEST_FILE}: divide it"


def check_libraries(path, name):
    if part_of(path) in WITHOUT_QT and QT.match(name):
        yield f"includes <{name}>, but this part knows no Qt"
    if TORCH.match(name) and not any(within(path, home) for home in TORCH_HOMES):
        yield f"includes <{name}>; LibTorch is for {TORCH_HOMES[0]} alone"


def check_part(path, name):
    part = part_of(path)
    if part and not any(within(name, other) for other in ALLOWED[part]):
        yield f"includes \"{name}\"; {part} may only include {', '.join(ALLOWED[part])}"
    here, there = core_folder(path), core_folder(name)
    if here is None or there is None:
        return
    unknown = [folder for folder in (here, there) if folder not in CORE_ORDER]
    if unknown:
        yield f"core/{unknown[0]} is not in the order of folders; add it to CORE_ORDER"
    elif CORE_ORDER.index(there) > CORE_ORDER.index(here):
        yield f"includes \"{name}\", but core/{here} comes before core/{there}"


def heavy_headers(files):
    """Headers of core that show a heavy library, directly or through others; header -> library header."""
    found = {}
    headers = [path for path in files if path.startswith("core/") and path.endswith(".h")]
    changed = True
    while changed:
        changed = False
        for path in headers:
            for _, _, name in includes(files[path]) if path not in found else ():
                if HEAVY.match(name) or name in found:
                    found[path] = found.get(name, name)
                    changed = True
                    break
    return found


def check_include(path, quoted, name, files, heavy):
    ours = name in files
    if quoted and not ours and not name.endswith(".moc"):
        yield f"includes \"{name}\", which is not a path from the source folder"
        return
    if not ours:
        yield from check_libraries(path, name)
        return
    yield from check_part(path, name)
    outside = os.path.dirname(path) != os.path.dirname(name)
    if name in heavy and outside and not path.startswith("tests/"):
        yield f"includes \"{name}\", which is private to its folder: it includes <{heavy[name]}>"


def violations(files):
    """files: path from the source folder -> content."""
    heavy = heavy_headers(files)
    for path, text in sorted(files.items()):
        yield from check_form(path, text)
        for number, quoted, name in includes(text):
            for message in check_include(path, quoted, name, files, heavy):
                yield f"{path}:{number}: {message}"


def read_sources(root):
    files = {}
    for top in ("core", "widgets", "app", "bench", "tests"):
        for folder, _, names in os.walk(os.path.join(root, top)):
            for name in names:
                if name.endswith((".cpp", ".h")):
                    full = os.path.join(folder, name)
                    with open(full, encoding="utf-8") as source:
                        files[os.path.relpath(full, root)] = source.read()
    return files


# Made-up sources, each with the violations it must give.
SELF_TEST = [
    ("core/base/a.h", '#include <vector>\n#include "core/base/b.h"', 0),
    ("core/base/b.h", "", 0),
    ("core/base/qt.cpp", "#include <QString>\n#include <QtCore/QFile>\n  #  include <qglobal.h>", 3),
    ("core/base/up.cpp", '#include "core/run/run.h"', 1),
    ("core/base/widgets.cpp", '#include "widgets/w.h"\n#include <app/gui/g.h>', 2),
    ("core/base/relative.cpp", '#include "../run/run.h"\n#include "b.h"', 2),
    ("core/run/run.h", '#include "core/base/a.h"\n#include "core/store/public.h"', 0),
    ("core/run/run.cpp", '#include "core/store/private.h"\n#include "core/store/deeper.h"', 2),
    ("core/run/torch.cpp", "#include <torch/torch.h>\n#include <ATen/core/Tensor.h>", 2),
    ("core/strange/s.cpp", '#include "core/base/a.h"', 1),
    ("core/store/public.h", "", 0),
    ("core/store/private.h", "#include <SQLiteCpp/Database.h>", 0),
    ("core/store/deeper.h", '#include "core/store/private.h"', 0),
    ("core/store/store.cpp", '#include "core/store/deeper.h"\n#include <sqlite3.h>', 0),
    ("core/model/torch/t.h", "#include <ATen/core/Tensor.h>", 0),
    ("core/model/torch/t.cpp", '#include "core/model/torch/t.h"\n#include <torch/script.h>', 0),
    ("core/model/m.cpp", '#include "core/model/torch/t.h"', 1),
    ("widgets/w.h", '#include <QWidget>\n#include "widgets/v.h"', 0),
    ("widgets/v.h", '#include "core/base/a.h"\n#include "app/bridge/b.h"', 2),
    ("app/bridge/b.h", '#include <QObject>\n#include "core/run/run.h"\n#include "widgets/w.h"', 0),
    ("app/bridge/up.cpp", '#include "app/gui/g.h"', 1),
    ("app/gui/g.h", '#include "app/bridge/b.h"\n#include "widgets/w.h"\n#include "g.moc"', 0),
    ("app/gui/past.cpp", '#include "core/run/run.h"', 1),
    ("app/cli/c.cpp", '#include <QCoreApplication>\n#include "core/run/run.h"\n#include "widgets/w.h"', 2),
    ("tests/core/t.cpp", '#include "core/store/private.h"\n#include "app/gui/g.h"', 1),
    ("tests/app/tst_a.cpp", '#include "app/gui/g.h"\n#include <QtTest/QtTest>\n#include "tst_a.moc"', 0),
    ("core/base/long.cpp", "\n" * LONGEST_FILE, 1),
    ("core/base/queue.cpp", '#include <queue>\n#include "core/base/queue.h"', 0),
    ("core/base/queue.h", "// #include <QString>", 0),
]


def self_test():
    """That each made-up violation is found, and nothing else: a check that finds nothing would also pass."""
    files = {path: f"{SPDX}\n{text}" for path, text, _ in SELF_TEST}
    for path, _, expected in SELF_TEST:
        found = [line for line in violations(files) if line.startswith(path + ":")]
        assert len(found) == expected, f"self-test: {path}: expected {expected}, found {found}"
    unmarked = list(violations({"core/base/x.h": "#pragma once\n", "core/base/y.h": ""}))
    assert len(unmarked) == 2, f"self-test: {unmarked}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    self_test()
    files = read_sources(sys.argv[1])
    if not any(path.startswith("core/") for path in files):
        sys.exit(f"no sources in '{sys.argv[1]}'")
    found = list(violations(files))
    for line in found:
        print(line)
    print(f"{len(files)} files, {len(found)} violations")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
