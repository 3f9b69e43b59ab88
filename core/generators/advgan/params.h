// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/data/dataset.h"
#include "core/nets/advgan_nets.h"
#include <nlohmann/json.hpp>

namespace mutascope::advgan {

std::vector<ParamSpec> params();

enum class Distillation { None, Static, Dynamic }; // None: the model's own gradients

// How a run's networks are trained.
struct TrainingPlan {
    AdvGanOptions nets;
    Distillation distillation = Distillation::None;
    int distillationEpochs = 0; // before the first of the generator's
    double distillationRate = 0;
    int epochs = 0; // the generator's
    int patience = 0; // epochs without a higher success rate; 0: no early end
    std::size_t batch = 0;
    std::size_t images = 0; // 0: all
};

// Throws Error{Usage} where the target is no class of the model.
TrainingPlan planOf(const ParamSet &params, const ModelSpec &model, std::uint64_t runSeed);

// All that the weights depend on.
nlohmann::json describe(const TrainingPlan &plan, const DatasetSpec &data, const ModelSpec &model);

} // namespace mutascope::advgan
