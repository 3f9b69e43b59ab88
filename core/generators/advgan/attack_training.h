// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/advgan/params.h"
#include "core/nets/distilled.h"
#include <optional>

namespace mutascope::advgan {

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
    std::string saveWeights() const override { return m_nets->saveWeights(); }
    void loadWeights(const std::string &bytes) override { m_nets->loadWeights(bytes); }

    // Whether the success rate has not risen for as many epochs as the plan waits. Part of save(), so that a
    // resumed training ends where an uninterrupted one does.
    bool noLongerRising() const;
    int epochs() const { return m_plan.distillationEpochs + m_plan.epochs; }
    const AdvGanNets &nets() const { return *m_nets; }

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
