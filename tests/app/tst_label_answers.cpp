// SPDX-License-Identifier: GPL-3.0-or-later
// How answers are given beside the keyboard, and what is said when there are no more to give.
#include "tests/app/label_page_fixture.h"

#include "app/gui/label/answer_panel.h"
#include "widgets/label_pad.h"

#include <QPointingDevice>
#include <QTableWidget>
#include <memory>

using namespace mutascope;
using namespace mutascope::gui;

class TestLabelAnswers : public QObject, protected LabelPageFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_label_answers")); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void finishedIsSaid();
    void aFingerAnswers();
};

void TestLabelAnswers::finishedIsSaid()
{
    addDrawnRun(path("a.mscope"), 3, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    for (int image = 0; image < 3; ++image)
        QVERIFY(answer(Qt::Key_1));
    QCOMPARE(view()->state(), LabelView::State::Finished);
    QVERIFY(find<QLabel>("labelFinished")->text().contains(QStringLiteral("All 3")));
    key(Qt::Key_Z, Qt::ControlModifier); // the last one, after all
    QVERIFY(waitJudging());
    QCOMPARE(view()->shown().progress.done, 2);
    leave();
    QTRY_VERIFY(find<QPushButton>("startLabelling")->text().contains(QStringLiteral("Continue")));
    begin(QStringLiteral("Ann"));
    QVERIFY(answer(Qt::Key_2));
    key(Qt::Key_Return);
    QTRY_VERIFY(page()->overview()->isVisible());
    QTRY_COMPARE(find<QTableWidget>("protocolTable")->item(0, 3)->text().left(3), QStringLiteral("100"));
    QTRY_VERIFY(find<QPushButton>("startLabelling")->text().contains(QStringLiteral("my &answers")));
    find<QComboBox>("labeller")->setEditText(QStringLiteral("Bo"));
    QVERIFY(find<QPushButton>("startLabelling")->text().contains(QStringLiteral("&Start")));
}

// A touch that no widget takes becomes a click, unless one swallows it.
void TestLabelAnswers::aFingerAnswers()
{
    addDrawnRun(path("a.mscope"), 3, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    const std::unique_ptr<QPointingDevice> screen(QTest::createTouchDevice());
    auto *button = view()->answers()->pad()->button(QStringLiteral("invalid"));
    QTRY_VERIFY(button->isVisible());
    m_window->move(-600, 0); // a finger is felt on the screen only, here 800 pixels wide
    QTest::touchEvent(button, screen.get()).press(0, button->rect().center(), button);
    QTest::touchEvent(button, screen.get()).release(0, button->rect().center(), button);
    QTRY_COMPARE(view()->shown().progress.done, 1);
    QCOMPARE(stored("Ann"), (QList<LabelVerdict>{{LabelAnswer::Invalid, std::nullopt, ""}}));
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestLabelAnswers test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_label_answers.moc"
