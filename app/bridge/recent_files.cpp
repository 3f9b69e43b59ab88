// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/recent_files.h"

#include <QDir>
#include <QSettings>

namespace mutascope::bridge {

namespace {
const QString settingsKey = QStringLiteral("recentFiles");
}

RecentFiles::RecentFiles(QObject *parent)
    : QObject(parent), m_paths(QSettings().value(settingsKey).toStringList())
{
}

void RecentFiles::add(const QString &path)
{
    const QString absolute = QDir::cleanPath(QDir::current().absoluteFilePath(path));
    m_paths.removeAll(absolute);
    m_paths.prepend(absolute);
    m_paths = m_paths.mid(0, maximum);
    save();
}

void RecentFiles::remove(const QString &path)
{
    if (m_paths.removeAll(path) > 0)
        save();
}

void RecentFiles::clear()
{
    m_paths.clear();
    save();
}

void RecentFiles::save()
{
    QSettings().setValue(settingsKey, m_paths);
    Q_EMIT changed();
}

} // namespace mutascope::bridge
