// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_window.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

// "SAME": as many windows as there are strides in the input, the odd pixel of padding at one end.
void padSame(const OnnxCode &c, OnnxWindow &window, bool upper)
{
    for (std::size_t i = 0; i < window.dims(); ++i) {
        const std::int64_t size = c.shape(0)[i + 2], stride = window.strides[i];
        const std::int64_t windows = (size + stride - 1) / stride;
        const std::int64_t reach = (window.kernel[i] - 1) * window.dilations[i] + 1;
        const std::int64_t total = std::max<std::int64_t>(0, (windows - 1) * stride + reach - size);
        window.begin[i] = upper ? total / 2 : total - total / 2;
        window.end[i] = total - window.begin[i];
    }
}

void checkRange(const OnnxCode &c, const Dims &values, std::int64_t least, const char *what)
{
    constexpr std::int64_t most = 1 << 16;
    for (const std::int64_t value : values)
        if (value < least || value > most)
            c.broken(fmt::format("has a {} of {}", what, value));
}

} // namespace

bool OnnxWindow::padded() const
{
    const auto some = [](std::int64_t value) { return value != 0; };
    return std::ranges::any_of(begin, some) || std::ranges::any_of(end, some);
}

Dims OnnxWindow::padList() const
{
    Dims result;
    for (std::size_t i = dims(); i-- > 0;) {
        result.push_back(begin[i]);
        result.push_back(end[i]);
    }
    return result;
}

OnnxWindow windowOf(const OnnxCode &c, const Dims &kernel)
{
    OnnxWindow window;
    window.kernel = c.integers("kernel_shape", kernel);
    const std::size_t dims = window.dims();
    const Dims ones(dims, 1), pads = c.integers("pads", Dims(2 * dims, 0));
    window.strides = c.integers("strides", ones);
    window.dilations = c.integers("dilations", ones);
    if (dims < 1 || dims > 3 || std::size_t(c.rank(0)) != dims + 2 || pads.size() != 2 * dims
        || window.strides.size() != dims || window.dilations.size() != dims)
        c.broken("has a window that does not fit its input");
    checkRange(c, window.kernel, 1, "kernel size");
    checkRange(c, window.strides, 1, "stride");
    checkRange(c, window.dilations, 1, "dilation");
    checkRange(c, pads, 0, "padding");
    window.begin.assign(pads.begin(), pads.begin() + std::ptrdiff_t(dims));
    window.end.assign(pads.begin() + std::ptrdiff_t(dims), pads.end());
    const std::string automatic = c.text("auto_pad", "NOTSET");
    if (automatic == "VALID")
        window.begin = window.end = Dims(dims, 0);
    else if (automatic == "SAME_UPPER" || automatic == "SAME_LOWER")
        padSame(c, window, automatic == "SAME_UPPER");
    else if (automatic != "NOTSET" && !automatic.empty())
        c.broken("has an unknown kind of padding");
    return window;
}

} // namespace mutascope
