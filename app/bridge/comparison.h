// SPDX-License-Identifier: GPL-3.0-or-later
// Reads, measures and judges again the runs of several session files, in threads of its own.
#pragma once

#include "app/bridge/comparison_values.h"

#include <QObject>
#include <functional>
#include <memory>

namespace mutascope {
class RunControl;
}

namespace mutascope::bridge {

// Every method returns at once; signals come in the thread of this object. An answer to a question that was
// asked anew meanwhile is dropped.
class Comparison : public QObject {
    Q_OBJECT

public:
    explicit Comparison(QObject *parent = nullptr);
    ~Comparison() override; // stops

    void setCacheFolder(const QString &folder); // "": the user's

    void readFiles(const QStringList &files); // filesRead() follows
    void readCurves(const QList<RunGroup> &groups); // curvesRead() follows
    void readPairs(const QList<RunGroup> &groups); // pairsRead() follows with the first page
    void readMorePairs(int offset); // of the same groups; pairsRead() follows

    // One piece of work with a model at a time; false where one is under way.
    bool measure(const QList<ComparedRun> &runs, const QStringList &metrics, bool validator);
    bool rejudge(const QList<RunPlace> &runs, const QString &projectFolder);
    bool isBusy() const;
    void stop(); // what is measured by then is told

Q_SIGNALS:
    void filesRead(const QList<mutascope::bridge::ComparedFile> &files);
    void curvesRead(const std::vector<mutascope::bridge::BandCurve> &coverage,
                    const std::vector<mutascope::bridge::BandCurve> &failing);
    void pairsRead(int offset, const QList<mutascope::bridge::PairedRow> &rows, int ofAll);
    void busyChanged(bool busy);
    void progressChanged(double fraction);
    void measured(const QList<mutascope::bridge::MeasuredRun> &runs);
    void rejudged(const QList<mutascope::bridge::RejudgedRun> &runs);
    void failed(const QString &what, const QString &hint);

private:
    struct Private;
    using Message = std::function<void()>; // to be called in this object's thread
    bool begin(std::function<Message(const RunControl &)> work);
    void finish(const Message &message);
    void postProgress(double fraction);
    std::unique_ptr<Private> m;
};

} // namespace mutascope::bridge
