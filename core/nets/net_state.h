// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/core/Tensor.h>
#include <string>
#include <vector>

// Tensors as sealed bytes and back.
namespace mutascope {

std::string packTensors(const std::vector<at::Tensor> &tensors);
// Fills tensors of the right number and sizes, all or none. Throws Error{BadData} where the bytes hold other
// ones, are damaged or hold a number that is not finite.
void unpackTensors(const std::string &bytes, const std::vector<at::Tensor> &tensors);

} // namespace mutascope
