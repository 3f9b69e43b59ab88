// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/retrain/after_form.h"

#include "app/bridge/after_catalog.h"
#include "app/bridge/places.h"
#include "app/gui/format.h"
#include "app/gui/retrain/path_edit.h"
#include "widgets/param_form.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

QComboBox *makeCombo(const QString &objectName, const QString &accessibleName)
{
    auto *combo = new QComboBox;
    combo->setObjectName(objectName);
    combo->setAccessibleName(accessibleName);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // titles of runs are long
    combo->setMinimumContentsLength(16);
    return combo;
}

} // namespace

AfterForm::AfterForm(Workspace &workspace, QWidget *parent)
    : JobForm(workspace,
              tr("Makes a run of smaller, fewer or distinct tests from those of a run, or groups them. The "
                 "run stays as it is."),
              tr("&Begin"), QStringLiteral("startAfter"), parent)
{
    m_kind = makeCombo(QStringLiteral("afterKind"), tr("What is done"));
    for (const bridge::AfterEntry &entry : bridge::afterEntries())
        m_kind->addItem(entry.name, entry.summary);
    m_summary = new QLabel;
    m_summary->setWordWrap(true);
    m_run = makeCombo(QStringLiteral("afterRun"), tr("Run"));
    column()->addWidget(m_kind);
    column()->addWidget(m_summary);
    column()->addWidget(new QLabel(tr("Tests of")));
    column()->addWidget(m_run);
    m_params = addParams(QStringLiteral("afterParams"));
    column()->addWidget(buildPlace());
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AfterForm::showKind);
    connect(m_run, &QComboBox::currentIndexChanged, this, &AfterForm::showProblem);
    connect(m_params, &widgets::ParamForm::valuesChanged, this, &AfterForm::showProblem);
    showKind();
    refresh();
}

QWidget *AfterForm::buildPlace()
{
    m_place = makeCombo(QStringLiteral("afterPlace"), tr("Session of the new run"));
    m_place->addItems({tr("The open session"), tr("A session file of its own")});
    m_file = new PathEdit(tr("Session file"), QStringLiteral("afterFile"));
    m_file->addSessionButton(tr("Choose…"));
    m_file->setToolTip(tr("Made, or added to; nothing is overwritten"));
    m_placeBox = new QWidget;
    auto *layout = new QVBoxLayout(m_placeBox);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(new QLabel(tr("The new run goes to")));
    layout->addWidget(m_place);
    layout->addWidget(m_file);
    m_file->hide();
    connect(m_place, &QComboBox::currentIndexChanged, this, &AfterForm::showPlace);
    connect(m_file, &PathEdit::changed, this, &AfterForm::showProblem);
    return m_placeBox;
}

void AfterForm::showKind()
{
    m_summary->setText(m_kind->currentData().toString());
    m_params->setFields(bridge::afterFields(kind()));
    m_placeBox->setVisible(kind() != bridge::AfterKind::Cluster); // clusters stay with their run
    showProblem();
}

// A file name no file has yet is suggested.
void AfterForm::showPlace()
{
    if (usesOwnFile() && m_file->path().isEmpty())
        m_file->setPath(bridge::newSessionFile(QFileInfo(m_workspace.reader().file()).completeBaseName()));
    m_file->setVisible(usesOwnFile());
    showProblem();
}

bridge::AfterKind AfterForm::kind() const
{
    return bridge::AfterKind(m_kind->currentIndex());
}

bool AfterForm::usesOwnFile() const
{
    return m_place->currentIndex() == 1;
}

void AfterForm::choose(bridge::AfterKind kind, qint64 run)
{
    m_kind->setCurrentIndex(int(kind));
    if (const int row = m_run->findData(run); row >= 0)
        m_run->setCurrentIndex(row);
}

// What was chosen stays chosen; of a new session it is the run the window shows.
void AfterForm::fill()
{
    const qint64 before = order().run;
    const QSignalBlocker blocker(m_run);
    m_run->clear();
    for (const bridge::RunInfo &run : m_workspace.imageRuns())
        if (run.tests > 0)
            m_run->addItem(tr("%1 · %2 failing").arg(runTitle(run), countText(run.failing)), run.id);
    int row = m_run->findData(before);
    if (row < 0)
        row = m_run->findData(m_workspace.currentRun());
    m_run->setCurrentIndex(row < 0 ? m_run->count() - 1 : row);
}

QString AfterForm::placeProblem() const
{
    if (kind() == bridge::AfterKind::Cluster || !usesOwnFile())
        return {};
    if (m_file->path().isEmpty())
        return tr("Name the session file.");
    return m_file->path().endsWith(QLatin1String(".mscope")) ? QString()
                                                             : tr("Session files end in .mscope.");
}

QString AfterForm::problem() const
{
    if (!m_workspace.reader().isOpen())
        return tr("Open a session first, or make a run.");
    const bridge::RunInfo *run = m_workspace.reader().run(order().run);
    if (!run)
        return tr("No run of this session has tests.");
    if (!m_params->isValid())
        return m_params->validationMessage();
    const QString why = bridge::problemOf(order(), *run);
    return why.isEmpty() ? placeProblem() : why;
}

bridge::AfterOrder AfterForm::order() const
{
    bridge::AfterOrder order;
    order.kind = kind();
    order.sessionFile = m_workspace.reader().file();
    order.run = m_run->currentData().toLongLong();
    order.settings = m_params->values();
    order.target = usesOwnFile() ? m_file->path() : order.sessionFile;
    order.cacheFolder = m_workspace.controller().cacheFolder();
    return order;
}

void AfterForm::start()
{
    m_workspace.models().workOn(order());
}

} // namespace mutascope::gui
