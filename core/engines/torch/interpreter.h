// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"
#include "core/engines/runtime/program.h"
#include "core/engines/torch/call.h"
#include <functional>
#include <optional>

// Walks through a program with the evaluators.
namespace mutascope::engines {

at::Tensor toTensor(const TensorData &data, at::ScalarType real = at::kFloat);
TensorData toData(const at::Tensor &tensor);

// For what depends on the shapes alone.
Tensors anyInputs(const Program &program);

class Interpreter {
public:
    // real: what float32 is computed in, at::kFloat or at::kDouble. Throws Error{Unsupported} where there is
    // no evaluator.
    explicit Interpreter(Program program, at::ScalarType real = at::kFloat);

    const Program &program() const { return m_program; }
    // Changes the inputs or the outputs of a step.
    using Before = std::function<void(const Step &, Tensors &)>;
    using After = std::function<void(const Step &, const Tensors &inputs, Tensors &)>;
    // The outputs of a step that somebody else computes; nullopt: the evaluator does.
    using Instead = std::function<std::optional<Tensors>(const Step &, const Tensors &inputs)>;
    struct Hooks {
        Before before;
        After after;
        double jitter = 0;
        Instead instead = {};
    };
    // Values by slot; inputs in the program's order. All values are kept with `all`, else those that are
    // still to be used. What LibTorch throws passes.
    Tensors run(const Tensors &inputs, const Hooks &hooks, bool all) const;
    // The outputs in the program's order.
    Tensors run(const Tensors &inputs, const Hooks &hooks) const;
    Tensors run(const Tensors &inputs) const { return run(inputs, {}); }

    // In the program's order. Throws Error{BadData} where one is missing or of another type.
    Tensors inputsFrom(const std::vector<NamedTensor> &inputs) const;

private:
    void runStep(std::size_t index, const Hooks &hooks, Tensors &values) const;

    Program m_program;
    at::ScalarType m_real;
    Tensors m_constants; // by slot
    std::vector<Evaluate> m_evaluators; // of each step
    std::vector<std::vector<int>> m_lastUses; // slots that are not needed after each step
};

} // namespace mutascope::engines
