// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a lesson in the real window by its buttons, and looks at each step whether the pages say the same.
#pragma once
#include "tests/app/window_fixture.h"

#include "app/gui/tree/lesson_dock.h"
#include "app/gui/tree/lesson_pointer.h"
#include "app/gui/tree/tree_page.h"

namespace mutascope::gui {

constexpr int stepWait = 240'000; // the longest step is a run: seconds, minutes on a busy machine

class LessonPlayer : protected WindowFixture {
protected:
    LessonDock &lessons() const { return *m_window->lessons(); }
    const bridge::TreeMoment &moment() const { return m_window->treePage()->frame().moment; }
    QString text() const { return find<QLabel>("lessonText")->text(); }
    void press(const char *button) { QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton); }
    bool isShown() const;
    bool comesToShow() const;
    bool goTo(int step);
    void playToTheEnd();
    void playToTheStart();
    void checkRun();
    void checkThumbnails();
    QString stateOfTree() const;
    void picture(const QString &name) const;

    QMap<int, QString> m_states; // of the tree, at the steps that walk through it
};

// The step is ready, and the ring lies around the visible widget that it speaks about.
inline bool LessonPlayer::isShown() const
{
    const QWidget *target = lessons().target();
    const auto *ring = m_window->findChild<LessonPointer *>();
    if (!lessons().isReady() || !target || !target->isVisible() || !ring->isVisible())
        return false;
    const QRect around(ring->mapTo(m_window.get(), QPoint()), ring->size());
    return around.intersects({target->mapTo(m_window.get(), QPoint()), target->size()})
        && find<QPushButton>("lessonNext")->isEnabled();
}

inline bool LessonPlayer::comesToShow() const
{
    return QTest::qWaitFor([this] { return isShown(); }, stepWait);
}

// By the buttons, one step after the other, each as soon as it is ready.
inline bool LessonPlayer::goTo(int step)
{
    bool shown = comesToShow();
    while (shown && lessons().step() != step) {
        const int before = lessons().step();
        press(before < step ? "lessonNext" : "lessonBack");
        shown = lessons().step() == before + (before < step ? 1 : -1) && comesToShow();
    }
    if (!shown)
        picture(QStringLiteral("stuck"));
    return shown;
}

inline QString LessonPlayer::stateOfTree() const
{
    const bridge::TreeFrame &frame = m_window->treePage()->frame();
    return QStringLiteral("%1/%2: %3 nodes, root %4, %5")
        .arg(frame.moment.position)
        .arg(frame.moment.events)
        .arg(frame.items ? frame.items->size() : 0)
        .arg(frame.moment.root)
        .arg(m_window->treePage()->speech());
}

inline void LessonPlayer::playToTheEnd()
{
    for (int step = 0; step < lessons().steps(); ++step) {
        QVERIFY(goTo(step));
        QVERIFY(!text().isEmpty() && !find<QLabel>("lessonTitle")->text().isEmpty());
        QCOMPARE(find<QPushButton>("lessonBack")->isEnabled(), step > 0);
        if (m_window->page() == MainWindow::Tree)
            m_states.insert(step, stateOfTree());
        if (!lessons().sessionFile().isEmpty())
            checkRun();
        if (m_window->page() == MainWindow::Tests)
            checkThumbnails();
        picture(QString::number(step));
    }
}

inline void LessonPlayer::checkThumbnails()
{
    const auto *grid = find<widgets::ThumbnailGrid>("testGrid");
    QTRY_VERIFY_WITH_TIMEOUT(!grid->visibleIds().isEmpty(), longWait);
    for (const qint64 id : grid->visibleIds())
        QTRY_VERIFY_WITH_TIMEOUT(grid->hasThumbnail(id), longWait);
}

// Where a step says that the run is finished, so does every page.
inline void LessonPlayer::checkRun()
{
    const bridge::RunInfo *run = workspace().currentRunInfo();
    QVERIFY(run);
    QCOMPARE(run->phase, bridge::RunPhase::Finished);
    if (m_window->page() == MainWindow::Training)
        QVERIFY2(!find<QLabel>("trainingTitle")->text().contains(QStringLiteral("nterrupted")),
                 qPrintable(find<QLabel>("trainingTitle")->text()));
}

// Every step shows what it showed on the way there, and no run is begun anew.
inline void LessonPlayer::playToTheStart()
{
    const qint64 run = workspace().currentRun();
    for (int step = lessons().steps() - 1; step >= 0; --step) {
        QVERIFY(goTo(step));
        if (m_window->page() == MainWindow::Tree)
            QCOMPARE(stateOfTree(), m_states.value(step));
        QVERIFY(!workspace().controller().isBusy());
    }
    QVERIFY(!find<QPushButton>("lessonBack")->isEnabled());
    QCOMPARE(workspace().reader().runs().size(), 1);
    QCOMPARE(workspace().currentRun(), run);
}

// For a look by eye: MUTASCOPE_LESSON_PICTURES names a folder.
inline void LessonPlayer::picture(const QString &name) const
{
    const QString folder = qEnvironmentVariable("MUTASCOPE_LESSON_PICTURES");
    if (!folder.isEmpty())
        m_window->grab().save(QStringLiteral("%1/%2-%3.png")
                                  .arg(folder, QString::fromLatin1(QTest::currentTestFunction()), name));
}

} // namespace mutascope::gui
