# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs that make tables of many runs share: the finished runs in a file, and lists of seeds."""
import json
import os
import sys


class FinishedCells:
    """A line of JSON a cell. A line that was cut off by a crash is a cell that is not there."""

    def __init__(self, file, key):
        self.file = file
        self.key = key  # names of what tells cells apart
        self.cells = {}
        if os.path.exists(self.file):
            with open(self.file, encoding="utf-8") as lines:
                for line in lines:
                    self._load(line)

    def key_of(self, cell):
        return tuple(str(cell[name]) for name in self.key)

    def _load(self, line):
        try:
            cell = json.loads(line)
            self.cells[self.key_of(cell)] = cell
        except (ValueError, KeyError, TypeError):
            program = os.path.splitext(os.path.basename(sys.argv[0]))[0]
            print(f"{program}: a line of {os.path.basename(self.file)} cannot be read; its cell is run again",
                  file=sys.stderr)

    def add(self, cell):
        with open(self.file, "ab") as out:
            whole = out.tell() == 0 or self._ends_with_newline()
            out.write((b"" if whole else b"\n") + json.dumps(cell, sort_keys=True).encode() + b"\n")
            out.flush()
            os.fsync(out.fileno())
        self.cells[self.key_of(cell)] = cell

    def _ends_with_newline(self):
        with open(self.file, "rb") as content:
            content.seek(-1, os.SEEK_END)
            return content.read(1) == b"\n"


def seeds_of(text):
    """"1-3,7" -> 1, 2, 3, 7."""
    seeds = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        seeds += range(int(first), int(last or first) + 1)
    return seeds
