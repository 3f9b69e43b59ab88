#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""SHA-256 over the stored tests of sessions: equal where two runs found the same tests in the same order.

    bench/tests_digest.py A.mscope B.mscope

Seed, parent, mutation, predicted class, failing or not, and the image of every stored test; no times.
"""
import hashlib
import sqlite3
import sys

QUERY = """SELECT t.id, t.seed, t.parent, t.mutation, t.predicted, t.failing, i.sha256
FROM tests t JOIN images i ON i.id = t.image_id ORDER BY t.run_id, t.id"""


def digest(session):
    with sqlite3.connect(f"file:{session}?mode=ro", uri=True) as store:
        rows = store.execute(QUERY).fetchall()
    return hashlib.sha256(repr(rows).encode()).hexdigest(), len(rows)


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    found = [digest(session) for session in sys.argv[1:]]
    for (value, count), session in zip(found, sys.argv[1:]):
        print(value, count, session)
    sys.exit(0 if len({value for value, _ in found}) == 1 else 1)


if __name__ == "__main__":
    main()
