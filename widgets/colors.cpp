// SPDX-License-Identifier: GPL-3.0-or-later
// Colours derived from the palette, and colour-blind safe series colours (Okabe-Ito).
#include "widgets/colors.h"

#include <array>

namespace mutascope::widgets {

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightnessF() < palette.color(QPalette::WindowText).lightnessF();
}

QColor mixed(const QColor &a, const QColor &b, double shareOfB)
{
    const auto mix = [shareOfB](float x, float y) { return static_cast<float>(x + (y - x) * shareOfB); };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

QColor seriesColor(int index, const QPalette &palette)
{
    // Okabe and Ito without yellow (unreadable on white); the last one follows the text colour.
    static const std::array<QRgb, 6> kLight{0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9};
    static const std::array<QRgb, 6> kDark{0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7, 0xf0e442, 0xd55e00};
    const int slot = index % 7;
    if (slot == 6)
        return palette.color(QPalette::Text);
    return QColor((isDark(palette) ? kDark : kLight)[static_cast<std::size_t>(slot)] | 0xff000000U);
}

QColor accentColor(Accent accent, const QPalette &palette)
{
    const bool dark = isDark(palette);
    switch (accent) {
    case Accent::Information:
        return dark ? QColor(0x56b4e9) : QColor(0x00609a);
    case Accent::Good:
        return dark ? QColor(0x2fc79b) : QColor(0x007556);
    case Accent::Warning:
        return dark ? QColor(0xe69f00) : QColor(0x8f5e00);
    case Accent::Error:
        return dark ? QColor(0xff8a50) : QColor(0xb34700);
    }
    return palette.color(QPalette::WindowText);
}

QColor gridColor(const QPalette &palette)
{
    return mixed(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.18);
}

QPalette paperPalette()
{
    QPalette colors(Qt::white);
    for (const auto role : {QPalette::Base, QPalette::Window})
        colors.setColor(role, Qt::white);
    for (const auto role : {QPalette::Text, QPalette::WindowText})
        colors.setColor(role, Qt::black);
    return colors;
}

} // namespace mutascope::widgets
