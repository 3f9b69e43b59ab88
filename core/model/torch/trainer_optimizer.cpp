// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/trainer_optimizer.h"
#include <c10/util/C++17.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

namespace optim = torch::optim;

std::unique_ptr<optim::Optimizer> makeOptimizer(const std::vector<at::Tensor> &parameters,
                                                const TrainOptions &options)
{
    if (options.optimizer == "sgd")
        return std::make_unique<optim::SGD>(parameters,
                                            optim::SGDOptions(options.learningRate)
                                                .momentum(options.momentum)
                                                .weight_decay(options.weightDecay));
    if (options.optimizer == "adamw")
        return std::make_unique<optim::AdamW>(
            parameters, optim::AdamWOptions(options.learningRate).weight_decay(options.weightDecay));
    return std::make_unique<optim::Adam>(
        parameters, optim::AdamOptions(options.learningRate).weight_decay(options.weightDecay));
}

// LibTorch keeps what it remembers of a parameter under its address.
std::string keyOf(const at::Tensor &parameter)
{
    return c10::guts::to_string(parameter.unsafeGetTensorImpl());
}

void readSgd(optim::OptimizerParamState &memory, OptimizerState &state)
{
    const at::Tensor &buffer = static_cast<optim::SGDParamState &>(memory).momentum_buffer();
    if (buffer.defined())
        state.moments.push_back(buffer);
}

template <typename State> void readAdam(optim::OptimizerParamState &memory, OptimizerState &state)
{
    auto &known = static_cast<State &>(memory);
    state.steps = known.step();
    state.moments.push_back(known.exp_avg());
    state.moments.push_back(known.exp_avg_sq());
}

std::unique_ptr<optim::OptimizerParamState> sgdMemory(const at::Tensor *moments)
{
    auto memory = std::make_unique<optim::SGDParamState>();
    memory->momentum_buffer(moments[0].clone());
    return memory;
}

template <typename State>
std::unique_ptr<optim::OptimizerParamState> adamMemory(std::int64_t steps, const at::Tensor *moments)
{
    auto memory = std::make_unique<State>();
    memory->step(steps);
    memory->exp_avg(moments[0].clone());
    memory->exp_avg_sq(moments[1].clone());
    return memory;
}

} // namespace

TrainerOptimizer::TrainerOptimizer(const std::vector<at::Tensor> &parameters, const TrainOptions &options)
    : m_parameters(parameters), m_rule(options.optimizer), m_momentum(options.momentum > 0),
      m_optimizer(makeOptimizer(parameters, options))
{
}

TrainerOptimizer::~TrainerOptimizer() = default;

void TrainerOptimizer::zeroGradients()
{
    m_optimizer->zero_grad();
}

void TrainerOptimizer::setLearningRate(double rate)
{
    for (auto &group : m_optimizer->param_groups())
        group.options().set_lr(rate);
}

void TrainerOptimizer::step()
{
    m_optimizer->step();
}

std::size_t TrainerOptimizer::momentsOfParameter() const
{
    if (m_rule == "sgd")
        return m_momentum ? 1 : 0;
    return 2;
}

OptimizerState TrainerOptimizer::state() const
{
    OptimizerState result;
    for (const at::Tensor &parameter : m_parameters) {
        const auto found = m_optimizer->state().find(keyOf(parameter));
        if (found == m_optimizer->state().end())
            continue; // before the first step
        if (m_rule == "sgd")
            readSgd(*found->second, result);
        else if (m_rule == "adamw")
            readAdam<optim::AdamWParamState>(*found->second, result);
        else
            readAdam<optim::AdamParamState>(*found->second, result);
    }
    return result;
}

bool TrainerOptimizer::setState(const OptimizerState &state)
{
    const std::size_t each = momentsOfParameter();
    if (state.moments.size() != each * m_parameters.size())
        return false;
    for (std::size_t i = 0; i < state.moments.size(); ++i)
        if (state.moments[i].sizes() != m_parameters[i / each].sizes()
            || state.moments[i].scalar_type() != m_parameters[i / each].scalar_type())
            return false;
    for (std::size_t i = 0; each > 0 && i < m_parameters.size(); ++i) {
        const at::Tensor *moments = &state.moments[i * each];
        auto &memory = m_optimizer->state()[keyOf(m_parameters[i])];
        if (m_rule == "sgd")
            memory = sgdMemory(moments);
        else if (m_rule == "adamw")
            memory = adamMemory<optim::AdamWParamState>(state.steps, moments);
        else
            memory = adamMemory<optim::AdamParamState>(state.steps, moments);
    }
    return true;
}

} // namespace mutascope
