// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/saved_plot.h"

#include "widgets/colors.h"
#include "widgets/plot_export.h"
#include "widgets/qcustomplot_header.h"

#include <QEvent>
#include <QVBoxLayout>

namespace mutascope::widgets {

SavedPlot::SavedPlot(const QString &accessibleName, QWidget *parent)
    : QWidget(parent), m_plot(new QCustomPlot)
{
    setAccessibleName(accessibleName);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->installEventFilter(this);
    m_plot->setAttribute(Qt::WA_NoMousePropagation, false); // or the wheel ends here
}

void SavedPlot::colorAll(const QPalette &palette)
{
    const QColor text = palette.color(QPalette::Text);
    m_plot->setBackground(palette.color(QPalette::Base));
    for (QCPAxis *axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(text));
        axis->setTickPen(QPen(text));
        axis->setSubTickPen(QPen(text));
        axis->setLabelColor(text);
        axis->setTickLabelColor(text);
        axis->setLabelFont(font());
        axis->setTickLabelFont(font());
        axis->grid()->setPen(QPen(gridColor(palette)));
    }
    applyColors(palette);
}

void SavedPlot::recolor()
{
    colorAll(palette());
    m_plot->replot(QCustomPlot::rpQueuedRefresh); // drawn now, or a plot just shown would be painted empty
}

void SavedPlot::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        recolor();
}

// Nothing is zoomed here: the wheel is for what the plot may be scrolled in.
bool SavedPlot::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::Wheel)
        return QWidget::eventFilter(watched, event);
    event->ignore();
    return true;
}

bool SavedPlot::write(QIODevice &device, const QString &suffix)
{
    if (suffix == QLatin1String("csv")) {
        const QByteArray text = csv();
        return device.write(text) == text.size();
    }
    colorAll(printPalette());
    const bool written = writePlotPicture(*m_plot, accessibleName(), device, suffix);
    recolor();
    return written;
}

bool SavedPlot::exportTo(const QString &path, QString *error)
{
    const auto writer = [this](QIODevice &device, const QString &suffix) { return write(device, suffix); };
    return exportPlot(path, writer, error);
}

void SavedPlot::askExportPath()
{
    askPlotPath(*this, [this](const QString &path) {
        QString message;
        if (exportTo(path, &message))
            Q_EMIT exported(path);
        else
            Q_EMIT exportFailed(path, message);
    });
}

} // namespace mutascope::widgets
