// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/windows.h"
#include <algorithm>
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

std::int64_t at(const Ints &list, std::size_t index, std::int64_t fallback)
{
    return index < list.size() ? list[index] : fallback;
}

// As many windows as strides begin; the odd one of the padding at the end (UPPER) or the beginning.
void padAutomatically(std::int64_t size, bool upper, WindowSide &side)
{
    const std::int64_t windows = (size + side.stride - 1) / side.stride;
    const std::int64_t total = std::max<std::int64_t>((windows - 1) * side.stride + side.reach() - size, 0);
    side.begin = upper ? total / 2 : total - total / 2;
    side.end = total - side.begin;
}

} // namespace

std::vector<WindowSide> sidesOf(const Call &call, const Ints &kernel)
{
    const Ints &pads = call.attributes.ints("pads");
    const std::string automatic = call.attributes.word("auto_pad");
    std::vector<WindowSide> sides;
    for (std::size_t i = 0; i < kernel.size(); ++i) {
        WindowSide side{kernel[i], at(call.attributes.ints("strides"), i, 1),
                        at(call.attributes.ints("dilations"), i, 1), at(pads, i, 0),
                        at(pads, kernel.size() + i, 0)};
        if (automatic.starts_with("SAME"))
            padAutomatically(call.in().size(std::int64_t(i) + 2), automatic == "SAME_UPPER", side);
        sides.push_back(side);
    }
    return sides;
}

bool symmetric(const std::vector<WindowSide> &sides)
{
    return std::ranges::all_of(sides, [](const WindowSide &side) { return side.begin == side.end; });
}

bool atMostHalf(const std::vector<WindowSide> &sides)
{
    return std::ranges::all_of(sides, [](const WindowSide &side) { return 2 * side.begin <= side.kernel; });
}

WindowLists listsOf(const std::vector<WindowSide> &sides)
{
    WindowLists lists;
    for (const WindowSide &side : sides) {
        lists.kernel.push_back(side.kernel);
        lists.stride.push_back(side.stride);
        lists.dilation.push_back(side.dilation);
        lists.padding.push_back(side.begin);
    }
    return lists;
}

at::Tensor padSpatial(const at::Tensor &x, const std::vector<WindowSide> &sides, double value)
{
    Ints pads; // the last dimension first
    for (auto side = sides.rbegin(); side != sides.rend(); ++side) {
        pads.push_back(side->begin);
        pads.push_back(side->end);
    }
    return at::constant_pad_nd(x, pads, value);
}

} // namespace mutascope::engines
