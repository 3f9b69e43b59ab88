// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/places.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace mutascope::bridge {

namespace {

const QString sampleName = QStringLiteral("fashion-mnist-lenet5");
const QString projectFile = QStringLiteral("project.json");

bool isProject(const QString &folder)
{
    return QFileInfo::exists(QDir(folder).filePath(projectFile));
}

// "Fashion-MNIST, LeNet-5" -> "fashion-mnist-lenet-5"
QString fileNameOf(const QString &name, const QString &fallback)
{
    QString out;
    for (const QChar character : name.toLower())
        if (character.isLetterOrNumber())
            out += character;
        else if (!out.isEmpty() && !out.endsWith(QLatin1Char('-')))
            out += QLatin1Char('-');
    while (out.endsWith(QLatin1Char('-')))
        out.chop(1);
    return out.isEmpty() ? fallback : out;
}

} // namespace

PathKind kindOfPath(const QString &path)
{
    const QFileInfo info(path);
    if (!info.exists())
        return PathKind::Missing;
    if (info.isDir())
        return isProject(path) ? PathKind::Project : PathKind::Other;
    if (info.suffix().compare(QLatin1String("json"), Qt::CaseInsensitive) == 0)
        return PathKind::Project;
    return info.suffix().compare(QLatin1String("mscope"), Qt::CaseInsensitive) == 0 ? PathKind::Session
                                                                                    : PathKind::Other;
}

QString sampleProjectFolder(const QString &programFolder)
{
    const QStringList places{QStringLiteral("../share/mutascope/projects/"),
                             QStringLiteral("../../../projects/"), QStringLiteral("../projects/"),
                             QStringLiteral("projects/")};
    for (const QString &place : places) {
        QString folder = QDir::cleanPath(QDir(programFolder).filePath(place + sampleName));
        if (isProject(folder))
            return folder;
    }
    return {};
}

QString documentsFolder()
{
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QDir(documents.isEmpty() ? QDir::homePath() : documents).filePath(QStringLiteral("Mutascope"));
}

QString browsingFolder()
{
    const QString folder = documentsFolder();
    return QFileInfo(folder).isDir() ? folder : QDir::homePath();
}

QString newSessionFile(const QString &projectName)
{
    const QString stamp = QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const QString name = fileNameOf(projectName, QStringLiteral("session"));
    const QString base = QDir(documentsFolder()).filePath(name + QLatin1Char('-') + stamp);
    QString file = base + QStringLiteral(".mscope");
    for (int number = 2; QFileInfo::exists(file); ++number)
        file = QStringLiteral("%1-%2.mscope").arg(base).arg(number);
    return file;
}

QString newProjectFolder(const QString &projectName)
{
    const QString base = QDir(documentsFolder()).filePath(fileNameOf(projectName, QStringLiteral("project")));
    QString folder = base;
    for (int number = 2; QFileInfo::exists(folder); ++number)
        folder = QStringLiteral("%1-%2").arg(base).arg(number);
    return folder;
}

} // namespace mutascope::bridge
