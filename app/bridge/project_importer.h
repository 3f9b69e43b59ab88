// SPDX-License-Identifier: GPL-3.0-or-later
// Finds out how a model takes a data set, measures its accuracy, and makes a project of both; in a thread of
// its own.
#pragma once

#include "app/bridge/background_task.h"

#include <QObject>
#include <QStringList>
#include <memory>
#include <optional>

namespace mutascope {
class RunControl;
}

namespace mutascope::bridge {

// Texts as people type them; an empty one is to be found out.
struct ImportChoices {
    QString model;
    QString data;
    QString input; // "28 x 28 x 1"
    QString scale; // "255"
    QString mean; // "0.485, 0.456, 0.406"
    QString std;
    QString channelOrder; // "rgb" "bgr"
    QStringList classNames;
    QString output; // of a model with several: "logits", "1"
    bool blackBox = false; // predictions only
    qint64 images = 1000; // for the accuracy

    bool operator==(const ImportChoices &) const = default;
};

struct ImportOutcome {
    struct Finding {
        bool warning = false;
        QString text;
        QString tryThis;
    };
    struct Trial {
        QString description;
        double accuracy = 0;
        qint64 images = 0;
    };
    // As ImportChoices, with everything found out.
    QString input;
    QString scale;
    QString mean;
    QString std;
    QString channelOrder;
    QStringList classNames;
    QString outputs; // "logits", "probabilities"
    QString format; // of the data
    double accuracy = 0;
    qint64 images = 0; // it was measured on
    QList<Finding> findings; // warnings first
    QList<Trial> trials;
};

class ProjectImporter : public QObject {
    Q_OBJECT

public:
    explicit ProjectImporter(QObject *parent = nullptr);
    ~ProjectImporter() override; // stops what is at work

    // proposed() or failed() follows. A proposal at work is dropped.
    void propose(const ImportChoices &choices);
    void cancel();
    // A trial in another process ends by itself, or by its time limit: until then this object cannot go
    // without waiting. idle() follows.
    bool isWorking() const;
    // Writes the last proposal as a project into folder. The folder of the project, else why not.
    bool save(const QString &folder, const QString &name, QString *error) const;

    // Whether choices can be understood; else what is wrong with the first one that cannot.
    static QString problemOf(const ImportChoices &choices);

Q_SIGNALS:
    void progress(const QString &phase, double fraction); // fraction -1: unknown
    void proposed(const mutascope::bridge::ImportOutcome &outcome);
    void failed(const QString &what, const QString &hint);
    void idle();

private:
    void work(const ImportChoices &choices, const RunControl &control, const BackgroundTask::Handle &handle);
    struct Private;
    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
