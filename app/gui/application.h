// SPDX-License-Identifier: GPL-3.0-or-later
// The application: names, icon, and the last resort for an exception that reached the event loop.
#pragma once

#include <QApplication>

namespace mutascope::gui {

class Application : public QApplication {
    Q_OBJECT

public:
    Application(int &argc, char **argv);
    bool notify(QObject *receiver, QEvent *event) override;

Q_SIGNALS:
    void unexpectedError(const QString &what);
};

} // namespace mutascope::gui
