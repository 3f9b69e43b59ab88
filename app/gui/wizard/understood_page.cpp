// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/wizard/understood_page.h"

#include "app/gui/accuracy_view.h"
#include "app/gui/format.h"
#include "widgets/colors.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>

namespace mutascope::gui {

namespace {
constexpr int typingPause = 800; // milliseconds
} // namespace

UnderstoodPage::UnderstoodPage(ImportState &state, QWidget *parent) : QWizardPage(parent), m_state(state)
{
    setTitle(tr("What was understood"));
    setSubTitle(tr("Found out by trying. Change what is wrong: the accuracy is measured again at once."));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(buildForm(), 1);
    layout->addWidget(buildFooter());
    m_classesTimer.setSingleShot(true);
    m_classesTimer.setInterval(typingPause);
    connect(&m_classesTimer, &QTimer::timeout, this, &UnderstoodPage::give);
    connect(&state, &ImportState::changed, this, &UnderstoodPage::showState);
    connect(&state, &ImportState::progress, this, &UnderstoodPage::showProgress);
}

QLineEdit *UnderstoodPage::addField(const QString &name, const QString &toolTip, Text given, Found found)
{
    auto *edit = new QLineEdit;
    edit->setObjectName(name);
    edit->setToolTip(toolTip);
    edit->setPlaceholderText(tr("being found out…"));
    m_fields.append({edit, given, found});
    connect(edit, &QLineEdit::editingFinished, this, &UnderstoodPage::give);
    return edit;
}

QWidget *UnderstoodPage::buildForm()
{
    auto *content = new QWidget;
    using Choices = bridge::ImportChoices;
    using Outcome = bridge::ImportOutcome;
    m_data = new QLabel;
    m_data->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // a path may be long
    m_outputs = new QLabel;
    m_order = new QComboBox;
    m_order->setObjectName(QStringLiteral("importOrder"));
    m_order->addItem(tr("RGB"), QStringLiteral("rgb"));
    m_order->addItem(tr("BGR"), QStringLiteral("bgr"));
    connect(m_order, &QComboBox::activated, this, &UnderstoodPage::give);
    auto *form = new QFormLayout;
    form->addRow(tr("Data"), m_data);
    form->addRow(tr("&Input"),
                 addField(QStringLiteral("importInput"), tr("Height x width x channels (1 grey, 3 colour)"),
                          &Choices::input, &Outcome::input));
    form->addRow(tr("Pixels &divided by"),
                 addField(QStringLiteral("importScale"), tr("255: pixels from 0 to 1; 1: from 0 to 255"),
                          &Choices::scale, &Outcome::scale));
    form->addRow(tr("then &minus the mean"),
                 addField(QStringLiteral("importMean"),
                          tr("One number, or one a channel with commas between"), &Choices::mean,
                          &Outcome::mean));
    form->addRow(tr("divided by the &std"),
                 addField(QStringLiteral("importStd"), tr("Standard deviation: one number, or one a channel"),
                          &Choices::std, &Outcome::std));
    form->addRow(tr("Channel &order"), m_order);
    form->addRow(tr("Outputs"), m_outputs);
    m_classes = new QPlainTextEdit;
    m_classes->setObjectName(QStringLiteral("importClasses"));
    m_classes->setLineWrapMode(QPlainTextEdit::NoWrap); // a long name broken in two looks like two classes
    m_classes->setToolTip(tr("One class a line, in the order of the model’s outputs"));
    m_classCount = new QLabel(tr("&Classes"));
    m_classCount->setBuddy(m_classes);
    connect(m_classes, &QPlainTextEdit::textChanged, this, [this] {
        if (m_showing)
            return;
        m_classesTimer.start();
        Q_EMIT completeChanged();
    });
    auto *classes = new QVBoxLayout;
    classes->addWidget(m_classCount);
    classes->addWidget(m_classes, 1);
    auto *layout = new QHBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(20);
    layout->addLayout(form, 3);
    layout->addLayout(classes, 2);
    return content;
}

QWidget *UnderstoodPage::buildFooter()
{
    auto *footer = new QWidget;
    m_accuracy = new QLabel;
    m_accuracy->setObjectName(QStringLiteral("importAccuracyNow"));
    m_accuracy->setFont(scaledFont(m_accuracy->font(), 1.6));
    m_note = new QLabel;
    m_note->setObjectName(QStringLiteral("importNote"));
    m_note->setWordWrap(true);
    m_progress = new QProgressBar;
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(6);
    m_again = new QPushButton(tr("&Find out again"));
    m_again->setObjectName(QStringLiteral("importAgain"));
    m_again->setToolTip(tr("Forget what was changed here"));
    auto *row = new QHBoxLayout;
    row->addWidget(m_accuracy);
    row->addWidget(m_note, 1);
    row->addWidget(m_again);
    auto *layout = new QVBoxLayout(footer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(row);
    layout->addWidget(m_progress);
    connect(m_again, &QPushButton::clicked, this, &UnderstoodPage::findOutAgain);
    return footer;
}

bool UnderstoodPage::isComplete() const
{
    return m_state.outcome().has_value() && !m_classesTimer.isActive();
}

void UnderstoodPage::showProgress(const QString &phase, double fraction)
{
    m_note->setText(tr("%1…").arg(sentenceOf(phase).chopped(1)));
    m_progress->setRange(0, fraction < 0 ? 0 : 100);
    m_progress->setValue(int(100 * fraction));
}

void UnderstoodPage::showState()
{
    m_showing = true;
    showFields();
    showClasses();
    m_showing = false;
    const auto &outcome = m_state.outcome();
    m_progress->setVisible(m_state.isBusy());
    m_accuracy->setText(outcome ? percentText(outcome->accuracy, 2) : QString());
    QPalette colors; // empty: follows light and dark
    if (!m_state.error().isEmpty())
        colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Error, palette()));
    m_note->setPalette(colors);
    if (outcome)
        m_note->setText(tr("of %1 test images are classified correctly").arg(countText(outcome->images)));
    else if (!m_state.error().isEmpty())
        m_note->setText(m_state.error());
    Q_EMIT completeChanged();
}

// What was given stays as it was typed while the rest is found out.
void UnderstoodPage::showFields()
{
    const auto &outcome = m_state.outcome();
    for (const Field &field : m_fields) {
        const QString given = m_state.choices().*field.given;
        field.edit->setText(outcome && given.isEmpty() ? (*outcome).*field.found : given);
        QFont font = field.edit->font();
        font.setBold(!given.isEmpty());
        field.edit->setFont(font);
    }
    m_data->setText(outcome ? tr("%1: %2").arg(outcome->format, m_state.choices().data) : QString());
    m_data->setToolTip(m_data->text());
    m_outputs->setText(outcome ? outcome->outputs : QString());
    const QString order = outcome ? outcome->channelOrder : m_state.choices().channelOrder;
    m_order->setCurrentIndex(m_order->findData(order));
    m_order->setEnabled(!outcome || !outcome->input.endsWith(QLatin1Char('1')));
}

void UnderstoodPage::showClasses()
{
    const auto &outcome = m_state.outcome();
    const QStringList names = outcome ? outcome->classNames : m_state.choices().classNames;
    if (names != typedClasses())
        m_classes->setPlainText(names.join(QLatin1Char('\n')));
    m_classCount->setText(names.isEmpty() ? tr("&Classes") : tr("%1 &classes").arg(countText(names.size())));
}

QStringList UnderstoodPage::typedClasses() const
{
    QStringList names;
    for (const QString &line : m_classes->toPlainText().split(QLatin1Char('\n')))
        if (!line.trimmed().isEmpty())
            names.append(line.trimmed());
    return names;
}

// Only what differs from what was found out is given; the rest stays free.
void UnderstoodPage::give()
{
    m_classesTimer.stop();
    bridge::ImportChoices choices = m_state.choices();
    const auto &outcome = m_state.outcome();
    for (const Field &field : m_fields) {
        const QString typed = field.edit->text().trimmed();
        const bool found = outcome && typed == (*outcome).*field.found;
        if (!found || !(choices.*field.given).isEmpty())
            choices.*field.given = typed;
    }
    const QString order = m_order->currentData().toString();
    if (outcome && order != outcome->channelOrder)
        choices.channelOrder = order;
    if (const QStringList names = typedClasses(); outcome && names != outcome->classNames)
        choices.classNames = names;
    m_state.setChoices(choices);
    Q_EMIT completeChanged();
}

void UnderstoodPage::findOutAgain()
{
    bridge::ImportChoices choices;
    const bridge::ImportChoices &old = m_state.choices();
    choices.model = old.model;
    choices.data = old.data;
    choices.output = old.output;
    choices.blackBox = old.blackBox;
    if (choices == old)
        m_state.measureAgain();
    else
        m_state.setChoices(choices);
}

} // namespace mutascope::gui
