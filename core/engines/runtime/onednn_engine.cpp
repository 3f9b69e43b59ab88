// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/onednn_engine.h"
#include "core/base/error.h"
#include "core/engines/runtime/onednn_build.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

class DnnlModel : public PreparedModel {
public:
    DnnlModel(Program program, const dnnl::engine &engine)
        : m_program(std::move(program)), m_builder(m_program, engine), m_stream(engine)
    {
        for (const Step &step : m_program.steps)
            m_builder.add(step);
        for (const Slot &output : m_program.outputs)
            if (output.type.element != ElementType::Float)
                throw Error(ErrorCode::Unsupported, "oneDNN computes in float32");
    }

    EngineOutcome run(const std::vector<NamedTensor> &inputs) override
    {
        try {
            return computed(inputs);
        } catch (const dnnl::error &error) {
            return InferenceFailure{InferenceFailure::Cause::Exception, error.what(), 0};
        }
    }

private:
    EngineOutputs computed(const std::vector<NamedTensor> &inputs)
    {
        const auto start = std::chrono::steady_clock::now();
        for (const Slot &slot : m_program.inputs) {
            const auto found = std::ranges::find(inputs, slot.name, &NamedTensor::name);
            if (found == inputs.end() || found->data.type != slot.type)
                throw Error(ErrorCode::BadData, fmt::format("the input {} is missing", slot.name));
            std::memcpy(m_builder.value(slot.slot).memory.get_data_handle(), found->data.bytes.data(),
                        found->data.bytes.size());
        }
        m_builder.run(m_stream);
        EngineOutputs outputs;
        for (const Slot &slot : m_program.outputs)
            outputs.tensors.push_back({slot.name, dataOf(m_builder.value(slot.slot))});
        outputs.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return outputs;
    }

    static TensorData dataOf(const DnnlValue &value)
    {
        TensorData data{{ElementType::Float, value.shape}, {}};
        data.bytes.resize(std::size_t(elementsOf(value.shape)) * sizeof(float));
        std::memcpy(data.bytes.data(), value.memory.get_data_handle(), data.bytes.size());
        return data;
    }

    Program m_program;
    DnnlBuilder m_builder;
    dnnl::stream m_stream;
};

class OneDnn : public Engine {
public:
    EngineId id() const override
    {
        const dnnl_version_t *version = dnnl::version();
        return {"onednn", fmt::format("{}.{}.{}", version->major, version->minor, version->patch),
                "one primitive an operator, float32"};
    }
    Preparation prepare(const std::string &model) override
    {
        try {
            return {std::make_unique<DnnlModel>(programOf(model), m_engine), {}};
        } catch (const Error &error) {
            if (error.code() == ErrorCode::Unsupported)
                return {nullptr, NotSupported{error.what()}};
            return {nullptr, ConversionFailure{error.what()}};
        } catch (const dnnl::error &error) {
            if (error.status == dnnl_unimplemented)
                return {nullptr, NotSupported{error.what()}};
            return {nullptr, ConversionFailure{error.what()}};
        }
    }

private:
    dnnl::engine m_engine{dnnl::engine::kind::cpu, 0};
};

} // namespace

std::unique_ptr<Engine> oneDnn()
{
    return std::make_unique<OneDnn>();
}

} // namespace mutascope::engines
