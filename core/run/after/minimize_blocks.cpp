// SPDX-License-Identifier: GPL-3.0-or-later
// Delta debugging (Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", TSE 2002) of a
// change of an image: instead of one subset after the other, all blocks of a size are tried by themselves,
// and as many of those that can go as can go together do.
#include "core/run/after/minimize_trials.h"
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstring>

namespace mutascope {

namespace {

constexpr int blocksBeside = 64; // of the smallest ones, where nothing else was chosen

struct Grid {
    ImageShape shape;
    int side;

    int columns() const { return (shape.width + side - 1) / side; }
    int rows() const { return (shape.height + side - 1) / side; }
    int blocks() const { return columns() * rows(); }

    // Calls work(first, count) with each row of values of the block.
    template <typename Work> void visit(int block, Work work) const
    {
        const int top = block / columns() * side, left = block % columns() * side;
        const int width = std::min(side, shape.width - left);
        for (int y = top; y < std::min(top + side, shape.height); ++y)
            work((std::size_t(y) * std::size_t(shape.width) + std::size_t(left))
                     * std::size_t(shape.channels),
                 std::size_t(width) * std::size_t(shape.channels));
    }
};

// What taking a block back saves.
double savingOf(const Shrinking &test, const Grid &grid, int block, MinimizeNorm norm)
{
    double saving = 0;
    grid.visit(block, [&](std::size_t first, std::size_t count) {
        for (std::size_t i = first; i < first + count; ++i) {
            const int change = test.current.pixels[i] - test.start->seed.pixels[i];
            saving += norm == MinimizeNorm::L0 ? double(change != 0) : double(change) * change;
        }
    });
    return saving;
}

void takeBack(const Shrinking &test, const Grid &grid, std::span<const int> blocks,
              std::span<std::uint8_t> pixels)
{
    for (const int block : blocks)
        grid.visit(block, [&](std::size_t first, std::size_t count) {
            std::memcpy(&pixels[first], &test.start->seed.pixels[first], count);
        });
}

// A test and the blocks of it that may still go.
struct Open {
    std::size_t test;
    std::vector<int> blocks;
    std::size_t holds = 1; // so many of the first blocks can go together
    std::size_t fails = 0; // so many cannot
};

class BlockLevel {
public:
    BlockLevel(TrialBench &bench, std::vector<Shrinking> &all, const Grid &grid, MinimizeNorm norm)
        : m_bench(bench), m_all(all), m_grid(grid), m_norm(norm)
    {
    }

    // The tests that became smaller.
    std::vector<std::size_t> execute(const std::vector<std::size_t> &tests)
    {
        for (const std::size_t test : tests)
            m_open.push_back({test, changedBlocks(test)});
        std::vector<std::size_t> smaller;
        while (dropEmpty(), !m_open.empty()) {
            keepPossible();
            dropEmpty();
            findPrefixes();
            if (m_bench.stopped())
                break;
            for (Open &open : m_open) {
                take(open);
                smaller.push_back(open.test);
            }
        }
        std::ranges::sort(smaller);
        smaller.erase(std::unique(smaller.begin(), smaller.end()), smaller.end());
        return smaller;
    }

private:
    std::vector<int> changedBlocks(std::size_t test) const
    {
        std::vector<int> blocks;
        for (int block = 0; block < m_grid.blocks(); ++block)
            if (savingOf(m_all[test], m_grid, block, m_norm) > 0)
                blocks.push_back(block);
        return blocks;
    }

    void dropEmpty()
    {
        std::erase_if(m_open, [](const Open &open) { return open.blocks.empty(); });
    }

    int write(const Open &open, std::span<const int> back, std::span<std::uint8_t> pixels) const
    {
        const Shrinking &test = m_all[open.test];
        std::ranges::copy(test.current.pixels, pixels.begin());
        takeBack(test, m_grid, back, pixels);
        return test.start->predicted;
    }

    // Each block by itself; what can go is ordered by the margin it costs for what it saves. The first trial
    // of a test is the test as it is.
    void keepPossible()
    {
        std::vector<std::pair<std::size_t, std::size_t>> tried; // open, block + 1
        for (std::size_t i = 0; i < m_open.size(); ++i)
            for (std::size_t k = 0; k <= m_open[i].blocks.size(); ++k)
                tried.emplace_back(i, k);
        const std::vector<Trial> trials
            = m_bench.judge(tried.size(), [&](std::size_t i, std::span<std::uint8_t> pixels) {
                  const Open &open = m_open[tried[i].first];
                  const std::size_t k = tried[i].second;
                  return write(open, k == 0 ? std::span<const int>() : std::span(&open.blocks[k - 1], 1),
                               pixels);
              });
        std::size_t first = 0;
        for (Open &open : m_open) {
            if (m_bench.stopped())
                break;
            const std::size_t count = open.blocks.size() + 1;
            order(open, std::span(trials).subspan(first, count));
            first += count;
        }
    }

    void order(Open &open, std::span<const Trial> trials) const
    {
        std::vector<std::pair<double, int>> possible;
        for (std::size_t k = 0; k < open.blocks.size(); ++k) {
            const Trial &trial = trials[k + 1];
            const double cost = double(trials[0].margin) - double(trial.margin);
            const double saving = savingOf(m_all[open.test], m_grid, open.blocks[k], m_norm);
            if (trial.holds) // a margin may be infinite or no number
                possible.emplace_back(std::isfinite(cost) ? cost / saving : DBL_MAX, open.blocks[k]);
        }
        std::ranges::sort(possible);
        open.blocks.clear();
        for (const auto &[cost, block] : possible)
            open.blocks.push_back(block);
    }

    // How many of the first ones can go together: all of them, else by halving. One can.
    void findPrefixes()
    {
        for (Open &open : m_open) {
            open.holds = 1;
            open.fails = open.blocks.size() + 1;
        }
        for (bool first = true; !m_bench.stopped(); first = false) {
            std::vector<std::pair<Open *, std::size_t>> tried;
            for (Open &open : m_open)
                if (open.fails - open.holds > 1)
                    tried.emplace_back(&open, first ? open.fails - 1 : (open.holds + open.fails) / 2);
            if (tried.empty())
                return;
            const std::vector<Trial> trials
                = m_bench.judge(tried.size(), [&](std::size_t i, std::span<std::uint8_t> pixels) {
                      const auto &[open, count] = tried[i];
                      return write(*open, std::span(open->blocks).first(count), pixels);
                  });
            for (std::size_t i = 0; i < trials.size(); ++i)
                (trials[i].holds ? tried[i].first->holds : tried[i].first->fails) = tried[i].second;
        }
    }

    void take(Open &open)
    {
        Shrinking &test = m_all[open.test];
        takeBack(test, m_grid, std::span(open.blocks).first(open.holds), test.current.pixels);
        open.blocks.erase(open.blocks.begin(), open.blocks.begin() + std::ptrdiff_t(open.holds));
    }

    TrialBench &m_bench;
    std::vector<Shrinking> &m_all;
    Grid m_grid;
    MinimizeNorm m_norm;
    std::vector<Open> m_open;
};

int smallestSide(const ImageShape &shape, int chosen)
{
    const int longest = std::max(shape.height, shape.width);
    return chosen > 0 ? std::min(chosen, longest) : (longest + blocksBeside - 1) / blocksBeside;
}

int largestSide(const ImageShape &shape)
{
    int side = 1;
    while (side * 4 <= std::max(shape.height, shape.width))
        side *= 2;
    return side;
}

} // namespace

void takeBackBlocks(TrialBench &bench, std::vector<Shrinking> &all, const std::vector<std::size_t> &tests,
                    const MinimizeOptions &options)
{
    if (tests.empty())
        return;
    const ImageShape shape = all[tests.front()].current.shape;
    const int smallest = smallestSide(shape, options.smallestBlock);
    for (int side = largestSide(shape); side > smallest && !bench.stopped(); side /= 2)
        BlockLevel(bench, all, {shape, side}, options.norm).execute(tests);
    // A block that could not go before may when others have gone.
    std::vector<std::size_t> open = tests;
    while (!open.empty() && !bench.stopped())
        open = BlockLevel(bench, all, {shape, smallest}, options.norm).execute(open);
}

} // namespace mutascope
