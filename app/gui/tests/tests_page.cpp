// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/tests/tests_page.h"

#include "app/gui/after_actions.h"
#include "app/gui/format.h"
#include "app/gui/icons.h"
#include "app/gui/tests/filter_bar.h"
#include "widgets/thumbnail_grid.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QVBoxLayout>

namespace mutascope::gui {

namespace {

using widgets::ThumbnailItem;

ThumbnailItem::Badge badgeOf(const bridge::TestRow &row)
{
    if (row.verified)
        return ThumbnailItem::Badge::Verified;
    if (row.failing)
        return ThumbnailItem::Badge::Failing;
    return row.kept ? ThumbnailItem::Badge::Queue : ThumbnailItem::Badge::None;
}

} // namespace

TestsPage::TestsPage(Workspace &workspace, TestList &tests, QWidget *parent)
    : QWidget(parent), m_workspace(workspace), m_tests(tests)
{
    m_filter = new FilterBar(workspace);
    m_grid = new widgets::ThumbnailGrid;
    m_grid->setObjectName(QStringLiteral("testGrid"));
    m_grid->setAccessibleName(tr("Tests"));
    m_grid->setCellSize(104);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(10);
    layout->addWidget(m_filter);
    layout->addWidget(m_grid, 1);
    layout->addWidget(buildFooter());
    buildActions();
    connectTests();
    updateTexts();
    updateActions();
}

void TestsPage::buildActions()
{
    m_compare = new QAction(themedIcon(QStringLiteral("compare")), tr("&Compare"), this);
    m_exportSelected = new QAction(themedIcon(QStringLiteral("export")), tr("&Export selected…"), this);
    m_copy = new QAction(tr("Copy test &numbers"), this);
    m_copy->setShortcut(QKeySequence::Copy);
    m_copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_compare, &QAction::triggered, this, &TestsPage::compareCurrent);
    connect(m_exportSelected, &QAction::triggered, this, [this] { Q_EMIT exportRequested(selectedTests()); });
    connect(m_copy, &QAction::triggered, this, &TestsPage::copyIds);
    auto *separator = new QAction(this);
    separator->setSeparator(true);
    const QList<QAction *> actions
        = QList<QAction *>{m_compare, m_exportSelected, m_copy, separator} + m_afterActions;
    m_grid->addActions(actions);
    m_grid->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_grid->viewport()->addActions(actions);
    m_grid->viewport()->setContextMenuPolicy(Qt::ActionsContextMenu);
}

QWidget *TestsPage::buildFooter()
{
    auto *footer = new QWidget;
    auto *size = new QSlider(Qt::Horizontal);
    size->setRange(widgets::ThumbnailGrid::kMinimumCellSize, 240);
    size->setValue(m_grid->cellSize());
    size->setMaximumWidth(180);
    size->setToolTip(tr("Size of the thumbnails; also Ctrl and the mouse wheel"));
    auto *sizeLabel = new QLabel(tr("&Size"));
    sizeLabel->setBuddy(size);
    m_compareButton = new QPushButton(themedIcon(QStringLiteral("compare")), tr("&Compare"));
    m_compareButton->setObjectName(QStringLiteral("compareButton"));
    m_compareButton->setToolTip(tr("Show the test beside its seed (Enter)"));
    m_export = new QPushButton(themedIcon(QStringLiteral("export")), tr("&Export…"));
    m_export->setObjectName(QStringLiteral("exportButton"));
    m_afterActions = makeAfterActions(this, [this](bridge::AfterKind kind) { Q_EMIT afterRequested(kind); });
    m_after = makeAfterButton(m_afterActions);
    auto *layout = new QHBoxLayout(footer);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(sizeLabel);
    layout->addWidget(size);
    layout->addStretch();
    layout->addWidget(m_compareButton);
    layout->addWidget(m_export);
    layout->addWidget(m_after);
    connect(size, &QSlider::valueChanged, m_grid, &widgets::ThumbnailGrid::setCellSize);
    connect(m_grid, &widgets::ThumbnailGrid::cellSizeChanged, size, &QSlider::setValue);
    connect(m_compareButton, &QPushButton::clicked, this, &TestsPage::compareCurrent);
    connect(m_export, &QPushButton::clicked, this, [this] { Q_EMIT exportRequested(selectedTests()); });
    return footer;
}

void TestsPage::connectTests()
{
    using widgets::ThumbnailGrid;
    connect(m_filter, &FilterBar::queryChanged, this, [this] { m_tests.setQuery(m_filter->query()); });
    connect(m_filter, &FilterBar::orderChanged, this,
            [this] { m_tests.setNewestFirst(m_filter->newestFirst()); });
    connect(&m_tests, &TestList::reset, this, &TestsPage::fillGrid);
    connect(&m_tests, &TestList::appended, this, &TestsPage::appendToGrid);
    connect(&m_tests, &TestList::totalChanged, this, &TestsPage::updateTexts);
    connect(&m_workspace, &Workspace::currentRunChanged, this, [this] {
        m_texts.clear();
        m_grid->clear();
        m_grid->invalidateThumbnails(); // ids of another run are other images
        updateTexts();
    });
    connect(m_grid, &ThumbnailGrid::thumbnailsWanted, this, &TestsPage::requestThumbnails);
    connect(m_grid, &ThumbnailGrid::activated, &m_workspace, &Workspace::testActivated);
    connect(m_grid, &ThumbnailGrid::currentChanged, this, &TestsPage::updateActions);
    connect(m_grid, &ThumbnailGrid::selectionChanged, this, &TestsPage::updateActions);
}

ThumbnailItem TestsPage::itemOf(const bridge::TestRow &row)
{
    const QString mark = row.verified ? tr("failing, verified") : row.failing ? tr("failing") : tr("passing");
    const quint64 key = quint64(row.label) << 40 | quint64(quint32(row.predicted) & 0xffffff) << 16
        | quint64(qHash(row.mutator) & 0xfff) << 4 | quint64(row.verified) << 1 | quint64(row.failing);
    auto found = m_texts.constFind(key);
    if (found == m_texts.constEnd()) {
        const QString seed = m_workspace.className(row.label);
        const QString now = m_workspace.className(row.predicted);
        const QString caption = row.failing ? tr("%1 → %2").arg(seed, now) : seed;
        found = m_texts.insert(
            key, {caption, tr("seed class %1, predicted %2\nby %3\n%4").arg(seed, now, row.mutator, mark)});
    }
    return {row.id, found->first, found->second, badgeOf(row)};
}

void TestsPage::fillGrid()
{
    std::vector<ThumbnailItem> items;
    items.reserve(m_tests.rows().size());
    for (const bridge::TestRow &row : m_tests.rows())
        items.push_back(itemOf(row));
    if (m_tests.isNewestFirst())
        std::reverse(items.begin(), items.end());
    m_grid->setItems(std::move(items));
    updateTexts();
    updateActions();
    selectWanted();
}

void TestsPage::appendToGrid(qsizetype from)
{
    if (m_tests.isNewestFirst())
        return fillGrid(); // new ones come first
    std::vector<ThumbnailItem> items;
    for (auto row = m_tests.rows().begin() + from; row != m_tests.rows().end(); ++row)
        items.push_back(itemOf(*row));
    m_grid->appendItems(std::move(items));
    updateTexts();
    updateActions();
    selectWanted();
}

void TestsPage::updateTexts()
{
    const bool any = m_workspace.currentRun() != 0;
    m_filter->setCountText(
        any ? tr("%1 of %2 stored tests")
                  .arg(countText(qint64(m_tests.rows().size())), countText(m_tests.total()))
            : QString());
    m_grid->setEmptyText(emptyText());
}

QString TestsPage::emptyText() const
{
    if (m_workspace.currentRun() == 0)
        return tr("No tests yet. Start a run, or open a session.");
    if (m_tests.isLoading())
        return tr("Loading…");
    return m_tests.total() == 0 ? tr("This run has stored no tests yet.")
                                : tr("No test matches the filters.");
}

void TestsPage::updateActions()
{
    const qsizetype selected = m_grid->selectedIds().size();
    const bool current = m_grid->currentId() != widgets::ThumbnailGrid::kNoId;
    const bool any = m_tests.total() > 0;
    m_after->setEnabled(any);
    for (QAction *action : m_afterActions)
        action->setEnabled(any);
    for (QAction *action : {m_compare, m_copy})
        action->setEnabled(current);
    m_compareButton->setEnabled(current);
    m_exportSelected->setEnabled(selected > 0);
    m_export->setEnabled(!m_tests.rows().empty());
    m_export->setText(selected > 1 ? tr("&Export %1 selected…").arg(countText(selected)) : tr("&Export…"));
    m_export->setToolTip(selected > 0 ? tr("Write the selected tests as PNG files with a manifest")
                                      : tr("Write all tests shown as PNG files with a manifest"));
}

void TestsPage::requestThumbnails(const QList<qint64> &ids)
{
    const qint64 run = m_workspace.currentRun();
    m_workspace.reader().fetchThumbnails(run, ids, this, [this, run](const QList<bridge::Thumbnail> &images) {
        if (run != m_workspace.currentRun())
            return;
        for (const bridge::Thumbnail &thumbnail : images)
            m_grid->setThumbnail(thumbnail.id, thumbnail.image);
    });
}

void TestsPage::compareCurrent()
{
    if (m_grid->currentId() != widgets::ThumbnailGrid::kNoId)
        Q_EMIT m_workspace.testActivated(m_grid->currentId());
}

void TestsPage::copyIds()
{
    QStringList texts;
    for (const qint64 id : selectedTests())
        texts.append(QString::number(id));
    QGuiApplication::clipboard()->setText(texts.join(QLatin1Char('\n')));
}

QList<qint64> TestsPage::selectedTests() const
{
    return m_grid->selectedIds();
}

void TestsPage::selectTest(qint64 id)
{
    if (m_grid->item(id))
        m_grid->setCurrentId(id);
}

void TestsPage::showTest(const QString &sessionFile, qint64 run, qint64 id)
{
    m_wanted = {sessionFile, run, id};
    m_filter->clearFilters();
    selectWanted();
}

void TestsPage::selectWanted()
{
    const bool there = m_wanted.test != 0 && m_wanted.run == m_tests.run() && !m_tests.isLoading()
        && m_wanted.run == m_workspace.currentRun() && m_wanted.sessionFile == m_workspace.reader().file();
    if (there && m_grid->item(m_wanted.test))
        m_grid->setCurrentId(std::exchange(m_wanted.test, 0));
}

void TestsPage::focusFilter()
{
    m_filter->focusFirst();
}

} // namespace mutascope::gui
