// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/comparison/run_tree.h"

#include "app/bridge/catalog.h"
#include "app/gui/format.h"
#include "widgets/colors.h"

#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QSet>
#include <QSignalBlocker>

namespace mutascope::gui {

namespace {

constexpr int fileRole = Qt::UserRole;
constexpr int runRole = Qt::UserRole + 1;

QString keyOf(const bridge::RunPlace &place)
{
    return place.file + QLatin1Char('\n') + QString::number(place.run);
}

QString runTip(const bridge::ComparedRun &run)
{
    return RunTree::tr(
               "%1, criterion %2, seed %3\nmodel %4, project %5\n%6 tests, %7 failing, %8 model calls")
        .arg(bridge::generatorName(run.info.generator), run.configuration.value(QStringLiteral("criterion")))
        .arg(run.info.seed)
        .arg(run.modelName, run.info.projectName, countText(run.info.tests), countText(run.info.failing),
             countText(run.info.modelCalls));
}

} // namespace

RunTree::RunTree(QWidget *parent) : QTreeWidget(parent)
{
    setAccessibleName(tr("Sessions and their runs"));
    setHeaderLabels({tr("Run"), tr("Failing")});
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideMiddle);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    connect(this, &QTreeWidget::itemChanged, this, &RunTree::changed);
}

void RunTree::setFiles(const QList<bridge::ComparedFile> &files)
{
    QSet<QString> unticked;
    for (int i = 0; i < topLevelItemCount(); ++i)
        for (int k = 0; k < topLevelItem(i)->childCount(); ++k)
            if (const QTreeWidgetItem *item = topLevelItem(i)->child(k); item->checkState(0) != Qt::Checked)
                unticked.insert(
                    keyOf({item->data(0, fileRole).toString(), item->data(0, runRole).toLongLong()}));
    {
        const QSignalBlocker blocker(this);
        clear();
        m_files = files;
        for (const bridge::ComparedFile &file : m_files)
            addFile(file, unticked);
    }
    Q_EMIT changed();
}

// A file of one run, as those of an assessment, says what there is to say without being unfolded.
void RunTree::addFile(const bridge::ComparedFile &file, const QSet<QString> &unticked)
{
    auto *top = new QTreeWidgetItem(this, {QFileInfo(file.file).fileName()});
    top->setData(0, fileRole, file.file);
    top->setToolTip(0, QDir::toNativeSeparators(file.file));
    if (!file.error.isEmpty()) {
        top->setText(0, tr("%1 — %2").arg(top->text(0), file.error));
        top->setForeground(0, widgets::accentColor(widgets::Accent::Error, palette()));
        top->setToolTip(0, top->toolTip(0) + QLatin1Char('\n') + file.error);
        return;
    }
    top->setFlags(top->flags() | Qt::ItemIsAutoTristate | Qt::ItemIsUserCheckable);
    for (const bridge::ComparedRun &run : file.runs)
        addRun(top, run)->setCheckState(0, unticked.contains(keyOf(run.place)) ? Qt::Unchecked : Qt::Checked);
    top->setExpanded(file.runs.size() > 1);
    if (file.runs.size() == 1) {
        top->setText(1, top->child(0)->text(1));
        top->setTextAlignment(1, Qt::AlignRight);
        top->setToolTip(0, top->toolTip(0) + QLatin1Char('\n') + top->child(0)->toolTip(0));
    }
}

QTreeWidgetItem *RunTree::addRun(QTreeWidgetItem *parent, const bridge::ComparedRun &run)
{
    const QString title = tr("Run %1 · %2 · seed %3")
                              .arg(run.place.run)
                              .arg(bridge::generatorName(run.info.generator))
                              .arg(run.info.seed);
    auto *item = new QTreeWidgetItem(parent, {title, countText(run.info.failing)});
    item->setTextAlignment(1, Qt::AlignRight);
    item->setData(0, fileRole, run.place.file);
    item->setData(0, runRole, run.place.run);
    item->setToolTip(0, runTip(run));
    item->setFlags(item->flags() | Qt::ItemIsUserCheckable);
    if (run.info.phase != bridge::RunPhase::Finished)
        item->setText(0, tr("%1 · %2").arg(title, phaseText(run.info.phase)));
    return item;
}

QStringList RunTree::files() const
{
    QStringList files;
    for (const bridge::ComparedFile &file : m_files)
        files.append(file.file);
    return files;
}

QStringList RunTree::selectedFiles() const
{
    QStringList files;
    for (const QTreeWidgetItem *item : selectedItems())
        if (const QString file = item->data(0, fileRole).toString(); !files.contains(file))
            files.append(file);
    return files;
}

QList<bridge::ComparedRun> RunTree::chosen() const
{
    QList<bridge::ComparedRun> runs;
    for (int i = 0; i < topLevelItemCount(); ++i)
        for (int k = 0; k < topLevelItem(i)->childCount(); ++k)
            if (topLevelItem(i)->child(k)->checkState(0) == Qt::Checked)
                runs.append(m_files[i].runs[k]);
    return runs;
}

void RunTree::tick(const QList<bridge::RunPlace> &places, bool on)
{
    {
        const QSignalBlocker blocker(this);
        for (int i = 0; i < topLevelItemCount(); ++i)
            for (int k = 0; k < topLevelItem(i)->childCount(); ++k)
                if (places.contains(m_files[i].runs[k].place))
                    topLevelItem(i)->child(k)->setCheckState(0, on ? Qt::Checked : Qt::Unchecked);
    }
    viewport()->update();
    Q_EMIT changed();
}

void RunTree::tickAll(bool on)
{
    QList<bridge::RunPlace> all;
    for (const bridge::ComparedFile &file : m_files)
        for (const bridge::ComparedRun &run : file.runs)
            all.append(run.place);
    tick(all, on);
}

} // namespace mutascope::gui
