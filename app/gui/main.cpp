// SPDX-License-Identifier: GPL-3.0-or-later
// mutascope [FILE]: the desktop program.
#include "app/gui/application.h"
#include "app/gui/main_window.h"
#include "app/gui/screenshot_tour.h"

#include <QCommandLineParser>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextStream>
#include <memory>

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

// Its settings are its own: the pictures look the same on every desk, and the user's list stays as it is.
int takeScreenshots(const QString &project, const QString &folder)
{
    QStandardPaths::setTestModeEnabled(true);
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

} // namespace

int main(int argc, char **argv)
{
    Application application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QObject::tr("Find the images an image classifier gets wrong, and see why."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    const QCommandLineOption screenshot(
        QStringLiteral("screenshot"),
        QObject::tr("Make a short run, save a picture of each page into DIR and exit."),
        QStringLiteral("DIR"));
    parser.addOption(screenshot);
    parser.addPositionalArgument(QStringLiteral("FILE"), QObject::tr("A project or a session (.mscope)"),
                                 QStringLiteral("[FILE]"));
    if (!parser.parse(application.arguments()))
        return usageError(parser.errorText());
    if (parser.isSet(help))
        parser.showHelp(exitDone);
    if (parser.isSet(version))
        parser.showVersion();
    const QStringList files = parser.positionalArguments();
    if (files.size() > 1)
        return usageError(QObject::tr("one file at most can be opened"));
    const QString file = files.value(0);
    if (parser.isSet(screenshot))
        return takeScreenshots(file, parser.value(screenshot));
    return showWindow(application, file);
}
