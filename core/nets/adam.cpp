// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/nets/adam.h"
#include <cmath>
#include <torch/torch.h>

namespace mutascope {

Adam::Adam(std::vector<at::Tensor> parameters, const AdamOptions &options)
    : m_parameters(std::move(parameters)), m_options(options), m_steps(at::zeros({1}, at::kLong))
{
    const at::NoGradGuard noGradients;
    for (const at::Tensor &parameter : m_parameters) {
        m_means.push_back(at::zeros_like(parameter));
        m_squares.push_back(at::zeros_like(parameter));
    }
}

void Adam::zeroGradients()
{
    for (at::Tensor &parameter : m_parameters)
        if (parameter.grad().defined())
            parameter.mutable_grad().zero_();
}

void Adam::step()
{
    const at::NoGradGuard noGradients;
    m_steps.add_(1);
    const double steps = double(m_steps.item<std::int64_t>());
    const double rate = m_options.rate / (1 - std::pow(m_options.beta1, steps));
    const double root = std::sqrt(1 - std::pow(m_options.beta2, steps));
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        const at::Tensor &gradient = m_parameters[i].grad();
        if (!gradient.defined())
            continue;
        m_means[i].mul_(m_options.beta1).add_(gradient, 1 - m_options.beta1);
        m_squares[i].mul_(m_options.beta2).addcmul_(gradient, gradient, 1 - m_options.beta2);
        const at::Tensor divisor = m_squares[i].sqrt().div_(root).add_(m_options.epsilon);
        m_parameters[i].addcdiv_(m_means[i], divisor, -rate);
    }
}

std::vector<at::Tensor> Adam::memory() const
{
    std::vector<at::Tensor> all = m_means;
    all.insert(all.end(), m_squares.begin(), m_squares.end());
    all.push_back(m_steps);
    return all;
}

} // namespace mutascope
