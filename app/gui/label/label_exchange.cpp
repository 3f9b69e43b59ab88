// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/label_exchange.h"

#include "app/gui/format.h"
#include "app/gui/label/hand_out_dialog.h"
#include "app/gui/workspace.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

namespace mutascope::gui {

namespace {

struct Format {
    bridge::LabelFile file;
    QString filter;
    QString suffix;
};

QList<Format> formats()
{
    return {
        {bridge::LabelFile::Csv, LabelExchange::tr("Table, a label a row (*.csv)"), QStringLiteral("csv")},
        {bridge::LabelFile::JsonLines, LabelExchange::tr("JSON, a label a line (*.jsonl)"),
         QStringLiteral("jsonl")},
        {bridge::LabelFile::LabelStudio, LabelExchange::tr("Label Studio tasks (*.json)"),
         QStringLiteral("json")},
        {bridge::LabelFile::Coco, LabelExchange::tr("COCO-style classification (*.coco.json)"),
         QStringLiteral("coco.json")}};
}

bridge::LabelFile formatOf(const QString &filter)
{
    for (const Format &format : formats())
        if (format.filter == filter)
            return format.file;
    return bridge::LabelFile::Csv;
}

// Written the way it is meant, whatever the dialog left out.
QString withSuffix(const QString &file, const QString &filter)
{
    for (const Format &format : formats())
        if (format.filter == filter && QFileInfo(file).suffix().isEmpty())
            return file + QLatin1Char('.') + format.suffix;
    return file;
}

} // namespace

LabelExchange::LabelExchange(Workspace &workspace, bridge::LabelBook &book, QWidget *window)
    : QObject(window), m_workspace(workspace), m_book(book), m_window(window)
{
}

void LabelExchange::askHandOut(const bridge::LabelProtocolValues &protocol)
{
    auto *dialog = new HandOutDialog(protocol.name, m_book.file(), m_window);
    connect(dialog, &HandOutDialog::chosen, this,
            [this, protocol](const QString &labeller, const QString &file) {
                handOut(protocol, labeller, file);
            });
    dialog->open();
}

void LabelExchange::handOut(const bridge::LabelProtocolValues &protocol, const QString &labeller,
                            const QString &file)
{
    m_book.handOut(protocol.uuid, protocol.version, labeller, file, [=, this](qint64 images) {
        report(true,
               tr("%1 images for %2 are in ‘%3’.")
                   .arg(countText(images), labeller, QDir::toNativeSeparators(file)),
               {tr("When they are labelled, merge the file into this session.")});
    });
}

void LabelExchange::askMerge()
{
    auto *dialog = new QFileDialog(m_window, tr("Merge Labels From Hand-outs or Copies"),
                                   QFileInfo(m_book.file()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilter(tr("Sessions (*.mscope)"));
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList &files) {
        m_book.merge(files, [this](const bridge::LabelMergeValues &merged) { showMerged(merged); });
    });
    dialog->open();
}

void LabelExchange::askExport(const bridge::LabelProtocolValues &protocol)
{
    auto *dialog = new QFileDialog(m_window, tr("Export Labels"), QFileInfo(m_book.file()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    QStringList filters;
    for (const Format &format : formats())
        filters.append(format.filter);
    dialog->setNameFilters(filters);
    connect(dialog, &QFileDialog::fileSelected, this, [this, protocol, dialog](const QString &file) {
        exportTo(protocol, dialog->selectedNameFilter(), file);
    });
    dialog->open();
}

void LabelExchange::exportTo(const bridge::LabelProtocolValues &protocol, const QString &filter,
                             const QString &file)
{
    const QString path = withSuffix(file, filter);
    m_book.exportLabels(protocol.uuid, protocol.version, formatOf(filter), path, [this, path](qint64 labels) {
        report(true,
               tr("%1 labels were written to ‘%2’.").arg(countText(labels), QDir::toNativeSeparators(path)),
               {});
    });
}

void LabelExchange::askImport(const bridge::LabelProtocolValues &protocol, const QString &labeller)
{
    auto *dialog = new QFileDialog(m_window, tr("Import Labels"), QFileInfo(m_book.file()).path());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    QStringList filters;
    for (const Format &format : formats())
        if (format.file != bridge::LabelFile::Coco) // which cannot be read back
            filters.append(format.filter);
    dialog->setNameFilters(filters);
    connect(dialog, &QFileDialog::fileSelected, this, [=, this](const QString &file) {
        m_book.importLabels(protocol.uuid, protocol.version, formatOf(dialog->selectedNameFilter()), file,
                            labeller,
                            [this](const bridge::LabelImportValues &imported) { showImported(imported); });
    });
    dialog->open();
}

void LabelExchange::report(bool fine, const QString &text, const QStringList &details)
{
    m_workspace.report(fine ? Workspace::Severity::Information : Workspace::Severity::Warning, text,
                       details.join(QLatin1Char(' ')));
}

void LabelExchange::showMerged(const bridge::LabelMergeValues &merged)
{
    QStringList details;
    if (merged.known > 0)
        details.append(tr("%1 were here already.").arg(countText(merged.known)));
    if (merged.conflicts > 0)
        details.append(tr("One labeller said different things in two copies; both are kept: %1.")
                           .arg(merged.conflictsText));
    if (merged.refused > 0)
        details.append(tr("Not taken over: %1.").arg(merged.refusedText));
    report(merged.conflicts == 0 && merged.refused == 0,
           tr("%1 answers and steps were merged, of %2 new labellers.")
               .arg(countText(merged.events), countText(merged.labellers)),
           details);
}

void LabelExchange::showImported(const bridge::LabelImportValues &imported)
{
    QStringList details;
    if (imported.known > 0)
        details.append(tr("%1 were here already.").arg(countText(imported.known)));
    if (imported.conflicts > 0)
        details.append(tr("Judged otherwise here: %1.").arg(imported.conflictsText));
    if (imported.refused > 0)
        details.append(tr("Not taken over: %1.").arg(imported.refusedText));
    report(imported.conflicts == 0 && imported.refused == 0,
           tr("%1 labels were imported.").arg(countText(imported.labels)), details);
}

} // namespace mutascope::gui
