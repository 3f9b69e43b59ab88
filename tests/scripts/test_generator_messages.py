#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No generator's message names a parameter it does not have: test_generator_messages.py CLI SOURCE_DIR

Reads the string literals of core/generators/<id>/ and looks for the names of parameters: quoted ('sigma'),
set (mode=pool), or any with a hyphen (spectrum-limit). Each must be declared by that generator, be one of every
run, or belong to another generator that the sentence names.
"""
import json
import os
import re
import subprocess
import sys
import unittest

CLI, SOURCE = sys.argv[1:3]
FOLDER = os.path.join(SOURCE, "core", "generators")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


def declared():
    done = subprocess.run([CLI, "list", "generators", "--json"], capture_output=True, text=True, check=True)
    generators = json.loads(done.stdout)["generators"]
    return {one["id"]: {param["name"] for param in one["parameters"]} for one in generators}


def sentences(file):
    """Literals that are read by people: they hold a blank."""
    with open(file, encoding="utf-8") as stream:
        code = re.sub(r"//.*", "", stream.read())
    joined = re.sub(r'"\s*\n\s*"', "", code)
    return [text for text in LITERAL.findall(joined) if " " in text.strip()]


def mentioned(text, names):
    """The names of parameters in a sentence, of whichever generator."""
    found = set(re.findall(r"'([a-z][a-z0-9-]*)'", text)) | set(re.findall(r"\b([a-z][a-z0-9-]*)=", text))
    found |= {word for word in re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", text)}
    return found & names


class Messages(unittest.TestCase):
    def test_only_own_parameters(self):
        params = declared()
        everybody = set.union(*params.values())
        common = set.intersection(*params.values())  # of every run, where they are listed
        run = set(re.findall(r'Param\(\s*"([a-z-]+)"',
                             open(os.path.join(SOURCE, "core", "run", "config.cpp"), encoding="utf-8").read()))
        seen = 0
        for generator, own in params.items():
            folder = os.path.join(FOLDER, generator)
            for name in sorted(os.listdir(folder)):
                if not name.endswith(".cpp"):
                    continue
                for text in sentences(os.path.join(folder, name)):
                    others = [params[other] for other in params if re.search(rf"\b{other}\b", text)]
                    for word in mentioned(text, everybody | run):
                        seen += 1
                        self.assertIn(word, own.union(common, run, *others), f"{generator}/{name}: {text}")
        self.assertGreater(seen, 20)  # the sentences are found

    def test_it_finds_a_stranger(self):
        self.assertEqual(mentioned("lower 'sigma' or spectrum-limit, mode=pool", {"sigma", "mode", "spectrum-limit"}),
                         {"sigma", "mode", "spectrum-limit"})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
