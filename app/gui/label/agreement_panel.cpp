// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/agreement_panel.h"

#include "app/gui/format.h"
#include "app/gui/label/label_tables.h"
#include "app/gui/table_saving.h"
#include "widgets/colors.h"
#include "widgets/share_table.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableWidget>
#include <QVBoxLayout>
#include <cmath>

namespace mutascope::gui {

namespace {

enum Group { Whole, OfClass, OfGenerator }; // in the combo's data, with an index

constexpr int groupBase = 100'000; // more classes than anybody has

QString figureText(const std::optional<double> &value, const QLocale &locale)
{
    if (!value)
        return QStringLiteral("–");
    return locale.toString(std::round(*value * 1000) / 1000 + 0.0, 'f', 3); // + 0.0: no "-0.000"
}

QString partText(qint64 part, qint64 whole)
{
    return whole == 0 ? QStringLiteral("–")
                      : AgreementPanel::tr("%1 of %2").arg(countText(part), countText(whole));
}

} // namespace

AgreementPanel::AgreementPanel(Workspace &workspace, QWidget *parent) : QWidget(parent)
{
    m_hint = makeHint(QStringLiteral("agreementHint"));
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(buildHead());
    column->addWidget(buildTables(workspace), 1);
    m_stack = new QStackedWidget;
    m_stack->addWidget(m_hint);
    m_stack->addWidget(content);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_stack);
    showHint(tr("Choose a protocol."));
}

QWidget *AgreementPanel::buildHead()
{
    m_question = makeLabelCombo(QStringLiteral("agreementQuestion"), tr("Question"),
                                tr("What the answers are compared by"));
    m_group = makeLabelCombo(QStringLiteral("agreementGroup"), tr("Images"),
                             tr("All images, those of one expected class, or of one generator"));
    m_unsure = new QCheckBox(tr("&Unsure counts as an answer"));
    m_unsure->setObjectName(QStringLiteral("countUnsure"));
    m_unsure->setToolTip(tr("Else an unsure answer counts as none"));
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(captioned(tr("&Question"), m_question));
    row->addWidget(captioned(tr("I&mages"), m_group));
    row->addWidget(m_unsure, 0, Qt::AlignBottom);
    row->addStretch();
    m_items = new QLabel;
    m_items->setObjectName(QStringLiteral("agreementItems"));
    m_items->setWordWrap(true);
    m_warning = new QLabel;
    m_warning->setObjectName(QStringLiteral("agreementWarning"));
    m_warning->setWordWrap(true);
    auto *head = new QWidget;
    auto *layout = new QVBoxLayout(head);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(m_items);
    layout->addWidget(m_warning);
    connect(m_question, &QComboBox::currentIndexChanged, this, [this] {
        fillGroups();
        fillPairs();
        showCoefficients();
    });
    connect(m_group, &QComboBox::currentIndexChanged, this, &AgreementPanel::showCoefficients);
    connect(m_unsure, &QCheckBox::toggled, this, &AgreementPanel::countUnsureChanged);
    return head;
}

QWidget *AgreementPanel::buildTables(Workspace &workspace)
{
    m_coefficients = makeLabelTable(QStringLiteral("agreementTable"), tr("Coefficients of agreement"),
                                    {tr("Coefficient"), tr("Value"), tr("95 % interval")});
    m_pair = makeLabelCombo(QStringLiteral("agreementPair"), tr("Pair of labellers"),
                            tr("Rows: what the first said; columns: what the second said"));
    m_confusion = new widgets::ShareTable;
    m_confusion->setObjectName(QStringLiteral("agreementConfusion"));
    m_confusion->setAccessibleName(tr("What the first labeller said, against the second"));
    m_confusion->setMinimumHeight(120);
    m_labellers = makeLabelTable(QStringLiteral("labellerTable"), tr("Labellers"),
                                 {tr("Labeller"), tr("Answers"), tr("Unsure"), tr("Checks right"),
                                  tr("Repeats same"), tr("Median time")});
    auto *pairRow = new QHBoxLayout;
    pairRow->addWidget(captioned(tr("&Labellers against each other"), m_pair));
    pairRow->addStretch();
    pairRow->addWidget(makeSaveButton(*m_confusion, workspace), 0, Qt::AlignBottom);
    auto *tables = new QWidget;
    auto *layout = new QVBoxLayout(tables);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_coefficients);
    layout->addWidget(m_labellers);
    layout->addLayout(pairRow);
    layout->addWidget(m_confusion, 1);
    connect(m_pair, &QComboBox::currentIndexChanged, this, &AgreementPanel::showConfusion);
    return tables;
}

void AgreementPanel::showHint(const QString &text)
{
    m_hint->setText(text);
    m_stack->setCurrentIndex(0);
}

bool AgreementPanel::countsUnsure() const
{
    return m_unsure->isChecked();
}

void AgreementPanel::setReport(const bridge::AgreementValuesReport &report)
{
    m_report = report;
    if (report.labelled == 0)
        return showHint(tr("Nobody has answered yet. Start labelling; what the labellers agree on appears "
                           "here."));
    {
        const QSignalBlocker blocker(m_question);
        const int chosen = qMax(0, m_question->currentIndex());
        m_question->clear();
        for (const bridge::AgreementQuestionValues &question : report.questions)
            m_question->addItem(question.name);
        m_question->setCurrentIndex(qMin(chosen, m_question->count() - 1));
    }
    fillGroups();
    fillPairs();
    showCoefficients();
    showLabellers();
    m_stack->setCurrentIndex(1);
}

const bridge::AgreementQuestionValues *AgreementPanel::question() const
{
    const int index = m_question->currentIndex();
    return index >= 0 && index < m_report.questions.size() ? &m_report.questions[index] : nullptr;
}

const bridge::AgreementPart *AgreementPanel::part() const
{
    const bridge::AgreementQuestionValues *asked = question();
    if (!asked)
        return nullptr;
    const int chosen = m_group->currentData().toInt();
    switch (chosen / groupBase) {
    case OfClass:
        return &asked->byClass[chosen % groupBase];
    case OfGenerator:
        return &asked->byGenerator[chosen % groupBase];
    default:
        return &asked->all;
    }
}

void AgreementPanel::fillGroups()
{
    const QSignalBlocker blocker(m_group);
    const QString before = m_group->currentText();
    m_group->clear();
    m_group->addItem(tr("All"), Whole * groupBase);
    if (const bridge::AgreementQuestionValues *asked = question()) {
        for (int i = 0; i < asked->byClass.size(); ++i)
            m_group->addItem(tr("Class %1").arg(asked->byClass[i].name), OfClass * groupBase + i);
        for (int i = 0; i < asked->byGenerator.size(); ++i)
            m_group->addItem(tr("Generator %1").arg(asked->byGenerator[i].name), OfGenerator * groupBase + i);
    }
    m_group->setCurrentIndex(qMax(0, m_group->findText(before)));
}

void AgreementPanel::fillPairs()
{
    {
        const QSignalBlocker blocker(m_pair);
        m_pair->clear();
        if (const bridge::AgreementQuestionValues *asked = question())
            for (const bridge::LabellerPairValues &pair : asked->pairs)
                m_pair->addItem(
                    tr("%1 and %2 (%3 images)").arg(pair.first, pair.second, countText(pair.items)));
        m_pair->setEnabled(m_pair->count() > 0);
    }
    showConfusion();
}

void AgreementPanel::showCoefficients()
{
    const bridge::AgreementPart *shown = part();
    if (!shown)
        return;
    m_items->setText(shown->items == 0
                         ? tr("No image has two answers yet: agreement needs a second labeller.")
                         : tr("On %1 images with two answers or more (%2 answers); %3 of %4 images have an "
                              "answer.")
                               .arg(countText(shown->items), countText(shown->answers),
                                    countText(m_report.labelled), countText(m_report.items)));
    m_warning->setText(shown->warning.isEmpty() ? QString() : QStringLiteral("⚠ ") + shown->warning);
    m_warning->setVisible(!shown->warning.isEmpty());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Warning, palette()));
    m_warning->setPalette(colors);
    m_coefficients->setRowCount(int(shown->coefficients.size()));
    for (int row = 0; row < shown->coefficients.size(); ++row) {
        const bridge::CoefficientValue &one = shown->coefficients[row];
        m_coefficients->setItem(row, 0, makeCell(one.name));
        m_coefficients->setItem(row, 1, makeCell(figureText(one.value, locale()), true));
        m_coefficients->setItem(row, 2,
                                makeCell(one.low ? tr("%1 … %2").arg(figureText(one.low, locale()),
                                                                     figureText(one.high, locale()))
                                                 : QStringLiteral("–"),
                                         true));
        for (int column = 0; column < 3; ++column)
            m_coefficients->item(row, column)->setToolTip(one.about);
    }
    fitRows(*m_coefficients, 5);
}

void AgreementPanel::showConfusion()
{
    widgets::ShareTableData table;
    const bridge::AgreementQuestionValues *asked = question();
    const int index = m_pair->currentIndex();
    if (asked && index >= 0) {
        const bridge::LabellerPairValues &pair = asked->pairs[index];
        table.rowTitle = pair.first;
        table.rows = table.columns = pair.categories;
        table.partName = tr("said so by %1").arg(pair.second);
        table.wholeName = tr("answers of %1").arg(pair.first);
        for (const std::vector<qint64> &row : pair.confusion) {
            qint64 whole = 0;
            for (const qint64 count : row)
                whole += count;
            for (const qint64 count : row)
                table.cells.push_back({count, whole});
        }
    }
    m_confusion->setData(std::move(table));
    m_confusion->setVisible(index >= 0);
}

void AgreementPanel::showLabellers()
{
    m_labellers->setRowCount(int(m_report.labellers.size()));
    for (int row = 0; row < m_report.labellers.size(); ++row) {
        const bridge::LabellerValues &one = m_report.labellers[row];
        const QString texts[] = {one.name,
                                 countText(one.labels),
                                 countText(one.unsure),
                                 partText(one.checksRight, one.checks),
                                 partText(one.repeatsSame, one.repeats),
                                 tr("%1 s").arg(locale().toString(one.medianSeconds, 'f', 1))};
        for (int column = 0; column < 6; ++column)
            m_labellers->setItem(row, column, makeCell(texts[column], column > 0));
    }
    fitRows(*m_labellers, 6);
}

} // namespace mutascope::gui
