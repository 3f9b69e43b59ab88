// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/project_card.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/format.h"

#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

QString row(const QString &name, const QString &value)
{
    return QStringLiteral("<tr><td style='padding-right:10px'>%1</td><td>%2</td></tr>")
        .arg(name.toHtmlEscaped(), value.toHtmlEscaped());
}

} // namespace

ProjectCard::ProjectCard(Workspace &workspace, QWidget *parent) : QFrame(parent), m_workspace(workspace)
{
    setFrameShape(QFrame::StyledPanel);
    setObjectName(QStringLiteral("projectCard"));
    m_name = new QLabel;
    m_name->setObjectName(QStringLiteral("projectName"));
    m_name->setFont(scaledFont(m_name->font(), 1.2));
    m_name->setWordWrap(true);
    m_facts = new QLabel;
    m_facts->setTextFormat(Qt::RichText);
    m_facts->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(6);
    layout->addWidget(m_name);
    layout->addWidget(new AccuracyView(workspace, QStringLiteral("accuracy")));
    layout->addWidget(m_facts);
    connect(&workspace, &Workspace::projectChanged, this, &ProjectCard::showProject);
    connect(&workspace, &Workspace::projectOpeningChanged, this, &ProjectCard::showProject);
    showProject();
}

void ProjectCard::showProject()
{
    const auto &project = m_workspace.project();
    if (m_workspace.isOpeningProject())
        m_name->setText(tr("Opening the project…"));
    else
        m_name->setText(project ? project->name : tr("No project is open"));
    m_facts->setVisible(project.has_value());
    if (project) {
        const QString classes = countText(project->classNames.size());
        m_facts->setText(QStringLiteral("<table cellspacing='0' cellpadding='1'>")
                         + row(tr("Model"), QFileInfo(project->modelFile).fileName())
                         + row(tr("Input"), project->inputText)
                         + row(tr("Data"),
                               tr("%1 training, %2 test images")
                                   .arg(countText(project->trainImages), countText(project->testImages)))
                         + row(tr("Classes"), classes) + QStringLiteral("</table>"));
        m_facts->setToolTip(tr("%1\nModel: %2\nData: %3\nClasses: %4\nLayers: %5")
                                .arg(project->description, project->modelFile, project->dataFolder,
                                     listText(project->classNames), listText(project->model.layerNames())));
    }
}

} // namespace mutascope::gui
