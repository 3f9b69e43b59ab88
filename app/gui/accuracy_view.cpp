// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/accuracy_view.h"

#include "app/gui/format.h"
#include "widgets/colors.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>

namespace mutascope::gui {

namespace {
constexpr double poorAccuracy = 0.5; // below, the preprocessing is more likely wrong than the model
} // namespace

QFont scaledFont(QFont font, double scale)
{
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(true);
    return font;
}

AccuracyView::AccuracyView(Workspace &workspace, const QString &figureName, QWidget *parent)
    : QWidget(parent), m_workspace(workspace)
{
    m_figure = new QLabel;
    m_figure->setObjectName(figureName);
    m_figure->setFont(scaledFont(m_figure->font(), 2.4));
    m_note = new QLabel;
    m_note->setWordWrap(true);
    m_failures = new QLabel;
    m_failures->setObjectName(figureName + QStringLiteral("Failures"));
    m_failures->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    auto *row = new QHBoxLayout;
    row->setSpacing(10);
    row->addWidget(m_figure);
    row->addWidget(m_note, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addLayout(row);
    layout->addWidget(m_failures);
    layout->addWidget(m_progress);
    connect(&workspace, &Workspace::projectOpeningChanged, this, &AccuracyView::showAccuracy);
    connect(&workspace, &Workspace::projectChanged, this, &AccuracyView::showAccuracy);
    connect(&workspace, &Workspace::accuracyChanged, this, &AccuracyView::showAccuracy);
    connect(&workspace, &Workspace::accuracyProgress, this, [this](double fraction) {
        m_progress->setRange(0, 100);
        m_progress->setValue(int(100 * fraction));
    });
    showAccuracy();
}

void AccuracyView::showAccuracy()
{
    const auto accuracy = m_workspace.accuracy();
    const bool measuring = m_workspace.project() && !m_workspace.isOpeningProject() && !accuracy;
    m_figure->setVisible(accuracy.has_value());
    m_note->setVisible(accuracy || measuring);
    m_failures->setVisible(false);
    m_progress->setVisible(measuring || m_workspace.isOpeningProject());
    if (m_workspace.isOpeningProject())
        m_progress->setRange(0, 0);
    if (!accuracy)
        return m_note->setText(tr("Measuring the accuracy on the test images…"));
    m_figure->setText(percentText(accuracy->share, 2));
    const bool poor = accuracy->share < poorAccuracy;
    m_note->setText(poor ? tr("of the test images are right: check the preprocessing before a run")
                         : tr("of the test images are classified correctly"));
    showFailures(*accuracy);
    QPalette colors; // empty: follows light and dark
    if (poor)
        colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Error, palette()));
    m_note->setPalette(colors);
}

void AccuracyView::showFailures(const bridge::CleanAccuracy &accuracy)
{
    m_failures->setVisible(accuracy.failures > 0);
    m_failures->setText(tr("The model fails on %1 of %2 test images; they count as misclassified, and tests "
                           "it fails on as failing.")
                            .arg(countText(accuracy.failures), countText(accuracy.images)));
    m_failures->setToolTip(accuracy.failuresText.toHtmlEscaped());
    QPalette colors;
    colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Warning, palette()));
    m_failures->setPalette(colors);
}

} // namespace mutascope::gui
