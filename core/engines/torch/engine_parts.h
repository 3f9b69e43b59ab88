// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/error.h"
#include "core/engines/torch/interpreter.h"
#include "core/model/torch/torch_error.h"
#include <chrono>

// What the engines that are LibTorch have in common.
namespace mutascope::engines {

// What our own reading of ONNX does not have is not LibTorch's failure.
template <typename Make> Preparation prepared(const Make &make)
{
    try {
        return {make(), {}};
    } catch (const Error &error) {
        if (error.code() == ErrorCode::Unsupported)
            return {nullptr, NotSupported{error.what()}};
        return {nullptr, ConversionFailure{error.what()}};
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &error) {
        return {nullptr, ConversionFailure{plainMessage(error)}};
    }
}

template <typename Run> EngineOutcome timedRun(const Interpreter &interpreter, const Run &run)
{
    const auto start = std::chrono::steady_clock::now();
    try {
        const Tensors tensors = run();
        EngineOutputs outputs;
        const std::vector<Slot> &slots = interpreter.program().outputs;
        for (std::size_t i = 0; i < slots.size() && i < tensors.size(); ++i)
            outputs.tensors.push_back({slots[i].name, toData(tensors[i])});
        outputs.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return outputs;
    } catch (const std::bad_alloc &) {
        throw;
    } catch (const std::exception &error) {
        return InferenceFailure{InferenceFailure::Cause::Exception, plainMessage(error), 0};
    }
}

} // namespace mutascope::engines
