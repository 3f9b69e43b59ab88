// SPDX-License-Identifier: GPL-3.0-or-later
// The real window on its label page, driven by keys as at a keyboard.
#pragma once

#include "tests/app/label_session.h"
#include "tests/app/window_fixture.h"

#include "app/gui/label/label_overview.h"
#include "app/gui/label/label_page.h"
#include "app/gui/label/label_view.h"

namespace mutascope::gui {

class LabelPageFixture : public WindowFixture {
protected:
    LabelPage *page() const { return m_window->labelPage(); }
    LabelView *view() const { return page()->view(); }

    bool waitFor(LabelView::State state) const
    {
        return QTest::qWaitFor([=, this] { return view()->state() == state; }, longWait);
    }
    bool waitJudging() const
    {
        return waitFor(LabelView::State::Judging)
            && QTest::qWaitFor([this] { return view()->shown().position >= 0; }, longWait);
    }
    bool waitReading() const
    {
        return QTest::qWaitFor([this] { return !page()->overview()->isReading(); }, longWait);
    }

    void open(const QString &file)
    {
        workspace().openSession(file);
        QTRY_COMPARE_WITH_TIMEOUT(workspace().reader().file(), file, longWait);
        m_window->setPage(MainWindow::Label);
        QVERIFY(waitReading());
        QTRY_VERIFY(!page()->overview()->protocols().isEmpty());
        QVERIFY(waitReading());
    }

    void pressStart(const QString &labeller)
    {
        find<QComboBox>("labeller")->setEditText(labeller);
        QTest::mouseClick(find<QPushButton>("startLabelling"), Qt::LeftButton);
    }

    void begin(const QString &labeller)
    {
        pressStart(labeller);
        QVERIFY(QTest::qWaitFor(
            [this] {
                return view()->state() == LabelView::State::Judging
                    || view()->state() == LabelView::State::Instructions;
            },
            longWait));
        if (view()->state() == LabelView::State::Instructions)
            key(Qt::Key_Return);
        QVERIFY(waitJudging());
    }

    void leave()
    {
        view()->end();
        QVERIFY(QTest::qWaitFor([this] { return !page()->isBlind(); }, longWait));
        QVERIFY(waitReading());
    }

    // What has the focus gets the key, as at a real keyboard.
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        if (!QApplication::focusWidget())
            m_window->activateWindow(); // without a window manager nobody does behind a dialog
        QTRY_VERIFY(QApplication::focusWidget());
        QWidget *focus = QApplication::focusWidget();
        QTest::keyClick(focus, key, modifiers);
    }

    // One key, then the next image; false where that does not come.
    bool answer(Qt::Key pressed)
    {
        const qint64 before = view()->shown().progress.done;
        key(pressed);
        return QTest::qWaitFor(
            [&] {
                return view()->shown().progress.done == before + 1
                    && view()->state() != LabelView::State::Confirming;
            },
            longWait);
    }

    bool step(Qt::Key pressed, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        const qint64 before = view()->shown().position;
        key(pressed, modifiers);
        return QTest::qWaitFor([&] { return view()->shown().position != before; }, longWait) && waitJudging();
    }

    // Current verdicts of the newest protocol.
    QList<LabelVerdict> stored(const std::string &labeller) const
    {
        const LabelStore store(bridge::toPath(path("a.mscope")), LabelStore::Mode::ReadOnly);
        const LabelProtocol protocol = store.protocols().back();
        QList<LabelVerdict> verdicts;
        for (const ItemLabels &item : store.labels(protocol.uuid, protocol.version))
            for (const ItemLabels::One &one : item.labels)
                if (store.labeller(one.labeller).name == labeller)
                    verdicts.append(one.verdict);
        return verdicts;
    }
};

} // namespace mutascope::gui
