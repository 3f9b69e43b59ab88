// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/label_automated.h"

#include "app/bridge/convert.h"
#include "app/bridge/worker.h"
#include "core/base/cache.h"
#include "core/run/label_validity.h"

namespace mutascope::bridge {

namespace {

AutomatedScore toScore(const LabelValidity &one)
{
    const ValidityCalibration &calibration = one.calibration;
    AutomatedScore score;
    score.name = QString::fromLatin1(scoreName(one.score));
    score.auc = calibration.auc;
    score.threshold = calibration.threshold;
    score.raw = calibration.calibrated.raw;
    score.cohen = calibration.calibrated.cohen;
    score.ac1 = calibration.calibrated.ac1;
    score.uncalibratedRaw = calibration.uncalibrated.raw;
    score.peopleOnly = qint64(calibration.calibrated.peopleOnly);
    score.automatedOnly = qint64(calibration.calibrated.automatedOnly);
    for (const RocPoint &point : calibration.roc) {
        score.roc.emplace_back(point.invalidKept, point.validKept);
        if (point.threshold == calibration.threshold)
            score.chosen = score.roc.back();
    }
    return score;
}

AutomatedValues toValues(const LabelValidityReport &report)
{
    AutomatedValues values;
    values.labelled = qint64(report.labelled);
    for (const LabelValidity &one : report.scores) {
        values.valid = qint64(one.calibration.valid);
        values.invalid = qint64(one.calibration.invalid);
        values.scores.append(toScore(one));
    }
    return values;
}

} // namespace

struct LabelAutomated::Private {
    bool busy = false;
    std::shared_ptr<RunControl> control;
    Worker worker; // last: gone before what it uses
};

LabelAutomated::LabelAutomated(QObject *parent) : QObject(parent), m(std::make_unique<Private>()) { }

LabelAutomated::~LabelAutomated()
{
    stop();
}

bool LabelAutomated::isBusy() const
{
    return m->busy;
}

void LabelAutomated::stop()
{
    if (m->control)
        m->control->stop();
}

bool LabelAutomated::start(const QString &sessionFile, qint64 run)
{
    if (m->busy)
        return false;
    m->busy = true;
    m->control = std::make_shared<RunControl>();
    Q_EMIT busyChanged(true);
    AutomatedValidityOptions options;
    options.validator.epochs = m_epochs;
    options.validator.trainingImages = std::size_t(m_trainingImages);
    m->worker.post([this, sessionFile, run, options, control = m->control]() mutable {
        const auto deliver = [this](std::function<void()> message) {
            QMetaObject::invokeMethod(this, std::move(message), Qt::QueuedConnection);
        };
        const auto end = [this, deliver](std::function<void()> message) {
            deliver([this, message = std::move(message)] {
                m->busy = false;
                Q_EMIT busyChanged(false);
                message();
            });
        };
        try {
            options.validator.folder = userCacheFolder();
            const SessionStore store(toPath(sessionFile), SessionStore::Mode::ReadOnly);
            const LabelValidityReport report
                = labelValidity(store, run, options, *control, [this, deliver](double share) {
                      deliver([this, share] { Q_EMIT progressed(share); });
                  });
            if (report.stopped)
                return end([this] { Q_EMIT stopped(); });
            end([this, values = toValues(report)] { Q_EMIT finished(values); });
        } catch (...) {
            const ErrorWords words = currentErrorWords();
            end([this, words] { Q_EMIT failed(words.what, words.hint); });
        }
    });
    return true;
}

} // namespace mutascope::bridge
