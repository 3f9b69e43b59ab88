# SPDX-License-Identifier: GPL-3.0-or-later
"""What a comparison of two small samples needs, without libraries."""
import itertools
import math

EXACT_UP_TO = 10  # values in each sample: some 185,000 ways to divide them


def mean(values):
    return math.fsum(values) / len(values)


def deviation(values):
    """Of the sample (n - 1)."""
    middle = mean(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def a12(first, second):
    """Vargha and Delaney 2000: the probability that a value of first is larger, equal ones counting half."""
    wins = sum((a > b) + 0.5 * (a == b) for a, b in itertools.product(first, second))
    return wins / (len(first) * len(second))


def _ranks(values):
    """Ranks from 1; equal values share the mean of theirs."""
    order = sorted(values)
    places = {}
    for place, value in enumerate(order, 1):
        places.setdefault(value, []).append(place)
    return [mean(places[value]) for value in values]


def _exact(ranks, count):
    """Share of all ways to choose the first sample whose rank sum is at least as far from the middle."""
    middle = count * (len(ranks) + 1) / 2
    seen = abs(math.fsum(ranks[:count]) - middle)
    # Rank sums are multiples of a half: far enough from rounding.
    far = total = 0
    for chosen in itertools.combinations(ranks, count):
        total += 1
        far += abs(math.fsum(chosen) - middle) >= seen - 0.25
    return far / total


def _normal(ranks, count):
    """The normal approximation with the corrections for ties and continuity."""
    other = len(ranks) - count
    size = len(ranks)
    u = math.fsum(ranks[:count]) - count * (count + 1) / 2
    ties = math.fsum(n ** 3 - n for n in (ranks.count(rank) for rank in set(ranks)))
    variance = count * other / 12 * (size + 1 - ties / (size * (size - 1)))
    if variance == 0:
        return 1.0
    z = max(0.0, abs(u - count * other / 2) - 0.5) / math.sqrt(variance)
    return math.erfc(z / math.sqrt(2))


def mann_whitney(first, second):
    """Two-sided p of Mann and Whitney's test: exact (the permutation distribution of these very values, ties
    included) up to EXACT_UP_TO values a sample, else approximate."""
    ranks = _ranks([*first, *second])
    if max(len(first), len(second)) <= EXACT_UP_TO:
        return _exact(ranks, len(first))
    return _normal(ranks, len(first))
