// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the project wizard: a model and data become a project.
#include "app/bridge/import_texts.h"
#include "app/gui/wizard/project_wizard.h"
#include "tests/app/window_fixture.h"

#include <QPlainTextEdit>
#include <QTableWidget>
#include <QTextBrowser>

using namespace mutascope;
using namespace mutascope::gui;

class TestWizard : public QObject, protected WindowFixture {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        useOwnSettings(QStringLiteral("tst_wizard"));
        qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8()); // of probed models
    }
    void init() { makeWindow(); }
    void cleanup() { closeWindow(); }

    void textsAreUnderstood();
    void wrongTextsAreRefused_data();
    void wrongTextsAreRefused();
    void sampleBecomesAProject();
    void otherFilesGetAnotherName();
    void changesAreMeasuredAgain();
    void brokenModelsAreRefused();
    void filesCanBeDropped();

private:
    QString model() const { return sampleProject() + QStringLiteral("/lenet5.pt"); }
    QString data() const { return bridge::fromPath(openProject(sampleProject().toStdString()).dataFolder()); }
    ProjectWizard *openWizard(const QStringList &paths)
    {
        m_window->newProject(paths);
        return m_window->findChild<ProjectWizard *>();
    }
    template <typename Widget> Widget *part(const char *name) const
    {
        return m_window->findChild<ProjectWizard *>()->findChild<Widget *>(QLatin1String(name));
    }
    bool waitForOutcome(ProjectWizard *wizard) const
    {
        return QTest::qWaitFor([wizard] { return !wizard->state().isBusy(); }, longWait)
            && wizard->state().outcome().has_value();
    }
    static bool canGoOn(const ProjectWizard *wizard)
    {
        return wizard->button(QWizard::NextButton)->isEnabled();
    }
};

void TestWizard::textsAreUnderstood()
{
    bridge::ImportChoices choices;
    choices.model = QStringLiteral("/m.pt");
    choices.data = QStringLiteral("/d");
    const ImportRequest free = bridge::toRequest(choices);
    QVERIFY(!free.input && !free.scale && !free.mean && !free.std && free.channelOrder.empty());
    choices.input = QStringLiteral(" 32×24x3 ");
    choices.scale = QStringLiteral("1");
    choices.mean = QStringLiteral("0.485, 0.456,0.406");
    choices.std = QStringLiteral("0.5");
    choices.channelOrder = QStringLiteral("bgr");
    choices.classNames = {QStringLiteral("a"), QStringLiteral("b")};
    const ImportRequest given = bridge::toRequest(choices);
    QVERIFY((given.input == ImageShape{32, 24, 3}));
    QCOMPARE(*given.scale, 1.0f);
    QVERIFY((*given.mean == std::vector<float>{0.485f, 0.456f, 0.406f}));
    QVERIFY((*given.std == std::vector<float>{0.5f}));
    QCOMPARE(given.channelOrder, std::string("bgr"));
    QCOMPARE(given.classNames.size(), std::size_t(2));
}

void TestWizard::wrongTextsAreRefused_data()
{
    QTest::addColumn<QString>("input");
    QTest::addColumn<QString>("scale");
    QTest::addColumn<QString>("mean");
    QTest::addColumn<QString>("std");
    QTest::newRow("two numbers") << "32x32"
                                 << ""
                                 << ""
                                 << "";
    QTest::newRow("two channels") << "32x32x2"
                                  << ""
                                  << ""
                                  << "";
    QTest::newRow("no height") << "0x32x3"
                               << ""
                               << ""
                               << "";
    QTest::newRow("words") << "large"
                           << ""
                           << ""
                           << "";
    QTest::newRow("scale 0") << ""
                             << "0"
                             << ""
                             << "";
    QTest::newRow("scale nan") << ""
                               << "nan"
                               << ""
                               << "";
    QTest::newRow("mean") << ""
                          << ""
                          << "0.1,,0.2"
                          << "";
    QTest::newRow("std 0") << ""
                           << ""
                           << ""
                           << "1, 0, 1";
}

void TestWizard::wrongTextsAreRefused()
{
    QFETCH(QString, input);
    QFETCH(QString, scale);
    QFETCH(QString, mean);
    QFETCH(QString, std);
    bridge::ImportChoices choices;
    QCOMPARE(bridge::ProjectImporter::problemOf(choices), QString());
    choices.input = input;
    choices.scale = scale;
    choices.mean = mean;
    choices.std = std;
    QVERIFY(!bridge::ProjectImporter::problemOf(choices).isEmpty());
}

void TestWizard::otherFilesGetAnotherName()
{
    ProjectWizard *wizard = openWizard({model(), data()});
    const auto toTheEnd = [&] {
        wizard->next();
        QVERIFY(waitForOutcome(wizard));
        wizard->next();
        const auto *trials = wizard->currentPage()->findChild<QTableWidget *>();
        QSet<QString> rules; // each stands once, though some are tried on few images and then on more
        for (int row = 0; row < trials->rowCount(); ++row)
            rules.insert(trials->item(row, 0)->text());
        QVERIFY(trials->rowCount() > 1);
        QCOMPARE(rules.size(), trials->rowCount());
        wizard->next();
    };
    toTheEnd();
    QCOMPARE(part<QLineEdit>("newProjectName")->text(), QStringLiteral("fashion-mnist, lenet5"));
    for (int page = 0; page < 3; ++page)
        wizard->back();
    QVERIFY(QFile::copy(model(), path("other.pt")));
    part<QLineEdit>("importModel")->setText(path("other.pt"));
    toTheEnd();
    QCOMPARE(part<QLineEdit>("newProjectName")->text(), QStringLiteral("fashion-mnist, other"));
    QVERIFY(part<QLineEdit>("newProjectFolder")->text().endsWith(QLatin1String("fashion-mnist-other")));
    part<QLineEdit>("newProjectName")->setText(QStringLiteral("Mine"));
    wizard->back();
    wizard->next();
    QCOMPARE(part<QLineEdit>("newProjectName")->text(), QStringLiteral("Mine"));
}

void TestWizard::sampleBecomesAProject()
{
    ProjectWizard *wizard = openWizard({});
    QVERIFY(!canGoOn(wizard));
    part<QLineEdit>("importModel")->setText(model());
    part<QLineEdit>("importData")->setText(QStringLiteral("/nowhere/at/all"));
    QVERIFY(!canGoOn(wizard));
    part<QLineEdit>("importData")->setText(data());
    QVERIFY(canGoOn(wizard));
    wizard->next();
    QVERIFY(!canGoOn(wizard)); // being measured
    QVERIFY(waitForOutcome(wizard));
    QCOMPARE(part<QLineEdit>("importInput")->text(), QStringLiteral("28 x 28 x 1"));
    QCOMPARE(part<QLineEdit>("importScale")->text(), QStringLiteral("255"));
    QCOMPARE(wizard->state().outcome()->images, 1000);
    QVERIFY(wizard->state().outcome()->accuracy > 0.85);
    QVERIFY(canGoOn(wizard));
    wizard->next();
    const QString figure = part<QLabel>("importAccuracy")->text();
    QVERIFY(figure.endsWith(QLatin1Char('%')));
    QCOMPARE(figure, part<QLabel>("importAccuracyNow")->text());
    wizard->next();
    part<QLineEdit>("newProjectName")->setText(QStringLiteral("My own"));
    part<QLineEdit>("newProjectFolder")->setText(sampleProject()); // there is one already
    QTest::mouseClick(wizard->button(QWizard::FinishButton), Qt::LeftButton);
    QVERIFY(wizard->isVisible());
    QVERIFY(!part<QLabel>("newProjectProblem")->text().isEmpty());
    part<QLineEdit>("newProjectFolder")->setText(path("own"));
    QTest::mouseClick(wizard->button(QWizard::FinishButton), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(workspace().project().has_value(), longWait);
    QCOMPARE(workspace().project()->name, QStringLiteral("My own"));
    QCOMPARE(workspace().project()->modelFile, model());
    QCOMPARE(workspace().project()->classNames.size(), 10);
    QTRY_VERIFY_WITH_TIMEOUT(workspace().accuracy().has_value(), longWait);
    const Project project = openProject(path("own").toStdString());
    const double expected = cleanAccuracy(*project.openModel(), *project.openData("test"));
    QCOMPARE(workspace().accuracy()->share, expected);
    QVERIFY(expected > 0.85);
}

void TestWizard::changesAreMeasuredAgain()
{
    ProjectWizard *wizard = openWizard({model(), data()});
    wizard->next();
    QVERIFY(waitForOutcome(wizard));
    const double found = wizard->state().outcome()->accuracy;
    const auto type = [this](const char *name, const QString &text) {
        auto *edit = part<QLineEdit>(name);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        Q_EMIT edit->editingFinished();
    };
    type("importScale", QStringLiteral("1"));
    QVERIFY(wizard->state().isBusy());
    QVERIFY(!canGoOn(wizard));
    QVERIFY(waitForOutcome(wizard));
    QCOMPARE(wizard->state().outcome()->scale, QStringLiteral("1")); // what is given stays
    type("importMean", QStringLiteral("100000")); // all images look alike
    QVERIFY(waitForOutcome(wizard));
    QVERIFY(wizard->state().outcome()->accuracy < 0.2);
    QVERIFY(wizard->state().outcome()->findings.first().warning);
    wizard->next();
    QVERIFY(part<QTextBrowser>("importFindings")->toPlainText().startsWith(QStringLiteral("Warning:")));
    wizard->back();
    type("importScale", QStringLiteral("no number"));
    QVERIFY(!wizard->state().outcome());
    QVERIFY(part<QLabel>("importNote")->text().contains(QStringLiteral("not a number")));
    QVERIFY(!canGoOn(wizard));
    QTest::mouseClick(part<QPushButton>("importAgain"), Qt::LeftButton);
    QVERIFY(waitForOutcome(wizard));
    QCOMPARE(wizard->state().outcome()->accuracy, found);
    auto *classes = part<QPlainTextEdit>("importClasses");
    QStringList names = classes->toPlainText().split(QLatin1Char('\n'));
    QCOMPARE(names.size(), 10);
    names[3] = QStringLiteral("Frock");
    classes->setPlainText(names.join(QLatin1Char('\n')));
    QVERIFY(!canGoOn(wizard)); // while one types
    QTRY_VERIFY_WITH_TIMEOUT(wizard->state().choices().classNames == names, longWait);
    QVERIFY(waitForOutcome(wizard));
    QCOMPARE(wizard->state().outcome()->classNames[3], QStringLiteral("Frock"));
    wizard->next();
    QVERIFY(!part<QTextBrowser>("importFindings")->toPlainText().isEmpty());
}

void TestWizard::brokenModelsAreRefused()
{
    QFile broken(path("broken.pt"));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("this is no model");
    broken.close();
    ProjectWizard *wizard = openWizard({broken.fileName(), data()});
    wizard->next();
    QVERIFY(!waitForOutcome(wizard));
    QVERIFY(!wizard->state().error().isEmpty());
    QCOMPARE(part<QLabel>("importNote")->text(), wizard->state().error());
    QVERIFY(!canGoOn(wizard));
    wizard->back();
    part<QLineEdit>("importModel")->setText(model());
    wizard->next();
    QVERIFY(waitForOutcome(wizard));
    wizard->reject();
    QTRY_VERIFY(!m_window->findChild<ProjectWizard *>());
}

void TestWizard::filesCanBeDropped()
{
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(data()), QUrl::fromLocalFile(model())});
    QDragEnterEvent enter({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({10, 10}, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_window.get(), &drop);
    QCOMPARE(part<QLineEdit>("importModel")->text(), model());
    QCOMPARE(part<QLineEdit>("importData")->text(), data());
    QVERIFY(canGoOn(m_window->findChild<ProjectWizard *>()));
    m_window->newProject({path("other")}); // the open one takes it
    QCOMPARE(m_window->findChildren<ProjectWizard *>().size(), 1);
    QCOMPARE(part<QLineEdit>("importData")->text(), path("other"));
}

QTEST_MAIN(TestWizard)
#include "tst_wizard.moc"
