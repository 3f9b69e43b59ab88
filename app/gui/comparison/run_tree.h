// SPDX-License-Identifier: GPL-3.0-or-later
// Session files and their runs, with a tick each.
#pragma once

#include "app/bridge/comparison_values.h"

#include <QTreeWidget>

namespace mutascope::gui {

class RunTree : public QTreeWidget {
    Q_OBJECT

public:
    explicit RunTree(QWidget *parent = nullptr);

    // Keeps the ticks of runs that were there; those of new files are ticked.
    void setFiles(const QList<bridge::ComparedFile> &files);
    QStringList files() const;
    QStringList selectedFiles() const;
    QList<bridge::ComparedRun> chosen() const; // in the order of the tree
    void tick(const QList<bridge::RunPlace> &places, bool on);
    void tickAll(bool on);

Q_SIGNALS:
    void changed();

private:
    void addFile(const bridge::ComparedFile &file, const QSet<QString> &unticked);
    QTreeWidgetItem *addRun(QTreeWidgetItem *parent, const bridge::ComparedRun &run);

    QList<bridge::ComparedFile> m_files;
};

} // namespace mutascope::gui
