// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/automated_panel.h"

#include "app/gui/format.h"
#include "app/gui/label/label_tables.h"
#include "app/gui/plot_saving.h"
#include "app/gui/workspace.h"
#include "widgets/roc_plot.h"

#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>
#include <cmath>

namespace mutascope::gui {

namespace {

QString figure(const std::optional<double> &value, const QLocale &locale)
{
    return value ? locale.toString(*value, 'g', 3) : QStringLiteral("–");
}

QString scoreText(const QString &name)
{
    if (name == QLatin1String("reconstruction"))
        return AutomatedPanel::tr("Reconstruction error");
    if (name == QLatin1String("feature-distance"))
        return AutomatedPanel::tr("Distance to real images");
    return name == QLatin1String("combined") ? AutomatedPanel::tr("Both together") : name;
}

} // namespace

AutomatedPanel::AutomatedPanel(Workspace &workspace, QWidget *parent)
    : QGroupBox(parent), m_workspace(workspace)
{
    setTitle(tr("Automated judgement (no person’s)"));
    m_run = makeLabelCombo(QStringLiteral("automatedRun"), tr("Run"),
                           tr("The run whose labelled tests are scored"));
    m_run->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_start = new QPushButton(tr("&Compare with people"));
    m_start->setObjectName(QStringLiteral("automatedStart"));
    m_start->setToolTip(
        tr("Trains a network on the project’s real images, once; then scores each labelled test"));
    m_stop = new QPushButton(tr("Sto&p"));
    m_progress = new QProgressBar;
    m_progress->setAccessibleName(tr("Training of the automated judge"));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("automatedNote"));
    m_note->setWordWrap(true);
    m_table = makeLabelTable(QStringLiteral("automatedTable"), tr("Automated scores against people"),
                             {tr("Score"), tr("AUC"), tr("Threshold"), tr("Agrees"), tr("κ"), tr("AC1")});
    auto *row = new QHBoxLayout;
    row->addWidget(m_run, 1);
    row->addWidget(m_start);
    row->addWidget(m_progress, 1);
    row->addWidget(m_stop);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(row);
    layout->addWidget(m_note);
    layout->addWidget(m_table);
    m_roc
        = new widgets::RocPlot(tr("Valid tests that pass, over invalid ones that pass, for each threshold"));
    m_roc->setObjectName(QStringLiteral("automatedRoc"));
    m_roc->setAxes(tr("invalid tests called valid (share)"), tr("valid tests called valid (share)"));
    m_roc->setToolTip(tr("ROC curves; a point marks the threshold that was chosen"));
    m_roc->setMinimumHeight(220);
    layout->addWidget(withSaveButton(*m_roc, m_workspace));
    m_table->hide();
    m_roc->parentWidget()->hide();
    m_progress->hide();
    m_stop->hide();
    setNote(tr(
        "Scores say how little a test is like the real images; a threshold chosen on what people say makes "
        "a judgement of them."));
    connectWork();
    connect(&workspace, &Workspace::runsChanged, this, &AutomatedPanel::fillRuns);
    connect(&workspace, &Workspace::runStarted, &m_work, &bridge::LabelAutomated::stop);
    fillRuns();
}

void AutomatedPanel::connectWork()
{
    using Work = bridge::LabelAutomated;
    connect(m_start, &QPushButton::clicked, this, &AutomatedPanel::start);
    connect(m_stop, &QPushButton::clicked, &m_work, &Work::stop);
    connect(&m_work, &Work::busyChanged, this, [this](bool busy) {
        m_start->setVisible(!busy);
        m_run->setEnabled(!busy);
        m_progress->setVisible(busy);
        m_stop->setVisible(busy);
        m_progress->setRange(0, 0);
    });
    connect(&m_work, &Work::progressed, this, [this](double share) {
        m_progress->setRange(0, 1000);
        m_progress->setValue(int(std::lround(share * 1000)));
    });
    connect(&m_work, &Work::finished, this, &AutomatedPanel::showValues);
    connect(&m_work, &Work::stopped, this,
            [this] { setNote(tr("Stopped; what was learned is kept, and goes on from there.")); });
    connect(&m_work, &Work::failed, this, [this](const QString &what, const QString &hint) {
        setNote(hint.isEmpty() ? what : tr("%1. %2.").arg(what, hint));
    });
}

void AutomatedPanel::setNote(const QString &text)
{
    m_note->setText(text);
}

void AutomatedPanel::fillRuns()
{
    const QSignalBlocker blocker(m_run);
    const QVariant chosen = m_run->currentData();
    m_run->clear();
    for (const bridge::RunInfo &run : m_workspace.imageRuns())
        m_run->addItem(runTitle(run), run.id);
    m_run->setCurrentIndex(qMax(0, m_run->findData(chosen)));
    m_start->setEnabled(m_run->count() > 0);
}

void AutomatedPanel::start()
{
    if (!m_workspace.isFree()) // each would take the other's processors
        return;
    m_table->hide();
    m_roc->parentWidget()->hide();
    setNote(tr("The judge learns from the project’s real images; that takes minutes the first time."));
    m_work.start(m_workspace.reader().file(), m_run->currentData().toLongLong());
}

void AutomatedPanel::showValues(const bridge::AutomatedValues &values)
{
    setNote(tr("%1 labelled tests, %2 valid and %3 invalid to people. Thresholds are chosen on these labels; "
               "how far "
               "the judgement agrees with people is cross-validated.")
                .arg(countText(values.labelled), countText(values.valid), countText(values.invalid)));
    m_table->setRowCount(int(values.scores.size()));
    for (int row = 0; row < values.scores.size(); ++row) {
        const bridge::AutomatedScore &score = values.scores[row];
        const QString tip
            = tr("%1 called valid by people only, %2 by the score only. Without labels, by the "
                 "threshold of real images alone, it agrees in %3.")
                  .arg(countText(score.peopleOnly), countText(score.automatedOnly),
                       score.uncalibratedRaw ? percentText(*score.uncalibratedRaw) : QStringLiteral("–"));
        const QString texts[] = {scoreText(score.name),
                                 figure(score.auc, locale()),
                                 figure(score.threshold, locale()),
                                 score.raw ? percentText(*score.raw) : QStringLiteral("–"),
                                 figure(score.cohen, locale()),
                                 figure(score.ac1, locale())};
        for (int column = 0; column < 6; ++column) {
            m_table->setItem(row, column, makeCell(texts[column], column > 0));
            m_table->item(row, column)->setToolTip(tip);
        }
    }
    fitRows(*m_table, 3);
    m_table->show();
    showCurves(values);
    Q_EMIT compared();
}

// Without both valid and invalid tests there is no curve.
void AutomatedPanel::showCurves(const bridge::AutomatedValues &values)
{
    std::vector<widgets::RocCurve> curves;
    for (const bridge::AutomatedScore &score : values.scores)
        if (score.auc)
            curves.push_back({scoreText(score.name), score.roc, score.chosen});
    m_roc->parentWidget()->setVisible(!curves.empty());
    m_roc->setCurves(std::move(curves));
}

} // namespace mutascope::gui
