// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot_export.h"

#include "widgets/qcustomplot_header.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace mutascope::widgets {

namespace {

constexpr QSize kLeastExportSize{640, 400};

QString tr(const char *text)
{
    return QCoreApplication::translate("PlotExport", text);
}

bool isKnown(const QString &suffix)
{
    static const QStringList kKnown{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"),
                                    QStringLiteral("csv")};
    return kKnown.contains(suffix);
}

bool paintOn(QCustomPlot &plot, QPaintDevice &device, const QSize &size)
{
    QCPPainter painter;
    if (!painter.begin(&device))
        return false;
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    plot.toPainter(&painter, size.width(), size.height());
    return painter.end();
}

bool paintSvg(QCustomPlot &plot, const QString &title, QIODevice &device, const QSize &size)
{
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(), size));
    generator.setTitle(title);
    return paintOn(plot, generator, size);
}

bool paintPdf(QCustomPlot &plot, const QString &title, QIODevice &device, const QSize &size)
{
    QPdfWriter writer(&device);
    writer.setResolution(96);
    writer.setPageSize(QPageSize(QSizeF(size) * 72.0 / 96.0, QPageSize::Point));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(title);
    return paintOn(plot, writer, size);
}

bool paint(QCustomPlot &plot, const QString &title, QIODevice &device, const QString &suffix)
{
    const QSize size = plot.size().expandedTo(kLeastExportSize);
    if (suffix == QLatin1String("png"))
        return plot.toPixmap(size.width(), size.height(), 2.0).save(&device, "PNG");
    return suffix == QLatin1String("svg") ? paintSvg(plot, title, device, size)
                                          : paintPdf(plot, title, device, size);
}

} // namespace

bool exportPlot(const QString &path, const PlotWriter &write, QString *error)
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

bool writePlotPicture(QCustomPlot &plot, const QString &title, QIODevice &device, const QString &suffix)
{
    // Picture writers may want to seek or close their device, so they get a buffer of their own.
    QBuffer buffer;
    buffer.open(QIODevice::ReadWrite);
    return paint(plot, title, buffer, suffix) && device.write(buffer.data()) == buffer.data().size();
}

QPalette printPalette()
{
    QPalette palette;
    for (const auto role : {QPalette::Window, QPalette::Base})
        palette.setColor(role, Qt::white);
    for (const auto role : {QPalette::WindowText, QPalette::Text})
        palette.setColor(role, Qt::black);
    return palette;
}

void askPlotPath(QWidget &owner, const std::function<void(const QString &path)> &chosen)
{
    auto *dialog = new QFileDialog(&owner, tr("Export Plot"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("PNG picture (*.png)"), tr("SVG drawing (*.svg)"), tr("PDF document (*.pdf)"),
                            tr("CSV data (*.csv)")});
    dialog->setDefaultSuffix(QStringLiteral("png"));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString &filter) {
        dialog->setDefaultSuffix(filter.section(QLatin1String("*."), 1).chopped(1));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, &owner, chosen);
    dialog->open();
}

} // namespace mutascope::widgets
