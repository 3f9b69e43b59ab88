// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/label_files.h"

#include "app/bridge/convert.h"
#include "core/labels/label_files.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

namespace mutascope::bridge {

namespace {

constexpr qint64 mostBytes = 1'000'000'000; // of a file that is read at once

LabelFormat toFormat(LabelFile format)
{
    switch (format) {
    case LabelFile::Csv:
        return LabelFormat::Csv;
    case LabelFile::JsonLines:
        return LabelFormat::JsonLines;
    case LabelFile::LabelStudio:
        return LabelFormat::LabelStudio;
    case LabelFile::Coco:
        break;
    }
    return LabelFormat::Coco;
}

[[noreturn]] void throwFile(const char *what, const QFileDevice &file)
{
    throw Error(ErrorCode::Io,
                QStringLiteral("‘%1’ cannot be %2: %3")
                    .arg(file.fileName(), QLatin1String(what), file.errorString())
                    .toStdString(),
                "Choose another folder, or make room on the disk");
}

void save(const QString &path, const std::string &text)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0
        || !file.commit())
        throwFile("written", file);
}

QString beside(const QString &file, const QString &suffix)
{
    const QFileInfo info(file);
    return info.dir().filePath(info.completeBaseName() + suffix);
}

} // namespace

void addProblems(const LabelProblems &problems, qint64 &count, QString &text)
{
    count += problems.count();
    const QString more = QString::fromStdString(problems.text());
    text += text.isEmpty() || more.isEmpty() ? more : QStringLiteral("; ") + more;
}

qint64 writeLabels(const LabelStore &store, const std::string &protocol, int version, LabelFile format,
                   const QString &path)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        throwFile("written", file);
    const std::int64_t labels
        = exportLabels(store, protocol, version, toFormat(format), [&file](const std::string &text) {
              if (file.write(text.data(), qint64(text.size())) < 0)
                  throwFile("written", file);
          });
    if (!file.commit())
        throwFile("written", file);
    if (format == LabelFile::LabelStudio)
        save(beside(path, QStringLiteral("-config.xml")),
             labelStudioConfig(store.protocol(protocol, version)));
    if (format == LabelFile::Coco)
        exportItemImages(store, protocol, version, toPath(beside(path, QStringLiteral("-images"))));
    return labels;
}

LabelImportValues readLabels(LabelStore &store, const std::string &protocol, int version, LabelFile format,
                             const QString &path, const QString &labeller)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throwFile("read", file);
    if (file.size() > mostBytes)
        throw Error(ErrorCode::Unsupported, "the file is larger than a gigabyte",
                    "Import it with mutascope-cli in several parts");
    const ImportResult result
        = importLabels(store, protocol, version, toFormat(format), file.readAll().toStdString(),
                       path.toStdString(), labeller.toStdString());
    LabelImportValues values;
    values.labels = result.labels;
    values.known = result.known;
    addProblems(result.conflicts, values.conflicts, values.conflictsText);
    addProblems(result.refused, values.refused, values.refusedText);
    return values;
}

} // namespace mutascope::bridge
