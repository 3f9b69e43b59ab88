// SPDX-License-Identifier: GPL-3.0-or-later
// Coverage plot: export as PNG, SVG, PDF and CSV, and the context menu.
#include "widgets/coverage_plot_p.h"

#include <QActionGroup>
#include <QBuffer>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <algorithm>

namespace mutascope::widgets {
namespace {

constexpr QSize kLeastExportSize{640, 400};

// Pictures are for papers and reports: dark on white, whatever the desktop looks like.
QPalette printPalette()
{
    QPalette palette;
    for (const auto role : {QPalette::Window, QPalette::Base})
        palette.setColor(role, Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text})
        palette.setColor(role, Qt::black);
    return palette;
}

bool isKnown(const QString &suffix)
{
    static const QStringList kKnown{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"),
                                    QStringLiteral("csv")};
    return kKnown.contains(suffix);
}

} // namespace

QString CoveragePlot::Private::exportName(const Series &one) const
{
    const auto sameName = [&](const Series &other) { return other.name == one.name; };
    const bool unique = std::count_if(series.begin(), series.end(), sameName) == 1;
    return unique && !one.name.isEmpty() ? one.name : one.id;
}

QByteArray CoveragePlot::Private::csv() const
{
    QByteArray text("series,seconds,calls,tests,value\n");
    for (const Series &one : series)
        text += csvLines(exportName(one), one.points);
    return text;
}

bool CoveragePlot::Private::paintOn(QPaintDevice &device, const QSize &size)
{
    QCPPainter painter;
    if (!painter.begin(&device))
        return false;
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    plot->toPainter(&painter, size.width(), size.height());
    return painter.end();
}

bool CoveragePlot::Private::writePicture(QIODevice &device, const QString &suffix)
{
    const QSize size = plot->size().expandedTo(kLeastExportSize);
    if (suffix == QLatin1String("png")) {
        return plot->toPixmap(size.width(), size.height(), 2.0).save(&device, "PNG");
    }
    if (suffix == QLatin1String("svg")) {
        QSvgGenerator generator;
        generator.setOutputDevice(&device);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        generator.setTitle(titleText.isEmpty() ? tr("Coverage and failing tests") : titleText);
        return paintOn(generator, size);
    }
    QPdfWriter writer(&device);
    writer.setResolution(96);
    writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96.0, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(titleText);
    return paintOn(writer, size);
}

bool CoveragePlot::Private::write(QIODevice &device, const QString &suffix)
{
    if (suffix == QLatin1String("csv")) {
        const QByteArray text = csv();
        return device.write(text) == text.size();
    }
    timer.stop();
    printing = true;
    cursor->setVisible(false);
    applyColors(printPalette());
    redraw();
    // Picture writers may want to seek or close their device, so they get a buffer of their own.
    QBuffer buffer;
    buffer.open(QIODevice::ReadWrite);
    const bool painted = writePicture(buffer, suffix);
    printing = false;
    applyColors(owner->palette());
    redraw();
    return painted && device.write(buffer.data()) == buffer.data().size();
}

bool CoveragePlot::exportTo(const QString &path, QString *error)
{
    const auto fail = [error](const QString &message) {
        if (error != nullptr)
            *error = message;
        return false;
    };
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (!isKnown(suffix)) {
        return fail(tr("The file name must end with .png, .svg, .pdf or .csv; \"%1\" does not.").arg(path));
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return fail(tr("\"%1\" cannot be written: %2").arg(path, file.errorString()));
    }
    if (!m_d->write(file, suffix))
        return fail(tr("The plot could not be written to \"%1\".").arg(path));
    if (!file.commit())
        return fail(tr("\"%1\" cannot be written: %2").arg(path, file.errorString()));
    return true;
}

void CoveragePlot::askExportPath()
{
    auto *dialog = new QFileDialog(this, tr("Export Plot"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("PNG picture (*.png)"), tr("SVG drawing (*.svg)"), tr("PDF document (*.pdf)"),
                            tr("CSV data (*.csv)")});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        dialog->setDefaultSuffix(filter.section(QLatin1String("*."), 1).chopped(1));
    });
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &path) {
        QString message;
        if (exportTo(path, &message)) {
            Q_EMIT exported(path);
        } else {
            Q_EMIT exportFailed(path, message);
        }
    });
    dialog->open();
}

QMenu *CoveragePlot::Private::contextMenu()
{
    auto *menu = new QMenu(owner);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto *axes = new QActionGroup(menu);
    const auto addAxis = [&](const QString &text, PlotAxis axis) {
        QAction *action = menu->addAction(text, owner, [this, axis] { owner->setXAxis(axis); });
        action->setCheckable(true);
        action->setChecked(axis == xAxis);
        axes->addAction(action);
    };
    menu->addSection(tr("Horizontal axis"));
    addAxis(tr("&Time"), PlotAxis::Time);
    addAxis(tr("Model &Calls"), PlotAxis::Calls);
    addAxis(tr("T&ests"), PlotAxis::Tests);
    menu->addSeparator();
    menu->addAction(autoX);
    menu->addAction(autoY);
    menu->addAction(tr("Show &All"), owner, &CoveragePlot::resetView);
    menu->addAction(tr("C&opy Picture"), owner, &CoveragePlot::copyToClipboard);
    menu->addAction(tr("E&xport..."), owner, &CoveragePlot::askExportPath);
    return menu;
}

} // namespace mutascope::widgets
