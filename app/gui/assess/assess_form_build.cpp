// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the plan's form.
#include "app/bridge/catalog.h"
#include "app/gui/assess/assess_form.h"
#include "app/gui/assess/generator_choice.h"
#include "app/gui/assess/metric_choice.h"
#include "app/gui/retrain/path_edit.h"
#include "app/gui/run/budget_form.h"
#include "widgets/spin_boxes.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <limits>

namespace mutascope::gui {

namespace {

QLabel *makeNote(const QString &text = {})
{
    auto *note = new QLabel(text);
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    return note;
}

QComboBox *makeCombo(const QString &objectName)
{
    auto *combo = new QComboBox;
    combo->setObjectName(objectName);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(12);
    return combo;
}

QSpinBox *makeCount(const QString &objectName, const QString &zero)
{
    auto *box = new QSpinBox;
    box->setObjectName(objectName);
    box->setRange(0, 1'000'000);
    box->setSpecialValueText(zero);
    return box;
}

} // namespace

QGroupBox *AssessForm::buildGenerators()
{
    auto *group = new QGroupBox(tr("Generators"));
    m_project = new QLabel;
    m_project->setObjectName(QStringLiteral("assessProject"));
    m_project->setWordWrap(true);
    m_generators = new GeneratorChoice;
    m_generators->setObjectName(QStringLiteral("assessGenerators"));
    auto *all = new QPushButton(tr("&All"));
    all->setObjectName(QStringLiteral("assessAllGenerators"));
    connect(all, &QPushButton::clicked, this, [this] { m_generators->choose({}); });
    auto *row = new QHBoxLayout;
    row->addWidget(m_project, 1);
    row->addWidget(all);
    auto *layout = new QVBoxLayout(group);
    layout->addLayout(row);
    layout->addWidget(m_generators);
    connect(m_generators, &GeneratorChoice::changed, this, &AssessForm::refresh);
    return group;
}

QGroupBox *AssessForm::buildRuns()
{
    auto *group = new QGroupBox(tr("Each run"));
    m_preset = makeCombo(QStringLiteral("assessPreset"));
    m_preset->addItem(tr("None"), QString());
    for (const bridge::PresetEntry &preset : bridge::presetEntries()) {
        m_preset->addItem(preset.id, preset.id);
        m_preset->setItemData(m_preset->count() - 1,
                              preset.summary + QLatin1Char('\n') + preset.settings.join(QLatin1Char('\n')),
                              Qt::ToolTipRole);
    }
    m_criterion = makeCombo(QStringLiteral("assessCriterion"));
    m_criterion->setEditable(true);
    m_criterion->setToolTip(tr("Coverage criterion that guides the searches; ‘none’ for none"));
    m_criterion->addItem(QStringLiteral("none"));
    for (const bridge::CriterionEntry &entry : bridge::criterionEntries())
        m_criterion->addItem(bridge::criterionText(entry.id, {}));
    m_layers = new QLineEdit(QStringLiteral("default"));
    m_layers->setObjectName(QStringLiteral("assessLayers"));
    m_repeats = new QSpinBox;
    m_repeats->setObjectName(QStringLiteral("assessRepeats"));
    m_repeats->setRange(1, 1000);
    m_repeats->setValue(5);
    m_repeats->setToolTip(
        tr("Runs of each generator, each with another seed. With fewer than five, hardly any "
           "difference can be significant."));
    m_seed = new widgets::LongSpinBox;
    m_seed->setObjectName(QStringLiteral("assessSeed"));
    m_seed->setRange(0, std::numeric_limits<qint64>::max());
    m_seed->setValue(1);
    m_seed->setToolTip(tr("Of the first run; the others follow. Run n of each generator starts from the same "
                          "seed images."));
    m_budget = new BudgetForm;
    m_budget->setObjectName(QStringLiteral("assessBudget"));
    // Those of the Run page have the same names, by which they are found in the window.
    for (QWidget *part : m_budget->findChildren<QWidget *>(QRegularExpression(QStringLiteral("^budget"))))
        part->setObjectName(QStringLiteral("assess-") + part->objectName());
    auto *form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->addRow(tr("&Preset"), m_preset);
    form->addRow(tr("&Repeats"), m_repeats);
    form->addRow(tr("First s&eed"), m_seed);
    form->addRow(tr("&Criterion"), m_criterion);
    form->addRow(tr("&Layers"), m_layers);
    auto *layout = new QVBoxLayout(group);
    layout->addLayout(form);
    layout->addWidget(makeNote(tr("Budget, the same for every generator:")));
    layout->addWidget(m_budget);
    layout->addWidget(buildSettings());
    connect(m_preset, &QComboBox::activated, this, &AssessForm::takePreset);
    connect(m_criterion, &QComboBox::currentTextChanged, this, &AssessForm::refresh);
    connect(m_repeats, &QSpinBox::valueChanged, this, &AssessForm::refresh);
    connect(m_seed, &widgets::LongSpinBox::valueChanged, this, &AssessForm::refresh);
    connect(m_budget, &BudgetForm::changed, this, &AssessForm::refresh);
    return group;
}

QWidget *AssessForm::buildSettings()
{
    m_settings = new QPlainTextEdit;
    m_settings->setObjectName(QStringLiteral("assessSettings"));
    m_settings->setAccessibleName(tr("Settings of generators"));
    m_settings->setPlaceholderText(tr("advgan.epochs=4\nseeds-per-class=20"));
    m_settings->setTabChangesFocus(true);
    m_settings->setFixedHeight(fontMetrics().lineSpacing() * 4 + 10);
    auto *box = new QWidget;
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeNote(tr("Settings, one a line; without a generator’s name, of all that have it:")));
    layout->addWidget(m_settings);
    connect(m_settings, &QPlainTextEdit::textChanged, this, &AssessForm::refresh);
    return box;
}

QGroupBox *AssessForm::buildMeasuring()
{
    auto *group = new QGroupBox(tr("Measuring"));
    m_metrics = new MetricChoice;
    m_metrics->setObjectName(QStringLiteral("assessMetrics"));
    m_metrics->setFixedHeight(fontMetrics().lineSpacing() * 9);
    m_validator = new QCheckBox(tr("&Judge validity by a network trained on the data"));
    m_validator->setObjectName(QStringLiteral("assessValidator"));
    m_validator->setChecked(true);
    m_validator->setToolTip(tr("A variational autoencoder, trained once and kept. Without, figures of valid "
                               "tests are missing."));
    m_features = new PathEdit(tr("Network of deep features"), QStringLiteral("assessFeatures"));
    m_features->addButton(tr("…"), false);
    m_features->setToolTip(tr("A TorchScript file; empty: the model’s own features"));
    m_lpips = new PathEdit(tr("LPIPS network"), QStringLiteral("assessLpips"));
    m_lpips->addButton(tr("…"), false);
    m_lpips->setToolTip(tr("A TorchScript file; without, LPIPS is missing"));
    auto *form = new QFormLayout;
    form->addRow(tr("&Features"), m_features);
    form->addRow(tr("LPI&PS"), m_lpips);
    auto *layout = new QVBoxLayout(group);
    layout->addWidget(m_metrics);
    layout->addWidget(m_validator);
    layout->addLayout(form);
    connect(m_metrics, &MetricChoice::changed, this, &AssessForm::refresh);
    connect(m_validator, &QCheckBox::toggled, this, &AssessForm::refresh);
    for (PathEdit *edit : {m_features, m_lpips})
        connect(edit, &PathEdit::changed, this, &AssessForm::refresh);
    return group;
}

QGroupBox *AssessForm::buildAfter()
{
    auto *group = new QGroupBox(tr("Afterwards"));
    m_retrain = new QCheckBox(tr("&Retrain the model with each generator’s failing tests"));
    m_retrain->setObjectName(QStringLiteral("assessRetrain"));
    m_retrain->setToolTip(
        tr("Every generator’s failing tests are then measured before and after; half of the "
           "seeds stay out of the training."));
    m_retrainEpochs = makeCount(QStringLiteral("assessRetrainEpochs"), tr("usual"));
    m_retrainImages = makeCount(QStringLiteral("assessRetrainImages"), tr("all"));
    m_retrainImages->setToolTip(tr("Training images that are mixed into an epoch"));
    m_transfer = new QPlainTextEdit;
    m_transfer->setObjectName(QStringLiteral("assessTransfer"));
    m_transfer->setAccessibleName(tr("Other models"));
    m_transfer->setPlaceholderText(tr("A project or model file a line"));
    m_transfer->setToolTip(tr("The failing tests are put to these models as well"));
    m_transfer->setFixedHeight(fontMetrics().lineSpacing() * 3 + 12);
    auto *form = new QFormLayout;
    form->addRow(tr("&Epochs"), m_retrainEpochs);
    form->addRow(tr("&Images an epoch"), m_retrainImages);
    form->addRow(tr("&Other models"), m_transfer);
    auto *layout = new QVBoxLayout(group);
    layout->addWidget(m_retrain);
    layout->addLayout(form);
    for (QSpinBox *box : {m_retrainEpochs, m_retrainImages}) {
        box->setEnabled(false);
        connect(m_retrain, &QCheckBox::toggled, box, &QSpinBox::setEnabled);
        connect(box, &QSpinBox::valueChanged, this, &AssessForm::refresh);
    }
    connect(m_retrain, &QCheckBox::toggled, this, &AssessForm::refresh);
    connect(m_transfer, &QPlainTextEdit::textChanged, this, &AssessForm::refresh);
    return group;
}

QGroupBox *AssessForm::buildPlace()
{
    auto *group = new QGroupBox(tr("Folder"));
    m_folder = new PathEdit(tr("Folder of the assessment"), QStringLiteral("assessFolder"));
    m_folder->addButton(tr("Choose…"), true);
    m_folderNote = makeNote();
    m_folderNote->setObjectName(QStringLiteral("assessFolderNote"));
    m_jobs = new QSpinBox;
    m_jobs->setObjectName(QStringLiteral("assessJobs"));
    m_jobs->setRange(0, 1024);
    m_jobs->setSpecialValueText(tr("one a processor"));
    m_jobs->setToolTip(tr("Runs at once, a process each"));
    auto *form = new QFormLayout;
    form->addRow(tr("Runs at &once"), m_jobs);
    auto *layout = new QVBoxLayout(group);
    layout->addWidget(m_folder);
    layout->addWidget(m_folderNote);
    layout->addLayout(form);
    connect(m_folder, &PathEdit::changed, this, &AssessForm::refresh);
    connect(m_jobs, &QSpinBox::valueChanged, this, &AssessForm::refresh);
    return group;
}

QWidget *AssessForm::buildFoot()
{
    m_cost = new QLabel;
    m_cost->setObjectName(QStringLiteral("assessCost"));
    m_cost->setWordWrap(true);
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("assessProblem"));
    m_problem->setWordWrap(true);
    m_start = new QPushButton;
    m_start->setObjectName(QStringLiteral("assessStart"));
    auto *copy = new QPushButton(tr("Copy as c&ommand line"));
    copy->setObjectName(QStringLiteral("assessCopy"));
    copy->setToolTip(tr("The command that makes, or goes on with, the same assessment"));
    auto *open = new QPushButton(tr("Open an earlier one…"));
    open->setObjectName(QStringLiteral("assessOpen"));
    auto *row = new QHBoxLayout;
    row->addWidget(copy);
    row->addWidget(open);
    auto *foot = new QWidget;
    auto *layout = new QVBoxLayout(foot);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_cost);
    layout->addWidget(m_problem);
    layout->addWidget(m_start);
    layout->addLayout(row);
    connect(m_start, &QPushButton::clicked, this, &AssessForm::start);
    connect(copy, &QPushButton::clicked, this, &AssessForm::copyCommandLine);
    connect(open, &QPushButton::clicked, this, &AssessForm::openRequested);
    return foot;
}

} // namespace mutascope::gui
