// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_window.h"
#include <algorithm>
#include <fmt/format.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

const char *yesNo(bool value)
{
    return value ? "True" : "False";
}

// torch pads by at most half a window, and the same at both ends.
bool padsItself(const OnnxWindow &window)
{
    for (std::size_t i = 0; i < window.dims(); ++i)
        if (2 * window.begin[i] > window.kernel[i])
            return false;
    return window.symmetric();
}

void maxPool(OnnxCode &c)
{
    const OnnxWindow window = windowOf(c, {});
    std::string input = c.in(0);
    Dims padding = window.begin;
    if (!padsItself(window)) {
        input = fmt::format("torch.constant_pad_nd({}, {}, float('-inf'))", input, code(window.padList()));
        padding = Dims(window.dims(), 0);
    }
    c.result(fmt::format("torch.max_pool{}d({}, {}, {}, {}, {}, {})", window.dims(), input,
                         code(window.kernel), code(window.strides), code(padding), code(window.dilations),
                         yesNo(c.integer("ceil_mode", 0) != 0)));
}

std::string average(const OnnxWindow &window, const std::string &input, const Dims &padding, bool ceil,
                    bool countPadding)
{
    return fmt::format("torch.avg_pool{}d({}, {}, {}, {}, {}, {})", window.dims(), input, code(window.kernel),
                       code(window.strides), code(padding), yesNo(ceil), yesNo(countPadding));
}

// Padding torch cannot do is added before; where it must not count, the mean is corrected by the share of
// each window that lies inside.
void averagePool(OnnxCode &c)
{
    const OnnxWindow window = windowOf(c, {});
    const auto one = [](std::int64_t value) { return value == 1; };
    if (!std::ranges::all_of(window.dilations, one))
        c.refuse("has a dilated window");
    const bool ceil = c.integer("ceil_mode", 0) != 0, counts = c.integer("count_include_pad", 0) != 0;
    if (padsItself(window))
        return c.result(average(window, c.in(0), window.begin, ceil, counts));
    const Dims none(window.dims(), 0);
    c.line(fmt::format("padded = torch.constant_pad_nd({}, {}, 0.0)", c.in(0), code(window.padList())));
    if (counts)
        return c.result(average(window, "padded", none, ceil, true));
    c.line(fmt::format("inside = torch.constant_pad_nd(torch.ones_like({}), {}, 0.0)", c.in(0),
                       code(window.padList())));
    c.result(fmt::format("{} / {}", average(window, "padded", none, ceil, true),
                         average(window, "inside", none, ceil, true)));
}

std::size_t spatialDims(const OnnxCode &c)
{
    if (c.rank(0) < 3 || c.rank(0) > 5)
        c.refuse(fmt::format("pools a tensor of {} dimensions", c.rank(0)));
    return std::size_t(c.rank(0) - 2);
}

void globalAverage(OnnxCode &c)
{
    const std::size_t dims = spatialDims(c);
    c.result(fmt::format("torch.adaptive_avg_pool{}d({}, {})", dims, c.in(0), code(Dims(dims, 1))));
}

void globalMax(OnnxCode &c)
{
    const std::size_t dims = spatialDims(c);
    c.line(fmt::format("largest, where = torch.adaptive_max_pool{}d({}, {})", dims, c.in(0),
                       code(Dims(dims, 1))));
    c.result("largest");
}

} // namespace

void addPoolOperators(OnnxOperators &operators)
{
    operators["MaxPool"] = maxPool;
    operators["AveragePool"] = averagePool;
    operators["GlobalAveragePool"] = globalAverage;
    operators["GlobalMaxPool"] = globalMax;
}

} // namespace mutascope
