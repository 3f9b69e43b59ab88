// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/validity_panel.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/format.h"
#include "app/gui/label/automated_panel.h"
#include "app/gui/label/label_tables.h"
#include "app/gui/plot_saving.h"
#include "widgets/label_validity_plot.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

constexpr int plotHeight = 190;

} // namespace

ValidityPanel::ValidityPanel(Workspace &workspace, QWidget *parent) : QWidget(parent)
{
    m_hint = makeHint(QStringLiteral("validityHint"));
    m_share = new QLabel;
    m_share->setObjectName(QStringLiteral("validityShare"));
    m_share->setFont(scaledFont(m_share->font(), 1.6));
    m_words = new QLabel;
    m_words->setObjectName(QStringLiteral("validityWords"));
    m_words->setWordWrap(true);
    m_size = new widgets::LabelValidityPlot(tr("Share of valid tests over the size of the perturbation"));
    m_size->setObjectName(QStringLiteral("validityOverSize"));
    m_coverage = new widgets::LabelValidityPlot(tr("Share of valid tests over the coverage when found"));
    m_coverage->setObjectName(QStringLiteral("validityOverCoverage"));
    m_noCoverage = makeHint(QStringLiteral("validityNoCoverage"));
    m_noCoverage->setText(tr("The runs of these tests measured no coverage."));
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_share);
    column->addWidget(m_words);
    for (widgets::LabelValidityPlot *plot : {m_size, m_coverage}) {
        plot->setMinimumHeight(plotHeight);
        column->addWidget(withSaveButton(*plot, workspace), 1);
    }
    m_automated = new AutomatedPanel(workspace);
    column->addWidget(m_noCoverage);
    column->addWidget(m_automated);
    auto *scroll
        = new QScrollArea; // with the curves of the automated judgement it is higher than most windows
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(content);
    for (QWidget *ground : {content, scroll->viewport()}) // that of the tab is seen
        ground->setAutoFillBackground(false);
    // What came of minutes of waiting is below what is seen; how far is known once all layouts are done,
    // which a timer waits for: each widget asks its parent for a layout with an event of its own.
    connect(m_automated, &AutomatedPanel::compared, this, [bar = scroll->verticalScrollBar()] {
        QTimer::singleShot(0, bar, [bar] { bar->setValue(bar->maximum()); });
    });
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_hint);
    m_stack->addWidget(scroll);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_stack);
    showHint(tr("Choose a protocol."));
}

void ValidityPanel::showHint(const QString &text)
{
    m_hint->setText(text);
    m_stack->setCurrentIndex(0);
}

void ValidityPanel::setValidity(const bridge::ValidityValues &validity)
{
    const qint64 judged = validity.valid + validity.invalid;
    if (judged + validity.undecided == 0)
        return showHint(tr("Nobody has answered yet. Which tests people call valid appears here."));
    m_share->setText(judged == 0
                         ? tr("Nothing is decided")
                         : tr("%1 of %2 tests are valid").arg(countText(validity.valid), countText(judged)));
    QStringList words;
    if (judged > 0)
        words.append(tr("That is %1.").arg(percentText(double(validity.valid) / double(judged))));
    if (validity.preserved + validity.changed > 0)
        words.append(tr("Of the valid ones %1 keep their class and %2 show another.")
                         .arg(countText(validity.preserved), countText(validity.changed)));
    if (const qint64 open = validity.valid - validity.preserved - validity.changed; open > 0)
        words.append(tr("About the class of %1 valid ones the labellers disagree.").arg(countText(open)));
    if (validity.undecided > 0)
        words.append(tr("%1 are undecided: the labellers disagree, or all are unsure.")
                         .arg(countText(validity.undecided)));
    m_words->setText(words.join(QLatin1Char(' ')));
    m_size->setBins(validity.overSize, tr("L2 distance to the seed (values 0 to 255)"));
    m_size->parentWidget()->setVisible(judged > 0);
    m_coverage->setBins(validity.overCoverage, tr("coverage when the test was found, %"));
    m_coverage->parentWidget()->setVisible(!validity.overCoverage.empty());
    m_noCoverage->setVisible(judged > 0 && validity.overCoverage.empty());
    m_stack->setCurrentIndex(1);
}

} // namespace mutascope::gui
