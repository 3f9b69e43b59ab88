// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/engines/runtime/planted.h"
#include "core/engines/torch/engine_parts.h"
#include "core/engines/torch/torch_engines.h"
#include "core/model/version.h"

namespace mutascope::engines {

namespace {

class EagerModel : public PreparedModel {
public:
    EagerModel(Program program, const PlantedFault *fault) : m_interpreter(std::move(program)), m_fault(fault)
    {
    }

    EngineOutcome run(const std::vector<NamedTensor> &inputs) override
    {
        return timedRun(m_interpreter, [&] { return computed(m_interpreter.inputsFrom(inputs)); });
    }

private:
    Tensors computed(const Tensors &inputs) const
    {
        if (!m_fault)
            return m_interpreter.run(inputs);
        const Interpreter::Hooks hooks{{}, [this](const Step &step, const Tensors &, Tensors &outputs) {
                                           if (m_fault->shows(step))
                                               outputs[0] = m_fault->applied(outputs[0]);
                                       }};
        return m_interpreter.run(inputs, hooks);
    }

    Interpreter m_interpreter;
    const PlantedFault *m_fault;
};

class Eager : public Engine {
public:
    explicit Eager(const PlantedFault *fault) : m_fault(fault) { }
    EngineId id() const override
    {
        return {m_fault ? m_fault->id : "torch", torchVersion(),
                m_fault ? m_fault->summary : "eager, float32"};
    }
    Preparation prepare(const std::string &model) override
    {
        return prepared([&] { return std::make_unique<EagerModel>(programOf(model), m_fault); });
    }

private:
    const PlantedFault *m_fault;
};

} // namespace

std::unique_ptr<Engine> torchEager(const std::string &planted)
{
    return std::make_unique<Eager>(planted.empty() ? nullptr : findPlanted(planted));
}

} // namespace mutascope::engines
