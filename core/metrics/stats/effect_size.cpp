// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/effect_size.h"
#include "core/metrics/stats/mann_whitney.h"
#include <cmath>

namespace mutascope {

const char *effectName(EffectSize size)
{
    constexpr const char *names[] = {"negligible", "small", "medium", "large"};
    return names[int(size)];
}

std::optional<double> a12(std::span<const double> first, std::span<const double> second)
{
    const auto test = mannWhitney(first, second);
    if (!test)
        return std::nullopt;
    return test->u / (double(first.size()) * double(second.size()));
}

EffectSize effectOf(double a12)
{
    // 0.56 is not exactly representable: what was meant as a bound counts as having reached it.
    const double distance = std::abs(a12 - 0.5) + 1e-12;
    if (distance < 0.06)
        return EffectSize::Negligible;
    if (distance < 0.14)
        return EffectSize::Small;
    return distance < 0.21 ? EffectSize::Medium : EffectSize::Large;
}

} // namespace mutascope
