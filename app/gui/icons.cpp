// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

// Q_INIT_RESOURCE must not be used inside a namespace.
static void registerResources()
{
    Q_INIT_RESOURCE(resources);
}

namespace mutascope::gui {

namespace {

QColor colorOf(QIcon::Mode mode)
{
    const QPalette palette = QGuiApplication::palette();
    const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
    return palette.color(group, mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText);
}

// Paints the drawing anew each time, so that a changed palette needs no new icons.
class TintedIconEngine : public QIconEngine {
public:
    explicit TintedIconEngine(QByteArray svg) : m_svg(std::move(svg)) { }

    void paint(QPainter *painter, const QRect &area, QIcon::Mode mode, QIcon::State) override
    {
        QByteArray svg = m_svg;
        svg.replace("#000000", colorOf(mode).name().toLatin1());
        QSvgRenderer(svg).render(painter, area);
    }

    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, pixmap.rect(), mode, state);
        return pixmap;
    }

    QIconEngine *clone() const override { return new TintedIconEngine(m_svg); }

private:
    QByteArray m_svg;
};

} // namespace

void initialiseResources()
{
    registerResources();
}

QIcon themedIcon(const QString &name)
{
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? QIcon(new TintedIconEngine(file.readAll())) : QIcon();
}

QIcon applicationIcon()
{
    return QIcon(QStringLiteral(":/icons/mutascope.svg"));
}

} // namespace mutascope::gui
