// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/core/Tensor.h>
#include <vector>

namespace mutascope {

struct AdamOptions {
    double rate = 1e-3;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
};

// Adam (Kingma and Ba, 2015) whose memory is part of a checkpoint: LibTorch's keeps it under the addresses of
// the parameters, where it cannot be filled before the first step.
class Adam {
public:
    Adam(std::vector<at::Tensor> parameters, const AdamOptions &options);
    void zeroGradients();
    void setRate(double rate) { m_options.rate = rate; }
    // Parameters without gradient stay as they are.
    void step();
    // Moments and the number of steps: to be stored and to be filled.
    std::vector<at::Tensor> memory() const;

private:
    std::vector<at::Tensor> m_parameters;
    AdamOptions m_options;
    std::vector<at::Tensor> m_means;
    std::vector<at::Tensor> m_squares;
    at::Tensor m_steps; // one 64-bit integer
};

} // namespace mutascope
