// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/theme.h"

#include <QApplication>
#include <QPalette>
#include <QProxyStyle>
#include <QSettings>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolTip>

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
    palette.setColor(QPalette::LinkVisited, colors.link);
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

// Fusion draws the frame of a tick box darker than the window, where it is lost in a dark one.
class DarkStyle : public QProxyStyle {
public:
    DarkStyle() : QProxyStyle(QStringLiteral("Fusion")) { }
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override
    {
        if (element != PE_IndicatorCheckBox && element != PE_IndicatorRadioButton)
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
        const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option);
        QStyleOptionButton seen(button ? *button : QStyleOptionButton());
        if (!button)
            static_cast<QStyleOption &>(seen) = *option;
        seen.palette.setColor(QPalette::Window, frameOf(option->palette));
        QProxyStyle::drawPrimitive(element, &seen, painter, widget);
    }

private:
    static QColor frameOf(const QPalette &palette)
    {
        return palette.color(QPalette::PlaceholderText).lighter();
    }
};

QStyle *styleOf(Theme theme)
{
    return theme == Theme::Dark ? new DarkStyle : QStyleFactory::create(QStringLiteral("Fusion"));
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
    static const QPalette systemToolTips = QToolTip::palette();
    if (theme == Theme::System) {
        QApplication::setStyle(systemStyle);
        QApplication::setPalette(QPalette());
        QToolTip::setPalette(systemToolTips);
        return;
    }
    const QPalette palette = theme == Theme::Dark ? darkPalette() : lightPalette();
    QApplication::setStyle(styleOf(theme));
    QApplication::setPalette(palette);
    QToolTip::setPalette(palette); // has one of its own, in the colours of the desktop
}

} // namespace mutascope::gui
