// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/catalog.h"
#include "app/bridge/convert.h"
#include "app/bridge/places.h"
#include "app/bridge/recent_files.h"
#include "app/bridge/run_inbox.h"
#include "tests/app/bridge_fixture.h"

#include <QDir>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace mutascope;
using namespace mutascope::bridge;

class TestBridge : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void imagesSurviveTheWayThereAndBack();
    void parametersBecomeFields();
    void everyGeneratorHasUniqueFields();
    void criterionTextsAreCanonical();
    void problemsAreNamed();
    void commandLineIsQuoted();
    void inboxIsBounded();
    void placesTellKindsApart();
    void newSessionFilesDoNotExist();
    void recentFilesAreBoundedAndStored();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestBridge::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(QStringLiteral("mutascope-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("tst_bridge"));
    QSettings().clear();
}

void TestBridge::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestBridge::imagesSurviveTheWayThereAndBack()
{
    for (const int channels : {1, 3}) {
        Image original{{5, 3, channels}, {}}; // an odd width: rows of QImage are padded
        for (std::size_t i = 0; i < original.shape.size(); ++i)
            original.pixels.push_back(std::uint8_t(i * 11 + 1));
        const QImage shown = toQImage(original);
        QCOMPARE(shown.size(), QSize(3, 5));
        QCOMPARE(qRed(shown.pixel(2, 4)),
                 int(original.pixels[original.shape.size() - std::size_t(channels)]));
        QVERIFY(fromQImage(shown) == original);
    }
    QVERIFY(toQImage({}).isNull());
}

void TestBridge::parametersBecomeFields()
{
    ParamSpec spec;
    spec.name = "batch-size";
    spec.type = ParamType::Integer;
    spec.defaultValue = std::int64_t(64);
    spec.minimum = 1;
    spec.maximum = 1000;
    spec.tooltip = "Images in a batch.";
    spec.source = "Xie et al. 2019";
    spec.advanced = true;
    const widgets::ParamField field = toField(spec);
    QCOMPARE(field.name, QStringLiteral("batch-size"));
    QCOMPARE(field.label, QStringLiteral("Batch size"));
    QCOMPARE(field.type, widgets::ParamField::Type::Integer);
    QCOMPARE(field.defaultValue, QVariant(qlonglong(64)));
    QCOMPARE(field.maximum, QVariant(qlonglong(1000)));
    QVERIFY(field.advanced);
    QVERIFY(field.toolTip.contains(QStringLiteral("Xie et al. 2019")));
    spec.minimum.reset();
    QVERIFY(!toField(spec).minimum.isValid());
}

void TestBridge::everyGeneratorHasUniqueFields()
{
    const QList<GeneratorEntry> entries = generatorEntries();
    QVERIFY(entries.size() >= 2);
    for (const GeneratorEntry &entry : entries) {
        QSet<QString> names;
        for (const widgets::ParamField &field : entry.fields) {
            QVERIFY2(!names.contains(field.name), qPrintable(field.name));
            QVERIFY2(!field.toolTip.isEmpty(), qPrintable(field.name));
            names.insert(field.name);
        }
        QVERIFY(names.contains(QStringLiteral("seeds-per-class")));
        QCOMPARE(generatorName(entry.id), entry.name);
    }
    QCOMPARE(generatorName(QStringLiteral("of-the-future")), QStringLiteral("of-the-future"));
}

void TestBridge::criterionTextsAreCanonical()
{
    const CriterionText parsed = parseCriterionText(QStringLiteral("kmnc:500"));
    QCOMPARE(parsed.id, QStringLiteral("kmnc"));
    QCOMPARE(parsed.values.value(QStringLiteral("k")).toLongLong(), 500);
    QCOMPARE(criterionText(parsed.id, parsed.values), QStringLiteral("kmnc:k=500"));
    QVERIFY(parseCriterionText(QStringLiteral("nonsense")).id.isEmpty());
    QString error;
    QVERIFY(criterionText(QStringLiteral("kmnc"), {{QStringLiteral("k"), -3}}, &error).isEmpty());
    QVERIFY(!error.isEmpty());
}

void TestBridge::problemsAreNamed()
{
    RunSetup setup = smallSetup();
    QCOMPARE(problemOf(setup), QString());
    setup.settings[QStringLiteral("seed-per-class")] = QStringLiteral("5");
    QVERIFY2(problemOf(setup).contains(QStringLiteral("seeds-per-class")), qPrintable(problemOf(setup)));
    setup = smallSetup();
    setup.criterion = QStringLiteral("knmc");
    QVERIFY(problemOf(setup).contains(QStringLiteral("kmnc")));
}

void TestBridge::commandLineIsQuoted()
{
    RunSetup setup = smallSetup();
    const QString line
        = commandLine(setup, QStringLiteral("/a folder/it's"), QStringLiteral("/tmp/a.mscope"));
    QVERIFY(line.startsWith(QStringLiteral("mutascope-cli run '/a folder/it'\\''s' --generator deephunter")));
    QVERIFY(line.contains(
        QStringLiteral("--set seeds-per-class=5 --budget-tests 400 --seed 1 --out /tmp/a.mscope")));
}

void TestBridge::inboxIsBounded()
{
    RunInbox inbox;
    TestEvent event;
    event.test.failing = true;
    for (int i = 1; i <= 1000; ++i) {
        event.test.id = i;
        inbox.onEvent(event);
        inbox.onEvent(CoverageEvent{{double(i), i, i, i, 0.5}});
        inbox.onEvent(CheckpointEvent{i});
    }
    const RunInbox::Contents contents = inbox.take();
    QCOMPARE(contents.failing.size(), RunInbox::maximumTests);
    QCOMPARE(contents.failing.back().test.id, std::int64_t(1000));
    QCOMPARE(contents.points.size(), std::size_t(1000));
    QCOMPARE(contents.checkpoint->tests, std::int64_t(1000));
    QVERIFY(!contents.progress);
    QVERIFY(inbox.take().points.empty());
}

void TestBridge::placesTellKindsApart()
{
    QCOMPARE(kindOfPath(path("none")), PathKind::Missing);
    QCOMPARE(kindOfPath(m_folder->path()), PathKind::Other);
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("p")));
    QFile project(path("p/project.json"));
    QVERIFY(project.open(QIODevice::WriteOnly));
    QCOMPARE(kindOfPath(path("p")), PathKind::Project);
    QCOMPARE(kindOfPath(path("p/project.json")), PathKind::Project);
    QFile session(path("A.MSCOPE"));
    QVERIFY(session.open(QIODevice::WriteOnly));
    QCOMPARE(kindOfPath(path("A.MSCOPE")), PathKind::Session);
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("build/dev/bin")));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("projects/fashion-mnist-lenet5")));
    QCOMPARE(sampleProjectFolder(path("build/dev/bin")), QString());
    QVERIFY(QFile::copy(path("p/project.json"), path("projects/fashion-mnist-lenet5/project.json")));
    QCOMPARE(sampleProjectFolder(path("build/dev/bin")), path("projects/fashion-mnist-lenet5"));
}

void TestBridge::newSessionFilesDoNotExist()
{
    const QString file = newSessionFile(QStringLiteral("Fashion-MNIST, LeNet-5"));
    QVERIFY2(QFileInfo(file).fileName().startsWith(QStringLiteral("fashion-mnist-lenet-5-")),
             qPrintable(file));
    QVERIFY(file.endsWith(QStringLiteral(".mscope")));
    QVERIFY(!QFileInfo::exists(file));
}

void TestBridge::recentFilesAreBoundedAndStored()
{
    RecentFiles recent;
    QSignalSpy changed(&recent, &RecentFiles::changed);
    for (int i = 0; i < 15; ++i)
        recent.add(QStringLiteral("/tmp/%1.mscope").arg(i));
    recent.add(QStringLiteral("/tmp/10.mscope"));
    QCOMPARE(recent.paths().size(), qsizetype(RecentFiles::maximum));
    QCOMPARE(recent.paths().first(), QStringLiteral("/tmp/10.mscope"));
    QCOMPARE(recent.paths().count(QStringLiteral("/tmp/10.mscope")), qsizetype(1));
    QCOMPARE(changed.size(), qsizetype(16));
    QCOMPARE(RecentFiles().paths(), recent.paths());
    recent.clear();
    QVERIFY(RecentFiles().paths().isEmpty());
}

QTEST_MAIN(TestBridge)
#include "tst_bridge.moc"
