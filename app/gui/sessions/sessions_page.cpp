// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/sessions/sessions_page.h"

#include "app/bridge/catalog.h"
#include "app/bridge/engine_catalog.h"
#include "app/gui/after_actions.h"
#include "app/gui/format.h"
#include "app/gui/icon_button.h"
#include "app/gui/icons.h"
#include "app/gui/sessions/resume_dialog.h"
#include "app/gui/sessions/run_table_model.h"

#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

// Columns as wide as their contents would touch each other.
class PaddedDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(24, 8);
    }
};

} // namespace

SessionsPage::SessionsPage(Workspace &workspace, QWidget *parent) : QWidget(parent), m_workspace(workspace)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(10);
    layout->addWidget(buildHeader());
    layout->addWidget(buildTable(), 1);
    m_detail = new QLabel;
    m_detail->setWordWrap(true);
    layout->addWidget(m_detail);
    layout->addWidget(buildButtons());
    connect(&workspace, &Workspace::runsChanged, this, &SessionsPage::onRunsChanged);
    connect(&workspace, &Workspace::sessionChanged, this, &SessionsPage::onRunsChanged);
    connect(&workspace, &Workspace::currentRunChanged, this, &SessionsPage::selectCurrent);
    connect(&workspace.controller(), &bridge::RunController::stateChanged, this,
            &SessionsPage::updateButtons);
    connect(&workspace.models(), &bridge::ModelJobs::stateChanged, this, &SessionsPage::updateButtons);
    connect(&workspace.job(), &bridge::SessionJob::busyChanged, this, &SessionsPage::updateButtons);
    connect(&workspace.job(), &bridge::SessionJob::verified, this, &SessionsPage::onVerified);
    onRunsChanged();
}

QWidget *SessionsPage::buildHeader()
{
    auto *header = new QWidget;
    m_title = new QLabel;
    QFont font = m_title->font();
    font.setPointSizeF(font.pointSizeF() * 1.35);
    font.setBold(true);
    m_title->setFont(font);
    m_path = new QLabel;
    m_path->setForegroundRole(QPalette::PlaceholderText);
    m_path->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_path->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *open = new QPushButton(themedIcon(QStringLiteral("open")), tr("&Open session…"));
    connect(open, &QPushButton::clicked, this, &SessionsPage::openRequested);
    auto *names = new QVBoxLayout;
    names->setSpacing(2);
    names->addWidget(m_title);
    names->addWidget(m_path);
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(names, 1);
    layout->addWidget(open, 0, Qt::AlignTop);
    return header;
}

QWidget *SessionsPage::buildTable()
{
    m_model = new RunTableModel(this);
    m_table = new QTableView;
    m_table->setObjectName(QStringLiteral("runTable"));
    m_table->setAccessibleName(tr("Runs of the session"));
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setItemDelegate(new PaddedDelegate(m_table));
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setHighlightSections(false);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &SessionsPage::onSelectionChanged);
    connect(m_table, &QTableView::activated, this, &SessionsPage::showSelected);
    return m_table;
}

QWidget *SessionsPage::buildButtons()
{
    m_show = makeIconButton(QStringLiteral("tests"), tr("&Show tests"), QStringLiteral("showRun"),
                            tr("Show the run's tests and its curve (Enter)"));
    m_resume = makeIconButton(QStringLiteral("start"), tr("&Resume…"), QStringLiteral("resumeRun"),
                              tr("Go on with a stopped or interrupted run, up to a larger budget"));
    m_verify = makeIconButton(QStringLiteral("verify"), tr("&Verify"), QStringLiteral("verifyRun"),
                              tr("Predict every failing test again from its stored image"));
    m_export = makeIconButton(QStringLiteral("export"), tr("&Export…"), QStringLiteral("exportRun"),
                              tr("Write the run's tests as PNG files with a manifest"));
    m_delete = makeIconButton(QStringLiteral("delete"), tr("&Delete…"), QStringLiteral("deleteRun"),
                              tr("Delete the run, its tests and its images from the session"));
    const QList<QAction *> actions = makeAfterActions(
        this, [this](bridge::AfterKind kind) { Q_EMIT afterRequested(kind, selectedRun()); });
    m_after = makeAfterButton(actions);
    m_table->addActions(actions);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto *buttons = new QWidget;
    auto *layout = new QHBoxLayout(buttons);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QPushButton *button : {m_show, m_resume, m_verify, m_export, m_after})
        layout->addWidget(button);
    layout->addStretch();
    layout->addWidget(m_delete);
    connect(m_show, &QPushButton::clicked, this, &SessionsPage::showSelected);
    connect(m_resume, &QPushButton::clicked, this, &SessionsPage::askResume);
    connect(m_verify, &QPushButton::clicked, this, &SessionsPage::verifySelected);
    connect(m_export, &QPushButton::clicked, this, [this] { Q_EMIT exportRequested(selectedRun()); });
    connect(m_delete, &QPushButton::clicked, this, &SessionsPage::askDelete);
    return buttons;
}

qint64 SessionsPage::selectedRun() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    const bridge::RunInfo *run = rows.isEmpty() ? nullptr : m_model->runAt(rows.first().row());
    return run ? run->id : 0;
}

void SessionsPage::onRunsChanged()
{
    const bridge::SessionReader &reader = m_workspace.reader();
    const qint64 selected = selectedRun();
    m_model->setRuns(reader.runs());
    const QFileInfo file(reader.file());
    m_title->setText(reader.isOpen() ? file.completeBaseName() : tr("No session is open"));
    m_path->setText(reader.isOpen() ? QDir::toNativeSeparators(file.absoluteFilePath())
                                    : tr("A run makes one; earlier ones are opened with Open session."));
    const int row = m_model->rowOf(selected != 0 ? selected : m_workspace.currentRun());
    if (row >= 0 && selectedRun() != m_model->runAt(row)->id)
        m_table->selectRow(row);
    onSelectionChanged();
}

void SessionsPage::selectCurrent()
{
    onRunsChanged();
    if (const int row = m_model->rowOf(m_workspace.currentRun()); row >= 0)
        m_table->selectRow(row);
}

void SessionsPage::onSelectionChanged()
{
    const bridge::RunInfo *run = m_workspace.reader().run(selectedRun());
    QString detail = run ? run->message : QString();
    if (run && bridge::isCampaign(*run))
        detail.prepend(
            tr("A campaign against inference engines: models that were run stand for tests, models "
               "on which an engine fails for failing ones. ‘Show’ opens it on the Engines page. "));
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    updateButtons();
}

void SessionsPage::updateButtons()
{
    const bridge::RunInfo *run = m_workspace.reader().run(selectedRun());
    const bool writing = m_workspace.isBusy();
    const bool campaign = run && bridge::isCampaign(*run); // it has no images
    const bool hasTests = run && run->tests > 0 && !campaign;
    m_show->setEnabled(run);
    m_resume->setEnabled(run && run->resumable() && !bridge::isDerived(run->generator) && !writing
                         && !campaign);
    m_verify->setEnabled(run && !campaign && !m_workspace.job().isBusy());
    m_export->setEnabled(run && !campaign && !m_workspace.job().isBusy());
    m_after->setEnabled(hasTests);
    for (QAction *action : m_table->actions())
        action->setEnabled(hasTests);
    m_delete->setEnabled(run && run->phase != bridge::RunPhase::Running && !writing);
}

void SessionsPage::showSelected()
{
    if (selectedRun() == 0)
        return;
    m_workspace.setCurrentRun(selectedRun());
    Q_EMIT showRequested();
}

void SessionsPage::askResume()
{
    const bridge::RunInfo *run = m_workspace.reader().run(selectedRun());
    if (!run)
        return;
    auto *dialog = new ResumeDialog(*run, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, id = run->id] { m_workspace.resumeRun(id, dialog->budget()); });
    dialog->open();
}

void SessionsPage::verifySelected()
{
    if (m_workspace.job().startVerify(m_workspace.reader().file(), selectedRun()))
        m_workspace.report(Workspace::Severity::Information, tr("Verifying run %1…").arg(selectedRun()));
}

void SessionsPage::onVerified(qint64 run, qint64 tests, qint64 stillFailing, bool wasCancelled)
{
    const QString text = tr("Run %1: %2 of %3 failing tests still fail when predicted again.")
                             .arg(run)
                             .arg(countText(stillFailing), countText(tests));
    if (wasCancelled)
        m_workspace.report(Workspace::Severity::Information, tr("Verifying was cancelled."), text);
    else
        m_workspace.report(
            stillFailing == tests ? Workspace::Severity::Information : Workspace::Severity::Warning, text);
}

void SessionsPage::askDelete()
{
    const bridge::RunInfo *run = m_workspace.reader().run(selectedRun());
    if (!run)
        return;
    auto *box
        = new QMessageBox(QMessageBox::Question, tr("Delete Run"),
                          tr("Delete run %1 with its %2 tests?").arg(run->id).arg(countText(run->tests)),
                          QMessageBox::NoButton, this);
    box->setInformativeText(tr("This cannot be undone."));
    box->setAttribute(Qt::WA_DeleteOnClose);
    auto *remove = box->addButton(tr("&Delete run"), QMessageBox::DestructiveRole);
    box->setDefaultButton(box->addButton(tr("&Keep"), QMessageBox::RejectRole));
    connect(remove, &QPushButton::clicked, this,
            [this, id = run->id] { m_workspace.reader().deleteRun(id); });
    box->open();
}

} // namespace mutascope::gui
