// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/torch/input_conversion.h"
#include "core/model/torch/output_path.h"
#include <torch/csrc/jit/api/module.h>

namespace mutascope {

// A TorchScript classifier whose weights can be trained, without its class' own ideas of training mode.
class RetrainingModule {
public:
    // Throws Error{Unsupported} where the file holds no weights that a training could change.
    explicit RetrainingModule(const ModelSpec &spec);

    const std::vector<at::Tensor> &parameters() const { return m_parameters; }
    const torch::jit::Module &module() const { return m_module; }
    // Logarithms of the classes' probabilities, whether the model gives these or logits.
    at::Tensor logProbabilities(const ImageBatch &images);
    std::vector<at::Tensor> weights() const; // a copy
    void setWeights(const std::vector<at::Tensor> &weights);
    // Throws Error{Usage} where a weight is no finite number.
    void checkWeights() const;
    // How the weights of convolutions lie in memory: the fast way to train, the plain one to be written.
    void arrangeForTraining();
    void arrangeForSaving();

private:
    void arrange(at::MemoryFormat format);

    torch::jit::Module m_module;
    InputConversion m_conversion;
    OutputPath m_output;
    bool m_probabilities = false;
    bool m_channelsLast = false;
    std::vector<at::Tensor> m_parameters;
};

} // namespace mutascope
