// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/window.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

Shape spatialOf(const Shape &input)
{
    return {input.begin() + 2, input.end()};
}

// Padding for SAME_*: as many windows as strides begin.
std::int64_t automatic(std::int64_t side, const WindowSide &window, bool valid)
{
    return valid ? windowsOver(side, window) : (side + window.stride - 1) / window.stride;
}

// The paper's solver: 2p so that the side stays as it is, each half at most f; else a stride of 1, for which
// it always works at dilations up to 2.
void padToSame(std::int64_t side, WindowSide &window)
{
    std::int64_t total = (side - 1) * window.stride + window.reach() - side;
    if (total > 2 * (window.kernel - 1)) {
        window.stride = 1;
        total = window.reach() - 1;
    }
    window.begin = total / 2;
    window.end = total - window.begin;
}

void shrinkToFit(std::int64_t side, WindowSide &window)
{
    const std::int64_t room = side + window.begin + window.end;
    if (window.reach() > room)
        window.dilation = 1;
    window.kernel = std::min(window.kernel, room);
}

WindowSide chooseSide(std::int64_t side, const std::string &index, const std::string &padding,
                      Choices &choices, const WindowRules &rules)
{
    WindowSide window;
    window.kernel = choices.integer("kernel_shape." + index, 1, rules.largestKernel);
    window.stride = choices.integer("strides." + index, 1, 3);
    if (padding != "auto")
        window.dilation = choices.integer("dilations." + index, 1, rules.largestDilation);
    if (padding == "any") {
        window.begin = choices.integer("pads.begin." + index, 0, window.kernel - 1);
        window.end = choices.integer("pads.end." + index, 0, window.kernel - 1);
    }
    if (padding == "same")
        padToSame(side, window);
    else
        shrinkToFit(side, window);
    if (window.begin >= window.kernel || window.end >= window.kernel)
        window.begin = window.end = 0;
    shrinkToFit(side, window);
    return window;
}

void leavePadding(WindowSide &window, std::int64_t side)
{
    window.begin = window.end = 0;
    shrinkToFit(side, window);
}

std::string sideName(bool square, std::size_t index)
{
    return square ? "0" : std::to_string(index);
}

} // namespace

std::int64_t windowsOver(std::int64_t side, const WindowSide &window, bool ceil)
{
    const std::int64_t room = side + window.begin + window.end - window.reach();
    if (room < 0)
        return 0;
    return (room + (ceil ? window.stride - 1 : 0)) / window.stride + 1;
}

bool eachTouches(std::int64_t side, const WindowSide &window, std::int64_t windows)
{
    for (std::int64_t at = 0; at < windows; ++at) {
        bool touches = false;
        for (std::int64_t tap = 0; tap < window.kernel && !touches; ++tap) {
            const std::int64_t place = at * window.stride - window.begin + tap * window.dilation;
            touches = place >= 0 && place < side;
        }
        if (!touches)
            return false;
    }
    return true;
}

WindowReading readWindow(const Attributes &attributes, std::size_t spatial)
{
    const Ints &kernel = attributes.ints("kernel_shape");
    const Ints &strides = attributes.ints("strides");
    const Ints &dilations = attributes.ints("dilations");
    const Ints &pads = attributes.ints("pads");
    const std::string autoPad = attributes.word("auto_pad", "NOTSET");
    const bool automatic = autoPad != "NOTSET";
    if (kernel.size() != spatial || strides.size() != spatial
        || (attributes.contains("dilations") && dilations.size() != spatial)
        || pads.size() != (automatic ? 0 : 2 * spatial))
        return {{}, fmt::format("window attributes that are not for {} spatial dimensions", spatial)};
    Window window{std::vector<WindowSide>(spatial), automatic ? autoPad : ""};
    for (std::size_t i = 0; i < spatial; ++i)
        window.sides[i] = {kernel[i], strides[i], dilations.empty() ? 1 : dilations[i],
                           automatic ? 0 : pads[i], automatic ? 0 : pads[spatial + i]};
    return {window, {}};
}

std::optional<Shape> windowed(const Shape &input, const Window &window, bool ceil)
{
    Shape result;
    for (std::size_t i = 0; i < window.sides.size(); ++i) {
        const std::int64_t side = input[i + 2];
        const std::int64_t windows = window.autoPad.empty()
            ? windowsOver(side, window.sides[i], ceil)
            : automatic(side, window.sides[i], window.autoPad == "VALID");
        if (windows < 1)
            return std::nullopt;
        result.push_back(windows);
    }
    return result;
}

Window chooseWindow(const Shape &input, Choices &choices, const WindowRules &rules)
{
    const std::string padding = choices.word("padding", {"same", "same", "valid", "any", "auto"});
    const bool square = choices.flag("square", 0.6);
    const Shape spatial = spatialOf(input);
    Window window;
    for (std::size_t i = 0; i < spatial.size(); ++i) {
        WindowSide side = chooseSide(spatial[i], sideName(square, i), padding, choices, rules);
        if (rules.pooling && !eachTouches(spatial[i], side, windowsOver(spatial[i], side)))
            leavePadding(side, spatial[i]);
        window.sides.push_back(side);
    }
    if (padding == "auto")
        window.autoPad = choices.word("auto_pad", {"SAME_UPPER", "SAME_LOWER", "VALID"});
    const auto result = windowed(input, window);
    if (!result || elementsOf(*result) > rules.room)
        for (std::size_t i = 0; i < spatial.size(); ++i)
            leavePadding(window.sides[i], spatial[i]);
    return window;
}

void setWindow(Attributes &attributes, const Window &window, bool dilations)
{
    Ints kernel, strides, dilation, begin, end;
    for (const WindowSide &side : window.sides) {
        kernel.push_back(side.kernel);
        strides.push_back(side.stride);
        dilation.push_back(side.dilation);
        begin.push_back(side.begin);
        end.push_back(side.end);
    }
    begin.insert(begin.end(), end.begin(), end.end());
    attributes.set("kernel_shape", kernel);
    attributes.set("strides", strides);
    if (dilations)
        attributes.set("dilations", dilation);
    if (window.autoPad.empty())
        attributes.set("pads", begin);
    else
        attributes.set("auto_pad", window.autoPad);
}

std::vector<AttributeSpec> windowAttributes(bool dilations)
{
    std::vector<AttributeSpec> specs
        = {listAttribute("kernel_shape", 1, 64), listAttribute("strides", 1, 16),
           optional(listAttribute("pads", 0, 64)),
           optional(wordAttribute("auto_pad", {"NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"}))};
    if (dilations)
        specs.push_back(listAttribute("dilations", 1, 16));
    return specs;
}

} // namespace mutascope::engines
