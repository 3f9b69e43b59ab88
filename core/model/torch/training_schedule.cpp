// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/training_schedule.h"
#include "core/base/error.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

TrainResult TrainingSchedule::run()
{
    if (m_options.resume)
        resume();
    while (!m_end)
        runEpoch(m_result.epochsRun + 1);
    m_trainer.finish();
    m_result.end = *m_end;
    m_result.interrupted = m_result.end == TrainEnd::Interrupted;
    return m_result;
}

void TrainingSchedule::resume()
{
    const TrainingCheckpoint checkpoint = loadCheckpoint(m_options.checkpoint);
    checkSameSettings(checkpoint.settings, m_settings, m_options.checkpoint);
    const bool plausible = checkpoint.epoch >= 1 && checkpoint.epoch <= m_options.epochs
        && checkpoint.bestEpoch >= 1 && checkpoint.bestEpoch <= checkpoint.epoch;
    if (!plausible || !m_trainer.load(checkpoint))
        throw Error(
            ErrorCode::BadModel,
            fmt::format("the checkpoint {} does not fit its own settings", m_options.checkpoint.string()),
            "Begin the training again, without resuming");
    m_result.epochsRun = checkpoint.epoch;
    m_result.bestEpoch = checkpoint.bestEpoch;
    m_result.validationAccuracy = checkpoint.bestAccuracy;
    chooseEnd(checkpoint.epoch, true);
}

void TrainingSchedule::runEpoch(int epoch)
{
    const double begin = elapsed();
    if (!runBatches(epoch))
        return;
    m_result.epochsRun = epoch;
    const double accuracy = m_trainer.validationAccuracy();
    keepBest(epoch, accuracy);
    saveProgress();
    m_longestEpoch = std::max(m_longestEpoch, elapsed() - begin);
    const bool wanted = proceed(epoch, m_trainer.trainingImages(), m_trainer.hasValidation() ? accuracy : -1);
    chooseEnd(epoch, wanted);
}

// False, with the reason as the training's end, where the epoch was left.
bool TrainingSchedule::runBatches(int epoch)
{
    return m_trainer.runEpoch(epoch, [&](std::size_t seen, std::size_t, double) {
        if (!proceed(epoch, seen, -1))
            m_end = TrainEnd::Interrupted;
        else if (!timeFor(0))
            m_end = TrainEnd::Time;
        return !m_end;
    });
}

// Without held-out images the last epoch counts as the best.
void TrainingSchedule::keepBest(int epoch, double accuracy)
{
    if (epoch > 1 && m_trainer.hasValidation() && accuracy <= m_result.validationAccuracy)
        return;
    m_result.bestEpoch = epoch;
    m_result.validationAccuracy = accuracy;
    m_trainer.rememberWeights();
}

void TrainingSchedule::saveProgress() const
{
    if (m_options.checkpoint.empty())
        return;
    TrainingCheckpoint checkpoint;
    checkpoint.settings = m_settings;
    checkpoint.epoch = m_result.epochsRun;
    checkpoint.bestEpoch = m_result.bestEpoch;
    checkpoint.bestAccuracy = m_result.validationAccuracy;
    m_trainer.save(checkpoint);
    saveCheckpoint(checkpoint, m_options.checkpoint);
}

void TrainingSchedule::chooseEnd(int epoch, bool wanted)
{
    if (epoch >= m_options.epochs)
        m_end = TrainEnd::Epochs;
    else if (stale())
        m_end = TrainEnd::Patience;
    else if (!wanted)
        m_end = TrainEnd::Interrupted;
    else if (!timeFor(m_longestEpoch))
        m_end = TrainEnd::Time;
}

bool TrainingSchedule::stale() const
{
    return m_options.patience > 0 && m_result.epochsRun - m_result.bestEpoch >= m_options.patience;
}

bool TrainingSchedule::timeFor(double seconds) const
{
    return m_options.seconds <= 0 || elapsed() + seconds <= m_options.seconds;
}

double TrainingSchedule::elapsed() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
}

bool TrainingSchedule::proceed(int epoch, std::size_t seen, double validationAccuracy) const
{
    return !m_onProgress
        || m_onProgress({epoch, m_options.epochs, seen, m_trainer.trainingImages(), m_trainer.loss(),
                         validationAccuracy, m_trainer.learningRate(), elapsed()});
}

} // namespace mutascope
