// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/operator_parts.h"

// Sliding windows of convolutions and poolings: their arithmetic, and the padding solver.
namespace mutascope::engines {

// Along one spatial dimension.
struct WindowSide {
    std::int64_t kernel = 1;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t begin = 0; // padding
    std::int64_t end = 0;
    std::int64_t reach() const { return dilation * (kernel - 1) + 1; }
};

// Number of windows over `side` values; none where not even one fits.
std::int64_t windowsOver(std::int64_t side, const WindowSide &window, bool ceil = false);
// Whether each window lies over at least one value: one of padding alone has no maximum and no mean.
bool eachTouches(std::int64_t side, const WindowSide &window, std::int64_t windows);

struct Window {
    std::vector<WindowSide> sides;
    std::string autoPad; // "": explicit padding
};

// Reads the window attributes; a list that is not as long as it must be gives the problem.
struct WindowReading {
    Window window;
    std::string problem;
};
WindowReading readWindow(const Attributes &attributes, std::size_t spatial);
// The shape of the spatial dimensions that come out; empty where a window does not fit.
std::optional<Shape> windowed(const Shape &input, const Window &window, bool ceil = false);

struct WindowRules {
    std::int64_t largestKernel = 5;
    std::int64_t largestDilation = 2;
    bool pooling = false; // padding below the kernel, and each window touches a value
    std::int64_t room = 0; // largest product of the sides that come out
};

// Free choice of a legal window. Padding is one of: so that the sides stay as they are (the paper's, with
// 0 <= p <= f), none, any, or left to the engine (auto_pad).
Window chooseWindow(const Shape &input, Choices &choices, const WindowRules &rules);
void setWindow(Attributes &attributes, const Window &window, bool dilations = true);
std::vector<AttributeSpec> windowAttributes(bool dilations = true);

} // namespace mutascope::engines
