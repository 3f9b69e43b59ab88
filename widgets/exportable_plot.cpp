// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/exportable_plot.h"

#include "widgets/export_dialog.h"
#include "widgets/qcustomplot_header.h"

#include <QBuffer>
#include <QEvent>
#include <QFileInfo>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace mutascope::widgets {
namespace {

constexpr QSize kLeastExportSize{640, 400};

bool isKnown(const QString &suffix)
{
    static const QStringList kKnown{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"),
                                    QStringLiteral("csv")};
    return kKnown.contains(suffix);
}

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

} // namespace

QPalette ExportablePlot::plotPalette() const
{
    return m_printing ? printPalette() : palette();
}

void ExportablePlot::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        recolor();
}

bool ExportablePlot::paintOn(QPaintDevice &device, const QSize &size)
{
    QCPPainter painter;
    if (!painter.begin(&device))
        return false;
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    exportedPlot()->toPainter(&painter, size.width(), size.height());
    return painter.end();
}

bool ExportablePlot::writePicture(QIODevice &device, const QString &suffix)
{
    QCustomPlot *plot = exportedPlot();
    const QSize size = plot->size().expandedTo(kLeastExportSize);
    if (suffix == QLatin1String("png"))
        return plot->toPixmap(size.width(), size.height(), 2.0).save(&device, "PNG");
    if (suffix == QLatin1String("svg")) {
        QSvgGenerator generator;
        generator.setOutputDevice(&device);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        generator.setTitle(exportTitle());
        return paintOn(generator, size);
    }
    QPdfWriter writer(&device);
    writer.setResolution(96);
    writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96.0, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(exportTitle());
    return paintOn(writer, size);
}

bool ExportablePlot::write(QIODevice &device, const QString &suffix)
{
    if (suffix == QLatin1String("csv")) {
        const QByteArray text = csv();
        return device.write(text) == text.size();
    }
    m_printing = true;
    recolor();
    // Picture writers may want to seek or close their device, so they get a buffer of their own.
    QBuffer buffer;
    buffer.open(QIODevice::ReadWrite);
    const bool painted = writePicture(buffer, suffix);
    m_printing = false;
    recolor();
    return painted && device.write(buffer.data()) == buffer.data().size();
}

bool ExportablePlot::exportTo(const QString &path, QString *error)
{
    const auto fail = [error](const QString &message) {
        if (error != nullptr)
            *error = message;
        return false;
    };
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (!isKnown(suffix))
        return fail(tr("The file name must end with .png, .svg, .pdf or .csv; \"%1\" does not.").arg(path));
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return fail(tr("\"%1\" cannot be written: %2").arg(path, file.errorString()));
    if (!write(file, suffix))
        return fail(tr("The plot could not be written to \"%1\".").arg(path));
    if (!file.commit())
        return fail(tr("\"%1\" cannot be written: %2").arg(path, file.errorString()));
    return true;
}

void ExportablePlot::askExportPath()
{
    const QStringList filters{tr("PNG picture (*.png)"), tr("SVG drawing (*.svg)"),
                              tr("PDF document (*.pdf)"), tr("CSV data (*.csv)")};
    QFileDialog *dialog
        = makeExportDialog(this, tr("Export Plot"), filters.join(QLatin1String(";;")), QStringLiteral("png"));
    connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        dialog->setDefaultSuffix(filter.section(QLatin1String("*."), 1).chopped(1));
    });
    exportWhenChosen(dialog, this);
}

} // namespace mutascope::widgets
