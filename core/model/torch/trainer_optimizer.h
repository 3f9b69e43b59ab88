// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/training.h"
#include <ATen/core/Tensor.h>
#include <memory>

namespace torch::optim {
class Optimizer;
}

namespace mutascope {

// What a rule of steps remembers from step to step: its tensors, parameter by parameter.
struct OptimizerState {
    std::int64_t steps = 0;
    std::vector<at::Tensor> moments;
};

// The rule of the steps that the options name, behind one face, with its memory open for checkpoints.
class TrainerOptimizer {
public:
    TrainerOptimizer(const std::vector<at::Tensor> &parameters, const TrainOptions &options);
    ~TrainerOptimizer();

    void zeroGradients();
    void setLearningRate(double rate);
    void step();

    // Shares the tensors.
    OptimizerState state() const;
    // False, and nothing changed, where the tensors do not fit the parameters.
    bool setState(const OptimizerState &state);

private:
    std::size_t momentsOfParameter() const;

    std::vector<at::Tensor> m_parameters;
    std::string m_rule;
    bool m_momentum = false;
    std::unique_ptr<torch::optim::Optimizer> m_optimizer;
};

} // namespace mutascope
