// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/onednn_step.h"
#include "core/engines/torch/engine_parts.h"
#include "core/engines/torch/torch_engines.h"

namespace mutascope::engines {

namespace {

using MaybeData = std::optional<TensorData>;

class DnnlModel : public PreparedModel {
public:
    explicit DnnlModel(Program program) : m_interpreter(std::move(program)) { }

    // What oneDNN refuses it refuses now; whether it computes anything does not depend on the numbers.
    void tryOut()
    {
        m_interpreter.run(anyInputs(m_interpreter.program()), hooks(), false);
        if (m_computed == 0)
            throw Error(ErrorCode::Unsupported, "oneDNN has no primitive for any of the model's operators");
    }

    EngineOutcome run(const std::vector<NamedTensor> &inputs) override
    {
        return timedRun(m_interpreter,
                        [&] { return m_interpreter.run(m_interpreter.inputsFrom(inputs), hooks()); });
    }

private:
    Interpreter::Hooks hooks()
    {
        Interpreter::Hooks hooks;
        hooks.instead = [this](const Step &step, const Tensors &inputs) { return computed(step, inputs); };
        return hooks;
    }

    std::optional<Tensors> computed(const Step &step, const Tensors &inputs)
    {
        std::vector<MaybeData> data;
        for (const at::Tensor &input : inputs)
            data.push_back(input.defined() ? MaybeData(toData(input)) : std::nullopt);
        const auto result = computedByDnnl(step, data);
        if (!result)
            return std::nullopt;
        m_computed += result->computed;
        return Tensors{toTensor(result->data)};
    }

    Interpreter m_interpreter;
    std::int64_t m_computed = 0; // by primitives
};

class OneDnn : public Engine {
public:
    EngineId id() const override
    {
        return {"onednn", dnnlVersion(), "one primitive an operator, float32; LibTorch where it has none"};
    }
    Preparation prepare(const std::string &model) override
    {
        return prepared([&] {
            auto made = std::make_unique<DnnlModel>(programOf(model));
            made->tryOut();
            return made;
        });
    }
};

} // namespace

std::unique_ptr<Engine> oneDnn()
{
    return std::make_unique<OneDnn>();
}

} // namespace mutascope::engines
