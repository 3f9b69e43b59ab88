// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/application.h"

#include "app/bridge/catalog.h"
#include "app/gui/icons.h"

#include <exception>

namespace mutascope::gui {

Application::Application(int &argc, char **argv) : QApplication(argc, argv)
{
    initialiseResources();
    setOrganizationName(QStringLiteral("mutascope"));
    setApplicationName(QStringLiteral("mutascope"));
    setApplicationDisplayName(QStringLiteral("Mutascope"));
    setApplicationVersion(bridge::programVersion());
    setDesktopFileName(QStringLiteral("mutascope"));
    setWindowIcon(applicationIcon());
}

bool Application::notify(QObject *receiver, QEvent *event)
{
    try {
        return QApplication::notify(receiver, event);
    } catch (const std::exception &error) {
        Q_EMIT unexpectedError(QString::fromUtf8(error.what()));
    } catch (...) {
        Q_EMIT unexpectedError(tr("an exception of an unknown kind"));
    }
    return false;
}

} // namespace mutascope::gui
