// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/run/setup_panel.h"

#include "app/bridge/catalog.h"
#include "app/bridge/places.h"
#include "app/gui/format.h"
#include "app/gui/icons.h"
#include "app/gui/run/budget_form.h"
#include "app/gui/session_choice.h"
#include "widgets/param_form.h"
#include "widgets/spin_boxes.h"

#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QGroupBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <limits>

namespace mutascope::gui {

namespace {

QLabel *makeNote()
{
    auto *note = new QLabel;
    note->setWordWrap(true);
    note->setForegroundRole(QPalette::PlaceholderText);
    return note;
}

QString sentence(const QString &words)
{
    const QString text = words.trimmed();
    return text.isEmpty() ? text : text.left(1).toUpper() + text.mid(1) + QLatin1Char('.');
}

} // namespace

SetupPanel::SetupPanel(Workspace &workspace, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_generators(bridge::generatorEntries()),
      m_criteria(bridge::criterionEntries())
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    for (QGroupBox *group : {buildGenerator(), buildCriterion(), buildBudget(), buildSession()})
        layout->addWidget(group);
    showGenerator();
    showCriterion();
    showSession();
    connect(&workspace, &Workspace::projectChanged, this, &SetupPanel::showProject);
    connect(&workspace, &Workspace::sessionChanged, this, &SetupPanel::showSession);
    connect(&workspace, &Workspace::runsChanged, this, &SetupPanel::updateSessionNote);
}

QGroupBox *SetupPanel::buildGenerator()
{
    auto *group = new QGroupBox(tr("Generator"));
    m_generator = new QComboBox;
    m_generator->setObjectName(QStringLiteral("generator"));
    m_generator->setAccessibleName(tr("Generator"));
    for (const bridge::GeneratorEntry &entry : m_generators)
        m_generator->addItem(entry.name, entry.id);
    m_summary = makeNote();
    m_params = new widgets::ParamForm;
    m_params->setObjectName(QStringLiteral("generatorParams"));
    auto *layout = new QVBoxLayout(group);
    layout->addWidget(m_generator);
    layout->addWidget(m_summary);
    layout->addWidget(m_params);
    connect(m_generator, &QComboBox::currentIndexChanged, this, &SetupPanel::showGenerator);
    connect(m_params, &widgets::ParamForm::valuesChanged, this, &SetupPanel::changed);
    connect(m_params, &widgets::ParamForm::validityChanged, this, &SetupPanel::changed);
    return group;
}

QGroupBox *SetupPanel::buildCriterion()
{
    auto *group = new QGroupBox(tr("Coverage criterion"));
    m_criterion = new QComboBox;
    m_criterion->setObjectName(QStringLiteral("criterion"));
    m_criterion->setAccessibleName(tr("Coverage criterion"));
    for (const bridge::CriterionEntry &entry : m_criteria)
        m_criterion->addItem(
            tr("%1 — %2").arg(entry.id.toUpper(), entry.summary.section(QLatin1Char(':'), 0, 0)), entry.id);
    m_criterion->addItem(tr("None"), QString());
    m_criterion->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_criterion->setMinimumContentsLength(20);
    m_criterionSummary = makeNote();
    m_criterionParams = new widgets::ParamForm;
    m_criterionParams->setObjectName(QStringLiteral("criterionParams"));
    m_layers = new QLineEdit(QStringLiteral("default"));
    m_layers->setObjectName(QStringLiteral("layers"));
    m_layers->setToolTip(tr("Layers whose neurons are traced: names, kinds (conv, linear, activation, …), "
                            "‘default’ or ‘all’, separated by commas"));
    auto *form = new QFormLayout;
    form->addRow(tr("&Layers"), m_layers);
    auto *layout = new QVBoxLayout(group);
    layout->addWidget(m_criterion);
    layout->addWidget(m_criterionSummary);
    layout->addWidget(m_criterionParams);
    layout->addLayout(form);
    connect(m_criterion, &QComboBox::currentIndexChanged, this, &SetupPanel::showCriterion);
    connect(m_criterionParams, &widgets::ParamForm::valuesChanged, this, &SetupPanel::changed);
    connect(m_layers, &QLineEdit::textChanged, this, &SetupPanel::changed);
    connect(m_layers, &QLineEdit::textChanged, this,
            [this] { Q_EMIT layersChanged(m_layers->text().trimmed()); });
    return group;
}

QGroupBox *SetupPanel::buildBudget()
{
    auto *group = new QGroupBox(tr("Budget and seed"));
    m_budget = new BudgetForm;
    m_seed = new widgets::LongSpinBox;
    m_seed->setObjectName(QStringLiteral("seed"));
    m_seed->setRange(0, std::numeric_limits<qint64>::max());
    m_seed->setValue(1);
    m_seed->setToolTip(tr("The same project, settings and seed give the same tests."));
    auto *form = new QFormLayout;
    form->addRow(tr("Random &number seed"), m_seed);
    auto *layout = new QVBoxLayout(group);
    layout->addWidget(m_budget);
    layout->addLayout(form);
    connect(m_budget, &BudgetForm::changed, this, &SetupPanel::changed);
    connect(m_seed, &widgets::LongSpinBox::valueChanged, this, &SetupPanel::changed);
    return group;
}

QGroupBox *SetupPanel::buildSession()
{
    auto *group = new QGroupBox(tr("Session file"));
    m_file = new QLineEdit;
    m_file->setObjectName(QStringLiteral("sessionFile"));
    m_file->setAccessibleName(tr("Session file"));
    auto *choose = new QToolButton;
    choose->setIcon(themedIcon(QStringLiteral("open")));
    choose->setToolTip(tr("Choose the session file"));
    choose->setAccessibleName(choose->toolTip());
    m_fileNote = makeNote();
    auto *copy = new QPushButton(tr("Copy as c&ommand line"));
    copy->setToolTip(tr("The command that makes the same tests without a window"));
    auto *row = new QHBoxLayout;
    row->addWidget(m_file, 1);
    row->addWidget(choose);
    auto *layout = new QVBoxLayout(group);
    layout->addLayout(row);
    layout->addWidget(m_fileNote);
    layout->addWidget(copy);
    connect(choose, &QToolButton::clicked, this, [this] { chooseSessionFile(*m_file, tr("Session File")); });
    connect(m_file, &QLineEdit::textChanged, this, &SetupPanel::updateSessionNote);
    connect(m_file, &QLineEdit::textChanged, this, &SetupPanel::changed);
    connect(copy, &QPushButton::clicked, this, &SetupPanel::copyCommandLine);
    return group;
}

const bridge::GeneratorEntry *SetupPanel::generator() const
{
    const int index = m_generator->currentIndex();
    return index >= 0 && index < m_generators.size() ? &m_generators[index] : nullptr;
}

void SetupPanel::showProject()
{
    const bridge::ProjectInfo &project = *m_workspace.project();
    m_generator->setCurrentIndex(std::max(0, m_generator->findData(project.defaultGenerator)));
    m_layers->setText(project.defaultLayers);
    m_layers->setPlaceholderText(listText(project.model.layerNames()));
    chooseCriterion(project.defaultCriterion);
    showSession();
    Q_EMIT changed();
}

void SetupPanel::showGenerator()
{
    const bridge::GeneratorEntry *entry = generator();
    m_params->setFields(entry ? entry->fields : QList<widgets::ParamField>());
    m_summary->setText(entry ? entry->summary : QString());
    m_summary->setToolTip(entry ? entry->paper : QString());
    m_budget->setTraining(entry && entry->trains);
    Q_EMIT changed();
}

void SetupPanel::showCriterion()
{
    const int index = m_criterion->currentIndex();
    const bool some = index >= 0 && index < m_criteria.size();
    m_criterionParams->setFields(some ? m_criteria[index].fields : QList<widgets::ParamField>());
    m_criterionParams->setVisible(some && !m_criteria[index].fields.isEmpty());
    m_criterionSummary->setText(some ? sentence(m_criteria[index].summary.section(QLatin1Char(':'), 1))
                                     : tr("Without a criterion there is no coverage to guide by."));
    m_criterion->setToolTip(some ? m_criteria[index].summary + QLatin1Char('\n') + m_criteria[index].paper
                                 : QString());
    Q_EMIT changed();
}

void SetupPanel::chooseCriterion(const QString &text)
{
    const bridge::CriterionText chosen = bridge::parseCriterionText(text);
    m_criterion->setCurrentIndex(m_criterion->findData(chosen.id));
    m_criterionParams->setValues(chosen.values);
}

// The open session takes the next run, so that their curves can be compared; else a new file.
void SetupPanel::showSession()
{
    const QString present = m_file->text();
    if (!present.isEmpty() && present != m_suggestedFile && !m_workspace.reader().isOpen())
        return; // chosen by the user
    if (m_workspace.reader().isOpen())
        m_suggestedFile = m_workspace.reader().file();
    else if (m_workspace.project())
        m_suggestedFile = bridge::newSessionFile(m_workspace.project()->name);
    m_file->setText(m_suggestedFile);
}

void SetupPanel::updateSessionNote()
{
    const QString file = sessionFile();
    m_file->setToolTip(file);
    if (file.isEmpty())
        m_fileNote->setText(tr("Name a .mscope file."));
    else if (!m_workspace.reader().file().isEmpty() && file == m_workspace.reader().file())
        m_fileNote->setText(tr("The run is added to the open session."));
    else if (QFileInfo::exists(file))
        m_fileNote->setText(tr("The run is added to this session; nothing in it is overwritten."));
    else
        m_fileNote->setText(tr("A new session is made."));
}

void SetupPanel::copyCommandLine()
{
    if (m_workspace.project())
        QGuiApplication::clipboard()->setText(
            bridge::commandLine(setup(), m_workspace.project()->folder, sessionFile()));
}

QString SetupPanel::criterionText(QString *error) const
{
    const QString id = m_criterion->currentData().toString();
    return id.isEmpty() ? QString() : bridge::criterionText(id, m_criterionParams->values(), error);
}

bridge::RunSetup SetupPanel::setup() const
{
    bridge::RunSetup setup;
    setup.generator = m_generator->currentData().toString();
    setup.criterion = criterionText();
    setup.layers = m_layers->text().trimmed();
    const QVariantMap changedValues = m_params->changedValues();
    for (auto value = changedValues.begin(); value != changedValues.end(); ++value)
        setup.settings[value.key()] = bridge::settingText(value.value());
    setup.budget = m_budget->budget();
    setup.seed = quint64(m_seed->value());
    return setup;
}

QString SetupPanel::sessionFile() const
{
    const QString text = m_file->text().trimmed();
    return text.isEmpty() ? text : QDir::cleanPath(QDir::current().absoluteFilePath(text));
}

QString SetupPanel::problem() const
{
    if (!m_workspace.project())
        return tr("Open a project first.");
    if (!m_params->isValid())
        return m_params->validationMessage();
    if (!m_criterionParams->isValid())
        return m_criterionParams->validationMessage();
    QString error;
    criterionText(&error);
    if (!error.isEmpty())
        return error;
    const bridge::RunSetup chosen = setup();
    if (!chosen.budget.any())
        return tr("Tick at least one limit of the budget.");
    if (sessionFile().isEmpty())
        return tr("Name the session file.");
    return bridge::problemOf(chosen);
}

void SetupPanel::setLayers(const QString &pattern)
{
    if (pattern != m_layers->text().trimmed())
        m_layers->setText(pattern);
}

void SetupPanel::setLocked(bool locked)
{
    setEnabled(!locked);
}

} // namespace mutascope::gui
