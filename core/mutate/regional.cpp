// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/mutate/regional.h"
#include "core/mutate/builtin.h"
#include "core/mutate/cv_image.h"
#include "core/mutate/grid.h"
#include "core/mutate/image_check.h"
#include "core/mutate/median.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <opencv2/imgproc.hpp>

namespace mutascope {
namespace regional {

namespace {

constexpr const char *id = "regional";
constexpr std::size_t longestPath = 1000; // steps; more are a damaged file
constexpr int border = cv::BORDER_REFLECT_101; // the median has its own: BORDER_REPLICATE
constexpr GridRule rule = {id, 1, largestGrid, true};

// A cell is blurred by itself, as in DeepSmartFuzzer's code: its neighbours do not flow in. 1 to 10.
void blur(int variant, const cv::Mat &source, cv::Mat &target)
{
    const auto average
        = [&](int side) { cv::blur(source, target, cv::Size(side, side), cv::Point(-1, -1), border); };
    if (variant <= 3)
        average(variant + 2);
    else if (variant <= 6)
        cv::GaussianBlur(source, target, cv::Size(2 * variant - 5, 2 * variant - 5), 0, 0, border);
    else if (variant <= 8)
        medianOf(source, target, 2 * variant - 11);
    else if (variant == 9)
        average(6);
    else
        cv::bilateralFilter(source, target, 9, 75, 75, border);
}

// Contrast in tenths, so that 1.4 is exact; half goes up.
std::uint8_t changed(std::uint8_t value, int operation)
{
    const int made = operation < 10 ? (value * (12 + 2 * operation) + 5) / 10 : value + 10 * (operation - 9);
    return std::uint8_t(std::min(made, 255));
}

std::uint8_t *rowOf(Image &image, const Cell &cell, int y)
{
    const ImageShape &shape = image.shape;
    return image.pixels.data()
        + (std::size_t(y) * std::size_t(shape.width) + std::size_t(cell.left)) * std::size_t(shape.channels);
}

bool changeValues(Image &image, const Cell &cell, int operation)
{
    const std::size_t length = std::size_t(cell.right - cell.left) * std::size_t(image.shape.channels);
    bool any = false;
    for (int y = cell.top; y < cell.bottom; ++y)
        for (std::uint8_t &value : std::span(rowOf(image, cell, y), length)) {
            const std::uint8_t made = changed(value, operation);
            any = any || made != value;
            value = made;
        }
    return any;
}

bool blurCell(Image &image, const Cell &cell, int variant)
{
    const std::size_t length = std::size_t(cell.right - cell.left) * std::size_t(image.shape.channels);
    Image source{{cell.bottom - cell.top, cell.right - cell.left, image.shape.channels}, {}};
    source.pixels.reserve(source.shape.size());
    for (int y = cell.top; y < cell.bottom; ++y)
        source.pixels.insert(source.pixels.end(), rowOf(image, cell, y), rowOf(image, cell, y) + length);
    if (std::ranges::all_of(source.pixels, [&](auto value) { return value == source.pixels.front(); }))
        return false; // and saves time: much of a picture is background
    const Image made
        = changedByOpenCv(source, [&](const cv::Mat &from, cv::Mat &to) { blur(variant, from, to); });
    for (int y = cell.top; y < cell.bottom; ++y)
        std::memcpy(rowOf(image, cell, y), made.pixels.data() + std::size_t(y - cell.top) * length, length);
    return made != source;
}

[[noreturn]] void throwBad(const Mutation &mutation, const std::string &why)
{
    throw Error(
        ErrorCode::BadData,
        fmt::format("a mutation '{}' cannot be applied by mutator '{}': {}", mutation.mutator, id, why),
        "The file it comes from is damaged or from another version");
}

int wholeValue(const Mutation &mutation, const std::string &key, int first, int end)
{
    const auto found = mutation.values.find(key);
    if (found == mutation.values.end())
        throwBad(mutation, "it needs '" + key + "'");
    const double value = found->second;
    if (!(value >= first && value < end) || value != double(int(value)))
        throwBad(mutation,
                 fmt::format("'{}' is {}, not a whole number from {} to {}", key, value, first, end - 1));
    return int(value);
}

std::vector<Step> stepsOf(const Mutation &mutation, int grid)
{
    const std::size_t count = (mutation.values.size() - 1) / 2;
    if (mutation.values.size() % 2 == 0 || count == 0 || count > longestPath)
        throwBad(mutation, "it needs 'grid' and pairs of 'region' and 'op', 'region1' and 'op1' first");
    std::vector<Step> steps;
    for (std::size_t n = 1; n <= count; ++n)
        steps.push_back({wholeValue(mutation, fmt::format("region{}", n), 0, grid * grid + 1),
                         wholeValue(mutation, fmt::format("op{}", n), 0, operations)});
    return steps;
}

class RegionalMutator : public Mutator {
public:
    explicit RegionalMutator(const std::string &grid) : m_grids(parseGrid(rule, grid)) { }

    const std::string &id() const override { return m_id; }
    MutatorKind kind() const override { return MutatorKind::Pixel; }

    Mutation draw(Rng &rng) const override
    {
        const int grid = int(m_grids[rng.below(std::uint32_t(m_grids.size()))]);
        Step step;
        step.region = int(rng.below(std::uint32_t(grid * grid)));
        step.operation = int(rng.below(std::uint32_t(operations)));
        return mutation(grid, {&step, 1});
    }

    Image apply(const Image &image, const Mutation &mutation) const override
    {
        requireDrawable(image, m_id);
        if (mutation.mutator != m_id || mutation.noiseSeed != 0)
            throwBad(mutation, "it is of another mutator or has a noise seed");
        const int grid = wholeValue(mutation, "grid", 1, largestGrid + 1);
        Image out = image;
        for (const Step &step : stepsOf(mutation, grid))
            change(out, grid, step);
        return out;
    }

private:
    std::string m_id = regional::id;
    std::vector<double> m_grids;
};

} // namespace

std::string operationName(int operation)
{
    if (operation < 10)
        return fmt::format("contrast {:.1f}", 1.2 + 0.2 * operation);
    return operation < 20 ? fmt::format("brightness +{}", 10 * (operation - 9))
                          : fmt::format("blur {}", operation - 19);
}

std::string regionName(int grid, int region)
{
    if (region == grid * grid)
        return "whole image";
    return fmt::format("row {}, column {}", region / grid + 1, region % grid + 1);
}

Cell cellOf(const ImageShape &shape, int grid, int region)
{
    if (region == grid * grid)
        return {0, 0, shape.height, shape.width};
    const int height = shape.height / grid, width = shape.width / grid;
    const int row = region / grid, column = region % grid;
    return {row * height, column * width, row + 1 == grid ? shape.height : (row + 1) * height,
            column + 1 == grid ? shape.width : (column + 1) * width};
}

bool change(Image &image, int grid, const Step &step)
{
    const Cell cell = cellOf(image.shape, grid, step.region);
    if (cell.empty())
        return false;
    return step.operation < 20 ? changeValues(image, cell, step.operation)
                               : blurCell(image, cell, step.operation - 19);
}

Mutation mutation(int grid, std::span<const Step> steps)
{
    Mutation made{id, {{"grid", grid}}, 0};
    for (std::size_t n = 0; n < steps.size(); ++n) {
        made.values[fmt::format("region{}", n + 1)] = steps[n].region;
        made.values[fmt::format("op{}", n + 1)] = steps[n].operation;
    }
    return made;
}

} // namespace regional

MutatorInfo regionalInfo()
{
    return {"regional",
            "changes one cell of a grid: contrast 1.2 to 3, brightness +10 to +100, or a blur (average of 3, "
            "4, 5, "
            "6 px; Gaussian of 3, 5, 7 px; median of 3, 5 px; bilateral)",
            "DeepSmartFuzzer (Demir, Eniser and Sen 2019, arXiv 1911.10621); values of its code",
            MutatorKind::Pixel,
            "3",
            "cells a side",
            [](const std::string &grid) -> std::unique_ptr<Mutator> {
                return std::make_unique<regional::RegionalMutator>(grid);
            }};
}

} // namespace mutascope
