// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tests/filter_bar.h"

#include "app/gui/run_choice.h"
#include "widgets/search_combo.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

namespace mutascope::gui {

namespace {

enum State { AllTests, Failing, Verified, NotVerified, Passing };

} // namespace

FilterBar::FilterBar(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    m_run = addCombo(tr("&Run"), QStringLiteral("runFilter"), tr("The run whose tests are shown"));
    m_state
        = addCombo(tr("S&how"), QStringLiteral("stateFilter"),
                   tr("A verified test still fails when its saved file is read back and predicted again"));
    m_label = addCombo(tr("Seed &class"), QStringLiteral("labelFilter"), tr("The seed's true class"));
    m_predicted = addCombo(tr("&Predicted"), QStringLiteral("predictedFilter"),
                           tr("The class the model gives to the test"));
    m_mutator = addCombo(tr("M&utator"), QStringLiteral("mutatorFilter"),
                         tr("The mutation that made the test from its parent"));
    m_people = addCombo(tr("&Verdict"), QStringLiteral("verdictFilter"),
                        tr("What people say about the test, on the Label page"));
    m_newestFirst = new QCheckBox(tr("&Newest first"));
    m_newestFirst->setObjectName(QStringLiteral("newestFirst"));
    auto *clear = new QPushButton(tr("C&lear filters"));
    clear->setObjectName(QStringLiteral("clearFilters"));
    m_count = new QLabel;
    m_count->setObjectName(QStringLiteral("testCount"));
    layout->addWidget(m_newestFirst, 0, Qt::AlignBottom);
    layout->addStretch();
    layout->addWidget(m_count, 0, Qt::AlignBottom);
    layout->addWidget(clear, 0, Qt::AlignBottom);
    fillStates();
    fillRuns();
    fillClasses();
    fillMutators();
    fillVerdicts();
    connect(clear, &QPushButton::clicked, this, &FilterBar::clearFilters);
    connectAll();
}

void FilterBar::connectAll()
{
    connect(m_run, &QComboBox::currentIndexChanged, this, &FilterBar::onRunChosen);
    for (widgets::SearchCombo *combo : {m_state, m_label, m_predicted, m_mutator, m_people})
        connect(combo, &QComboBox::currentIndexChanged, this, &FilterBar::queryChanged);
    connect(m_newestFirst, &QCheckBox::toggled, this, &FilterBar::orderChanged);
    connect(&m_workspace, &Workspace::runsChanged, this, &FilterBar::fillRuns);
    connect(&m_workspace, &Workspace::runsChanged, this, &FilterBar::fillMutators);
    connect(&m_workspace, &Workspace::sessionChanged, this, &FilterBar::fillRuns);
    connect(&m_workspace, &Workspace::currentRunChanged, this, [this] {
        fillRuns();
        fillClasses();
        fillMutators();
    });
}

widgets::SearchCombo *FilterBar::addCombo(const QString &label, const QString &objectName,
                                          const QString &toolTip)
{
    auto *combo = new widgets::SearchCombo;
    combo->setObjectName(objectName);
    combo->setToolTip(toolTip);
    combo->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    combo->setMaximumWidth(280);
    auto *caption = new QLabel(label);
    caption->setBuddy(combo);
    auto *column = new QVBoxLayout;
    column->setSpacing(2);
    column->addWidget(caption);
    column->addWidget(combo);
    static_cast<QHBoxLayout *>(layout())->addLayout(column);
    return combo;
}

void FilterBar::fillStates()
{
    m_state->setEntries({tr("All tests"), tr("Failing"), tr("Failing, verified"), tr("Failing, not verified"),
                         tr("Not failing")},
                        {AllTests, Failing, Verified, NotVerified, Passing});
}

void FilterBar::fillVerdicts()
{
    using Say = bridge::PeopleSay;
    m_people->setEntries({tr("Any"), tr("Not labelled"), tr("Valid"), tr("Valid, same class"),
                          tr("Valid, other class"), tr("Invalid"), tr("Undecided")},
                         {-1, int(Say::Nothing), int(Say::Valid), int(Say::ValidSame), int(Say::ValidOther),
                          int(Say::Invalid), int(Say::Undecided)});
}

void FilterBar::fillRuns()
{
    fillRunChoice(*m_run, m_workspace);
}

void FilterBar::fillClasses()
{
    QStringList texts{tr("Any")};
    QVariantList values{-1};
    const QStringList names = m_workspace.classNames();
    for (int i = 0; i < names.size(); ++i) {
        texts.append(names[i]);
        values.append(i);
    }
    m_label->setEntries(texts, values);
    m_predicted->setEntries(texts, values);
}

void FilterBar::fillMutators()
{
    if (m_workspace.currentRun() == 0)
        return m_mutator->setEntries({tr("Any")}, {QString()});
    m_workspace.reader().fetchMutators(m_workspace.currentRun(), this, [this](const QStringList &names) {
        QStringList texts{tr("Any")};
        QVariantList values{QString()};
        for (const QString &name : names) {
            texts.append(name);
            values.append(name);
        }
        if (texts.size() != m_mutator->count())
            m_mutator->setEntries(texts, values);
    });
}

void FilterBar::onRunChosen()
{
    m_workspace.setCurrentRun(m_run->currentData().toLongLong());
}

bridge::TestQuery FilterBar::query() const
{
    bridge::TestQuery query;
    const int state = m_state->currentData().toInt();
    if (state != AllTests)
        query.failing = state != Passing;
    if (state == Verified || state == NotVerified)
        query.verified = state == Verified;
    if (const int label = m_label->currentData().toInt(); label >= 0)
        query.label = label;
    if (const int predicted = m_predicted->currentData().toInt(); predicted >= 0)
        query.predicted = predicted;
    if (const QString mutator = m_mutator->currentData().toString(); !mutator.isEmpty())
        query.mutator = mutator;
    if (const int people = m_people->currentData().toInt(); people >= 0)
        query.people = bridge::PeopleSay(people);
    return query;
}

bool FilterBar::newestFirst() const
{
    return m_newestFirst->isChecked();
}

void FilterBar::setCountText(const QString &text)
{
    m_count->setText(text);
}

void FilterBar::focusFirst()
{
    m_state->setFocus(Qt::ShortcutFocusReason);
}

void FilterBar::clearFilters()
{
    for (widgets::SearchCombo *combo : {m_state, m_label, m_predicted, m_mutator, m_people}) {
        const QSignalBlocker blocker(combo);
        combo->setCurrentIndex(0);
    }
    Q_EMIT queryChanged();
}

} // namespace mutascope::gui
