// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/plot_axes.h"
#include "core/run/nice_step.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace mutascope {

namespace {

std::vector<double> ticks(const Scale &scale)
{
    std::vector<double> values;
    const int count = int(std::floor((scale.high - scale.low) / scale.step + 1e-9));
    for (int i = 0; i <= count; ++i)
        values.push_back(scale.low + i * scale.step);
    return values;
}

// Without the "-1.2e-17" of sums that should be nought.
std::string tickText(double value, double step)
{
    return fmt::format("{:.6g}", std::abs(value) < step * 1e-6 ? 0 : value);
}

} // namespace

Scale::Scale(double smallest, double largest)
{
    if (largest - smallest <= std::abs(largest) * 1e-9) {
        const double margin = largest == 0 ? 1 : std::abs(largest) * 0.05;
        smallest -= margin;
        largest += margin;
    }
    step = niceStep(largest - smallest);
    low = step * std::floor(smallest / step + 1e-9);
    high = step * std::ceil(largest / step - 1e-9);
}

Scale Scale::endingAt(double largest)
{
    Scale scale(0, largest);
    scale.high = largest;
    return scale;
}

void drawVerticalAxis(Canvas &canvas, const PlotArea &area, const Scale &scale, const std::string &label)
{
    for (const double value : ticks(scale)) {
        const double y = area.y(scale.share(value));
        canvas.line({{area.left, y}, {area.right, y}}, {gridColour, 0.6});
        canvas.text({area.left - 4, y + 3}, tickText(value, scale.step), {8, Anchor::End, quietColour});
    }
    canvas.text({area.left - 40, (area.top + area.bottom) / 2}, label,
                {9, Anchor::Middle, quietColour, false, true});
}

void drawHorizontalAxis(Canvas &canvas, const PlotArea &area, const Scale &scale, const std::string &label)
{
    for (const double value : ticks(scale)) {
        const double x = area.x(scale.share(value));
        canvas.line({{x, area.top}, {x, area.bottom}}, {gridColour, 0.6});
        canvas.text({x, area.bottom + 12}, tickText(value, scale.step), {8, Anchor::Middle, quietColour});
    }
    canvas.text({(area.left + area.right) / 2, area.bottom + 25}, label, {9, Anchor::Middle, quietColour});
}

void drawLegend(Canvas &canvas, const PlotArea &area, double y, const std::vector<std::string> &names)
{
    double x = area.left;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const double width = canvas.textWidth(names[i], {}) + 26;
        if (x + width > area.right && x > area.left) {
            x = area.left;
            y += 13;
        }
        canvas.line({{x, y - 3}, {x + 12, y - 3}}, {seriesColour(i), 2.5});
        canvas.text({x + 15, y}, names[i]);
        x += width;
    }
}

} // namespace mutascope
