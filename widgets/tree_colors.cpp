// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree_colors.h"

#include "widgets/colors.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace mutascope::widgets {

QColor scaleColor(double share)
{
    static constexpr std::array<QRgb, 10> stops{0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e,
                                                0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725};
    const double at = std::clamp(share, 0.0, 1.0) * double(stops.size() - 1);
    const auto below = std::min(std::size_t(at), stops.size() - 2);
    return mixed(QColor(stops[below]), QColor(stops[below + 1]), at - double(below));
}

QColor scaleColor(double share, const QPalette &palette)
{
    constexpr double darkest = 0.28; // of the scale, that is left out
    return scaleColor(isDark(palette) ? darkest + (1 - darkest) * std::clamp(share, 0.0, 1.0) : share);
}

QColor textOn(const QColor &ground)
{
    const double luminance
        = 0.2126 * double(ground.redF()) + 0.7152 * double(ground.greenF()) + 0.0722 * double(ground.blueF());
    return luminance > 0.45 ? QColor(Qt::black) : QColor(Qt::white);
}

std::optional<double> treeValue(const TreeItem &item, TreeColoring coloring)
{
    switch (coloring) {
    case TreeColoring::Visits:
        return double(item.visits);
    case TreeColoring::Mean:
        return item.mean;
    case TreeColoring::Potential:
        return item.potential;
    }
    return {};
}

TreeScale::TreeScale(const TreeItems &items, TreeColoring coloring) : m_coloring(coloring)
{
    for (int i = 0; i < items.size(); ++i)
        if (const auto value = treeValue(items.item(i), coloring); value && std::isfinite(*value))
            m_largest = std::max(m_largest, *value);
}

std::optional<double> TreeScale::share(const TreeItem &item) const
{
    const auto value = treeValue(item, m_coloring);
    if (!value || !std::isfinite(*value))
        return {};
    if (m_largest <= 0)
        return 0;
    if (m_coloring == TreeColoring::Visits)
        return std::log1p(std::max(0.0, *value)) / std::log1p(m_largest);
    return std::clamp(*value / m_largest, 0.0, 1.0);
}

std::optional<double> TreeScale::valueAt(double share) const
{
    if (m_largest <= 0)
        return {};
    return m_coloring == TreeColoring::Visits ? std::expm1(share * std::log1p(m_largest)) : share * m_largest;
}

} // namespace mutascope::widgets
