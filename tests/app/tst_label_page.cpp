// SPDX-License-Identifier: GPL-3.0-or-later
// Labelling by keyboard in the real window: speed, undo, restart, blindness, orders of labellers.
#include "tests/app/label_page_fixture.h"

#include "app/gui/label/answer_panel.h"
#include "widgets/label_image.h"

#include <QCommandLinkButton>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QRegularExpression>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableWidget>

using namespace mutascope;
using namespace mutascope::gui;

class TestLabelPage : public QObject, protected LabelPageFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_label_page")); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QObject::connect")));
        makeWindow();
    }
    void cleanup() { closeWindow(); }

    void firstTimeUserStartsInThreeClicks();
    void hundredImagesByKeyboard();
    void goesOnWhereItWasLeft();
    void twoLabellersHaveTheirOwnOrders();
    void verdictsAskForTheClass();
    void nothingTellsWhatIsHidden();
    void keysPressedTooSoonAreNoVerdict();
    void notesAreStored();
    void skipBackAndJump();
    void trainingTellsTheAnswer();
    void lockedSessionIsSaid();
    void leavingThePageFreesTheSession();
};

void TestLabelPage::firstTimeUserStartsInThreeClicks()
{
    addDrawnRun(path("a.mscope"), 40, "deephunter");
    QTest::mouseClick(find<QCommandLinkButton>("labelImages"), Qt::LeftButton); // one
    auto *dialog = m_window->findChild<QFileDialog *>();
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(path("a.mscope")); // two: a double click on the file
    dialog->close();
    QTRY_COMPARE(m_window->page(), MainWindow::Label);
    QTRY_VERIFY(!page()->overview()->isReading());
    find<QComboBox>("labeller")->setEditText(QStringLiteral("Ann"));
    QTest::mouseClick(find<QPushButton>("startLabelling"), Qt::LeftButton); // three
    QTRY_COMPARE(view()->state(), LabelView::State::Instructions);
    key(Qt::Key_Return);
    QVERIFY(waitJudging());
    QVERIFY(!view()->shown().image.isNull());
    QVERIFY(view()->protocol().namesClass);
    QVERIFY(view()->protocol().blind());
}

void TestLabelPage::hundredImagesByKeyboard()
{
    addDrawnRun(path("a.mscope"), 100, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    QElapsedTimer clock;
    clock.start();
    const Qt::Key keys[] = {Qt::Key_3, Qt::Key_X, Qt::Key_7, Qt::Key_U, Qt::Key_0};
    for (int image = 0; image < 100; ++image) {
        QVERIFY2(answer(keys[image % 5]), qPrintable(QString::number(image)));
        if (image % 20 == 10) { // five times: taken back and given again
            QVERIFY(step(Qt::Key_Z, Qt::ControlModifier));
            QCOMPARE(view()->shown().progress.done, image);
            QVERIFY(answer(keys[image % 5]));
        }
    }
    QVERIFY2(clock.elapsed() < 60'000, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(view()->state(), LabelView::State::Finished);
    view()->end();
    QTRY_VERIFY(!page()->isBlind());
    const QList<LabelVerdict> verdicts = stored("Ann");
    QCOMPARE(verdicts.size(), 100);
    const auto count = [&](const LabelVerdict &verdict) { return verdicts.count(verdict); };
    QCOMPARE(count({LabelAnswer::Seen, 3, {}}), 20);
    QCOMPARE(count({LabelAnswer::Invalid, std::nullopt, {}}), 20);
    QCOMPARE(count({LabelAnswer::Seen, 7, {}}), 20);
    QCOMPARE(count({LabelAnswer::Unsure, std::nullopt, {}}), 20);
    QCOMPARE(count({LabelAnswer::Seen, 0, {}}), 20);
}

void TestLabelPage::goesOnWhereItWasLeft()
{
    addDrawnRun(path("a.mscope"), 30, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    for (int image = 0; image < 5; ++image)
        QVERIFY(answer(Qt::Key_1));
    const QImage image = view()->shown().image;
    QCOMPARE(view()->shown().position, 5);
    m_window = std::make_unique<MainWindow>(); // the program again: the one before is gone with all it had
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    QCOMPARE(view()->shown().position, 5);
    QCOMPARE(view()->shown().image, image);
    QVERIFY(view()->shown().canUndo); // of what was said before the restart
    QVERIFY(step(Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(view()->shown().position, 4);
}

void TestLabelPage::twoLabellersHaveTheirOwnOrders()
{
    addDrawnRun(path("a.mscope"), 30, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    QMap<QString, QList<QImage>> orders;
    for (const QString &name : {QStringLiteral("Ann"), QStringLiteral("Ben"), QStringLiteral("Ann")}) {
        begin(name);
        QVERIFY(step(Qt::Key_Right)); // wherever it begins
        find<QSpinBox>("labelJump")->setValue(1);
        QTest::mouseClick(find<QPushButton>("step-jump"), Qt::LeftButton);
        QTRY_COMPARE(view()->shown().position, 0);
        QVERIFY(waitJudging());
        QList<QImage> order{view()->shown().image};
        for (int image = 1; image < 30; ++image) {
            QVERIFY(step(Qt::Key_Right));
            order.append(view()->shown().image);
        }
        if (orders.contains(name))
            QCOMPARE(order, orders[name]); // the same again
        orders[name] = order;
        view()->end();
        QTRY_VERIFY(!page()->isBlind() && !page()->overview()->isReading());
    }
    QVERIFY(orders[QStringLiteral("Ann")] != orders[QStringLiteral("Ben")]);
    for (const QImage &image : orders[QStringLiteral("Ann")])
        QVERIFY(orders[QStringLiteral("Ben")].contains(image));
}

void TestLabelPage::verdictsAskForTheClass()
{
    addDrawnRun(path("a.mscope"), 12, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol(LabelQuestion::Verdict));
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    QVERIFY(!view()->shown().seedImage.isNull()); // the original stands beside it
    QVERIFY(answer(Qt::Key_V));
    QVERIFY(answer(Qt::Key_X));
    key(Qt::Key_L);
    QVERIFY(view()->answers()->isChoosingClass());
    key(Qt::Key_Escape);
    QVERIFY(!view()->answers()->isChoosingClass());
    QCOMPARE(view()->shown().progress.done, 2);
    key(Qt::Key_L);
    QVERIFY(answer(Qt::Key_4));
    key(Qt::Key_L);
    key(Qt::Key_K); // the first letter of each class here
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("ind h"));
    QVERIFY(answer(Qt::Key_Return));
    view()->end();
    QTRY_VERIFY(!page()->isBlind());
    const QList<LabelVerdict> verdicts = stored("Ann");
    QCOMPARE(verdicts.size(), 4);
    QCOMPARE(verdicts.count({LabelAnswer::ValidSame, std::nullopt, {}}), 1);
    QCOMPARE(verdicts.count({LabelAnswer::Invalid, std::nullopt, {}}), 1);
    QCOMPARE(verdicts.count({LabelAnswer::ValidOther, 4, {}}), 1);
    QCOMPARE(verdicts.count({LabelAnswer::ValidOther, 7, {}}), 1); // "kind h7"
}

// Whatever the window shows or tells: texts, tool tips, names for screen readers, title, status bar.
void TestLabelPage::nothingTellsWhatIsHidden()
{
    addDrawnRun(path("deepsmart.mscope"), 20, "deepsmart");
    LabelProtocol other = plainProtocol();
    storeProtocol(path("deepsmart.mscope"), other);
    open(path("deepsmart.mscope"));
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("deepsmart"))); // the file's name would tell
    begin(QStringLiteral("Zoe"));
    QVERIFY(answer(Qt::Key_1));
    view()->end();
    QTRY_VERIFY(!page()->isBlind() && !page()->overview()->isReading());
    begin(QStringLiteral("Ann"));
    QVERIFY(page()->isBlind());
    QVERIFY(!view()->shown().expected);
    QVERIFY(!view()->shown().predicted);
    QVERIFY(view()->shown().others.isEmpty());
    QVERIFY(view()->shown().seedImage.isNull());
    QStringList texts{m_window->windowTitle(), m_window->statusBar()->currentMessage()};
    for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
        if (!widget->isVisibleTo(m_window.get()))
            continue;
        texts << widget->toolTip() << widget->accessibleName() << widget->accessibleDescription()
              << widget->statusTip() << widget->whatsThis() << widget->windowTitle();
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            texts << label->text();
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            texts << button->text();
        if (const auto *line = qobject_cast<const QLineEdit *>(widget))
            texts << line->text() << line->placeholderText();
    }
    for (const QString &text : texts)
        for (const char *secret : {"deepsmart", "DeepSmart", "Zoe", "nc:0.75", "failing"})
            QVERIFY2(!text.contains(QLatin1String(secret), Qt::CaseInsensitive), qPrintable(text));
}

// A key pressed twice by accident must not judge an image that nobody has seen.
void TestLabelPage::keysPressedTooSoonAreNoVerdict()
{
    addDrawnRun(path("a.mscope"), 12, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    key(Qt::Key_2);
    QCOMPARE(view()->state(), LabelView::State::Confirming);
    QVERIFY(view()->image()->badge().contains(QStringLiteral("kind c2")));
    key(Qt::Key_2);
    key(Qt::Key_2);
    QVERIFY(waitJudging());
    QCOMPARE(view()->shown().progress.done, 1);
    QVERIFY(view()->image()->badge().isEmpty());
    QVERIFY(answer(Qt::Key_5));
    QCOMPARE(view()->shown().progress.done, 2);
}

void TestLabelPage::notesAreStored()
{
    addDrawnRun(path("a.mscope"), 12, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    key(Qt::Key_N);
    auto *note = find<QLineEdit>("labelNote");
    QCOMPARE(QApplication::focusWidget(), note);
    QTest::keyClicks(note, QStringLiteral("x marks 3 spots")); // letters and digits, no verdicts
    QCOMPARE(view()->shown().progress.done, 0);
    key(Qt::Key_Return);
    QCOMPARE(QApplication::focusWidget(), view()->image());
    QVERIFY(answer(Qt::Key_4));
    QVERIFY(note->text().isEmpty());
    QVERIFY(step(Qt::Key_Backspace));
    QCOMPARE(note->text(), QStringLiteral("x marks 3 spots"));
    view()->end();
    QTRY_VERIFY(!page()->isBlind());
    QCOMPARE(stored("Ann"), (QList<LabelVerdict>{{LabelAnswer::Seen, 4, "x marks 3 spots"}}));
}

void TestLabelPage::skipBackAndJump()
{
    addDrawnRun(path("a.mscope"), 12, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    const QImage first = view()->shown().image;
    key(Qt::Key_Space);
    QTRY_COMPARE(view()->shown().progress.skipped, 1);
    QVERIFY(view()->shown().image != first);
    for (int image = 0; image < 11; ++image) {
        QVERIFY(waitJudging());
        QVERIFY(answer(Qt::Key_6));
    }
    QVERIFY(waitJudging());
    QCOMPARE(view()->shown().image, first); // again at the end
    QVERIFY(view()->shown().skipped);
    QVERIFY(find<QLabel>("labelFacts")->text().contains(QStringLiteral("skipped")));
    key(Qt::Key_G, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), find<QSpinBox>("labelJump"));
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("3"));
    QVERIFY(step(Qt::Key_Return));
    QCOMPARE(view()->shown().position, 2);
    QVERIFY(view()->shown().word);
    QCOMPARE(view()->shown().word->seenClass, 6);
    QVERIFY(view()->answers()->pad()->button(QStringLiteral("class-6"))->isCurrent());
    QVERIFY(step(Qt::Key_End)); // the next without an answer
    QCOMPARE(view()->shown().image, first);
}

void TestLabelPage::trainingTellsTheAnswer()
{
    addDrawnRun(path("a.mscope"), 12, "deephunter");
    LabelProtocol protocol = plainProtocol();
    protocol.training = {{1, 3, {LabelAnswer::Seen, 3, {}}, "the bar is in the fourth place"},
                         {1, 5, {LabelAnswer::Seen, 5, {}}, ""}};
    protocol.instructions = "Look at the bar.";
    protocol.examples = {{1, 1, {LabelAnswer::Seen, 1, {}}, "second place"}};
    storeProtocol(path("a.mscope"), protocol);
    open(path("a.mscope"));
    find<QComboBox>("labeller")->setEditText(QStringLiteral("Ann"));
    QTest::mouseClick(find<QPushButton>("startLabelling"), Qt::LeftButton);
    QTRY_COMPARE(view()->state(), LabelView::State::Instructions); // first of all
    QCOMPARE(find<QLabel>("instructionsText")->text(), QStringLiteral("Look at the bar."));
    key(Qt::Key_Return);
    QVERIFY(waitJudging());
    QVERIFY(view()->shown().training);
    QTRY_VERIFY(find<QLabel>("labelFacts")->isVisible());
    const auto padAt = [this] { return view()->answers()->pad()->mapTo(view(), QPoint()); };
    const QPoint trained = padAt();
    int told = 0;
    for (int item = 0; item < 2; ++item) {
        key(Qt::Key_9); // wrong in both
        QTRY_COMPARE(view()->state(), LabelView::State::Feedback);
        const QString text = find<QLabel>("feedbackText")->text();
        QVERIFY(text.contains(QStringLiteral("kind d3")) || text.contains(QStringLiteral("kind f5")));
        told += text.contains(QStringLiteral("fourth place")) ? 1 : 0;
        key(Qt::Key_5); // no verdict now
        QCOMPARE(view()->state(), LabelView::State::Feedback);
        key(Qt::Key_Return);
        QVERIFY(waitJudging());
    }
    QCOMPARE(told, 1);
    QVERIFY(!view()->shown().training);
    QTRY_VERIFY(!find<QLabel>("labelFacts")->isVisible());
    QCOMPARE(padAt(), trained); // who answers by mouse need not look for the buttons
    key(Qt::Key_F1);
    QCOMPARE(view()->state(), LabelView::State::Instructions);
    key(Qt::Key_Escape);
    QCOMPARE(view()->state(), LabelView::State::Judging);
    find<QSpinBox>("labelJump")->setValue(14); // the last of all, the training counted
    QTest::mouseClick(find<QPushButton>("step-jump"), Qt::LeftButton);
    QTRY_COMPARE(view()->shown().position, 13);
    QVERIFY(waitJudging());
    QVERIFY(!find<QPushButton>("step-forward")->isEnabled());
    QVERIFY(step(Qt::Key_Backspace));
    QVERIFY(find<QPushButton>("step-forward")->isEnabled());
}

void TestLabelPage::lockedSessionIsSaid()
{
    addDrawnRun(path("a.mscope"), 12, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    {
        const SessionStore other(bridge::toPath(path("a.mscope")), SessionStore::Mode::ReadWrite);
        pressStart(QStringLiteral("Ann"));
        QTRY_VERIFY(m_window->messageBar()->isVisible());
        QTRY_VERIFY(page()->overview()->isVisible());
    }
    begin(QStringLiteral("Ann"));
    QVERIFY(answer(Qt::Key_1));
}

void TestLabelPage::leavingThePageFreesTheSession()
{
    addDrawnRun(path("a.mscope"), 12, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    key(Qt::Key_1);
    m_window->setPage(MainWindow::Tests);
    QTRY_VERIFY(!page()->isBlind());
    const SessionStore writer(bridge::toPath(path("a.mscope")), SessionStore::Mode::ReadWrite);
    QCOMPARE(stored("Ann").size(), 1); // what was pressed before leaving counts
    QVERIFY(m_window->windowTitle().contains(QStringLiteral("a.mscope")));
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestLabelPage test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_label_page.moc"
