// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with a session of the sample project, and the command line beside it.
#pragma once

#include "tests/app/label_page_fixture.h"

#include "app/bridge/after_catalog.h"
#include "app/gui/retrain/after_form.h"
#include "app/gui/retrain/after_result.h"
#include "app/gui/retrain/retrain_page.h"
#include "core/store/session_store.h"
#include "widgets/param_form.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTableWidget>
#include <optional>

namespace mutascope::gui {

class AfterFixture : public LabelPageFixture {
protected:
    using Kind = bridge::AfterKind;

    static QString cli()
    {
        return QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("mutascope-cli"));
    }

    // Its answer as JSON; empty where it failed.
    QJsonObject ask(const QStringList &arguments) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CACHE_HOME"), m_cache.path());
        process.setProcessEnvironment(environment);
        process.start(cli(), arguments + QStringList{QStringLiteral("--json"), QStringLiteral("--quiet")});
        if (!process.waitForFinished(longWait) || process.exitCode() != 0)
            qWarning("%s", process.readAllStandardError().constData());
        return QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    }

    // The session that every test has a copy of.
    void makeSession()
    {
        m_base = m_baseFolder.filePath(QStringLiteral("base.mscope"));
        const QJsonObject run = ask(
            {QStringLiteral("run"), sampleProject(), QStringLiteral("--generator"), QStringLiteral("random"),
             QStringLiteral("--criterion"), QStringLiteral("kmnc:10"), QStringLiteral("--seed"),
             QStringLiteral("3"), QStringLiteral("--set"), QStringLiteral("seeds-per-class=20"),
             QStringLiteral("--set"), QStringLiteral("profile-limit=1000"), QStringLiteral("--budget-calls"),
             QStringLiteral("1000"), QStringLiteral("--out"), m_base});
        QVERIFY(run.value(QStringLiteral("failing")).toInt() > 60);
    }

    void openCopy()
    {
        m_outcome.reset();
        m_phase.clear();
        m_file = path("a.mscope");
        QVERIFY(QFile::copy(m_base, m_file));
        workspace().openSession(m_file);
        QTRY_VERIFY_WITH_TIMEOUT(workspace().currentRun() == 1 && !m_window->tests().rows().empty(),
                                 longWait);
        QTRY_VERIFY_WITH_TIMEOUT(workspace().accuracy().has_value(), longWait); // its project, measured
        QObject::connect(&jobs(), &bridge::ModelJobs::worked, m_window.get(),
                         [this](const bridge::AfterOutcome &outcome) { m_outcome = outcome; });
        QObject::connect(&jobs(), &bridge::ModelJobs::phaseChanged, m_window.get(),
                         [this](const QString &phase, double) { m_phase = phase; });
    }

    bridge::ModelJobs &jobs() const { return workspace().models(); }
    void press(const char *button) { QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton); }
    QString jobTitle() const { return find<QLabel>("jobTitle")->text(); }
    bool waitForTitle(const char *part) const
    {
        return QTest::qWaitFor([=, this] { return jobTitle().contains(QLatin1String(part)); }, longWait);
    }
    bool waitForEnd() const
    {
        return QTest::qWaitFor([this] { return !jobs().isBusy(); }, longWait);
    }

    void choose(Kind kind, const QVariantMap &settings, const QString &ownFile = {})
    {
        m_window->setPage(MainWindow::Retrain);
        m_window->retrainPage()->showAfter(kind, 1);
        const QStringList refused = find<widgets::ParamForm>("afterParams")->setValues(settings);
        QVERIFY2(refused.isEmpty(), qPrintable(refused.join(QLatin1Char(' '))));
        find<QComboBox>("afterPlace")->setCurrentIndex(ownFile.isEmpty() ? 0 : 1);
        find<QLineEdit>("afterFile")->setText(ownFile);
    }
    void begin(Kind kind, const QVariantMap &settings, const QString &ownFile = {})
    {
        choose(kind, settings, ownFile);
        QVERIFY2(find<QPushButton>("startAfter")->isEnabled(),
                 qPrintable(find<QLabel>("startAfterProblem")->text()));
        press("startAfter");
        QVERIFY(jobs().isBusy());
    }
    void work(Kind kind, const QVariantMap &settings, const QString &ownFile = {})
    {
        begin(kind, settings, ownFile);
        QVERIFY(waitForEnd());
        QTRY_VERIFY2(m_outcome.has_value(),
                     qPrintable(jobTitle() + QLatin1Char(' ') + find<QLabel>("jobNote")->text()));
        QVERIFY(find<QTableWidget>("afterTable")->isVisible());
    }
    template <typename Values> const Values &values() const { return std::get<Values>(m_outcome->values); }
    QString cell(int row, int column) const
    {
        const auto *item = find<QTableWidget>("afterTable")->item(row, column);
        return item ? item->text() : QString();
    }

    QTemporaryDir m_baseFolder;
    QString m_base;
    QString m_file; // of the copy
    QString m_phase; // of the job
    std::optional<bridge::AfterOutcome> m_outcome;
};

// The images of a run, in the order of its tests.
inline QStringList hashesOf(const QString &file, qint64 run)
{
    const SessionStore store(bridge::toPath(file), SessionStore::Mode::ReadOnly);
    QStringList hashes;
    for (const TestRecord &test : store.tests(run))
        hashes.append(QString::fromStdString(test.imageSha256));
    return hashes;
}

inline qsizetype runsOf(const QString &file)
{
    return qsizetype(SessionStore(bridge::toPath(file), SessionStore::Mode::ReadOnly).runs().size());
}

} // namespace mutascope::gui
