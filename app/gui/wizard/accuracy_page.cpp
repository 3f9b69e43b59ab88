// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/wizard/accuracy_page.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/format.h"
#include "widgets/colors.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSet>
#include <QTableWidget>
#include <QTextBrowser>
#include <algorithm>
#include <iterator>

namespace mutascope::gui {

namespace {
constexpr int shownTrials = 8;

using Trials = QList<bridge::ImportOutcome::Trial>;

// The best first; what was tried on few images and then on more stands once, with the larger number.
Trials inOrder(Trials trials)
{
    std::stable_sort(trials.begin(), trials.end(), [](const auto &a, const auto &b) {
        return a.images != b.images ? a.images > b.images : a.accuracy > b.accuracy;
    });
    QSet<QString> seen;
    const auto isKnown = [&](const bridge::ImportOutcome::Trial &trial) {
        const bool known = seen.contains(trial.description);
        seen.insert(trial.description);
        return known;
    };
    Trials once;
    std::remove_copy_if(trials.begin(), trials.end(), std::back_inserter(once), isKnown);
    return once;
}
} // namespace

AccuracyPage::AccuracyPage(ImportState &state, QWidget *parent) : QWizardPage(parent), m_state(state)
{
    setTitle(tr("Clean accuracy"));
    setSubTitle(
        tr("How often the model is right on images as they are. If this is wrong, all that follows is."));
    m_figure = new QLabel;
    m_figure->setObjectName(QStringLiteral("importAccuracy"));
    m_figure->setFont(scaledFont(m_figure->font(), 3.6));
    m_note = new QLabel;
    m_note->setWordWrap(true);
    m_findings = new QTextBrowser;
    m_findings->setObjectName(QStringLiteral("importFindings"));
    m_findings->setAccessibleName(tr("Findings"));
    m_findings->setFrameShape(QFrame::NoFrame);
    m_findings->viewport()->setAutoFillBackground(false);
    m_trials = new QTableWidget(0, 3);
    m_trials->setAccessibleName(tr("Pixel ranges that were tried"));
    m_trials->setHorizontalHeaderLabels({tr("What was tried"), tr("Images"), tr("Right")});
    m_trials->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_trials->horizontalHeader()->setHighlightSections(false);
    m_trials->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (int column = 1; column <= 2; ++column)
        m_trials->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_trials->verticalHeader()->hide();
    m_trials->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    m_trials->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_trials->setSelectionMode(QAbstractItemView::NoSelection);
    m_trials->setShowGrid(false);
    m_trials->setAlternatingRowColors(true);
    auto *top = new QHBoxLayout;
    top->setSpacing(16);
    top->addWidget(m_figure);
    top->addWidget(m_note, 1);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(m_findings, 3);
    layout->addWidget(m_trials, 2);
    connect(&state, &ImportState::changed, this, &AccuracyPage::completeChanged);
}

void AccuracyPage::initializePage()
{
    if (!m_state.outcome())
        return;
    const bridge::ImportOutcome &outcome = *m_state.outcome();
    m_figure->setText(percentText(outcome.accuracy, 2));
    m_note->setText(tr("of %1 test images are classified correctly").arg(countText(outcome.images)));
    const bool warned = std::any_of(outcome.findings.begin(), outcome.findings.end(),
                                    [](const auto &finding) { return finding.warning; });
    QPalette colors; // empty: follows light and dark
    if (warned)
        colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Error, palette()));
    m_figure->setPalette(colors);
    showFindings(outcome);
    showTrials(outcome);
}

void AccuracyPage::showFindings(const bridge::ImportOutcome &outcome)
{
    QString html;
    for (const bridge::ImportOutcome::Finding &finding : outcome.findings) {
        const auto accent = finding.warning ? widgets::Accent::Error : widgets::Accent::Information;
        html += QStringLiteral("<p style='margin:0 0 8px 0'><b style='color:%1'>%2</b> %3")
                    .arg(widgets::accentColor(accent, palette()).name(),
                         (finding.warning ? tr("Warning:") : tr("Note:")).toHtmlEscaped(),
                         sentenceOf(finding.text).toHtmlEscaped());
        if (!finding.tryThis.isEmpty())
            html += QStringLiteral("<br>%1").arg(sentenceOf(finding.tryThis).toHtmlEscaped());
        html += QStringLiteral("</p>");
    }
    m_findings->setHtml(
        html.isEmpty()
            ? tr("Nothing is striking. Compare the figure with the accuracy you expect of this model.")
                  .toHtmlEscaped()
            : html);
}

void AccuracyPage::showTrials(const bridge::ImportOutcome &outcome)
{
    Trials trials = inOrder(outcome.trials);
    trials = trials.first(std::min<qsizetype>(trials.size(), shownTrials));
    m_trials->setRowCount(int(trials.size()));
    for (int row = 0; row < trials.size(); ++row) {
        m_trials->setItem(row, 0, new QTableWidgetItem(trials[row].description));
        const QString numbers[] = {countText(trials[row].images), percentText(trials[row].accuracy)};
        for (int column = 1; column <= 2; ++column) {
            auto *item = new QTableWidgetItem(numbers[column - 1]);
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_trials->setItem(row, column, item);
        }
    }
    m_trials->setVisible(!trials.isEmpty());
}

} // namespace mutascope::gui
