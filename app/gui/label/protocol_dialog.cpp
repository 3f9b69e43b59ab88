// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/label/protocol_dialog.h"

#include "app/bridge/label_book.h"
#include "app/gui/label/known_tests_table.h"
#include "app/gui/label/label_texts.h"
#include "app/gui/workspace.h"
#include "widgets/colors.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>
#include <limits>

namespace mutascope::gui {

namespace {

enum TestState { AnyTest, FailingTest, VerifiedTest, PassingTest }; // of a filter

} // namespace

ProtocolDialog::ProtocolDialog(Workspace &workspace, const bridge::LabelProtocolValues &values,
                               const QList<bridge::LabelProtocolInfo> &others, QWidget *parent)
    : QDialog(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("protocolDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(values.uuid.isEmpty() ? tr("New Labelling Protocol") : tr("New Version of a Protocol"));
    resize(640, 560);
    m_tabs = new QTabWidget;
    m_tabs->addTab(buildQuestion(), tr("&Question"));
    m_tabs->addTab(buildTests(others), tr("&Tests"));
    m_tabs->addTab(buildLabellers(), tr("&Labellers"));
    m_tabs->addTab(buildInstructions(), tr("&Instructions"));
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("protocolProblem"));
    m_problem->setWordWrap(true);
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("&Make the protocol"));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(m_problem);
    layout->addWidget(m_buttons);
    setValues(values);
    connectAll();
    check();
}

void ProtocolDialog::connectAll()
{
    const auto check = [this] { this->check(); };
    for (QLineEdit *edit : {m_name, m_mutator})
        connect(edit, &QLineEdit::textChanged, this, check);
    for (QButtonGroup *group : {m_question, m_tests})
        connect(group, &QButtonGroup::idToggled, this, check);
    for (QComboBox *combo : {m_others, m_state, m_label, m_predicted})
        connect(combo, &QComboBox::currentIndexChanged, this, check);
    for (QCheckBox *box : {m_hidesExpected, m_hidesPredicted, m_hidesGenerator, m_hidesOthers, m_hidesSeed})
        connect(box, &QCheckBox::toggled, this, check);
    for (QSpinBox *spin : {m_sample, m_labelsPerTest, m_labellers, m_clean, m_invalid, m_repeats,
                           m_trainingClean, m_trainingInvalid})
        connect(spin, &QSpinBox::valueChanged, this, check);
    connect(m_known, &KnownTestsTable::edited, this, check);
    connect(m_instructions, &QPlainTextEdit::textChanged, this, check);
    connect(m_runs, &QListWidget::itemChanged, this, check);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT protocolMade(values());
        accept();
    });
}

void ProtocolDialog::setValues(const bridge::LabelProtocolValues &values)
{
    m_base = values;
    m_name->setText(values.name);
    m_question->button(values.namesClass ? 0 : 1)->setChecked(true);
    m_tests->button(int(values.tests))->setChecked(true);
    m_sample->setValue(values.sampleSize);
    m_others->setCurrentIndex(qMax(0, m_others->findData(values.disagreementsOf)));
    m_state->setCurrentIndex(!values.failing        ? AnyTest
                                 : !*values.failing ? PassingTest
                                 : values.verified  ? VerifiedTest
                                                    : FailingTest);
    m_label->setCurrentIndex(values.label.value_or(-1) + 1);
    m_predicted->setCurrentIndex(values.predicted.value_or(-1) + 1);
    m_mutator->setText(values.mutator);
    m_hidesExpected->setChecked(values.hidesExpected);
    m_hidesPredicted->setChecked(values.hidesPredicted);
    m_hidesGenerator->setChecked(values.hidesGenerator);
    m_hidesOthers->setChecked(values.hidesOthers);
    m_hidesSeed->setChecked(values.hidesSeed);
    m_labelsPerTest->setValue(values.labelsPerTest);
    m_labellers->setValue(values.labellers);
    m_clean->setValue(values.cleanChecks);
    m_invalid->setValue(values.invalidChecks);
    m_repeats->setValue(values.repeats);
    m_trainingClean->setValue(values.trainingClean);
    m_trainingInvalid->setValue(values.trainingInvalid);
    m_seed->setValue(int(qMin<quint64>(values.seed, std::numeric_limits<int>::max())));
    m_millimetres->setValue(values.millimetres);
    m_instructions->setPlainText(values.instructions);
    m_known->setQuestion(values.namesClass, values.classNames);
    m_known->setKnown(values.examples, values.training);
}

void ProtocolDialog::readFilter(bridge::LabelProtocolValues &values) const
{
    values.failing.reset();
    values.verified.reset();
    values.label.reset();
    values.predicted.reset();
    const int state = m_state->currentIndex();
    if (state != AnyTest)
        values.failing = state != PassingTest;
    if (state == VerifiedTest)
        values.verified = true;
    if (m_label->currentIndex() > 0)
        values.label = m_label->currentIndex() - 1;
    if (m_predicted->currentIndex() > 0)
        values.predicted = m_predicted->currentIndex() - 1;
    values.mutator = m_mutator->text().trimmed();
}

bridge::LabelProtocolValues ProtocolDialog::values() const
{
    bridge::LabelProtocolValues values = m_base;
    values.name = m_name->text().trimmed();
    values.namesClass = m_question->checkedId() == 0;
    values.tests = bridge::LabelTests(m_tests->checkedId());
    values.sampleSize = m_sample->value();
    values.disagreementsOf
        = values.tests == bridge::LabelTests::Disagreements ? m_others->currentData().toString() : QString();
    readFilter(values);
    values.runs.clear();
    for (int row = 0; row < m_runs->count(); ++row)
        if (m_runs->item(row)->checkState() == Qt::Checked)
            values.runs.append(m_runs->item(row)->data(Qt::UserRole).toLongLong());
    if (values.runs.size() == m_runs->count())
        values.runs.clear(); // all, whichever there will be
    values.hidesExpected = m_hidesExpected->isChecked();
    values.hidesPredicted = m_hidesPredicted->isChecked();
    values.hidesGenerator = m_hidesGenerator->isChecked();
    values.hidesOthers = m_hidesOthers->isChecked();
    values.hidesSeed = m_hidesSeed->isChecked();
    values.labelsPerTest = m_labelsPerTest->value();
    values.labellers = m_labellers->value();
    values.cleanChecks = m_clean->value();
    values.invalidChecks = m_invalid->value();
    values.repeats = m_repeats->value();
    values.trainingClean = m_trainingClean->value();
    values.trainingInvalid = m_trainingInvalid->value();
    values.seed = quint64(m_seed->value());
    values.millimetres = m_millimetres->value();
    values.instructions = m_instructions->toPlainText().trimmed();
    values.examples = m_known->examples();
    values.training = m_known->training();
    return values;
}

QString ProtocolDialog::problem() const
{
    return m_problem->text();
}

void ProtocolDialog::check()
{
    const auto tests = bridge::LabelTests(m_tests->checkedId());
    m_known->setQuestion(m_question->checkedId() == 0, m_base.classNames);
    m_sample->setEnabled(tests == bridge::LabelTests::Sample);
    m_others->setEnabled(tests == bridge::LabelTests::Disagreements && m_others->count() > 0);
    m_filter->setEnabled(tests == bridge::LabelTests::Filter);
    m_labellers->setEnabled(m_labelsPerTest->value() > 0);
    QString problem = bridge::LabelBook::problemOf(values());
    bool anyRun = m_runs->count() == 0;
    for (int row = 0; row < m_runs->count(); ++row)
        anyRun = anyRun || m_runs->item(row)->checkState() == Qt::Checked;
    if (problem.isEmpty() && !anyRun)
        problem = tr("choose at least one run");
    m_problem->setText(problem.isEmpty() ? QString()
                                         : QStringLiteral("⚠ ") + problem.left(1).toUpper() + problem.mid(1));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, widgets::accentColor(widgets::Accent::Error, palette()));
    m_problem->setPalette(colors);
    m_buttons->button(QDialogButtonBox::Ok)->setEnabled(problem.isEmpty());
}

} // namespace mutascope::gui
