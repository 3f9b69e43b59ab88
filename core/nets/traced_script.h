// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/core/Tensor.h>
#include <functional>
#include <string>
#include <vector>

// A network as a TorchScript file: traced, so that the layers are written down in one place only.
namespace mutascope {

struct TracedNetwork {
    std::function<at::Tensor(const at::Tensor &)> function; // whose steps do not depend on the values
    std::vector<at::Tensor> parameters; // that it uses
    at::Tensor example; // an input of two rows; the file takes any number
    std::string forward; // TorchScript: body of forward(self, given), which calls self.network.forward
};

// The bytes of the file. Call within translated().
std::string scriptOf(const TracedNetwork &network);

// TracedNetwork::forward of networks that take images, NCHW, as uint8 or as values in [0, 1], which are
// `unit` in the expression given: one that returns its value, and one that returns it as images of the kind
// given.
std::string ofImages(const std::string &expression);
std::string imagesOfImages(const std::string &expression);

} // namespace mutascope
