// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/retrain/job_forms.h"
#include "app/gui/retrain/path_edit.h"
#include "widgets/param_form.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace mutascope::gui {

JobForm::JobForm(Workspace &workspace, const QString &purpose, const QString &startText,
                 const QString &startName, QWidget *parent)
    : QWidget(parent), m_workspace(workspace)
{
    auto *text = new QLabel(purpose);
    text->setWordWrap(true);
    text->setForegroundRole(QPalette::PlaceholderText);
    m_column = new QVBoxLayout;
    m_problem = new QLabel;
    m_problem->setObjectName(startName + QStringLiteral("Problem"));
    m_problem->setWordWrap(true);
    m_start = new QPushButton(startText);
    m_start->setObjectName(startName);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addLayout(m_column, 1);
    layout->addWidget(m_problem);
    layout->addWidget(m_start);
    connect(m_start, &QPushButton::clicked, this, [this] {
        if (m_workspace.isFree())
            start();
    });
    const auto again = [this] { refresh(); };
    connect(&workspace, &Workspace::projectChanged, this, again);
    connect(&workspace, &Workspace::sessionChanged, this, again);
    connect(&workspace, &Workspace::runsChanged, this, again);
    connect(&workspace.models(), &bridge::ModelJobs::stateChanged, this, again);
    connect(&workspace.controller(), &bridge::RunController::stateChanged, this, again);
}

void JobForm::refresh()
{
    fill();
    showProblem();
}

void JobForm::showProblem()
{
    const QString why = problem();
    m_problem->setText(why);
    m_problem->setVisible(!why.isEmpty());
    const bool busy = m_workspace.models().isBusy() || m_workspace.controller().isBusy();
    m_start->setEnabled(why.isEmpty() && !busy);
    m_start->setToolTip(busy ? tr("Something is at work already") : QString());
}

QListWidget *JobForm::makeList(const QString &objectName, const QString &accessibleName)
{
    auto *list = new QListWidget;
    list->setObjectName(objectName);
    list->setAccessibleName(accessibleName);
    list->setMaximumHeight(fontMetrics().lineSpacing() * 8);
    list->setTextElideMode(Qt::ElideMiddle);
    return list;
}

widgets::ParamForm *JobForm::addParams(const QString &objectName)
{
    auto *params = new widgets::ParamForm;
    params->setObjectName(objectName);
    auto *area = new QScrollArea;
    area->setWidget(params);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    m_column->addWidget(area, 1);
    connect(params, &widgets::ParamForm::validityChanged, this, &JobForm::showProblem);
    return params;
}

PathEdit *JobForm::makeFolder(const QString &objectName)
{
    auto *edit = new PathEdit(tr("Folder of the new project"), objectName);
    edit->addButton(tr("Choose…"), true);
    edit->setToolTip(tr("The model and its project go there; nothing is overwritten"));
    connect(edit, &PathEdit::changed, this, &JobForm::showProblem);
    return edit;
}

} // namespace mutascope::gui
