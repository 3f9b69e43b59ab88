// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme.h"

#include <QApplication>
#include <QPalette>
#include <QSettings>
#include <QStyle>
#include <QStyleFactory>

namespace mutascope::gui {

namespace {

const QString settingsKey = QStringLiteral("theme");

struct Colors {
    QColor window, base, alternate, button, text, disabled, highlight, link;
};

QPalette paletteOf(const Colors &colors)
{
    QPalette palette(colors.button, colors.window);
    for (const auto role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
        palette.setColor(role, colors.text);
        palette.setColor(QPalette::Disabled, role, colors.disabled);
    }
    palette.setColor(QPalette::Base, colors.base);
    palette.setColor(QPalette::AlternateBase, colors.alternate);
    palette.setColor(QPalette::ToolTipBase, colors.base);
    palette.setColor(QPalette::PlaceholderText, colors.disabled);
    palette.setColor(QPalette::Highlight, colors.highlight);
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, colors.link);
    return palette;
}

QPalette darkPalette()
{
    return paletteOf({0x2a2d31, 0x1e2124, 0x25282c, 0x383c42, 0xe6e8ea, 0x8d949c, 0x2f73b7, 0x7db8f0});
}

QPalette lightPalette()
{
    return paletteOf({0xf2f3f4, 0xffffff, 0xf5f7f9, 0xe9ebed, 0x17191b, 0x71777d, 0x2a73b8, 0x1a5fa8});
}

} // namespace

Theme storedTheme()
{
    const int stored = QSettings().value(settingsKey, int(Theme::System)).toInt();
    return stored == int(Theme::Light) || stored == int(Theme::Dark) ? Theme(stored) : Theme::System;
}

void storeTheme(Theme theme)
{
    QSettings().setValue(settingsKey, int(theme));
}

// Only Fusion takes every colour from the palette, so the own colours come with it.
void applyTheme(Theme theme)
{
    static const QString systemStyle = QApplication::style()->objectName();
    if (theme == Theme::System) {
        QApplication::setStyle(systemStyle);
        QApplication::setPalette(QPalette());
        return;
    }
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(theme == Theme::Dark ? darkPalette() : lightPalette());
}

} // namespace mutascope::gui
