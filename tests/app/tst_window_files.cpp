// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the real window without a run: menus, bad files, large sessions, keys.
#include "tests/app/window_fixture.h"

using namespace mutascope;
using namespace mutascope::gui;

namespace {

constexpr qint64 manyTests = 100'000;

// A session of one run with many tests that share a few images.
void writeBigSession(const QString &file)
{
    SessionStore store(file.toStdString(), SessionStore::Mode::Create);
    RunRecord run;
    run.generator = "deephunter";
    run.config = run.project = run.versions = "{}";
    Image image{{8, 8, 1}, std::vector<std::uint8_t>(64, 100)};
    const std::int64_t id = store.createRun(run, {{0, 0, 0, {1, 0}, image}});
    std::vector<std::vector<std::uint8_t>> pngs;
    std::vector<std::string> hashes;
    for (int i = 0; i < 16; ++i) {
        image.pixels[0] = std::uint8_t(i);
        pngs.push_back(encodePng(image));
        hashes.push_back(sha256(image.pixels));
    }
    Checkpoint checkpoint;
    for (qint64 test = 1; test <= manyTests; ++test) {
        TestRecord record;
        record.id = test;
        record.mutation.mutator = test % 2 == 0 ? "rotate" : "blur";
        record.label = int(test % 10);
        record.predicted = int(test % 7);
        record.failing = record.verified = record.label != record.predicted;
        record.imageSha256 = hashes[std::size_t(test % 16)];
        checkpoint.tests.push_back(record);
        checkpoint.pngs.push_back(pngs[std::size_t(test % 16)]);
    }
    checkpoint.counters.tests = manyTests;
    checkpoint.yields = {{"blur", {}}, {"rotate", {}}};
    store.writeCheckpoint(id, checkpoint);
    store.finishRun(id, RunState::Finished, "", checkpoint.counters, 0, 0);
}

} // namespace

class TestWindowFiles : public QObject, protected WindowFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_window_files")); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void everyActionIsDescribed();
    void everyPageShowsAnEmptyState();
    void badFilesGiveAMessage();
    void missingRecentFilesAreRemoved();
    void droppedSessionsAreOpened();
    void manyTestsScrollWithoutLoadingAll();
    void arrowKeysWalkThroughTheList();
    void unexpectedErrorsGiveAMessage();
    void geometryIsKept();
};

void TestWindowFiles::everyActionIsDescribed()
{
    QSet<QKeySequence> shortcuts;
    int described = 0;
    for (const QMenu *menu : m_window->findChildren<QMenu *>()) {
        for (const QAction *action : menu->actions()) {
            if (action->isSeparator() || action->menu())
                continue;
            ++described;
            QVERIFY2(!action->text().isEmpty(), "an action without a text");
            QVERIFY2(!action->statusTip().isEmpty(), qPrintable(action->text()));
            if (action->shortcut().isEmpty())
                continue;
            QVERIFY2(!shortcuts.contains(action->shortcut()), qPrintable(action->text()));
            shortcuts.insert(action->shortcut());
        }
    }
    QVERIFY(described >= 15);
    QVERIFY(shortcuts.contains(QKeySequence(Qt::Key_F5)));
    QVERIFY(shortcuts.contains(QKeySequence(Qt::CTRL | Qt::Key_E)));
}

void TestWindowFiles::everyPageShowsAnEmptyState()
{
    QVERIFY(find<widgets::ThumbnailGrid>("testGrid")->emptyText().contains(QStringLiteral("No tests yet")));
    for (const auto page : {MainWindow::Welcome, MainWindow::Run, MainWindow::Tests, MainWindow::Compare,
                            MainWindow::Sessions}) {
        m_window->setPage(page);
        QCOMPARE(m_window->page(), page);
        QVERIFY(!m_window->grab().isNull());
    }
    QVERIFY(m_window->minimumSizeHint().width() <= 1280);
    QVERIFY(m_window->minimumSizeHint().height() <= 720);
    for (const char *name : {"showRun", "resumeRun", "verifyRun", "exportRun", "deleteRun", "exportButton"})
        QVERIFY2(!find<QPushButton>(name)->isEnabled(), name);
}

void TestWindowFiles::badFilesGiveAMessage()
{
    const auto write = [this](const char *name, const char *content) {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    };
    write("junk.mscope", "this is no session");
    write("project.json", "{ \"mutascope_project\": ");
    write("picture.xyz", "?");
    const widgets::MessageBar *bar = m_window->messageBar();
    for (const char *name : {"junk.mscope", "project.json", "picture.xyz", "none.mscope"}) {
        m_window->messageBar()->dismiss();
        workspace().openPath(path(name));
        QTRY_VERIFY2(bar->isVisible(), name);
        QCOMPARE(bar->kind(), widgets::MessageBar::Kind::Error);
        QVERIFY2(!bar->text().isEmpty(), name);
    }
    QVERIFY(!workspace().project());
    QVERIFY(!workspace().reader().isOpen());
}

void TestWindowFiles::missingRecentFilesAreRemoved()
{
    workspace().recent().add(path("gone.mscope"));
    auto *list = m_window->findChild<QAbstractItemView *>(QStringLiteral("recentFiles"));
    QCOMPARE(list->model()->rowCount(), 1);
    Q_EMIT list->activated(list->model()->index(0, 0));
    QVERIFY(m_window->messageBar()->isVisible());
    QCOMPARE(list->model()->rowCount(), 0);
}

void TestWindowFiles::droppedSessionsAreOpened()
{
    writeBigSession(path("big.mscope"));
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path("big.mscope"))});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    QTRY_VERIFY(workspace().reader().isOpen());
    QCOMPARE(m_window->page(), MainWindow::Sessions);
    QCOMPARE(workspace().recent().paths().first(), path("big.mscope"));
}

void TestWindowFiles::manyTestsScrollWithoutLoadingAll()
{
    writeBigSession(path("big.mscope"));
    workspace().openPath(path("big.mscope"));
    m_window->setPage(MainWindow::Tests);
    QTRY_COMPARE_WITH_TIMEOUT(qint64(m_window->tests().rows().size()), manyTests, longWait);
    auto *grid = find<widgets::ThumbnailGrid>("testGrid");
    QCOMPARE(qint64(grid->count()), manyTests);
    QSignalSpy wanted(grid, &widgets::ThumbnailGrid::thumbnailsWanted);
    QScrollBar *bar = grid->verticalScrollBar();
    for (int part = 0; part <= 10; ++part) {
        bar->setValue(bar->maximum() / 10 * part);
        QTRY_VERIFY(grid->hasThumbnail(grid->visibleIds().first()));
    }
    bar->setValue(bar->maximum());
    QTRY_VERIFY(grid->hasThumbnail(manyTests));
    qsizetype asked = 0;
    for (const QVariantList &request : wanted)
        asked += request.first().value<QList<qint64>>().size();
    QVERIFY(asked > 0);
    QVERIFY(asked < manyTests / 20);
    QVERIFY(grid->cachedCount() <= grid->cacheLimit());
}

void TestWindowFiles::arrowKeysWalkThroughTheList()
{
    writeBigSession(path("big.mscope"));
    workspace().openPath(path("big.mscope"));
    QTRY_COMPARE_WITH_TIMEOUT(qint64(m_window->tests().rows().size()), manyTests, longWait);
    ComparePage *page = m_window->comparePage();
    Q_EMIT workspace().testActivated(10);
    QTRY_COMPARE(page->test(), 10);
    QTest::keyClick(page, Qt::Key_Right);
    QTRY_COMPARE(page->test(), 11);
    QTest::keyClick(page, Qt::Key_Left);
    QTest::keyClick(page, Qt::Key_PageUp);
    QTRY_COMPARE(page->test(), 9);
    find<QComboBox>("stateFilter")->setCurrentIndex(1); // failing: where id % 10 != id % 7
    QTRY_VERIFY(!m_window->tests().isLoading() && qint64(m_window->tests().rows().size()) < manyTests);
    Q_EMIT workspace().testActivated(69);
    QTRY_COMPARE(page->test(), 69);
    QTest::keyClick(page, Qt::Key_Right); // 70 to 76 are 0 to 6 both ways
    QTRY_COMPARE(page->test(), 77);
    find<QCheckBox>("newestFirst")->setChecked(true);
    QTest::keyClick(page, Qt::Key_Right);
    QTRY_COMPARE(page->test(), 69);
}

void TestWindowFiles::unexpectedErrorsGiveAMessage()
{
    m_window->showUnexpectedError(QStringLiteral("boom"));
    QVERIFY(m_window->messageBar()->isVisible());
    QVERIFY(m_window->messageBar()->text().contains(QStringLiteral("boom")));
    QObject thrower;
    QMetaObject::invokeMethod(
        &thrower, [] { throw std::runtime_error("out of the event loop"); }, Qt::QueuedConnection);
    QSignalSpy caught(static_cast<Application *>(qApp), &Application::unexpectedError);
    QTRY_COMPARE(caught.size(), 1);
    QCOMPARE(caught.first().first().toString(), QStringLiteral("out of the event loop"));
}

void TestWindowFiles::geometryIsKept()
{
    m_window->resize(1300, 790);
    const QSize size = m_window->size();
    m_window->close();
    m_window = std::make_unique<MainWindow>();
    QCOMPARE(m_window->size(), size);
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestWindowFiles test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_window_files.moc"
