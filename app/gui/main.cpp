// SPDX-License-Identifier: GPL-3.0-or-later
// mutascope [FILE]: the desktop program.
#include "app/bridge/catalog.h"
#include "app/gui/application.h"
#include "app/gui/main_window.h"
#include "app/gui/screenshot_tour.h"
#include "app/gui/theme.h"

#include <QCommandLineParser>
#include <QStandardPaths>
#include <QTextStream>
#include <optional>

namespace {

using namespace mutascope::gui;

constexpr int exitDone = 0;
constexpr int exitFailed = 1;
constexpr int exitUsage = 2;

int usageError(const QString &what)
{
    QTextStream(stderr) << "mutascope: " << what << "\nTry: mutascope --help\n";
    return exitUsage;
}

int print(const QString &text)
{
    QTextStream(stdout) << text;
    return exitDone;
}

// Its settings are its own: the pictures look the same on every desk, and the user's list stays as it is.
int takeScreenshots(const QString &project, const QString &folder)
{
    QStandardPaths::setTestModeEnabled(true);
    applyTheme(Theme::Light);
    MainWindow window;
    window.workspace().recent().clear();
    window.show();
    ScreenshotTour tour(window, project, folder);
    QObject::connect(&tour, &ScreenshotTour::finished, &window, [](const QString &error) {
        if (!error.isEmpty())
            QTextStream(stderr) << "mutascope: " << error << '\n';
        QCoreApplication::exit(error.isEmpty() ? exitDone : exitFailed);
    });
    tour.start();
    return QCoreApplication::exec();
}

int showWindow(Application &application, const QString &path)
{
    MainWindow window;
    QObject::connect(&application, &Application::unexpectedError, &window, &MainWindow::showUnexpectedError);
    window.show();
    if (!path.isEmpty())
        window.workspace().openPath(path);
    return QCoreApplication::exec();
}

struct Order {
    QString file;
    QString screenshots; // folder
    std::optional<int> exitCode; // nothing more to do
};

// Needs no display, so that --help and --version always work.
Order readCommandLine(int &argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("mutascope"));
    QCoreApplication::setApplicationVersion(mutascope::bridge::programVersion());
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QObject::tr("Find the images an image classifier gets wrong, and see why."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    const QCommandLineOption screenshot(
        QStringLiteral("screenshot"),
        QObject::tr("Make three short runs, save a picture of each page into DIR and exit."),
        QStringLiteral("DIR"));
    parser.addOption(screenshot);
    parser.addPositionalArgument(QStringLiteral("FILE"), QObject::tr("A project or a session (.mscope)"),
                                 QStringLiteral("[FILE]"));
    if (!parser.parse(QCoreApplication::arguments()))
        return {{}, {}, usageError(parser.errorText())};
    if (parser.isSet(help))
        return {{}, {}, print(parser.helpText())};
    if (parser.isSet(version))
        return {{}, {}, print(QStringLiteral("mutascope %1\n").arg(mutascope::bridge::programVersion()))};
    const QStringList files = parser.positionalArguments();
    if (files.size() > 1)
        return {{}, {}, usageError(QObject::tr("one file at most can be opened"))};
    return {files.value(0), parser.value(screenshot), {}};
}

} // namespace

int main(int argc, char **argv)
{
    const Order order = readCommandLine(argc, argv);
    if (order.exitCode)
        return *order.exitCode;
    mutascope::bridge::prepareLibraries();
    Application application(argc, argv);
    if (!order.screenshots.isEmpty())
        return takeScreenshots(order.file, order.screenshots);
    applyTheme(storedTheme());
    return showWindow(application, order.file);
}
