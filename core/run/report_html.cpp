// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/report_html.h"
#include "core/run/nice_step.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr double width = 760, height = 300, left = 70, right = 70, top = 20, bottom = 45;

struct Axis {
    double highest = 1;
    double step = 0.25;

    explicit Axis(double largest)
    {
        step = niceStep(largest > 0 ? largest : 1);
        highest = step * std::ceil((largest > 0 ? largest : 1) / step - 1e-9);
    }
};

double xOf(double value, const Axis &axis)
{
    return left + (width - left - right) * value / axis.highest;
}

double yOf(double value, const Axis &axis)
{
    return height - bottom - (height - top - bottom) * value / axis.highest;
}

std::string label(double x, double y, const char *anchor, const std::string &text)
{
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>", x, y, anchor,
                       htmlEscape(text));
}

std::string gridX(const Axis &axis)
{
    std::string svg;
    for (double value = 0; value <= axis.highest * 1.0001; value += axis.step) {
        const double x = xOf(value, axis);
        svg += fmt::format(
            "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>", x, top,
            height - bottom);
        svg += label(x, height - bottom + 18, "middle", fmt::format("{:g}", value));
    }
    return svg + label(left + (width - left - right) / 2, height - 6, "middle", "model calls");
}

std::string gridY(const Axis &axis, bool leftSide, const char *unit, const char *colour)
{
    std::string svg = fmt::format("<g fill=\"{}\">", colour);
    for (double value = 0; value <= axis.highest * 1.0001; value += axis.step) {
        const double y = yOf(value, axis);
        if (leftSide)
            svg += fmt::format(
                "<line class=\"grid\" x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>", left,
                width - right, y);
        svg += label(leftSide ? left - 8 : width - right + 8, y + 4, leftSide ? "end" : "start",
                     fmt::format("{:g}{}", value, unit));
    }
    return svg + "</g>";
}

template <typename ValueOf>
std::string line(const std::vector<CoveragePoint> &points, const Axis &x, const Axis &y, const char *style,
                 const ValueOf &valueOf)
{
    std::string svg = fmt::format("<polyline fill=\"none\" {} points=\"", style);
    for (const CoveragePoint &point : points)
        svg += fmt::format("{:.1f},{:.1f} ", xOf(double(point.calls), x), yOf(valueOf(point), y));
    return svg + "\"/>";
}

} // namespace

std::string htmlEscape(const std::string &text)
{
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        default:
            escaped += c;
        }
    }
    return escaped;
}

std::string pngDataUrl(std::span<const std::uint8_t> png)
{
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string url = "data:image/png;base64,";
    for (std::size_t i = 0; i < png.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, png.size() - i);
        std::uint32_t word = 0;
        for (std::size_t k = 0; k < 3; ++k)
            word = word << 8 | (k < count ? png[i + k] : 0);
        for (std::size_t k = 0; k < 4; ++k)
            url += k <= count ? digits[word >> (18 - 6 * k) & 63] : '=';
    }
    return url;
}

std::string coverageSvg(const std::vector<CoveragePoint> &points, const std::string &criterion, bool ratio)
{
    const double scale = ratio ? 100 : 1;
    double calls = 0, coverage = 0, failing = 0;
    for (const CoveragePoint &point : points) {
        calls = std::max(calls, double(point.calls));
        coverage = std::max(coverage, scale * point.value);
        failing = std::max(failing, double(point.failing));
    }
    const Axis x(calls), y(coverage), z(failing);
    std::string svg = fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"coverage and failing "
                                  "tests over model calls\">",
                                  width, height);
    svg += gridX(x) + gridY(y, true, ratio ? " %" : "", "#1f5fa8") + gridY(z, false, "", "#b3541e");
    svg += line(points, x, y, "stroke=\"#1f5fa8\" stroke-width=\"2\"",
                [&](const CoveragePoint &point) { return scale * point.value; });
    svg += line(points, x, z, "stroke=\"#b3541e\" stroke-width=\"2\" stroke-dasharray=\"6 4\"",
                [](const CoveragePoint &point) { return double(point.failing); });
    svg += fmt::format("<g fill=\"#1f5fa8\">{}</g><g fill=\"#b3541e\">{}</g></svg>",
                       label(left, 12, "start", criterion.empty() ? "coverage" : criterion),
                       label(width - right, 12, "end", "failing tests"));
    return svg;
}

} // namespace mutascope
