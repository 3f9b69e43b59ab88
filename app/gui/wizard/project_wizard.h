// SPDX-License-Identifier: GPL-3.0-or-later
// From a model and its data to a project, in four pages.
#pragma once

#include "app/gui/wizard/import_state.h"

#include <QWizard>

namespace mutascope::gui {

class FilesPage;
class SavePage;

class ProjectWizard : public QWizard {
    Q_OBJECT

public:
    explicit ProjectWizard(QWidget *parent = nullptr);

    ImportState &state() { return m_state; }
    // Files and folders that were dropped: models by their suffix, all else as data.
    void setPaths(const QStringList &paths);
    static bool isModel(const QString &path);

Q_SIGNALS:
    void projectMade(const QString &folder);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    ImportState m_state;
    FilesPage *m_files = nullptr;
    SavePage *m_save = nullptr;
};

} // namespace mutascope::gui
