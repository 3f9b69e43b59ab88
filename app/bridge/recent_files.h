// SPDX-License-Identifier: GPL-3.0-or-later
// Projects and sessions opened lately, kept in the user's settings.
#pragma once

#include <QObject>
#include <QStringList>

namespace mutascope::bridge {

class RecentFiles : public QObject {
    Q_OBJECT

public:
    static constexpr int maximum = 10;

    explicit RecentFiles(QObject *parent = nullptr);

    const QStringList &paths() const { return m_paths; } // newest first
    void add(const QString &path);
    void remove(const QString &path);
    void clear();

Q_SIGNALS:
    void changed();

private:
    void save();

    QStringList m_paths;
};

} // namespace mutascope::bridge
