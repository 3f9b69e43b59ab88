// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/job_catalog.h"
#include "app/bridge/places.h"
#include "app/gui/format.h"
#include "app/gui/retrain/job_forms.h"
#include "app/gui/retrain/path_edit.h"
#include "widgets/param_form.h"

#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QVBoxLayout>

namespace mutascope::gui {

RetrainForm::RetrainForm(Workspace &workspace, QWidget *parent)
    : JobForm(workspace,
              tr("Goes on training the tested model with the failing tests of runs, and measures it before "
                 "and after."),
              tr("&Retrain"), QStringLiteral("startRetrain"), parent)
{
    m_runs = makeList(QStringLiteral("retrainRuns"), tr("Runs whose failing tests are used"));
    m_folder = makeFolder(QStringLiteral("retrainFolder"));
    column()->addWidget(new QLabel(tr("Failing tests of")));
    column()->addWidget(m_runs);
    m_params = addParams(QStringLiteral("retrainParams"));
    m_params->setFields(bridge::retrainFields());
    column()->addWidget(new QLabel(tr("Folder of the new project")));
    column()->addWidget(m_folder);
    connect(m_runs, &QListWidget::itemChanged, this, &RetrainForm::showProblem);
    refresh();
}

// What was ticked stays ticked; of a new session the last run is.
void RetrainForm::fill()
{
    const QList<qint64> before = order().runs;
    const QSignalBlocker blocker(m_runs);
    m_runs->clear();
    QListWidgetItem *last = nullptr;
    bool any = false;
    for (const bridge::RunInfo &run : m_workspace.imageRuns()) {
        if (run.failing == 0)
            continue;
        last = new QListWidgetItem(tr("%1 · %2 failing").arg(runTitle(run), countText(run.failing)), m_runs);
        last->setData(Qt::UserRole, run.id);
        last->setCheckState(before.contains(run.id) ? Qt::Checked : Qt::Unchecked);
        any = any || before.contains(run.id);
    }
    if (last && !any)
        last->setCheckState(Qt::Checked);
    const QString now = m_folder->path();
    if (!now.isEmpty() && now != m_suggested && !QFileInfo::exists(now))
        return; // chosen by the user
    const QString name = m_workspace.project() ? m_workspace.project()->name : QString();
    m_suggested = bridge::newProjectFolder(tr("%1 retrained").arg(name).trimmed());
    m_folder->setPath(m_suggested);
}

QString RetrainForm::problem() const
{
    if (!m_workspace.reader().isOpen())
        return tr("Open a session first, or make a run.");
    if (m_runs->count() == 0)
        return tr("No run of this session has failing tests.");
    if (order().runs.isEmpty())
        return tr("Tick a run at least.");
    if (!m_params->isValid())
        return m_params->validationMessage();
    return m_folder->path().isEmpty() ? tr("Name a folder for the new project.") : QString();
}

bridge::RetrainOrder RetrainForm::order() const
{
    bridge::RetrainOrder order;
    order.sessionFile = m_workspace.reader().file();
    for (int row = 0; row < m_runs->count(); ++row)
        if (m_runs->item(row)->checkState() == Qt::Checked)
            order.runs.append(m_runs->item(row)->data(Qt::UserRole).toLongLong());
    order.settings = m_params->values();
    order.folder = m_folder->path();
    return order;
}

void RetrainForm::start()
{
    m_workspace.models().retrain(order());
}

} // namespace mutascope::gui
