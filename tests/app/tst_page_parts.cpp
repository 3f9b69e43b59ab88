// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the Model and Coverage pages that need no window.
#include "app/bridge/catalog.h"
#include "app/bridge/run_inbox.h"
#include "app/gui/coverage/map_history.h"
#include "app/gui/format.h"
#include "app/gui/model/activation_series.h"
#include "app/gui/model/layer_table_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

QList<bridge::LayerEntry> someLayers()
{
    const auto entry = [](const QString &name, const QString &kind, const std::vector<qint64> &extents,
                          qint64 parameters) {
        QStringList texts;
        for (const qint64 extent : extents)
            texts.append(QString::number(extent));
        return bridge::LayerEntry{name,       kind,   texts.join(QStringLiteral(" × ")), extents.front(),
                                  parameters, extents};
    };
    return {entry(QStringLiteral("conv1"), QStringLiteral("conv"), {6, 24, 24}, 156),
            entry(QStringLiteral("relu1"), QStringLiteral("activation"), {6, 24, 24}, 0),
            entry(QStringLiteral("fc"), QStringLiteral("linear"), {10}, 34570)};
}

QString nameOf(int label)
{
    return QStringLiteral("c%1").arg(label);
}

} // namespace

class TestPageParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void historyLooksBack();
    void historyIsBounded();
    void fewClassesHaveColours();
    void oneClassAgainstTheRest();
    void layerPatternsChoose();
    void layerTableFollows();
    void longListsAreCut();
    void inboxAsksForOneMapAndThenOnDemand();
};

void TestPageParts::historyLooksBack()
{
    MapHistory history;
    QVERIFY(history.before(10).empty());
    for (quint32 second = 0; second <= 30; ++second)
        history.add(second, {second});
    QCOMPARE(history.start(), std::vector<quint32>({0}));
    QCOMPARE(history.before(10), std::vector<quint32>({20}));
    QCOMPARE(history.before(60), std::vector<quint32>({0})); // the oldest
    history.clear();
    QVERIFY(!history.hasMoments());
    history.setStart({7});
    QCOMPARE(history.start(), std::vector<quint32>({7}));
}

void TestPageParts::historyIsBounded()
{
    MapHistory history;
    for (quint32 i = 0; i <= 10'000; ++i) // twice a second
        history.add(i / 2.0, {i});
    QCOMPARE(history.start(), std::vector<quint32>({0}));
    QVERIFY(history.moments() <= 64);
    QVERIFY(history.before(60)[0] <= 10'000 - 120);
    QVERIFY(history.before(60)[0] >= 10'000 - 124);
    QCOMPARE(history.before(0), std::vector<quint32>({10'000}));
}

void TestPageParts::fewClassesHaveColours()
{
    bridge::NeuronActivation activation;
    for (int label = 0; label < 1000; ++label) {
        activation.values.push_back(float(label));
        activation.labels.push_back(label);
    }
    const QList<widgets::ActivationSeries> series = activationSeries(activation, -1, nameOf);
    QCOMPARE(series.size(), shownClasses + 1);
    QCOMPARE(series.first().name, QStringLiteral("c999")); // the highest mean
    QCOMPARE(series.first().values, std::vector<float>({999}));
    QCOMPARE(series.last().name, QStringLiteral("994 other classes"));
    QVERIFY(series.last().muted);
    QCOMPARE(series.last().values.size(), std::size_t(994));
}

void TestPageParts::oneClassAgainstTheRest()
{
    bridge::NeuronActivation activation;
    activation.values = {1, 2, 3, 4};
    activation.labels = {0, 1, 0, 2};
    const QList<widgets::ActivationSeries> series = activationSeries(activation, 0, nameOf);
    QCOMPARE(series.size(), 2);
    QCOMPARE(series[0].values, std::vector<float>({1, 3}));
    QCOMPARE(series[1].values, std::vector<float>({2, 4}));
    QVERIFY(series[1].muted);
    QCOMPARE(activationSeries(activation, -1, nameOf).size(), 3); // no rest
    QVERIFY(activationSeries({}, -1, nameOf).isEmpty());
}

void TestPageParts::layerPatternsChoose()
{
    QCOMPARE(bridge::chosenLayers(someLayers(), QStringLiteral("default")), QList<int>({1, 2}));
    QCOMPARE(bridge::chosenLayers(someLayers(), QStringLiteral("conv, fc")), QList<int>({0, 2}));
    QString error;
    QVERIFY(bridge::chosenLayers(someLayers(), QStringLiteral("cnov1"), &error).isEmpty());
    QVERIFY2(error.contains(QStringLiteral("cnov1")), qPrintable(error));
}

void TestPageParts::layerTableFollows()
{
    LayerTableModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setLayers(someLayers());
    QCOMPARE(model.rowCount(), 3);
    const auto text = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(text(0, LayerTableModel::Shape), QStringLiteral("6 × 24 × 24"));
    QCOMPARE(text(2, LayerTableModel::Traced), QString());
    model.setTraced({2});
    QCOMPARE(text(2, LayerTableModel::Traced), QStringLiteral("traced"));
    QCOMPARE(text(1, LayerTableModel::Traced), QString());
    QCOMPARE(model.index(2, LayerTableModel::Neurons).data(LayerTableModel::SortRole).toInt(), 10);
    QCOMPARE(model.index(2, LayerTableModel::Parameters).data().toString(), QLocale().toString(34570));
    QCOMPARE(model.index(1, LayerTableModel::Parameters).data().toString(), QString());
    model.setLayers({});
    QCOMPARE(model.rowCount(), 0);
}

void TestPageParts::longListsAreCut()
{
    QStringList names;
    for (int i = 0; i < 1000; ++i)
        names.append(nameOf(i));
    QCOMPARE(listText(names, 2), QStringLiteral("c0, c1 and 998 more"));
    QCOMPARE(listText(names.first(2), 2), QStringLiteral("c0, c1"));
}

void TestPageParts::inboxAsksForOneMapAndThenOnDemand()
{
    bridge::RunInbox inbox;
    QVERIFY(inbox.wantsNeuronCoverage()); // the start
    inbox.onEvent(NeuronCoverageEvent{{1, 0}, 1, {{"a", 0, 2}}});
    QVERIFY(!inbox.wantsNeuronCoverage());
    inbox.setNeuronsWanted(true);
    QVERIFY(inbox.wantsNeuronCoverage());
    inbox.onEvent(NeuronCoverageEvent{{1, 1}, 1, {{"a", 0, 2}}});
    const bridge::RunInbox::Contents contents = inbox.take();
    QCOMPARE(contents.neurons->covered, std::vector<std::uint32_t>({1, 1})); // the last one counts
    QVERIFY(!inbox.take().neurons);
}

QTEST_MAIN(TestPageParts)
#include "tst_page_parts.moc"
