// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/param_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using mutascope::widgets::ParamField;
using mutascope::widgets::ParamForm;
using Type = ParamField::Type;

namespace {

ParamField field(const char *name, Type type, const QVariant &standard)
{
    ParamField result;
    result.name = QLatin1String(name);
    result.label = QLatin1String(name).toString().toUpper();
    result.type = type;
    result.defaultValue = standard;
    return result;
}

QList<ParamField> fields()
{
    ParamField batch = field("batch", Type::Integer, 64);
    batch.minimum = 1;
    batch.maximum = 4096;
    batch.unit = QStringLiteral("images");
    batch.toolTip = QStringLiteral("Images in one <forward>");
    ParamField alpha = field("alpha", Type::Real, 0.02);
    alpha.minimum = 0.0;
    alpha.maximum = 1.0;
    ParamField strategy = field("strategy", Type::Choice, QStringLiteral("random"));
    strategy.choices = {QStringLiteral("recent"), QStringLiteral("random")};
    ParamField layers = field("layers", Type::Text, QStringLiteral("all"));
    layers.pattern = QStringLiteral("[a-z0-9,]+");
    layers.patternHint = QStringLiteral("names separated by commas");
    ParamField depth = field("depth", Type::Integer, QVariant::fromValue<qlonglong>(1));
    depth.advanced = true;
    return {batch, alpha, field("power", Type::Boolean, true), strategy, layers, depth};
}

QLineEdit *lineOf(const ParamForm &form, const char *name)
{
    QWidget *editor = form.editor(QLatin1String(name));
    auto *line = qobject_cast<QLineEdit *>(editor);
    return line != nullptr ? line : editor->findChild<QLineEdit *>();
}

void type(QLineEdit *line, const QString &text)
{
    line->selectAll();
    QTest::keyClicks(line, text);
}

} // namespace

class TestParamForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsWithDefaults();
    void valuesMakeTheRoundTrip();
    void largeAndSmallNumbersAreExact();
    void unusableValuesAreRefused_data();
    void unusableValuesAreRefused();
    void badTextIsToldInPlace();
    void outOfRangeTypingIsNoValue();
    void changedValuesAreMarkedAndReset();
    void advancedFieldsAreHiddenUntilAsked();
    void wrongAdvancedValueComesIntoSight();
    void toolTipTellsRangeDefaultAndCommandLine();
    void wheelDoesNotChangeValuesInPassing();
    void readOnlyLastsOverNewFields();
};

void TestParamForm::startsWithDefaults()
{
    ParamForm form;
    form.setFields(fields());
    const QVariantMap values = form.values();
    QCOMPARE(values.size(), 6);
    QCOMPARE(values.value(QStringLiteral("batch")), QVariant(qlonglong(64)));
    QCOMPARE(values.value(QStringLiteral("alpha")), QVariant(0.02));
    QCOMPARE(values.value(QStringLiteral("power")), QVariant(true));
    QCOMPARE(values.value(QStringLiteral("strategy")), QVariant(QStringLiteral("random")));
    QVERIFY(form.changedValues().isEmpty());
    QVERIFY(form.isValid());
}

void TestParamForm::valuesMakeTheRoundTrip()
{
    ParamForm form;
    form.setFields(fields());
    const QVariantMap wanted{{QStringLiteral("batch"), qlonglong(128)},
                             {QStringLiteral("alpha"), 0.125},
                             {QStringLiteral("power"), false},
                             {QStringLiteral("strategy"), QStringLiteral("recent")},
                             {QStringLiteral("layers"), QStringLiteral("conv1,fc2")},
                             {QStringLiteral("depth"), qlonglong(3)}};
    QSignalSpy changed(&form, &ParamForm::valuesChanged);
    QVERIFY(form.setValues(wanted).isEmpty());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(form.values(), wanted);
    QCOMPARE(form.changedValues(), wanted);
    // Texts, as they come from files and command lines, are read in the C locale.
    QVERIFY(form.setValues({{QStringLiteral("alpha"), QStringLiteral("0.5")},
                            {QStringLiteral("power"), QStringLiteral("true")},
                            {QStringLiteral("batch"), QStringLiteral("7")}})
                .isEmpty());
    QCOMPARE(form.value(QStringLiteral("alpha")), QVariant(0.5));
    QCOMPARE(form.value(QStringLiteral("power")), QVariant(true));
    QCOMPARE(form.value(QStringLiteral("batch")), QVariant(qlonglong(7)));
}

void TestParamForm::largeAndSmallNumbersAreExact()
{
    ParamForm form;
    form.setFields({field("seed", Type::Integer, 0), field("rate", Type::Real, 0.1)});
    for (const qlonglong seed : {std::numeric_limits<qlonglong>::max(), std::numeric_limits<qlonglong>::min(),
                                 qlonglong(9007199254740993)}) {
        QVERIFY(form.setValues({{QStringLiteral("seed"), seed}}).isEmpty());
        QCOMPARE(form.value(QStringLiteral("seed")).toLongLong(), seed);
    }
    for (const double rate : {1e-12, 1.0 / 3.0, 123456.789, -2.5e11}) {
        QVERIFY(form.setValues({{QStringLiteral("rate"), rate}}).isEmpty());
        QVERIFY(form.value(QStringLiteral("rate")).toDouble() == rate);
    }
}

void TestParamForm::unusableValuesAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QVariant>("value");
    QTest::newRow("above") << "batch" << QVariant(4097);
    QTest::newRow("below") << "batch" << QVariant(0);
    QTest::newRow("fraction") << "batch" << QVariant(1.5);
    QTest::newRow("text") << "batch" << QVariant(QStringLiteral("many"));
    QTest::newRow("real above") << "alpha" << QVariant(1.01);
    QTest::newRow("not a number") << "alpha" << QVariant(qQNaN());
    QTest::newRow("no choice") << "strategy" << QVariant(QStringLiteral("newest"));
    QTest::newRow("no boolean") << "power" << QVariant(QStringLiteral("perhaps"));
    QTest::newRow("unknown") << "nothing" << QVariant(1);
}

void TestParamForm::unusableValuesAreRefused()
{
    QFETCH(QString, name);
    QFETCH(QVariant, value);
    ParamForm form;
    form.setFields(fields());
    const QVariantMap before = form.values();
    QSignalSpy changed(&form, &ParamForm::valuesChanged);
    QCOMPARE(form.setValues({{name, value}}), QStringList({name}));
    QCOMPARE(form.values(), before);
    QCOMPARE(changed.count(), 0);
}

void TestParamForm::badTextIsToldInPlace()
{
    ParamForm form;
    form.setFields(fields());
    form.show();
    QSignalSpy validity(&form, &ParamForm::validityChanged);
    type(lineOf(form, "layers"), QStringLiteral("Conv 1"));
    QVERIFY(!form.isValid());
    QCOMPARE(form.problem(QStringLiteral("layers")), QStringLiteral("names separated by commas"));
    QCOMPARE(form.validationMessage(), QStringLiteral("LAYERS: names separated by commas"));
    QCOMPARE(validity.count(), 1);
    const QWidget *row = form.editor(QStringLiteral("layers"))->parentWidget();
    bool told = false;
    for (const QLabel *label : row->findChildren<QLabel *>())
        told = told || (label->isVisible() && label->text() == QStringLiteral("names separated by commas"));
    QVERIFY2(told, "the message stands under its value");
    type(lineOf(form, "layers"), QStringLiteral("conv1"));
    QVERIFY(form.isValid());
    QCOMPARE(validity.count(), 2);
}

void TestParamForm::outOfRangeTypingIsNoValue()
{
    ParamForm form;
    form.setFields(fields());
    form.show();
    type(lineOf(form, "batch"), QStringLiteral("9999"));
    QVERIFY(!form.isValid());
    QVERIFY(form.problem(QStringLiteral("batch")).contains(QStringLiteral("1 to 4096")));
    QVERIFY(form.value(QStringLiteral("batch")).toLongLong() <= 4096);
    form.resetToDefaults();
    QVERIFY(form.isValid());
    QCOMPARE(lineOf(form, "batch")->text(), QStringLiteral("64"));
}

void TestParamForm::changedValuesAreMarkedAndReset()
{
    ParamForm form;
    form.setFields(fields());
    form.show();
    QWidget *row = form.editor(QStringLiteral("batch"))->parentWidget();
    auto *reset = row->findChild<QToolButton *>();
    QVERIFY(reset->isHidden());
    QTest::keyClick(form.editor(QStringLiteral("batch")), Qt::Key_Up);
    QCOMPARE(form.changedValues(), QVariantMap({{QStringLiteral("batch"), qlonglong(65)}}));
    QVERIFY(reset->isVisible());
    bool bold = false;
    for (const QLabel *label : form.findChildren<QLabel *>())
        bold = bold || (label->buddy() == form.editor(QStringLiteral("batch")) && label->font().bold());
    QVERIFY(bold);
    QTest::mouseClick(reset, Qt::LeftButton);
    QVERIFY(form.changedValues().isEmpty());
    QVERIFY(reset->isHidden());
}

void TestParamForm::advancedFieldsAreHiddenUntilAsked()
{
    ParamForm form;
    form.setFields(fields());
    form.show();
    QVERIFY(!form.isFieldVisible(QStringLiteral("depth")));
    QVERIFY(!form.editor(QStringLiteral("depth"))->isVisible());
    QVERIFY(form.editor(QStringLiteral("batch"))->isVisible());
    form.setAdvancedVisible(true);
    QVERIFY(form.editor(QStringLiteral("depth"))->isVisible());
    QVERIFY2(form.values().contains(QStringLiteral("depth")), "hidden values are values");
}

void TestParamForm::wrongAdvancedValueComesIntoSight()
{
    ParamField filter = field("filter", Type::Text, QStringLiteral("a"));
    filter.pattern = QStringLiteral("[a-z]");
    filter.advanced = true;
    ParamForm form;
    form.setFields({filter});
    QVERIFY(!form.isAdvancedVisible());
    QVERIFY(form.setValues({{QStringLiteral("filter"), QStringLiteral("77")}}).isEmpty());
    QVERIFY(!form.isValid());
    QVERIFY(form.isAdvancedVisible());
}

void TestParamForm::toolTipTellsRangeDefaultAndCommandLine()
{
    ParamForm form;
    form.setFields(fields());
    const QString tip = form.editor(QStringLiteral("batch"))->toolTip();
    for (const char *part : {"Images in one &lt;forward&gt;", "1 to 4096", "Default: 64", "--set batch="})
        QVERIFY2(tip.contains(QLatin1String(part)), qPrintable(tip));
}

void TestParamForm::wheelDoesNotChangeValuesInPassing()
{
    ParamForm form;
    form.setFields(fields());
    form.show();
    form.setFocus();
    QWidget *editor = form.editor(QStringLiteral("batch"));
    editor->clearFocus();
    QWheelEvent event({5, 5}, editor->mapToGlobal(QPointF(5, 5)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(editor, &event);
    QCOMPARE(form.value(QStringLiteral("batch")).toInt(), 64);
}

void TestParamForm::readOnlyLastsOverNewFields()
{
    ParamForm form;
    form.setReadOnly(true);
    form.setFields(fields());
    form.show();
    type(lineOf(form, "layers"), QStringLiteral("x"));
    QTest::keyClick(form.editor(QStringLiteral("batch")), Qt::Key_Up);
    QVERIFY(form.changedValues().isEmpty());
    QVERIFY(!form.editor(QStringLiteral("strategy"))->isEnabled());
    form.setReadOnly(false);
    QTest::keyClick(form.editor(QStringLiteral("batch")), Qt::Key_Up);
    QCOMPARE(form.value(QStringLiteral("batch")).toInt(), 65);
}

QTEST_MAIN(TestParamForm)
#include "tst_param_form.moc"
