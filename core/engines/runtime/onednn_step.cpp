// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/onednn_step.h"
#include "core/base/error.h"
#include "core/engines/runtime/onednn_build.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

bool onlyFirstNeeded(const Step &step)
{
    return !step.outputs.empty() && step.outputs[0] >= 0
        && std::all_of(step.outputs.begin() + 1, step.outputs.end(), [](int slot) { return slot < 0; });
}

// The step alone. Its inputs are constants, since what a primitive is made of may be among them (the scale of
// a normalisation).
Program programOf(const Step &step, const std::vector<std::optional<TensorData>> &inputs)
{
    Program program;
    program.slots = int(inputs.size()) + 1;
    Step own = step;
    own.inputs.assign(inputs.size(), -1);
    own.outputs = {int(inputs.size())};
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (!inputs[i])
            continue;
        own.inputs[i] = int(i);
        program.constants.emplace_back(int(i), *inputs[i]);
    }
    program.steps.push_back(std::move(own));
    return program;
}

TensorData dataOf(const DnnlValue &value)
{
    TensorData data{{ElementType::Float, value.shape}, {}};
    data.bytes.resize(std::size_t(elementsOf(value.shape)) * sizeof(float));
    std::memcpy(data.bytes.data(), value.memory.get_data_handle(), data.bytes.size());
    return data;
}

DnnlResult computed(const Program &program)
{
    static const dnnl::engine processor(dnnl::engine::kind::cpu, 0);
    DnnlBuilder builder(program, processor);
    const Step &step = program.steps.at(0);
    builder.add(step);
    dnnl::stream stream(processor);
    builder.run(stream);
    return {dataOf(builder.value(step.outputs.at(0))), builder.primitives() > 0};
}

} // namespace

std::optional<DnnlResult> computedByDnnl(const Step &step,
                                         const std::vector<std::optional<TensorData>> &inputs)
{
    if (!onlyFirstNeeded(step))
        return std::nullopt;
    try {
        return computed(programOf(step, inputs));
    } catch (const Error &error) {
        if (error.code() == ErrorCode::Unsupported)
            return std::nullopt;
        throw;
    } catch (const dnnl::error &error) {
        if (error.status == dnnl_unimplemented)
            return std::nullopt;
        throw;
    }
}

std::string dnnlVersion()
{
    const dnnl_version_t *version = dnnl::version();
    return fmt::format("{}.{}.{}", version->major, version->minor, version->patch);
}

} // namespace mutascope::engines
