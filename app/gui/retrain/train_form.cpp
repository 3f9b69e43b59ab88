// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/job_catalog.h"
#include "app/bridge/places.h"
#include "app/gui/retrain/job_forms.h"
#include "app/gui/retrain/path_edit.h"
#include "widgets/param_form.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>

namespace mutascope::gui {

TrainForm::TrainForm(Workspace &workspace, QWidget *parent)
    : JobForm(workspace, tr("Trains a built-in network on labelled images and makes a project of it."),
              tr("&Train"), QStringLiteral("startTrain"), parent),
      m_entries(bridge::architectureEntries())
{
    m_architecture = new QComboBox;
    m_architecture->setObjectName(QStringLiteral("trainArchitecture"));
    m_architecture->setAccessibleName(tr("Network"));
    for (const bridge::ArchitectureEntry &entry : m_entries)
        m_architecture->addItem(entry.id, entry.id);
    m_summary = new QLabel;
    m_summary->setWordWrap(true);
    m_data = new PathEdit(tr("Data folder or file"), QStringLiteral("trainData"));
    m_data->addButton(tr("Folder…"), true);
    m_data->addButton(tr("File…"), false);
    m_folder = makeFolder(QStringLiteral("trainFolder"));
    column()->addWidget(m_architecture);
    column()->addWidget(m_summary);
    column()->addWidget(new QLabel(tr("Data")));
    column()->addWidget(m_data);
    m_params = addParams(QStringLiteral("trainParams"));
    column()->addWidget(new QLabel(tr("Folder of the new project")));
    column()->addWidget(m_folder);
    connect(m_architecture, &QComboBox::currentIndexChanged, this, &TrainForm::showArchitecture);
    connect(m_data, &PathEdit::changed, this, &TrainForm::showProblem);
    m_architecture->setCurrentIndex(m_architecture->findData(QStringLiteral("lenet5")));
    showArchitecture();
    refresh();
}

void TrainForm::showArchitecture()
{
    const bridge::ArchitectureEntry &entry = m_entries[m_architecture->currentIndex()];
    m_summary->setText(entry.summary);
    m_summary->setToolTip(entry.paper);
    m_params->setFields(entry.fields);
    showProblem();
}

// The data of the open project, until another is named.
void TrainForm::fill()
{
    if (m_data->path().isEmpty() && m_workspace.project())
        m_data->setPath(m_workspace.project()->dataFolder);
    if (m_folder->path().isEmpty() || QFileInfo::exists(m_folder->path()))
        m_folder->setPath(bridge::newProjectFolder(tr("trained model")));
}

QString TrainForm::problem() const
{
    if (m_data->path().isEmpty())
        return tr("Name the labelled images to train on.");
    if (!QFileInfo::exists(m_data->path()))
        return tr("There is no data at ‘%1’.").arg(m_data->path());
    if (!m_params->isValid())
        return m_params->validationMessage();
    return m_folder->path().isEmpty() ? tr("Name a folder for the new project.") : QString();
}

bridge::TrainOrder TrainForm::order() const
{
    return {m_data->path(), m_architecture->currentData().toString(), m_params->values(), m_folder->path()};
}

void TrainForm::start()
{
    m_workspace.models().train(order());
}

} // namespace mutascope::gui
