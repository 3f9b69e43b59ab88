// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"

// Engines that are LibTorch, given ONNX by way of the evaluators. For processes of their own.
namespace mutascope::engines {

// Eager, float32. planted: a fault of ours for tests, see runtime/planted.h; "": none.
std::unique_ptr<Engine> torchEager(const std::string &planted = {});

enum class Optimisation : std::uint8_t {
    Frozen, // torch::jit::freeze
    Full, // frozen, then optimize_for_inference; fusion allowed
};
// The evaluators' trace as a TorchScript module.
std::unique_ptr<Engine> torchScript(Optimisation optimisation);

// oneDNN's primitives, one an operator, in float32; LibTorch computes what oneDNN has no primitive for. A
// model of which oneDNN computes nothing is NotSupported.
std::unique_ptr<Engine> oneDnn();

// The trace as the bytes of a TorchScript file, nothing optimised. Throws Error{Unsupported|BadModel}.
std::string tracedModule(const std::string &model);

} // namespace mutascope::engines
