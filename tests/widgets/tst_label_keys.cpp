// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/label_key_editor.h"

#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace mutascope::widgets;

namespace {

LabelKeys sample()
{
    const auto entry = [](const char *id, const QKeySequence &keys) {
        return LabelKey{QLatin1String(id), QStringLiteral("do ") + QLatin1String(id), keys, keys};
    };
    return LabelKeys({entry("valid", Qt::Key_V), entry("invalid", Qt::Key_X), entry("three", Qt::Key_3),
                      entry("find", Qt::Key_Slash), entry("skip", Qt::Key_Space),
                      entry("undo", Qt::CTRL | Qt::Key_Z), entry("redo", Qt::CTRL | Qt::SHIFT | Qt::Key_Z)});
}

QString meaning(const LabelKeys &keys, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    return keys.meaning(QKeyEvent(QEvent::KeyPress, key, modifiers));
}

} // namespace

class TestLabelKeys : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void strokesHaveTheirMeaning();
    void aKeyWithTwoMeaningsHasNone();
    void jsonRoundTrip();
    void damagedJsonKeepsTheUsualKeys();
    void editorTakesOneStroke();
    void editorShowsConflictsInPlace();
    void editorRestoresDefaults();
    void everyFieldHasItsName();
};

void TestLabelKeys::strokesHaveTheirMeaning()
{
    const LabelKeys keys = sample();
    QCOMPARE(meaning(keys, Qt::Key_V), QStringLiteral("valid"));
    QCOMPARE(meaning(keys, Qt::Key_3), QStringLiteral("three"));
    QCOMPARE(meaning(keys, Qt::Key_3, Qt::KeypadModifier), QStringLiteral("three")); // the number block
    QCOMPARE(meaning(keys, Qt::Key_Slash, Qt::ShiftModifier), QStringLiteral("find")); // German: Shift+7
    QCOMPARE(meaning(keys, Qt::Key_Z, Qt::ControlModifier), QStringLiteral("undo"));
    QCOMPARE(meaning(keys, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier), QStringLiteral("redo"));
    QCOMPARE(meaning(keys, Qt::Key_Space), QStringLiteral("skip"));
    QVERIFY(meaning(keys, Qt::Key_Z).isEmpty());
    QVERIFY(meaning(keys, Qt::Key_V, Qt::ControlModifier).isEmpty());
    QVERIFY(meaning(keys, Qt::Key_V, Qt::AltModifier).isEmpty());
}

void TestLabelKeys::aKeyWithTwoMeaningsHasNone()
{
    LabelKeys keys = sample();
    QVERIFY(!keys.hasConflicts());
    keys.setKeys(QStringLiteral("valid"), Qt::Key_X);
    QVERIFY(keys.hasConflicts());
    QCOMPARE(keys.conflicts(QStringLiteral("valid")), QStringList{QStringLiteral("do invalid")});
    QCOMPARE(keys.conflicts(QStringLiteral("invalid")), QStringList{QStringLiteral("do valid")});
    QVERIFY(meaning(keys, Qt::Key_X).isEmpty());
    keys.setKeys(QStringLiteral("valid"), {});
    QVERIFY(!keys.hasConflicts());
    QCOMPARE(meaning(keys, Qt::Key_X), QStringLiteral("invalid"));
}

void TestLabelKeys::jsonRoundTrip()
{
    LabelKeys keys = sample();
    keys.setKeys(QStringLiteral("valid"), Qt::Key_J);
    keys.setKeys(QStringLiteral("undo"), {}); // none at all is a choice, too
    LabelKeys read = sample();
    QVERIFY(read.readJson(keys.toJson()));
    QCOMPARE(read, keys);
    QVERIFY(!keys.toJson().contains("invalid")); // only what differs
}

void TestLabelKeys::damagedJsonKeepsTheUsualKeys()
{
    for (const char *json : {"", "[1]", "{\"valid\":", "nonsense"}) {
        LabelKeys keys = sample();
        QString why;
        QVERIFY2(!keys.readJson(json, &why), json);
        QVERIFY(!why.isEmpty());
        QCOMPARE(keys, sample());
    }
    LabelKeys keys = sample();
    QString why;
    QVERIFY(!keys.readJson(R"({"valid":"J","unheard":"K","invalid":7})", &why));
    QVERIFY(why.contains(QStringLiteral("unheard")));
    QVERIFY(why.contains(QStringLiteral("invalid")));
    QCOMPARE(meaning(keys, Qt::Key_J), QStringLiteral("valid")); // what was sound is taken
    QCOMPARE(meaning(keys, Qt::Key_X), QStringLiteral("invalid"));
}

void TestLabelKeys::editorTakesOneStroke()
{
    LabelKeyEditor editor;
    editor.setKeys(sample());
    const QSignalSpy changed(&editor, &LabelKeyEditor::keysChanged);
    editor.editor(QStringLiteral("valid"))->setKeySequence(QKeySequence(Qt::Key_J, Qt::Key_K));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(editor.keys().keys(QStringLiteral("valid")), QKeySequence(Qt::Key_J));
    QCOMPARE(editor.editor(QStringLiteral("valid"))->keySequence(), QKeySequence(Qt::Key_J));
    QTest::keyClick(editor.editor(QStringLiteral("invalid")), Qt::Key_P);
    QTRY_COMPARE(editor.keys().keys(QStringLiteral("invalid")), QKeySequence(Qt::Key_P));
}

void TestLabelKeys::editorShowsConflictsInPlace()
{
    LabelKeyEditor editor;
    editor.setKeys(sample());
    QVERIFY(editor.isAcceptable());
    editor.editor(QStringLiteral("valid"))->setKeySequence(Qt::Key_X);
    QVERIFY(!editor.isAcceptable());
    QVERIFY(editor.conflictText(QStringLiteral("valid")).contains(QStringLiteral("do invalid")));
    QVERIFY(editor.conflictText(QStringLiteral("invalid")).contains(QStringLiteral("do valid")));
    QVERIFY(editor.conflictText(QStringLiteral("three")).isEmpty());
    editor.editor(QStringLiteral("invalid"))->clear();
    QVERIFY(editor.isAcceptable());
    QVERIFY(editor.conflictText(QStringLiteral("valid")).isEmpty());
}

void TestLabelKeys::editorRestoresDefaults()
{
    LabelKeyEditor editor;
    editor.setKeys(sample());
    editor.editor(QStringLiteral("valid"))->setKeySequence(Qt::Key_X);
    editor.restoreDefaults();
    QCOMPARE(editor.keys(), sample());
    QCOMPARE(editor.editor(QStringLiteral("valid"))->keySequence(), QKeySequence(Qt::Key_V));
}

void TestLabelKeys::everyFieldHasItsName()
{
    LabelKeyEditor editor;
    editor.setKeys(sample());
    for (const auto *edit : editor.findChildren<QKeySequenceEdit *>())
        QVERIFY(!edit->accessibleName().isEmpty());
    for (const auto *button : editor.findChildren<QToolButton *>())
        QVERIFY(!button->accessibleName().isEmpty());
}

QTEST_MAIN(TestLabelKeys)

#include "tst_label_keys.moc"
