// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/after/minimize_trials.h"
#include <algorithm>
#include <cstdlib>

namespace mutascope {

namespace {

constexpr int factorLevels = 512; // steps of a factor: finer ones hardly change 8-bit values
constexpr int triedAtOnce = 7; // of a test: an eighth is left after each round

int largestChange(const Shrinking &test)
{
    int largest = 0;
    for (std::size_t i = 0; i < test.current.pixels.size(); ++i)
        largest = std::max(largest, std::abs(test.current.pixels[i] - test.start->seed.pixels[i]));
    return largest;
}

// Never farther from the seed than before.
int shrunk(int change, int level, bool clip)
{
    if (clip)
        return std::clamp(change, -level, level);
    const int size = (2 * std::abs(change) * level + factorLevels) / (2 * factorLevels);
    return change < 0 ? -size : size;
}

void writeShrunk(const Shrinking &test, int level, bool clip, std::span<std::uint8_t> pixels)
{
    const std::vector<std::uint8_t> &seed = test.start->seed.pixels;
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = std::uint8_t(seed[i] + shrunk(test.current.pixels[i] - seed[i], level, clip));
}

// Between a level that is too small and one that will do.
struct Interval {
    std::size_t test;
    int fails;
    int holds;
    bool open() const { return holds - fails > 1; }
};

struct Point {
    std::size_t interval;
    int level;
};

std::vector<Point> pointsOf(const std::vector<Interval> &intervals)
{
    std::vector<Point> points;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const Interval &interval = intervals[i];
        int last = interval.fails;
        for (int k = 1; k <= triedAtOnce; ++k) {
            const int level = interval.fails + (interval.holds - interval.fails) * k / (triedAtOnce + 1);
            if (level > last)
                points.push_back({i, last = level});
        }
    }
    return points;
}

// The smallest of the tried levels that will do ends the interval; the one below it begins it.
void narrow(std::vector<Interval> &intervals, const std::vector<Point> &points,
            const std::vector<Trial> &trials)
{
    for (std::size_t i = points.size(); i-- > 0;)
        if (trials[i].holds)
            intervals[points[i].interval].holds = points[i].level;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (Interval &interval = intervals[points[i].interval]; points[i].level < interval.holds)
            interval.fails = points[i].level;
}

} // namespace

void scaleChanges(TrialBench &bench, std::vector<Shrinking> &all, const std::vector<std::size_t> &tests,
                  bool clip)
{
    std::vector<Interval> intervals;
    for (const std::size_t test : tests)
        intervals.push_back({test, 0, clip ? largestChange(all[test]) : factorLevels});
    const std::vector<Interval> first = intervals;
    while (std::ranges::any_of(intervals, &Interval::open)) {
        const std::vector<Point> points = pointsOf(intervals);
        const std::vector<Trial> trials
            = bench.judge(points.size(), [&](std::size_t i, std::span<std::uint8_t> pixels) {
                  const Shrinking &test = all[intervals[points[i].interval].test];
                  writeShrunk(test, points[i].level, clip, pixels);
                  return test.start->predicted;
              });
        if (bench.stopped())
            break; // what was found so far holds
        narrow(intervals, points, trials);
    }
    for (std::size_t i = 0; i < intervals.size(); ++i)
        if (intervals[i].holds < first[i].holds) {
            std::vector<std::uint8_t> pixels(all[intervals[i].test].current.pixels.size());
            writeShrunk(all[intervals[i].test], intervals[i].holds, clip, pixels);
            all[intervals[i].test].current.pixels = std::move(pixels);
        }
}

} // namespace mutascope
