// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/advgan/params.h"
#include "core/nets/distilled.h"
#include <optional>

namespace mutascope::advgan {

// What AttackTraining::saveWeights() made: the generator's weights and, where there is one, the copy's.
struct StoredWeights {
    std::string generator;
    std::string copy;
};
StoredWeights storedWeights(const std::string &bytes, bool withCopy); // throws Error{BadData}

// The networks of a run: those of AdvGAN and, where the model is a black box, the copy of it that they learn
// from. A black box is asked for predictions only.
class AttackTraining : public Trainable {
public:
    // The model outlives it.
    AttackTraining(const TrainingPlan &plan, Model &model);
    AttackTraining(const AttackTraining &) = delete;
    AttackTraining &operator=(const AttackTraining &) = delete;

    // Those of AdvGanNets, then "distillation" where there is a copy. With dynamic distillation "success" is
    // that against the model itself, which is asked anyway; with static distillation that against the copy.
    const std::vector<std::string> &lossNames() const override { return m_names; }
    // In the first epochs of a black box the copy learns alone; AdvGAN's values are 0 meanwhile.
    std::vector<double> learn(const TrainingBatch &batch) override;
    std::string save() const override;
    void load(const std::string &bytes) override;
    // The generator's, then the copy's where there is one.
    std::string saveWeights() const override;
    void loadWeights(const std::string &bytes) override;

    // Whether the success rate has not risen for as many epochs as the plan waits. Part of save(), so that a
    // resumed training ends where an uninterrupted one does.
    bool noLongerRising() const;
    int epochs() const { return m_plan.distillationEpochs + m_plan.epochs; }
    const AdvGanNets &nets() const { return *m_nets; }
    const DistilledNet *copy() const { return m_copy ? &*m_copy : nullptr; }

private:
    TargetGradient targetGradient();
    std::vector<double> learnFromCopy(const TrainingBatch &batch);
    std::optional<double> distilPerturbed(const TrainingBatch &batch, double &loss);
    void remember(int epoch, double success);

    struct EpochSuccess {
        double sum = 0;
        std::uint32_t batches = 0;
    };
    TrainingPlan m_plan;
    Model &m_model;
    std::optional<DistilledNet> m_copy;
    std::unique_ptr<AdvGanNets> m_nets;
    std::vector<std::string> m_names;
    std::vector<EpochSuccess> m_success; // one a generator's epoch
};

} // namespace mutascope::advgan
