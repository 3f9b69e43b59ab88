#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Computes what tests/core/metrics/stats/reference.json expects of statistics, clusters and diversity again.

Usage: test_metric_stats.py MUTASCOPE_CLI SOURCE_DIR
The C++ tests hold the program against the same file. Here everything is written with numpy from the definitions,
by other ways where there are any (orders counted one by one, integrals, clusters by cutting a graph at every
density); where scipy is installed, its tests are asked too. Exit code 1 on a difference.
"""
import itertools
import json
import math
import os
import sys

import numpy as np

TOLERANCE = 1e-8


def midranks(values):
    values = np.asarray(values, dtype=float)
    return np.array([(values < v).sum() + ((values == v).sum() + 1) / 2 for v in values])


def normal_tail(z):
    return math.erfc(z / math.sqrt(2)) / 2


def u_of(first, second):
    return sum((a > b) + (a == b) / 2 for a in first for b in second)


def orders_by_u(n, m):
    """counts[u] of the ways to order n and m values, one value after the other."""
    table = {(0, j): np.array([1.0]) for j in range(m + 1)}
    for i in range(1, n + 1):
        table[i, 0] = np.array([1.0])
        for j in range(1, m + 1):
            counts = np.zeros(i * j + 1)
            counts[j:] += table[i - 1, j]  # the largest is of the first sample: larger than all j
            counts[:i * (j - 1) + 1] += table[i, j - 1]
            table[i, j] = counts
    return table[n, m]


def mann_whitney(case):
    first, second = case["first"], case["second"]
    n, m = len(first), len(second)
    u = u_of(first, second)
    larger = max(u, n * m - u)
    everything = first + second
    if len(set(everything)) == n + m and min(n, m) <= 8:
        counts = orders_by_u(n, m)
        p = 2 * counts[math.ceil(larger):].sum() / counts.sum()
    else:
        ties = sum(c ** 3 - c for c in (everything.count(v) for v in set(everything)))
        variance = n * m / 12 * (n + m + 1 - ties / ((n + m) * (n + m - 1)))
        p = 1 if variance <= 0 else 2 * normal_tail((larger - n * m / 2 - .5) / math.sqrt(variance))
    return {"u": u, "p": min(1, p)}


def mann_whitney_by_enumeration(case):
    first, second = case["first"], case["second"]
    n, u = len(first), u_of(first, second)
    everything = first + second
    larger = max(u, n * len(second) - u)
    hits = total = 0
    for chosen in itertools.combinations(range(len(everything)), n):
        other = [everything[i] for i in range(len(everything)) if i not in chosen]
        hits += u_of([everything[i] for i in chosen], other) >= larger
        total += 1
    return min(1, 2 * hits / total)


def simpson(values, width):
    return width / 3 * (values[0] + values[-1] + 4 * values[1:-1:2].sum() + 2 * values[2:-1:2].sum())


def chi_squared_tail(x, freedom):
    """Integral of t^(a-1) exp(-t) / Gamma(a) from x/2 on, over v = log t, where it has no pole and no long tail."""
    a = freedom / 2
    v = np.linspace(math.log(x / 2), math.log(x / 2 + 800), 200001)
    return simpson(np.exp(a * v - np.exp(v)), v[1] - v[0]) / math.gamma(a)


def range_tail(q, count):
    z = np.linspace(-9, 9, 20001)
    upper = np.array([normal_tail(x) for x in z])
    shifted = np.array([normal_tail(x - q) for x in z])
    density = np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    return 1 - count * simpson(density * (shifted - upper) ** (count - 1), z[1] - z[0])


def range_quantile(tail, count):
    low, high = 0, 20
    for _ in range(45):
        middle = (low + high) / 2
        low, high = (middle, high) if range_tail(middle, count) > tail else (low, middle)
    return low


def friedman(case):
    scores = np.array(case["scores"], dtype=float)
    n, k = scores.shape
    ranks = np.array([midranks(-row if case["higherIsBetter"] else row) for row in scores])
    mean = ranks.mean(axis=0)
    # Sum of squares between treatments over the mean square of all ranks: ties need no correction.
    chi = n * ((mean - (k + 1) / 2) ** 2).sum() / (((ranks - (k + 1) / 2) ** 2).sum() / (n * (k - 1)))
    difference = range_quantile(.05, k) / math.sqrt(2) * math.sqrt(k * (k + 1) / (6 * n))
    return {"chiSquared": chi, "p": chi_squared_tail(chi, k - 1), "meanRanks": mean.tolist(),
            "criticalDifference": difference}


def holm(case):
    p = case["p"]
    # Rejected only if all with smaller p are: each p counts by how many are at least as large.
    return {"adjusted": [min(1, max(sum(q >= r for q in p) * r for r in p if r <= own)) for own in p]}


def summary(case):
    values = np.array(case["values"])
    return {"mean": values.mean(), "deviation": values.std(ddof=1) if len(values) > 1 else 0,
            "quartiles": np.quantile(values, [0, .25, .5, .75, 1]).tolist()}


def scott_knott(case):
    samples = [np.array(s, dtype=float) for s in case["samples"]]
    order = sorted(range(len(samples)), key=lambda i: -samples[i].mean() if case["higherIsBetter"] else samples[i].mean())
    freedom = sum(len(s) - 1 for s in samples)
    error = sum(((s - s.mean()) ** 2).sum() for s in samples) / freedom
    of_mean = error * np.mean([1 / len(s) for s in samples])

    def parts(group):
        if len(group) < 2:
            return [group]
        means = np.array([samples[i].mean() for i in group])
        k = len(means)
        between = [means[:c].sum() ** 2 / c + means[c:].sum() ** 2 / (k - c) - means.sum() ** 2 / k for c in range(1, k)]
        cut = int(np.argmax(between)) + 1
        variance = (((means - means.mean()) ** 2).sum() + freedom * of_mean) / (k + freedom)
        ratio = math.pi / (2 * (math.pi - 2)) * max(between) / variance
        left, right = (np.concatenate([samples[i] for i in side]) for side in (group[:cut], group[cut:]))
        pooled = (left.var(ddof=1) * (len(left) - 1) + right.var(ddof=1) * (len(right) - 1)) / (len(left) + len(right) - 2)
        effect = abs(left.mean() - right.mean()) / math.sqrt(pooled)
        if chi_squared_tail(ratio, k / (math.pi - 2)) < .05 and effect >= .2:
            return parts(group[:cut]) + parts(group[cut:])
        return [group]

    groups = [0] * len(samples)
    for number, group in enumerate(parts(order), 1):
        for i in group:
            groups[i] = number
    return {"groups": groups}


def agreement(case):
    """From the table of pairs of answers (Krippendorff's coincidences) and the labellers' own shares."""
    k = case["categories"]
    items = [[a for a in item if a is not None] for item in case["items"]]
    items = [item for item in items if len(item) >= 2]
    raw = np.mean([np.mean([a == b for a, b in itertools.permutations(item, 2)]) for item in items])
    shares = np.mean([np.bincount(item, minlength=k) / len(item) for item in items], axis=0)
    coincidences = np.zeros((k, k))
    for item in items:
        for a, b in itertools.permutations(item, 2):
            coincidences[a, b] += 1 / (len(item) - 1)
    totals, n = coincidences.sum(axis=0), coincidences.sum()
    disagreement = n - np.trace(coincidences)
    expected = (n * n - (totals ** 2).sum()) / (n - 1)
    by_chance = (shares * (1 - shares)).sum() / (k - 1)
    result = {"raw": raw, "fleiss": (raw - (shares ** 2).sum()) / (1 - (shares ** 2).sum()),
              "krippendorff": 1 - disagreement / expected, "ac1": (raw - by_chance) / (1 - by_chance)}
    if all(len(item) == 2 for item in case["items"]):
        both = np.array([item for item in case["items"] if None not in item])
        chance = sum((both[:, 0] == c).mean() * (both[:, 1] == c).mean() for c in range(k))
        result["cohen"] = ((both[:, 0] == both[:, 1]).mean() - chance) / (1 - chance)
    return result


def diversity(case):
    rows = np.array(case["rows"], dtype=np.float32).astype(float)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    n = len(unit)
    distances = [np.linalg.norm(unit[i] - unit[j]) for i in range(n) for j in range(i)]
    products = unit @ unit.T
    eigenvalues = np.linalg.eigvalsh(products / n)
    eigenvalues = eigenvalues[eigenvalues > 1e-12]
    return {"pairwise": np.mean(distances), "vendi": math.exp(-(eigenvalues * np.log(eigenvalues)).sum()),
            "geometric": np.linalg.slogdet(products + 1e-6 * np.eye(n))[1]}


def components_below(reach, members, density):
    """Parts of members that are connected by edges of more than that density, by flooding."""
    left, parts = set(members), []
    while left:
        part, front = set(), [min(left)]
        while front:
            i = front.pop()
            if i in left:
                left.discard(i)
                part.add(i)
                front += [j for j in left if 1 / reach[i, j] > density]
        parts.append(sorted(part))
    return parts


def clusters(case):
    """HDBSCAN from its definition: every threshold of density in turn, connected parts by flooding."""
    points = np.array(case["points"], dtype=np.float32).astype(float)
    least, neighbours = case["minClusterSize"], case["neighbours"]
    distance = np.linalg.norm(points[:, None] - points[None], axis=2)
    core = np.sort(distance, axis=1)[:, neighbours - 1]
    reach = np.maximum(distance, np.maximum(core[:, None], core[None]))

    def explore(members, birth):
        """Stability of a group that appears at birth, and the most stable clusters in it, and its ends."""
        alive, stability = set(members), 0
        levels = np.unique(1 / reach[np.ix_(members, members)][np.triu_indices(len(members), 1)])
        for density in levels[levels >= birth]:
            parts = components_below(reach, alive, density)
            large = [p for p in parts if len(p) >= least]
            if len(large) == 1:
                stability += (len(alive) - len(large[0])) * (density - birth)
                alive = set(large[0])
                continue
            stability += len(alive) * (density - birth)
            if not large:
                break
            below = [explore(p, density) for p in large]
            total = sum(s for s, _, _ in below)
            ends = [c for _, _, lower in below for c in lower]
            if birth > 0 and stability >= total:  # all points are never one cluster beside others
                return stability, [list(members)], ends
            return total, [c for _, stable, _ in below for c in stable], ends
        return stability, [list(members)], [list(members)]

    def labels_of(chosen):
        labels = [-1] * len(points)
        for number, members in enumerate(sorted(chosen, key=min)):
            for i in members:
                labels[i] = number
        return labels

    _, stable, ends = explore(list(range(len(points))), 0)
    return {"labels": labels_of(stable), "ends": labels_of(ends)}


COMPUTED = {
    "mannWhitney": mann_whitney, "friedman": friedman, "holm": holm, "summary": summary, "scottKnott": scott_knott,
    "agreement": agreement, "diversity": diversity, "clusters": clusters,
    "chiSquared": lambda case: {"p": chi_squared_tail(case["x"], case["freedom"])},
    "normal": lambda case: {"p": normal_tail(case["z"])},
    "range": lambda case: {"p": range_tail(case["q"], case["count"])},
}


def differs(stored, computed):
    return not np.allclose(np.array(stored, dtype=float), np.array(computed, dtype=float), rtol=TOLERANCE, atol=TOLERANCE)


def compare(kind, number, case, computed, by):
    wrong = [key for key, value in computed.items() if differs(case[key], value)]
    for key in wrong:
        print(f"{kind} {number}: {key} is {case[key]}, {by} says {computed[key]}")
    return len(wrong)


def check_published(reference):
    """Values of the literature, to the digits it gives."""
    wrong = 0
    for case in reference["agreement"]:
        for key, value in case.get("published", {}).items():
            if abs(round(case[key], case["digits"]) - value) > 1e-9:
                print(f"agreement {case['name']}: {key} is {case[key]}, published {value}")
                wrong += 1
    return wrong


def check_with_scipy(reference):
    try:
        from scipy import stats
    except ImportError:
        print("scipy is not installed: left out")
        return 0
    wrong = 0
    for number, case in enumerate(reference["mannWhitney"]):
        u, p = stats.mannwhitneyu(case["first"], case["second"], alternative="two-sided")
        wrong += compare("mannWhitney", number, case, {"u": u, "p": p}, "scipy")
    for number, case in enumerate(reference["friedman"]):
        chi, p = stats.friedmanchisquare(*np.array(case["scores"]).T)
        wrong += compare("friedman", number, case, {"chiSquared": chi, "p": p}, "scipy")
    for number, case in enumerate(reference["chiSquared"]):
        wrong += compare("chiSquared", number, case, {"p": stats.chi2.sf(case["x"], case["freedom"])}, "scipy")
    return wrong


def main():
    with open(os.path.join(sys.argv[2], "tests/core/metrics/stats/reference.json"), encoding="utf-8") as file:
        reference = json.load(file)
    assert sorted(reference) == sorted(COMPUTED), f"kinds are {sorted(reference)}"
    wrong = checked = 0
    for kind, compute in COMPUTED.items():
        for number, case in enumerate(reference[kind]):
            wrong += compare(kind, number, case, compute(case), "numpy")
            checked += 1
    for number, case in enumerate(reference["mannWhitney"]):
        values = case["first"] + case["second"]
        if len(values) <= 12 and len(set(values)) == len(values):
            wrong += compare("mannWhitney", number, case, {"p": mann_whitney_by_enumeration(case)}, "enumeration")
    wrong += check_published(reference) + check_with_scipy(reference)
    print(f"{checked} cases, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
