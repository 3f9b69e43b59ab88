// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/project_card.h"

#include "app/gui/format.h"
#include "widgets/colors.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>

namespace mutascope::gui {

namespace {

constexpr double poorAccuracy = 0.5; // below, the preprocessing is more likely wrong than the model

QFont scaled(QFont font, double scale)
{
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(true);
    return font;
}

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
    m_name->setFont(scaled(m_name->font(), 1.2));
    m_name->setWordWrap(true);
    m_accuracy = new QLabel;
    m_accuracy->setObjectName(QStringLiteral("accuracy"));
    m_accuracy->setFont(scaled(m_accuracy->font(), 2.4));
    m_accuracyNote = new QLabel;
    m_accuracyNote->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_facts = new QLabel;
    m_facts->setTextFormat(Qt::RichText);
    m_facts->setWordWrap(true);
    auto *accuracy = new QHBoxLayout;
    accuracy->setSpacing(10);
    accuracy->addWidget(m_accuracy);
    accuracy->addWidget(m_accuracyNote, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(6);
    layout->addWidget(m_name);
    layout->addLayout(accuracy);
    layout->addWidget(m_progress);
    layout->addWidget(m_facts);
    connect(&workspace, &Workspace::projectChanged, this, &ProjectCard::showProject);
    connect(&workspace, &Workspace::projectOpeningChanged, this, &ProjectCard::showProject);
    connect(&workspace, &Workspace::accuracyChanged, this, &ProjectCard::showAccuracy);
    connect(&workspace, &Workspace::accuracyProgress, this, [this](double fraction) {
        m_progress->setRange(0, 100);
        m_progress->setValue(int(100 * fraction));
    });
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
        const QString classes = QString::number(project->classNames.size());
        m_facts->setText(QStringLiteral("<table cellspacing='0' cellpadding='1'>")
                         + row(tr("Model"), QFileInfo(project->modelFile).fileName())
                         + row(tr("Input"), project->inputText)
                         + row(tr("Data"),
                               tr("%1 training, %2 test images")
                                   .arg(countText(project->trainImages), countText(project->testImages)))
                         + row(tr("Classes"), classes) + QStringLiteral("</table>"));
        m_facts->setToolTip(tr("%1\nModel: %2\nData: %3\nClasses: %4\nLayers: %5")
                                .arg(project->description, project->modelFile, project->dataFolder,
                                     project->classNames.join(QLatin1String(", ")),
                                     project->layerNames.join(QLatin1String(", "))));
    }
    showAccuracy();
}

void ProjectCard::showAccuracy()
{
    const auto accuracy = m_workspace.accuracy();
    const bool measuring = m_workspace.project() && !m_workspace.isOpeningProject() && !accuracy;
    m_accuracy->setVisible(accuracy.has_value());
    m_accuracyNote->setVisible(accuracy || measuring);
    m_progress->setVisible(measuring || m_workspace.isOpeningProject());
    if (m_workspace.isOpeningProject())
        m_progress->setRange(0, 0);
    if (!accuracy)
        return m_accuracyNote->setText(tr("Measuring the accuracy on the test images…"));
    m_accuracy->setText(percentText(*accuracy, 2));
    const bool poor = *accuracy < poorAccuracy;
    m_accuracyNote->setText(poor ? tr("of the test images are right: check the preprocessing before a run")
                                 : tr("of the test images are classified correctly"));
    QPalette colors; // empty: follows light and dark
    if (poor)
        colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Error, palette()));
    m_accuracyNote->setPalette(colors);
}

} // namespace mutascope::gui
