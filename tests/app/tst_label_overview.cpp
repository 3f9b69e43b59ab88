// SPDX-License-Identifier: GPL-3.0-or-later
// The overview of labelling: agreement, disputed images and decisions, protocols, hand-outs, merging,
// filters.
#include "tests/app/label_page_fixture.h"

#include "app/gui/label/adjudication_view.h"
#include "app/gui/label/disputes_panel.h"
#include "app/gui/label/hand_out_dialog.h"
#include "app/gui/label/keys_dialog.h"
#include "app/gui/label/protocol_dialog.h"
#include "widgets/label_key_editor.h"
#include "widgets/label_validity_plot.h"
#include "widgets/share_table.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QKeySequenceEdit>
#include <QRadioButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTabWidget>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>

using namespace mutascope;
using namespace mutascope::gui;

class TestLabelOverview : public QObject, protected LabelPageFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_label_overview")); }
    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("QObject::connect")));
        makeWindow();
    }
    void cleanup() { closeWindow(); }

    void withoutASessionItSaysWhatToDo();
    void agreementOfTwoLabellers();
    void disputedImagesAreDecided();
    void validityOverSizeAndCoverage();
    void protocolIsMadeInTheDialog();
    void dialogSaysWhatIsWrong();
    void handOutIsLabelledAndMerged();
    void testsAreFilteredByVerdict();
    void keysAreChangedAndKept();
    void everyControlHasANameAndTheFocus();

private:
    // The first labeller says the class of the seed about each test, the second so about all but the last
    // few, of which they say that they show nothing.
    void labelTwice(int tests, int differing);
};

void TestLabelOverview::labelTwice(int tests, int differing)
{
    const QString file = path("a.mscope");
    addDrawnRun(file, tests, "deephunter");
    const LabelProtocol protocol = storeProtocol(file, plainProtocol());
    LabelStore store(bridge::toPath(file), LabelStore::Mode::ReadWrite);
    for (const char *name : {"Ann", "Ben"}) {
        const Labeller labeller = store.labellerNamed(name);
        store.join(protocol.uuid, protocol.version, labeller.uuid);
        for (const LabelItem &item : store.items(protocol.uuid, protocol.version)) {
            LabelEvent event;
            event.protocolUuid = protocol.uuid;
            event.protocolVersion = protocol.version;
            event.labeller = labeller.uuid;
            event.item = item.uuid;
            event.milliseconds = 1500;
            const bool differs = labeller.name == "Ben" && item.test > tests - differing;
            event.answer = differs ? LabelAnswer::Invalid : LabelAnswer::Seen;
            if (!differs)
                event.seenClass = item.expected;
            store.append(event);
        }
    }
}

void TestLabelOverview::withoutASessionItSaysWhatToDo()
{
    m_window->setPage(MainWindow::Label);
    QVERIFY(find<QLabel>("labelHint")->isVisible());
    QVERIFY(find<QLabel>("labelHint")->text().contains(QStringLiteral("session")));
}

void TestLabelOverview::agreementOfTwoLabellers()
{
    labelTwice(40, 10);
    open(path("a.mscope"));
    auto *table = find<QTableWidget>("agreementTable");
    QTRY_VERIFY_WITH_TIMEOUT(table->isVisible(), longWait);
    QCOMPARE(table->rowCount(), 5);
    QCOMPARE(table->item(0, 1)->text(), QLocale().toString(0.75, 'f', 3)); // 30 of 40 are the same
    for (int row = 1; row < 5; ++row) // ten classes: chance is about a tenth
        QVERIFY(QLocale().toDouble(table->item(row, 1)->text()) > 0.65);
    QVERIFY(table->item(0, 2)->text().contains(QStringLiteral("…")));
    const auto *confusion = find<widgets::ShareTable>("agreementConfusion");
    qint64 same = 0;
    qint64 all = 0;
    const auto &data = confusion->data();
    for (int row = 0; row < data.rows.size(); ++row)
        for (int column = 0; column < data.columns.size(); ++column) {
            const qint64 count = data.cells[std::size_t(row * data.columns.size() + column)].part;
            all += count;
            same += data.rows[row] == data.columns[column] ? count : 0;
        }
    QCOMPARE(all, 40);
    QCOMPARE(same, 30);
    auto *labellers = find<QTableWidget>("labellerTable");
    QCOMPARE(labellers->rowCount(), 2);
    QCOMPARE(labellers->item(0, 0)->text(), QStringLiteral("Ann"));
    QCOMPARE(labellers->item(1, 1)->text(), QStringLiteral("40"));
    find<QComboBox>("agreementQuestion")->setCurrentIndex(1); // valid or not
    QCOMPARE(table->item(0, 1)->text(), QLocale().toString(0.75, 'f', 3));
    find<QComboBox>("agreementGroup")->setCurrentIndex(1); // of one class: 3 of 4 again
    QCOMPARE(table->item(0, 1)->text(), QLocale().toString(0.75, 'f', 3));
}

void TestLabelOverview::disputedImagesAreDecided()
{
    labelTwice(20, 3);
    open(path("a.mscope"));
    page()->overview()->tabs()->setCurrentIndex(1);
    QTRY_COMPARE_WITH_TIMEOUT(page()->overview()->disputes()->items().size(), 3, longWait);
    QVERIFY(find<QLabel>("disputesCount")->text().startsWith(QLatin1Char('3')));
    find<QComboBox>("labeller")->setEditText(QString());
    QTest::mouseClick(find<QPushButton>("decide"), Qt::LeftButton);
    QVERIFY(m_window->messageBar()->isVisible()); // whose decisions?
    find<QComboBox>("labeller")->setEditText(QStringLiteral("Cleo"));
    QTest::mouseClick(find<QPushButton>("decide"), Qt::LeftButton);
    AdjudicationView *decisions = page()->adjudication();
    QTRY_COMPARE(decisions->current(), 0);
    QStringList said;
    for (const QFrame *card : decisions->findChildren<QFrame *>())
        said.append(card->accessibleName());
    QVERIFY(said.filter(QStringLiteral("Ann says: kind")).size() == 1);
    QVERIFY(said.filter(QStringLiteral("Ben says: Invalid")).size() == 1);
    key(Qt::Key_X);
    QTRY_COMPARE(decisions->current(), 1);
    key(Qt::Key_Space); // later
    QTRY_COMPARE(decisions->current(), 2);
    key(Qt::Key_4);
    QTRY_COMPARE(decisions->current(), -1);
    QTRY_COMPARE(decisions->decided(), 2);
    QTest::mouseClick(find<QAbstractButton>("adjudicationLeave"), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page()->overview()->disputes()->items().size(), 1, longWait);
    const LabelStore store(bridge::toPath(path("a.mscope")), LabelStore::Mode::ReadOnly);
    const LabelProtocol protocol = store.protocols().back();
    QList<LabelVerdict> decided;
    for (const ItemLabels &item : store.labels(protocol.uuid, protocol.version)) {
        QCOMPARE(item.labels.size(), std::size_t(2)); // what they said stays as it was
        for (const ItemLabels::One &one : item.adjudications)
            decided.append(one.verdict);
    }
    QCOMPARE(decided.size(), 2);
    QVERIFY(decided.contains(LabelVerdict{LabelAnswer::Invalid, std::nullopt, {}}));
    QVERIFY(decided.contains(LabelVerdict{LabelAnswer::Seen, 4, {}}));
}

void TestLabelOverview::validityOverSizeAndCoverage()
{
    labelTwice(40, 10);
    open(path("a.mscope"));
    page()->overview()->tabs()->setCurrentIndex(2);
    auto *size = find<widgets::LabelValidityPlot>("validityOverSize");
    QTRY_VERIFY_WITH_TIMEOUT(size->isVisible() && !size->bins().empty(), longWait);
    qint64 valid = 0;
    qint64 judged = 0;
    for (const widgets::ValidityBin &bin : size->bins()) {
        valid += bin.valid;
        judged += bin.judged;
        QVERIFY(bin.from <= bin.share() && bin.share() <= bin.to);
    }
    QCOMPARE(valid, 30); // the ten that are disputed are undecided
    QCOMPARE(judged, 30);
    QVERIFY(find<QLabel>("validityWords")->text().contains(QStringLiteral("10 are undecided")));
    const auto *coverage = find<widgets::LabelValidityPlot>("validityOverCoverage");
    QVERIFY(coverage->isVisible());
    QVERIFY(coverage->bins().front().low >= 0.5 && coverage->bins().back().high <= 50); // per cent
    QVERIFY(size->parentWidget()->findChild<QToolButton *>()->isVisible()); // which saves it
    QTemporaryDir saved;
    QVERIFY(size->exportTo(saved.filePath(QStringLiteral("size.svg"))));
    QVERIFY(size->exportTo(saved.filePath(QStringLiteral("size.csv"))));
    QFile file(saved.filePath(QStringLiteral("size.csv")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readLine(), QByteArray("from,to,judged,valid,valid_share,interval_low,interval_high\n"));
    qint64 written = 0;
    while (!file.atEnd())
        written += file.readLine().split(',').value(2).toLongLong();
    QCOMPARE(written, 30);
}

void TestLabelOverview::protocolIsMadeInTheDialog()
{
    addDrawnRun(path("a.mscope"), 60, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    QTest::mouseClick(find<QPushButton>("newProtocol"), Qt::LeftButton);
    QTRY_VERIFY(m_window->findChild<ProtocolDialog *>());
    auto *dialog = m_window->findChild<ProtocolDialog *>();
    dialog->findChild<QLineEdit *>(QStringLiteral("protocolName"))->setText(QStringLiteral("Triage"));
    dialog->findChild<QRadioButton *>(QStringLiteral("askVerdict"))->setChecked(true);
    QVERIFY(!dialog->problem().isEmpty()); // same class as what?
    dialog->findChild<QCheckBox *>(QStringLiteral("hidesSeed"))->setChecked(false);
    QCOMPARE(dialog->problem(), QString());
    dialog->findChild<QRadioButton *>(QStringLiteral("testsSample"))->setChecked(true);
    dialog->findChild<QSpinBox *>(QStringLiteral("sampleSize"))->setValue(25);
    dialog->findChild<QSpinBox *>(QStringLiteral("repeats"))->setValue(3);
    const bridge::LabelProtocolValues wanted = dialog->values();
    QTest::mouseClick(dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QTRY_COMPARE_WITH_TIMEOUT(page()->overview()->protocols().size(), 2, longWait);
    QVERIFY(waitReading());
    const bridge::LabelProtocolInfo *made = page()->overview()->current();
    QVERIFY(made); // it is the chosen one
    QCOMPARE(made->values.name, QStringLiteral("Triage"));
    QVERIFY(!made->values.namesClass);
    QCOMPARE(made->values.classNames.size(), labelClasses);
    QCOMPARE(made->items, qint64(25 + wanted.cleanChecks + wanted.invalidChecks + 3));
    begin(QStringLiteral("Ann"));
    QVERIFY(!view()->shown().seedImage.isNull());
    leave();
}

void TestLabelOverview::dialogSaysWhatIsWrong()
{
    addDrawnRun(path("a.mscope"), 10, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    QTest::mouseClick(find<QPushButton>("newProtocol"), Qt::LeftButton);
    QTRY_VERIFY(m_window->findChild<ProtocolDialog *>());
    auto *dialog = m_window->findChild<ProtocolDialog *>();
    auto *make = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    QVERIFY(make->isEnabled());
    auto *name = dialog->findChild<QLineEdit *>(QStringLiteral("protocolName"));
    name->clear();
    QVERIFY(!make->isEnabled());
    QVERIFY(dialog->problem().contains(QStringLiteral("name")));
    name->setText(QStringLiteral("again"));
    QVERIFY(make->isEnabled());
    dialog->findChild<QSpinBox *>(QStringLiteral("labelsPerTest"))->setValue(3);
    QVERIFY(!make->isEnabled()); // of how many labellers?
    dialog->findChild<QSpinBox *>(QStringLiteral("labellers"))->setValue(5);
    QVERIFY2(make->isEnabled(), qPrintable(dialog->problem()));
    dialog->reject();
}

// On another computer, so to say: nothing there tells what the labeller must not know; then back.
void TestLabelOverview::handOutIsLabelledAndMerged()
{
    addDrawnRun(path("a.mscope"), 5, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    QTest::mouseClick(find<QPushButton>("handOut"), Qt::LeftButton);
    auto *dialog = m_window->findChild<HandOutDialog *>();
    QVERIFY(dialog);
    dialog->findChild<QLineEdit *>(QStringLiteral("handOutLabeller"))->setText(QStringLiteral("Dana O."));
    const QString file = dialog->findChild<QLineEdit *>(QStringLiteral("handOutFile"))->text();
    QCOMPARE(QFileInfo(file).fileName(), QStringLiteral("a-Dana-O..mscope"));
    QTest::mouseClick(dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(m_window->messageBar()->isVisible(), longWait);
    QVERIFY2(QFileInfo::exists(file), qPrintable(m_window->messageBar()->text()));

    m_window->setPage(MainWindow::Welcome);
    workspace().openSession(file);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->page(), MainWindow::Label, longWait); // there is nothing else in it
    QVERIFY(waitReading());
    QTRY_COMPARE(page()->overview()->protocols().size(), 1);
    begin(QStringLiteral("Dana O."));
    for (int image = 0; image < 5; ++image)
        QVERIFY(answer(Qt::Key_3));
    leave();

    open(path("a.mscope"));
    for (int time = 0; time < 2; ++time) { // the second time adds nothing
        QTest::mouseClick(find<QPushButton>("mergeLabels"), Qt::LeftButton);
        auto *chooser = m_window->findChild<QFileDialog *>();
        QVERIFY(chooser);
        m_window->messageBar()->dismiss();
        Q_EMIT chooser->filesSelected({file});
        delete chooser;
        QTRY_VERIFY_WITH_TIMEOUT(m_window->messageBar()->isVisible(), longWait);
        QVERIFY2(m_window->messageBar()->text().startsWith(time == 0 ? QLatin1Char('5') : QLatin1Char('0')),
                 qPrintable(m_window->messageBar()->text()));
        QCOMPARE(stored("Dana O.").size(), 5);
    }
}

void TestLabelOverview::testsAreFilteredByVerdict()
{
    labelTwice(40, 10);
    open(path("a.mscope"));
    m_window->setPage(MainWindow::Tests);
    const auto shows = [this](const char *verdict, std::size_t count) {
        auto *filter = find<QComboBox>("verdictFilter");
        filter->setCurrentText(QLatin1String(verdict));
        return QTest::qWaitFor(
            [&] { return !m_window->tests().isLoading() && m_window->tests().rows().size() == count; });
    };
    QVERIFY(shows("Any", 40));
    QVERIFY(shows("Valid", 30));
    QVERIFY(shows("Valid, same class", 30));
    QVERIFY(shows("Valid, other class", 0));
    QVERIFY(shows("Undecided", 10));
    QVERIFY(shows("Not labelled", 0));
}

void TestLabelOverview::keysAreChangedAndKept()
{
    addDrawnRun(path("a.mscope"), 10, "deephunter");
    storeProtocol(path("a.mscope"), plainProtocol());
    open(path("a.mscope"));
    begin(QStringLiteral("Ann"));
    QTest::mouseClick(find<QAbstractButton>("labelKeys"), Qt::LeftButton);
    auto *dialog = m_window->findChild<KeysDialog *>();
    QVERIFY(dialog);
    auto *ok = dialog->findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Ok);
    dialog->editor()->editor(QStringLiteral("unsure"))->setKeySequence(Qt::Key_X);
    QVERIFY(!ok->isEnabled());
    dialog->editor()->editor(QStringLiteral("unsure"))->setKeySequence(Qt::Key_F5); // the window's key to run
    QVERIFY(ok->isEnabled());
    const QString file = path("keys.json");
    dialog->exportTo(file);
    dialog->editor()->restoreDefaults();
    dialog->importFrom(file);
    QTest::mouseClick(ok, Qt::LeftButton);
    QTRY_COMPARE(QApplication::focusWidget(), find<QWidget>("labelImage"));
    QVERIFY(answer(Qt::Key_F5)); // here it is a verdict
    leave();
    QVERIFY(stored("Ann").contains(LabelVerdict{LabelAnswer::Unsure, std::nullopt, {}}));
    begin(QStringLiteral("Ann"));
    QCOMPARE(view()->keys().keys(QStringLiteral("unsure")), QKeySequence(Qt::Key_F5)); // of this protocol
    leave();
}

void TestLabelOverview::everyControlHasANameAndTheFocus()
{
    labelTwice(20, 3);
    open(path("a.mscope"));
    begin(QStringLiteral("Cem"));
    QSet<QWidget *> reached;
    for (QWidget *widget = QApplication::focusWidget(); !reached.contains(widget);) {
        reached.insert(widget);
        key(Qt::Key_Tab);
        widget = QApplication::focusWidget();
    }
    for (QWidget *widget : view()->findChildren<QWidget *>()) {
        const bool control = widget->isVisible() && widget->isEnabled()
            && (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy();
        if (!control)
            continue;
        const auto *button = qobject_cast<QAbstractButton *>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty());
        QVERIFY2(named, qPrintable(widget->objectName() + QLatin1String(widget->metaObject()->className())));
        QVERIFY2(reached.contains(widget), qPrintable(widget->objectName()));
    }
    leave();
}

int main(int argc, char **argv)
{
    Application application(argc, argv);
    TestLabelOverview test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_label_overview.moc"
