// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/torch/engine_parts.h"
#include "core/engines/torch/torch_engines.h"
#include "core/model/version.h"
#include <sstream>
#include <torch/csrc/jit/frontend/tracer.h>
#include <torch/csrc/jit/passes/graph_rewrite_helper.h>
#include <torch/csrc/jit/passes/tensorexpr_fuser.h>
#include <torch/script.h>

namespace mutascope::engines {

namespace {

using torch::jit::Module;
using torch::jit::Stack;

Stack stackOf(const Tensors &tensors)
{
    return {tensors.begin(), tensors.end()};
}

// One tensor is returned as it is, more as a tuple.
c10::IValue valueOf(const Tensors &outputs)
{
    if (outputs.size() == 1)
        return outputs[0];
    return c10::ivalue::Tuple::create(std::vector<c10::IValue>(outputs.begin(), outputs.end()));
}

// That the model is traced is our choice, so what tracing cannot keep is not LibTorch's failure.
void throwIfConstant(const std::exception &error)
{
    if (std::string_view(error.what()).find("observable data dependence") != std::string_view::npos)
        throw Error(ErrorCode::Unsupported, "tracing cannot keep an output that depends on no input");
}

Module traced(const Interpreter &interpreter)
{
    Module module("Model");
    const auto compute = [&](Stack inputs) -> Stack {
        Tensors tensors;
        for (const c10::IValue &input : inputs)
            tensors.push_back(input.toTensor());
        return {valueOf(interpreter.run(tensors))};
    };
    const auto names = [](const at::Tensor &) { return std::string(); };
    const auto state = [&] {
        try {
            return torch::jit::tracer::trace(stackOf(anyInputs(interpreter.program())), compute, names, true,
                                             false, &module)
                .first;
        } catch (const std::exception &error) {
            throwIfConstant(error);
            throw;
        }
    }();
    torch::jit::graph_rewrite_helper::replaceConvolutionWithAtenConv(state->graph);
    const auto function = module._ivalue()->compilation_unit()->create_function("forward", state->graph);
    module.type()->addMethod(function);
    module.eval();
    return module;
}

Module optimised(const Interpreter &interpreter, Optimisation optimisation)
{
    const at::NoGradGuard noGradients;
    Module module = torch::jit::freeze(traced(interpreter));
    return optimisation == Optimisation::Full ? torch::jit::optimize_for_inference(module) : module;
}

Tensors tensorsOf(const c10::IValue &value)
{
    if (value.isTensor())
        return {value.toTensor()};
    Tensors tensors;
    for (const c10::IValue &element : value.toTupleRef().elements())
        tensors.push_back(element.toTensor());
    return tensors;
}

class ScriptModel : public PreparedModel {
public:
    ScriptModel(Program program, Optimisation optimisation)
        : m_interpreter(std::move(program)), m_module(optimised(m_interpreter, optimisation))
    {
    }

    EngineOutcome run(const std::vector<NamedTensor> &inputs) override
    {
        return timedRun(m_interpreter, [&] {
            const at::NoGradGuard noGradients;
            return tensorsOf(m_module.forward(stackOf(m_interpreter.inputsFrom(inputs))));
        });
    }

private:
    Interpreter m_interpreter;
    Module m_module;
};

class Script : public Engine {
public:
    explicit Script(Optimisation optimisation) : m_optimisation(optimisation)
    {
        torch::jit::setTensorExprFuserEnabled(true);
    }
    EngineId id() const override
    {
        const bool full = m_optimisation == Optimisation::Full;
        return {full ? "torchscript" : "torchscript-frozen", torchVersion(),
                full ? "traced, frozen, optimize_for_inference, fusion" : "traced, frozen"};
    }
    Preparation prepare(const std::string &model) override
    {
        return prepared([&] { return std::make_unique<ScriptModel>(programOf(model), m_optimisation); });
    }

private:
    Optimisation m_optimisation;
};

} // namespace

std::unique_ptr<Engine> torchScript(Optimisation optimisation)
{
    return std::make_unique<Script>(optimisation);
}

std::string tracedModule(const std::string &model)
{
    return translated("the model cannot be traced", "", [&] {
        const at::NoGradGuard noGradients;
        std::ostringstream stream;
        traced(Interpreter(programOf(model))).save(stream);
        return stream.str();
    });
}

} // namespace mutascope::engines
