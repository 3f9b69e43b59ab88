// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/trainer.h"
#include <chrono>
#include <optional>

namespace mutascope {

// Runs the epochs, from a checkpoint on where one is given, and leaves the best one's weights in the
// trainer's module. It alone knows of time.
class TrainingSchedule {
public:
    using OnProgress = std::function<bool(const TrainProgress &)>;

    TrainingSchedule(Trainer &trainer, const TrainOptions &options, nlohmann::json settings,
                     const OnProgress &onProgress)
        : m_trainer(trainer), m_options(options), m_settings(std::move(settings)), m_onProgress(onProgress)
    {
    }

    TrainResult run();

private:
    void resume();
    void runEpoch(int epoch);
    bool runBatches(int epoch);
    void keepBest(int epoch, double accuracy);
    void saveProgress() const;
    void chooseEnd(int epoch, bool wanted);
    bool stale() const;
    bool timeFor(double seconds) const;
    double elapsed() const;
    bool proceed(int epoch, std::size_t seen, double validationAccuracy) const;

    Trainer &m_trainer;
    const TrainOptions &m_options;
    const nlohmann::json m_settings;
    const OnProgress &m_onProgress;
    const std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    double m_longestEpoch = 0;
    std::optional<TrainEnd> m_end;
    TrainResult m_result;
};

} // namespace mutascope
