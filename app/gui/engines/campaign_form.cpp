// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/engines/campaign_form.h"

#include "app/bridge/catalog.h"
#include "app/bridge/engine_catalog.h"
#include "app/bridge/places.h"
#include "app/gui/icons.h"
#include "app/gui/retrain/path_edit.h"
#include "app/gui/vertical_area.h"
#include "widgets/param_form.h"
#include "widgets/spin_boxes.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

constexpr qint64 usualModels = 2000;
constexpr qint64 usualSeconds = 600;
constexpr qint64 most = 1'000'000'000;

// Those that are in every installation and fast: what a first campaign compares.
bool isUsual(const QString &engine)
{
    return engine == QLatin1String("torchscript") || engine == QLatin1String("opencv");
}

} // namespace

CampaignForm::CampaignForm(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    m_params = new widgets::ParamForm;
    m_params->setObjectName(QStringLiteral("campaignParams"));
    auto *content = new QWidget;
    auto *column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 6, 0);
    column->addWidget(buildEngines());
    column->addWidget(buildBudget());
    column->addWidget(m_params);
    column->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(new VerticalArea(content), 1);
    layout->addWidget(buildFoot());
    connect(m_params, &widgets::ParamForm::valuesChanged, this, &CampaignForm::showProblem);
    connect(m_params, &widgets::ParamForm::validityChanged, this, &CampaignForm::showProblem);
    connect(&m_reader, &bridge::EngineReader::enginesListed, this, &CampaignForm::showEngines);
    connect(&m_reader, &bridge::EngineReader::listFailed, this,
            [this](const QString &what, const QString &hint) {
                m_listing = false;
                m_engineNote->setText(what + QStringLiteral(". ") + hint);
                m_engineNote->show();
                showProblem();
            });
    connect(&workspace.engines(), &bridge::EngineJobs::stateChanged, this, &CampaignForm::showProblem);
    connect(&workspace.controller(), &bridge::RunController::stateChanged, this, &CampaignForm::showProblem);
    connect(&workspace.models(), &bridge::ModelJobs::stateChanged, this, &CampaignForm::showProblem);
    showSearch();
}

QWidget *CampaignForm::buildEngines()
{
    m_engines = new QTreeWidget;
    m_engines->setObjectName(QStringLiteral("engineList"));
    m_engines->setAccessibleName(tr("Engines to test"));
    m_engines->setHeaderLabels({tr("Engine"), tr("Version"), tr("What it is")});
    m_engines->setRootIsDecorated(false);
    m_engines->setUniformRowHeights(true);
    m_engines->setMinimumHeight(fontMetrics().lineSpacing() * 11);
    m_engineNote = new QLabel(tr("Starting the engines…"));
    m_engineNote->setWordWrap(true);
    m_plugins = new PathEdit(tr("File that describes further engines"), QStringLiteral("enginePlugins"));
    m_plugins->addButton(tr("Choose…"), false);
    m_startModel = new PathEdit(tr("ONNX model whose mutants are tried"), QStringLiteral("startModel"));
    m_startModel->addButton(tr("Choose…"), false);
    m_startModel->setToolTip(tr("Its structure and attributes are taken, its weights are not. Empty: random "
                                "models"));
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(m_engines);
    form->addRow(m_engineNote);
    form->addRow(tr("&Plug-ins"), m_plugins);
    form->addRow(tr("Start &model"), m_startModel);
    connect(m_engines, &QTreeWidget::itemChanged, this, &CampaignForm::showProblem);
    connect(m_startModel, &PathEdit::changed, this, &CampaignForm::showProblem);
    connect(m_plugins, &PathEdit::changed, this, [this] {
        const QString file = m_plugins->path();
        if (file.isEmpty() || QFileInfo(file).isFile()) {
            m_listed = false;
            listEngines();
        }
    });
    return page;
}

QWidget *CampaignForm::buildBudget()
{
    m_search = new QComboBox;
    m_search->setObjectName(QStringLiteral("campaignSearch"));
    m_search->addItems(bridge::campaignSearches());
    m_seed = new widgets::LongSpinBox;
    m_seed->setObjectName(QStringLiteral("campaignSeed"));
    m_seed->setRange(0, std::numeric_limits<qint64>::max());
    m_seed->setValue(1);
    const auto limit = [this](const QString &text, const QString &name, qint64 usual, QCheckBox *&tick) {
        tick = new QCheckBox(text);
        tick->setObjectName(name + QStringLiteral("Tick"));
        auto *box = new widgets::LongSpinBox;
        box->setObjectName(name);
        box->setAccessibleName(text);
        box->setRange(1, most);
        box->setValue(usual);
        connect(tick, &QCheckBox::toggled, box, &QWidget::setEnabled);
        connect(tick, &QCheckBox::toggled, this, &CampaignForm::showProblem);
        return box;
    };
    m_models = limit(tr("M&odels"), QStringLiteral("campaignModels"), usualModels, m_modelsTick);
    m_seconds = limit(tr("S&econds"), QStringLiteral("campaignSeconds"), usualSeconds, m_secondsTick);
    m_modelsTick->setChecked(true);
    m_seconds->setEnabled(false);
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("Searc&h"), m_search);
    form->addRow(tr("See&d"), m_seed);
    form->addRow(m_modelsTick, m_models);
    form->addRow(m_secondsTick, m_seconds);
    connect(m_search, &QComboBox::currentIndexChanged, this, &CampaignForm::showSearch);
    return page;
}

QWidget *CampaignForm::buildFoot()
{
    m_file = new PathEdit(tr("Session the campaign is written to"), QStringLiteral("campaignFile"));
    m_file->addSessionButton(tr("Choose…"));
    m_suggested = bridge::newSessionFile(QStringLiteral("engines"));
    m_file->setPath(m_suggested);
    m_problem = new QLabel;
    m_problem->setObjectName(QStringLiteral("campaignProblem"));
    m_problem->setWordWrap(true);
    auto *copy = new QPushButton(tr("&Copy command"));
    copy->setToolTip(tr("The command that makes the same campaign without a window"));
    m_start = new QPushButton(themedIcon(QStringLiteral("start")), tr("S&tart"));
    m_start->setObjectName(QStringLiteral("startCampaign"));
    auto *page = new QWidget;
    auto *form = new QFormLayout(page);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("Sess&ion"), m_file);
    form->addRow(m_problem);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_start, 1);
    buttons->addWidget(copy);
    form->addRow(buttons);
    connect(m_file, &PathEdit::changed, this, &CampaignForm::showProblem);
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(bridge::campaignCommandLine(setup())); });
    connect(m_start, &QPushButton::clicked, this, &CampaignForm::start);
    return page;
}

void CampaignForm::listEngines()
{
    if (m_listed || m_listing)
        return;
    m_listing = true;
    m_engineNote->setText(tr("Starting the engines…"));
    m_engineNote->show();
    m_reader.listEngines(m_plugins->path());
}

void CampaignForm::showEngines(const QList<bridge::EngineEntry> &engines)
{
    QStringList ticked = setup().engines;
    m_listing = false;
    m_listed = true;
    m_engines->clear();
    for (const bridge::EngineEntry &engine : engines) {
        auto *item = new QTreeWidgetItem(m_engines);
        item->setText(0, engine.id);
        item->setText(1, engine.available ? engine.version : tr("missing"));
        item->setText(2, engine.available ? engine.summary : engine.problem);
        item->setToolTip(2, item->text(2));
        item->setFlags(engine.available ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                                        : Qt::NoItemFlags);
        const bool tick = ticked.isEmpty() ? isUsual(engine.id) : ticked.contains(engine.id);
        item->setCheckState(0, tick && engine.available ? Qt::Checked : Qt::Unchecked);
    }
    m_engines->resizeColumnToContents(0);
    m_engines->resizeColumnToContents(1);
    m_engineNote->hide();
    showProblem();
}

void CampaignForm::showSearch()
{
    const QVariantMap before = m_params->changedValues();
    m_params->setFields(bridge::campaignFields(m_search->currentText()));
    m_params->setValues(before); // what the other search does not know is left out
    showProblem();
}

bridge::CampaignSetup CampaignForm::setup() const
{
    bridge::CampaignSetup setup;
    for (int row = 0; row < m_engines->topLevelItemCount(); ++row)
        if (m_engines->topLevelItem(row)->checkState(0) == Qt::Checked)
            setup.engines.append(m_engines->topLevelItem(row)->text(0));
    setup.search = m_search->currentText();
    const QVariantMap changed = m_params->changedValues();
    for (auto value = changed.begin(); value != changed.end(); ++value)
        setup.settings[value.key()] = bridge::settingText(value.value());
    setup.seed = quint64(m_seed->value());
    if (m_modelsTick->isChecked())
        setup.models = m_models->value();
    if (m_secondsTick->isChecked())
        setup.seconds = double(m_seconds->value());
    setup.plugins = m_plugins->path();
    setup.startModel = m_startModel->path();
    setup.sessionFile = m_file->path();
    return setup;
}

void CampaignForm::setSetup(const bridge::CampaignSetup &setup)
{
    for (int row = 0; row < m_engines->topLevelItemCount(); ++row) {
        QTreeWidgetItem *item = m_engines->topLevelItem(row);
        const bool on = setup.engines.contains(item->text(0)) && item->flags().testFlag(Qt::ItemIsEnabled);
        item->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
    }
    m_search->setCurrentText(setup.search);
    QVariantMap values;
    for (auto setting = setup.settings.begin(); setting != setup.settings.end(); ++setting)
        for (const widgets::ParamField &field : m_params->fields())
            if (field.name == setting.key()) {
                QVariant value = setting.value();
                if (value.convert(field.defaultValue.metaType()))
                    values[setting.key()] = value;
            }
    m_params->resetToDefaults();
    m_params->setValues(values);
    m_seed->setValue(qint64(setup.seed));
    m_modelsTick->setChecked(setup.models.has_value());
    m_models->setValue(setup.models.value_or(usualModels));
    m_secondsTick->setChecked(setup.seconds.has_value());
    m_seconds->setValue(qint64(setup.seconds.value_or(usualSeconds)));
    m_startModel->setPath(setup.startModel);
    m_file->setPath(setup.sessionFile);
    showProblem();
}

QString CampaignForm::problem() const
{
    const bridge::CampaignSetup wanted = setup();
    if (!m_listed)
        return m_listing ? tr("The engines are being started.") : QString();
    if (wanted.engines.isEmpty())
        return tr("Choose at least one engine.");
    if (!wanted.models && !wanted.seconds)
        return tr("Set a budget: models, seconds or both.");
    if (!m_params->isValid())
        return m_params->validationMessage();
    if (wanted.sessionFile.isEmpty())
        return tr("Name the session the campaign is written to.");
    if (!wanted.startModel.isEmpty() && !QFileInfo(wanted.startModel).isFile())
        return tr("The start model ‘%1’ does not exist.").arg(wanted.startModel);
    return bridge::problemOf(wanted);
}

void CampaignForm::showProblem()
{
    if (!m_start)
        return; // still being built
    const QString why = problem();
    m_problem->setText(why);
    m_problem->setVisible(!why.isEmpty());
    m_start->setEnabled(m_listed && why.isEmpty() && !m_workspace.isBusy());
    m_start->setToolTip(m_workspace.isBusy() ? tr("Something is at work already") : QString());
}

void CampaignForm::start()
{
    if (!m_workspace.isFree() || !m_workspace.engines().startCampaign(setup()))
        return;
    if (m_file->path() == m_suggested) // the next one gets a file of its own
        m_suggested.clear();
}

} // namespace mutascope::gui
