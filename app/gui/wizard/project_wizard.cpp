// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/wizard/project_wizard.h"

#include "app/gui/wizard/accuracy_page.h"
#include "app/gui/wizard/files_page.h"
#include "app/gui/wizard/save_page.h"
#include "app/gui/wizard/understood_page.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

namespace mutascope::gui {

ProjectWizard::ProjectWizard(QWidget *parent) : QWizard(parent)
{
    setObjectName(QStringLiteral("projectWizard"));
    setWindowTitle(tr("New Project"));
    setWizardStyle(ModernStyle);
    setOption(NoBackButtonOnStartPage);
    setAcceptDrops(true);
    setButtonText(FinishButton, tr("&Save"));
    m_files = new FilesPage(m_state);
    m_save = new SavePage(m_state);
    addPage(m_files);
    addPage(new UnderstoodPage(m_state));
    addPage(new AccuracyPage(m_state));
    addPage(m_save);
    resize(760, 560);
    connect(this, &QDialog::finished, this, [this] { m_state.closeWith(this); });
    connect(this, &QDialog::accepted, this, [this] { Q_EMIT projectMade(m_save->folder()); });
}

bool ProjectWizard::isModel(const QString &path)
{
    static const QStringList suffixes{QStringLiteral("pt"), QStringLiteral("pth"), QStringLiteral("ts"),
                                      QStringLiteral("torchscript"), QStringLiteral("onnx")};
    const QFileInfo info(path);
    return info.isFile() && suffixes.contains(info.suffix().toLower());
}

void ProjectWizard::setPaths(const QStringList &paths)
{
    for (const QString &path : paths)
        isModel(path) ? m_files->setModel(path) : m_files->setData(path);
}

void ProjectWizard::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() && currentPage() == m_files)
        event->acceptProposedAction();
}

void ProjectWizard::dropEvent(QDropEvent *event)
{
    event->acceptProposedAction();
    QStringList paths;
    for (const QUrl &url : event->mimeData()->urls())
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    setPaths(paths);
}

} // namespace mutascope::gui
