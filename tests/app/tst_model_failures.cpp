// SPDX-License-Identifier: GPL-3.0-or-later
// A model that raises an error for some images: the window says so, counts such tests and shows them as they
// are.
#include "core/store/model_failures.h"
#include "tests/app/window_fixture.h"

#include <numeric>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

constexpr int lowerSum = 119'952, upperSum = 189'975; // sums of 0 ... 255 between which the model fails

bool isTooBright(const Image &image)
{
    const int sum = std::accumulate(image.pixels.begin(), image.pixels.end(), 0);
    return sum > lowerSum && sum < upperSum;
}

// From the images alone.
qint64 tooBright(const Dataset &data)
{
    qint64 count = 0;
    for (std::size_t i = 0; i < data.size(); ++i) {
        count += isTooBright(data.sample(i).image);
    }
    return count;
}

void writeProject(const QString &folder)
{
    Project project = openProject(sampleProject().toStdString());
    project.folder = folder.toStdString();
    project.name = "Fails on bright images";
    project.model.file = MUTASCOPE_SOURCE_DIR "/tests/data/models/fails-on-bright.pt";
    project.model.name.clear();
    project.defaultGenerator = "random";
    project.defaultCriterion = "nc:0.5";
    saveProject(project);
}

} // namespace

class TestModelFailures : public QObject, protected WindowFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useOwnSettings(QStringLiteral("tst_model_failures")); }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void accuracySaysHowManyImages();
    void modelsThatFailOnNothingSayNothing();
    void testsWithoutAPredictionAreNamed();

private:
    void openFailing();
};

void TestModelFailures::openFailing()
{
    writeProject(path("bright"));
    m_window->workspace().openPath(path("bright"));
    QTRY_VERIFY_WITH_TIMEOUT(workspace().accuracy().has_value(), longWait);
}

void TestModelFailures::accuracySaysHowManyImages()
{
    openFailing();
    const Project project = openProject(path("bright").toStdString());
    const qint64 expected = tooBright(*project.openData("test"));
    QVERIFY(expected > 0);
    QCOMPARE(workspace().accuracy()->failures, expected);
    for (const char *name : {"accuracyFailures", "modelAccuracyFailures"}) {
        const auto *label = find<QLabel>(name);
        QVERIFY(!label->isHidden());
        QVERIFY2(label->text().contains(QStringLiteral("%L1 of 10,000").arg(expected)),
                 qPrintable(label->text()));
        QVERIFY2(label->toolTip().contains(QLatin1String("this picture is too bright")),
                 qPrintable(label->toolTip()));
    }
}

void TestModelFailures::modelsThatFailOnNothingSayNothing()
{
    openFailing();
    openSample();
    QTRY_COMPARE_WITH_TIMEOUT(workspace().accuracy() ? workspace().accuracy()->failures : -1, 0, longWait);
    QVERIFY(find<QLabel>("accuracyFailures")->isHidden());
}

void TestModelFailures::testsWithoutAPredictionAreNamed()
{
    openFailing();
    setUp(1500, path("a.mscope"));
    QVERIFY(runToEnd());
    const SessionStore store(path("a.mscope").toStdString(), SessionStore::Mode::ReadOnly);
    TestFilter failing;
    failing.failing = true;
    QSet<qint64> expected; // from the pictures alone
    for (const TestRecord &record : store.tests(1, failing))
        if (isTooBright(store.image(1, record.id)))
            expected.insert(record.id);
    QVERIFY(!expected.isEmpty());
    QCOMPARE(modelFailures(store, 1), qint64(expected.size()));
    int named = 0;
    for (const bridge::TestRow &row : m_window->tests().rows()) {
        const bool none = workspace().className(row.predicted) == QLatin1String("no prediction");
        QCOMPARE(none, expected.contains(row.id));
        named += none;
    }
    QVERIFY(named > 0);
    TestFilter asFirstClass = failing; // what is stored for them is class 0, which nothing was taken for
    asFirstClass.predicted = 0;
    for (const TestRecord &record : store.tests(1, asFirstClass))
        QVERIFY(!expected.contains(record.id));
}

int main(int argc, char *argv[])
{
    Application application(argc, argv);
    TestModelFailures test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_model_failures.moc"
