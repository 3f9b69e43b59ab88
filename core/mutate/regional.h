// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/mutate/mutator.h"
#include <span>

// DeepSmartFuzzer's changes (Demir, Eniser and Sen 2019, arXiv 1911.10621): the contrast, brightness or
// sharpness of one cell of a grid that is laid over the image.
namespace mutascope::regional {

constexpr int operations = 30; // 0..9 contrast, 10..19 brightness, 20..29 blur
constexpr int largestGrid = 64; // cells a side

// One cell and what is done in it.
struct Step {
    int region = 0; // row by row; grid * grid: the whole image
    int operation = 0; // below operations
    bool operator==(const Step &) const = default;
};

// "contrast 1.2" "brightness +10" "blur 1"
std::string operationName(int operation);
// "row 1, column 3" "whole image"
std::string regionName(int grid, int region);

// [top, bottom) x [left, right). Cells are height/grid by width/grid pixels; the last row and column take the
// rest. Empty where the image has fewer pixels than the grid has cells.
struct Cell {
    int top = 0, left = 0, bottom = 0, right = 0;
    bool empty() const { return top >= bottom || left >= right; }
};
Cell cellOf(const ImageShape &shape, int grid, int region);

// Changes one cell of an image that was checked before (grey or RGB); says whether any value changed.
bool change(Image &image, int grid, const Step &step);

// The steps as one mutation, which applyMutation() does in their order.
Mutation mutation(int grid, std::span<const Step> steps);

} // namespace mutascope::regional
