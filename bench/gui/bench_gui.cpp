// SPDX-License-Identifier: GPL-3.0-or-later
// What a live window costs a run: bench_gui [rounds] [tests of a run]. The same run with the window on its
// run page and without any window, in turn; the median ratio of their rates is printed.
#include "bench/gui/median.h"
#include "core/run/run.h"
#include "tests/app/window_fixture.h"
#include <algorithm>
#include <fmt/format.h>

using namespace mutascope;

namespace {

class Silent : public RunObserver {
public:
    void onEvent(const RunEvent &) override { }
};

double rateOf(const std::string &file)
{
    const SessionStore store(file, SessionStore::Mode::ReadOnly);
    const Counters counters = store.run(1).counters;
    return double(counters.tests) / counters.seconds;
}

} // namespace

class GuiBench : public QObject, protected gui::WindowFixture {
public:
    GuiBench(int rounds, qint64 tests) : m_rounds(rounds), m_tests(tests) { }

    int measure()
    {
        useOwnSettings(QStringLiteral("bench_gui"));
        std::vector<double> ratios;
        for (int round = 0; round < m_rounds; ++round) {
            const double window = withWindow();
            const double alone = withoutWindow();
            if (window <= 0)
                return 1;
            ratios.push_back(window / alone);
            fmt::print("with the window {:6.0f} tests/s, without {:6.0f}: {:5.1f} %\n", window, alone,
                       100 * ratios.back());
        }
        fmt::print("median {:.1f} %\n", 100 * median(ratios));
        return 0;
    }

private:
    double withWindow()
    {
        makeWindow();
        openSample();
        setUp(m_tests, path("a.mscope"));
        const bool ended = runToEnd();
        const double rate = ended ? rateOf(path("a.mscope").toStdString()) : -1;
        closeWindow();
        return rate;
    }

    double withoutWindow()
    {
        QTemporaryDir folder;
        const std::string file = folder.filePath(QStringLiteral("b.mscope")).toStdString();
        {
            SessionStore store(file, SessionStore::Mode::Create);
            RunConfig config;
            config.generator = "deephunter";
            config.criterion = "kmnc:1000";
            config.budget.tests = m_tests;
            RunControl control;
            Silent silent;
            executeRun(openProject(sampleProject().toStdString()), config, store, control, silent);
        }
        return rateOf(file);
    }

    int m_rounds;
    qint64 m_tests;
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const int rounds = arguments.size() > 1 ? std::max(1, arguments[1].toInt()) : 5;
    const qint64 tests = arguments.size() > 2 ? std::max(1, arguments[2].toInt()) : 60000;
    return GuiBench(rounds, tests).measure();
}
