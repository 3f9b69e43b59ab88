// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/retraining_module.h"
#include "core/base/error.h"
#include "core/model/torch/load_module.h"
#include "core/model/torch/model_probe.h"
#include <fmt/format.h>
#include <torch/script.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

// A buffer is what batch normalisation keeps: such networks are deep, and channels-last suits them.
bool deep(const torch::jit::Module &module)
{
    return module.buffers().size() > 0;
}

std::vector<at::Tensor> trainable(const torch::jit::Module &module, const std::filesystem::path &file)
{
    std::vector<at::Tensor> result;
    for (at::Tensor parameter : module.parameters())
        if (parameter.is_floating_point())
            result.push_back(parameter.set_requires_grad(true));
    if (result.empty())
        throw Error(
            ErrorCode::Unsupported,
            fmt::format("the weights of {} are frozen into its code and cannot be trained", file.string()),
            "Export it again without torch.jit.freeze and torch.jit.optimize_for_inference");
    return result;
}

} // namespace

RetrainingModule::RetrainingModule(const ModelSpec &spec)
    : m_module(loadModule(spec.file)), m_conversion(spec), m_probabilities(spec.probabilities),
      m_channelsLast(deep(m_module)), m_parameters(trainable(m_module, spec.file))
{
    m_output = firstForward(m_module, spec, m_conversion).output;
}

at::Tensor RetrainingModule::logProbabilities(const ImageBatch &images)
{
    at::Tensor input = m_conversion.toTensor(images);
    if (m_channelsLast)
        input = input.contiguous(at::MemoryFormat::ChannelsLast);
    const at::Tensor output = m_output.of(m_module.forward({input}));
    constexpr double smallest = 1e-12; // keeps the logarithm of a class that was ruled out finite
    return m_probabilities ? output.clamp_min(smallest).log() : at::log_softmax(output, 1);
}

std::vector<at::Tensor> RetrainingModule::weights() const
{
    std::vector<at::Tensor> copies;
    for (const at::Tensor &parameter : m_parameters)
        copies.push_back(parameter.detach().clone());
    return copies;
}

void RetrainingModule::setWeights(const std::vector<at::Tensor> &weights)
{
    const at::NoGradGuard noGradients;
    for (std::size_t i = 0; i < weights.size(); ++i)
        m_parameters[i].copy_(weights[i]);
}

void RetrainingModule::checkWeights() const
{
    for (const at::Tensor &parameter : m_parameters)
        if (!at::isfinite(parameter).all().item<bool>())
            throw Error(ErrorCode::Usage, "retraining diverged: a weight is not a finite number",
                        "Use a smaller learning rate");
}

void RetrainingModule::arrange(at::MemoryFormat format)
{
    const at::NoGradGuard noGradients;
    for (at::Tensor &parameter : m_parameters)
        if (parameter.dim() == 4)
            parameter.set_data(parameter.contiguous(format));
}

void RetrainingModule::arrangeForTraining()
{
    if (m_channelsLast)
        arrange(at::MemoryFormat::ChannelsLast);
}

void RetrainingModule::arrangeForSaving()
{
    arrange(at::MemoryFormat::Contiguous);
    for (at::Tensor &parameter : m_parameters)
        parameter.set_requires_grad(false);
}

} // namespace mutascope
