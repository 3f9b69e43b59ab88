// SPDX-License-Identifier: GPL-3.0-or-later
// How long a stored search tree takes to open and to draw: bench_tree SESSION [rounds].
#include "app/gui/icons.h"
#include "app/gui/tree/tree_page.h"
#include "bench/gui/median.h"
#include "widgets/tree_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTest>
#include <algorithm>
#include <fmt/format.h>
#include <vector>

using namespace mutascope;
using namespace mutascope::gui;

namespace {

template <typename Work> double secondsOf(const Work &work)
{
    QElapsedTimer timer;
    timer.start();
    work();
    return double(timer.nsecsElapsed()) / 1e9;
}

bool wait(TreePage &page)
{
    return QTest::qWaitFor([&] { return page.frame().moment.events > 0 && !page.isWaiting(); }, 600'000);
}

// From the file to the drawn tree at the end of its history; -1 where it has none.
double open(Workspace &workspace, TreePage &page, const QString &file)
{
    bool opened = false;
    const double seconds = secondsOf([&] {
        workspace.openPath(file);
        opened = wait(page);
        page.grab();
    });
    return opened ? seconds : -1;
}

// The first tree at its end, nothing folded.
double showFirst(TreePage &page)
{
    return secondsOf([&] {
        page.findChild<QSpinBox *>(QStringLiteral("treeNumber"))->setValue(1);
        wait(page);
        page.view()->setLeastVisits(0);
        page.view()->zoomToFit();
        page.grab();
    });
}

double draw(TreePage &page)
{
    return secondsOf([&] { page.view()->viewport()->grab(); });
}

// Frames while zooming in and out again, as a reader turns the wheel.
double zoom(TreePage &page)
{
    constexpr int steps = 12;
    std::vector<double> frames;
    for (int step = 0; step < 2 * steps; ++step) {
        step < steps ? page.view()->zoomIn() : page.view()->zoomOut();
        frames.push_back(draw(page));
    }
    return *std::max_element(frames.begin(), frames.end());
}

int measure(const QString &file, int rounds)
{
    std::vector<double> opened, first, whole, slowest;
    qint64 iterations = 0;
    int nodes = 0;
    for (int round = 0; round < rounds; ++round) {
        Workspace workspace;
        TreePage page(workspace);
        page.resize(1400, 900);
        page.show();
        opened.push_back(open(workspace, page, file));
        if (opened.back() < 0) {
            fmt::print(stderr, "bench_tree: no search tree in {}\n", file.toStdString());
            return 1;
        }
        first.push_back(showFirst(page));
        iterations = page.frame().moment.iterations;
        nodes = page.view()->shownNodes();
        whole.push_back(draw(page));
        slowest.push_back(zoom(page));
    }
    fmt::print("{} iterations, {} nodes drawn: open {:.2f} s, to the first tree {:.2f} s; fitted {:.1f} ms a "
               "frame, slowest zoomed {:.1f} ms\n",
               iterations, nodes, median(opened), median(first), 1e3 * median(whole), 1e3 * median(slowest));
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QStandardPaths::setTestModeEnabled(true);
    initialiseResources();
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 2) {
        fmt::print(stderr, "usage: bench_tree SESSION [rounds]\n");
        return 2;
    }
    return measure(arguments[1], arguments.size() > 2 ? std::max(1, arguments[2].toInt()) : 5);
}
