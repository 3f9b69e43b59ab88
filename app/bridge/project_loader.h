// SPDX-License-Identifier: GPL-3.0-or-later
// Opens a project and measures its model's accuracy in a thread of its own.
#pragma once

#include "app/bridge/clean_accuracy.h"
#include "app/bridge/values.h"

#include <QObject>
#include <functional>
#include <memory>

namespace mutascope::bridge {

class ProjectLoader : public QObject {
    Q_OBJECT

public:
    explicit ProjectLoader(QObject *parent = nullptr);
    ~ProjectLoader() override;

    // Folder or project.json. opened() or failed() follows, then the accuracy over the test images.
    void open(const QString &path);

Q_SIGNALS:
    void opened(const mutascope::bridge::ProjectInfo &project);
    void failed(const QString &path, const QString &what, const QString &hint);
    void accuracyProgress(double fraction);
    void accuracyMeasured(const mutascope::bridge::CleanAccuracy &accuracy);
    void accuracyFailed(const QString &what, const QString &hint);

private:
    struct Private;
    void load(quint64 generation, const QString &path);
    void tell(quint64 generation, const std::function<void()> &message);

    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
