// SPDX-License-Identifier: GPL-3.0-or-later
// What the protocol dialog is made of.
#include "app/gui/label/protocol_dialog.h"

#include "app/gui/format.h"
#include "app/gui/label/known_tests_table.h"
#include "app/gui/label/label_tables.h"
#include "app/gui/label/label_texts.h"
#include "app/gui/workspace.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QSpinBox>
#include <limits>

namespace mutascope::gui {

namespace {

constexpr int mostChecks = 1000;
constexpr int mostLabellers = 10'000;
constexpr int mostSample = 1'000'000;
constexpr double smallest = 5; // mm
constexpr double largest = 300;

QRadioButton *addRadio(QButtonGroup *group, int id, const QString &text, const char *objectName)
{
    auto *radio = new QRadioButton(text);
    radio->setObjectName(QLatin1String(objectName));
    group->addButton(radio, id);
    return radio;
}

QLabel *explain(const QString &text)
{
    auto *label = new QLabel(text);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setContentsMargins(24, 0, 0, 6);
    return label;
}

} // namespace

QWidget *ProtocolDialog::buildQuestion()
{
    m_name = new QLineEdit;
    m_name->setObjectName(QStringLiteral("protocolName"));
    m_question = new QButtonGroup(this);
    auto *question = new QGroupBox(tr("What is asked"));
    auto *asked = new QVBoxLayout(question);
    asked->addWidget(addRadio(m_question, 0, tr("&Which class is it?"), "askClass"));
    asked->addWidget(
        explain(tr("The labeller names what is seen, without knowing what was expected; whether it "
                   "is valid and of its class follows. For studies.")));
    asked->addWidget(addRadio(m_question, 1, tr("Is it &valid, and still of the same class?"), "askVerdict"));
    asked->addWidget(explain(tr("One key a verdict, with the original or its class in view. For triage.")));
    auto *hidden = new QGroupBox(tr("What the labeller does not see"));
    auto *boxes = new QVBoxLayout(hidden);
    m_hidesExpected = addHidden("hidesExpected", tr("The &expected class"), tr("The class of the original"));
    m_hidesSeed = addHidden("hidesSeed", tr("The &original"), tr("The image the test was made from"));
    m_hidesPredicted = addHidden("hidesPredicted", tr("What the &model says"), tr("The class it predicts"));
    m_hidesGenerator = addHidden("hidesGenerator", tr("The &generator"), tr("Which one made the test"));
    m_hidesOthers = addHidden("hidesOthers", tr("What &other labellers say"), tr("Their answers so far"));
    for (QCheckBox *box : {m_hidesExpected, m_hidesSeed, m_hidesPredicted, m_hidesGenerator, m_hidesOthers})
        boxes->addWidget(box);
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->addRow(tr("&Name"), m_name);
    form->addRow(question);
    form->addRow(hidden);
    return page;
}

QCheckBox *ProtocolDialog::addHidden(const char *objectName, const QString &text, const QString &toolTip)
{
    auto *box = new QCheckBox(text);
    box->setObjectName(QLatin1String(objectName));
    box->setToolTip(toolTip);
    return box;
}

QSpinBox *ProtocolDialog::addSpin(const char *objectName, const QString &name, int most,
                                  const QString &toolTip)
{
    auto *spin = new QSpinBox;
    spin->setObjectName(QLatin1String(objectName));
    spin->setAccessibleName(name);
    spin->setToolTip(toolTip);
    spin->setRange(0, most);
    spin->setMaximumWidth(140);
    return spin;
}

QWidget *ProtocolDialog::buildTests(const QList<bridge::LabelProtocolInfo> &others)
{
    m_tests = new QButtonGroup(this);
    m_sample = addSpin("sampleSize", tr("Size of the sample"), mostSample,
                       tr("Of the failing tests, spread evenly over generators and classes"));
    m_sample->setMinimum(1);
    m_others = makeLabelCombo(QStringLiteral("disagreementsOf"), tr("Protocol with the disagreements"),
                              tr("Tests its labellers disagree about"));
    for (const bridge::LabelProtocolInfo &other : others)
        m_others->addItem(protocolTitle(other.values), other.values.uuid);
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    const auto addRow = [&](bridge::LabelTests tests, const QString &text, const char *name, QWidget *more) {
        auto *row = new QHBoxLayout;
        row->addWidget(addRadio(m_tests, int(tests), text, name));
        if (more)
            row->addWidget(more);
        row->addStretch();
        layout->addLayout(row);
    };
    addRow(bridge::LabelTests::Failing, tr("&All failing tests"), "testsFailing", nullptr);
    addRow(bridge::LabelTests::Sample, tr("A &sample of the failing tests, by generator and class:"),
           "testsSample", m_sample);
    addRow(bridge::LabelTests::Disagreements, tr("What the labellers &disagree about, of:"),
           "testsDisagreements", m_others);
    m_tests->button(int(bridge::LabelTests::Disagreements))->setEnabled(!others.isEmpty());
    addRow(bridge::LabelTests::Filter, tr("Tests that match a &filter:"), "testsFilter", nullptr);
    layout->addWidget(buildFilter());
    layout->addWidget(buildRuns(), 1);
    return page;
}

QWidget *ProtocolDialog::buildFilter()
{
    m_filter = new QWidget;
    m_state = makeLabelCombo(QStringLiteral("protocolState"), tr("State"), tr("Which tests"));
    m_state->addItems({tr("All tests"), tr("Failing"), tr("Failing, verified"), tr("Not failing")});
    m_label = makeLabelCombo(QStringLiteral("protocolLabel"), tr("Seed class"), tr("The seed's true class"));
    m_predicted = makeLabelCombo(QStringLiteral("protocolPredicted"), tr("Predicted class"),
                                 tr("The class the model gives to the test"));
    for (QComboBox *combo : {m_label, m_predicted}) {
        combo->addItem(tr("Any"));
        combo->addItems(m_workspace.classNames());
    }
    m_mutator = new QLineEdit;
    m_mutator->setObjectName(QStringLiteral("protocolMutator"));
    m_mutator->setPlaceholderText(tr("Any"));
    m_mutator->setMaximumWidth(140);
    auto *row = new QHBoxLayout(m_filter);
    row->setContentsMargins(24, 0, 0, 6);
    row->addWidget(captioned(tr("S&how"), m_state));
    row->addWidget(captioned(tr("Seed &class"), m_label));
    row->addWidget(captioned(tr("&Predicted"), m_predicted));
    row->addWidget(captioned(tr("M&utator"), m_mutator));
    row->addStretch();
    return m_filter;
}

QWidget *ProtocolDialog::buildRuns()
{
    m_runs = new QListWidget;
    m_runs->setObjectName(QStringLiteral("protocolRuns"));
    m_runs->setAccessibleName(tr("Runs whose tests are asked about"));
    for (const bridge::RunInfo &run : m_workspace.imageRuns()) {
        auto *item
            = new QListWidgetItem(tr("%1 · %2 failing").arg(runTitle(run), countText(run.failing)), m_runs);
        item->setData(Qt::UserRole, run.id);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Checked);
    }
    auto *group = new QGroupBox(tr("Of the runs"));
    auto *layout = new QVBoxLayout(group);
    layout->addWidget(m_runs);
    return group;
}

QWidget *ProtocolDialog::buildLabellers()
{
    m_labelsPerTest = addSpin("labelsPerTest", tr("Labellers a test"), mostLabellers,
                              tr("How many different labellers each test gets"));
    m_labelsPerTest->setSpecialValueText(tr("all of them"));
    m_labellers = addSpin("labellers", tr("Labellers expected"), mostLabellers,
                          tr("So that the tests can be shared out among them"));
    m_seed = addSpin("protocolSeed", tr("Seed of the orders"), std::numeric_limits<int>::max(),
                     tr("Each labeller gets an order of their own, and the same one on every computer"));
    m_millimetres = new QDoubleSpinBox;
    m_millimetres->setObjectName(QStringLiteral("millimetres"));
    m_millimetres->setRange(smallest, largest);
    m_millimetres->setDecimals(0);
    m_millimetres->setSuffix(tr(" mm"));
    m_millimetres->setMaximumWidth(140);
    m_millimetres->setToolTip(tr("On the screen, the same for everybody"));
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->addRow(tr("&Each test is judged by"), m_labelsPerTest);
    form->addRow(tr("Labellers e&xpected"), m_labellers);
    form->addRow(tr("&Seed of the orders"), m_seed);
    form->addRow(tr("Si&ze of the image"), m_millimetres);
    form->addRow(buildChecks());
    return page;
}

QWidget *ProtocolDialog::buildChecks()
{
    m_clean = addSpin("cleanChecks", tr("Unchanged seeds mixed in"), mostChecks,
                      tr("Their class is known: who attends gets it right"));
    m_invalid = addSpin("invalidChecks", tr("Invalid images mixed in"), mostChecks,
                        tr("Noise and plain images, which are nothing"));
    m_repeats = addSpin("repeats", tr("Images asked twice"), mostChecks,
                        tr("How far a labeller agrees with themselves"));
    m_trainingClean = addSpin("trainingClean", tr("Unchanged seeds in the training"), mostChecks,
                              tr("Asked first, with the answer told afterwards; they do not count"));
    m_trainingInvalid = addSpin("trainingInvalid", tr("Invalid images in the training"), mostChecks,
                                tr("Asked first, with the answer told afterwards; they do not count"));
    auto *group = new QGroupBox(tr("Checks, which look like any other image, and training"));
    auto *form = new QFormLayout(group);
    form->addRow(tr("&Unchanged seeds"), m_clean);
    form->addRow(tr("I&nvalid images"), m_invalid);
    form->addRow(tr("Asked t&wice"), m_repeats);
    form->addRow(tr("Training: unchanged see&ds"), m_trainingClean);
    form->addRow(tr("Training: in&valid images"), m_trainingInvalid);
    return group;
}

QWidget *ProtocolDialog::buildInstructions()
{
    m_instructions = new QPlainTextEdit;
    m_instructions->setObjectName(QStringLiteral("protocolInstructions"));
    m_instructions->setAccessibleName(tr("Instructions"));
    m_instructions->setPlaceholderText(tr("Shown before the first image, and with F1"));
    m_instructions->setTabChangesFocus(true);
    m_known = new KnownTestsTable;
    auto *page = new QWidget;
    auto *layout = new QVBoxLayout(page);
    layout->addWidget(new QLabel(tr("What labellers are told")));
    layout->addWidget(m_instructions, 1);
    layout->addWidget(new QLabel(tr("Examples and training tests, with their right answers")));
    layout->addWidget(m_known, 1);
    return page;
}

} // namespace mutascope::gui
