// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of several trainings, and of none because their networks were there already.
#include "tests/app/losses_fixture.h"

#include <QComboBox>

using namespace mutascope;
using namespace mutascope::gui;

class TestTrainings : public LossesFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepareApplication(); }
    void init() { makePage(); }
    void cleanup() { dropPage(); }

    void takenOverNetworksBringTheirCurves();
    void trainingsOfOneRunAreToldApart();
};

void TestTrainings::takenOverNetworksBringTheirCurves()
{
    using nlohmann::json;
    Checkpoint checkpoint;
    checkpoint.artefacts = {artefactOf(2, false)};
    for (int epoch = 1; epoch <= 2; ++epoch)
        checkpoint.artefacts[0].description["epoch_losses"].push_back(
            {{"training", "AdvGAN"},
             {"epoch", epoch},
             {"epochs", 2},
             {"batch", 10 * epoch},
             {"losses",
              json::array({json::array({"gan", 0.5 / epoch}), json::array({"success", 0.25 * epoch})})}});
    write(checkpoint);
    open();
    QCOMPARE(text("trainingTitle"), QStringLiteral("Taken over"));
    QVERIFY(text("trainingNote").contains(QStringLiteral("means of the epochs")));
    QCOMPARE(m_page->plot()->seriesIds(), QStringList({QStringLiteral("gan"), QStringLiteral("success")}));
    QCOMPARE(samples("gan").size(), std::size_t(2));
    QCOMPARE(samples("gan")[1].batch, 20);
    QCOMPARE(samples("gan")[1].value, 0.25);
    QVERIFY(m_page->findChild<QComboBox *>(QStringLiteral("trainingChoice"))->isHidden());
}

// CAGFuzz trains a pair of networks for each pair of groups; each training counts its batches from 1.
void TestTrainings::trainingsOfOneRunAreToldApart()
{
    Checkpoint checkpoint;
    checkpoint.losses = pointsOf(30);
    for (LossPoint &point : checkpoint.losses)
        point.training = "first";
    for (LossPoint point : pointsOf(7)) {
        point.training = "second";
        checkpoint.losses.push_back(point);
    }
    write(checkpoint);
    open();
    auto *choice = m_page->findChild<QComboBox *>(QStringLiteral("trainingChoice"));
    QVERIFY(choice->isVisible());
    QCOMPARE(choice->currentText(), QStringLiteral("second"));
    QCOMPARE(samples("gan").size(), std::size_t(7));
    QCOMPARE(m_page->facts().lastBatch, 7);
    choice->setFocus();
    QTest::keyClick(choice, Qt::Key_Home);
    QCOMPARE(choice->currentText(), QStringLiteral("first"));
    QCOMPARE(samples("gan").size(), std::size_t(30));
    QCOMPARE(m_page->facts().lastBatch, 30);
}

QTEST_MAIN(TestTrainings)
#include "tst_trainings.moc"
