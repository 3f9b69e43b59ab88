// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/runtime/onnxruntime_engine.h"
#include "core/base/error.h"
#include "core/engines/export/onnx_codes.h"
#include "core/engines/export/onnx_read.h"
#include "core/engines/runtime/onnxruntime_api.h"
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

constexpr int errorsOnly = 3;
constexpr int allOptimisations = 99;
constexpr int arenaAllocator = 1;
constexpr int defaultMemory = 0;

struct OrtError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

[[noreturn]] void throwMissing(const std::string &why)
{
    throw Error(ErrorCode::NotFound, "ONNX Runtime cannot be used: " + why);
}

class Api {
public:
    explicit Api(const char *file)
    {
        void *library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL);
        if (!library)
            throwMissing(::dlerror());
        using GetBase = const ort::ApiBase *(*)();
        const auto getBase = reinterpret_cast<GetBase>(::dlsym(library, "OrtGetApiBase"));
        if (!getBase)
            throwMissing(std::string(file) + " is another library");
        const ort::ApiBase *base = getBase();
        m_table = base->getApi(ort::apiVersion);
        m_version = base->getVersion();
        if (!m_table)
            throwMissing(fmt::format("version {} is too old", m_version));
    }
    const std::string &version() const { return m_version; }

    // Calls a function that gives a status; throws OrtError with its message.
    template <typename... Arguments> void call(ort::Slot slot, Arguments... arguments) const
    {
        using Function = ort::Status *(*)(Arguments...);
        if (ort::Status *status = reinterpret_cast<Function>(m_table[slot])(arguments...)) {
            const auto text
                = reinterpret_cast<const char *(*)(const ort::Status *)>(m_table[ort::GetErrorMessage]);
            const std::string message = text(status);
            release(ort::ReleaseStatus, status);
            throw OrtError(message);
        }
    }
    template <typename Object> void release(ort::Slot slot, Object *object) const
    {
        reinterpret_cast<void (*)(Object *)>(m_table[slot])(object);
    }

private:
    const void *const *m_table = nullptr;
    std::string m_version;
};

// Releases what the table's functions made.
template <typename Object, ort::Slot slot> class Held {
public:
    explicit Held(const Api &api) : m_api(&api) { }
    ~Held()
    {
        if (object)
            m_api->release(slot, object);
    }
    Held(Held &&other) noexcept : object(other.object), m_api(other.m_api) { other.object = nullptr; }
    Held(const Held &) = delete;
    Held &operator=(const Held &) = delete;
    Held &operator=(Held &&) = delete;
    Object *object = nullptr;

private:
    const Api *m_api;
};

using HeldValue = Held<ort::Value, ort::ReleaseValue>;
using HeldSession = Held<ort::Session, ort::ReleaseSession>;

TensorType typeOf(const Api &api, const ort::Value *value)
{
    Held<ort::TypeInfo, ort::ReleaseTypeInfo> info(api);
    api.call(ort::GetTensorTypeAndShape, value, &info.object);
    int code = 0;
    std::size_t count = 0;
    api.call(ort::GetTensorElementType, static_cast<const ort::TypeInfo *>(info.object), &code);
    api.call(ort::GetDimensionsCount, static_cast<const ort::TypeInfo *>(info.object), &count);
    TensorType type;
    type.shape.resize(count);
    api.call(ort::GetDimensions, static_cast<const ort::TypeInfo *>(info.object), type.shape.data(), count);
    const auto element = elementOfOnnx(code); // ONNX's numbers
    if (!element)
        throw OrtError(fmt::format("an output of element type {}", code));
    type.element = *element;
    return type;
}

class OrtModel : public PreparedModel {
public:
    OrtModel(const Api &api, HeldSession session, ort::MemoryInfo *memory, const OnnxModel &described)
        : m_api(api), m_session(std::move(session)), m_memory(memory)
    {
        for (const OnnxValueInfo &output : described.outputs)
            m_outputs.push_back(output.name);
    }

    EngineOutcome run(const std::vector<NamedTensor> &inputs) override
    {
        try {
            return computed(inputs);
        } catch (const OrtError &error) {
            return InferenceFailure{InferenceFailure::Cause::Exception, error.what(), 0};
        }
    }

private:
    HeldValue valueOf(const TensorData &data) const
    {
        HeldValue value(m_api);
        void *bytes = const_cast<std::byte *>(data.bytes.data()); // which it only reads
        m_api.call(ort::CreateTensorWithDataAsOrtValue, static_cast<const ort::MemoryInfo *>(m_memory), bytes,
                   data.bytes.size(), data.type.shape.data(), data.type.shape.size(),
                   onnxCode(data.type.element), &value.object);
        return value;
    }

    NamedTensor tensorOf(const std::string &name, ort::Value *value) const
    {
        NamedTensor tensor{name, {typeOf(m_api, value), {}}};
        void *bytes = nullptr;
        m_api.call(ort::GetTensorMutableData, value, &bytes);
        const TensorType &type = tensor.data.type;
        tensor.data.bytes.resize(std::size_t(elementsOf(type.shape)) * bytesOf(type.element));
        std::memcpy(tensor.data.bytes.data(), bytes, tensor.data.bytes.size());
        return tensor;
    }

    EngineOutputs computed(const std::vector<NamedTensor> &inputs)
    {
        const auto start = std::chrono::steady_clock::now();
        std::vector<HeldValue> held;
        std::vector<const char *> inputNames, outputNames;
        std::vector<const ort::Value *> values;
        for (const NamedTensor &input : inputs) {
            held.push_back(valueOf(input.data));
            values.push_back(held.back().object);
            inputNames.push_back(input.name.c_str());
        }
        std::vector<ort::Value *> results(m_outputs.size());
        for (const std::string &name : m_outputs)
            outputNames.push_back(name.c_str());
        m_api.call(ort::Run, m_session.object, static_cast<const void *>(nullptr),
                   static_cast<const char *const *>(inputNames.data()),
                   static_cast<const ort::Value *const *>(values.data()), values.size(),
                   static_cast<const char *const *>(outputNames.data()), outputNames.size(), results.data());
        EngineOutputs outputs;
        for (std::size_t i = 0; i < results.size(); ++i) {
            HeldValue result(m_api);
            result.object = results[i];
            outputs.tensors.push_back(tensorOf(m_outputs[i], result.object));
        }
        outputs.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        return outputs;
    }

    const Api &m_api;
    HeldSession m_session;
    ort::MemoryInfo *m_memory;
    std::vector<std::string> m_outputs;
};

class OnnxRuntime : public Engine {
public:
    explicit OnnxRuntime(const char *file) : m_api(file)
    {
        m_api.call(ort::CreateEnv, errorsOnly, "mutascope", &m_env);
        m_api.call(ort::CreateSessionOptions, &m_options);
        m_api.call(ort::SetSessionLogSeverityLevel, m_options, errorsOnly);
        m_api.call(ort::SetSessionGraphOptimizationLevel, m_options, allOptimisations);
        m_api.call(ort::SetIntraOpNumThreads, m_options, 1);
        m_api.call(ort::CreateCpuMemoryInfo, arenaAllocator, defaultMemory, &m_memory);
    }
    EngineId id() const override { return {"onnxruntime", m_api.version(), "all graph optimisations"}; }
    Preparation prepare(const std::string &model) override
    {
        try {
            const OnnxModel described = readOnnxModel(model);
            HeldSession session(m_api);
            m_api.call(ort::CreateSessionFromArray, static_cast<const ort::Env *>(m_env),
                       static_cast<const void *>(model.data()), model.size(),
                       static_cast<const ort::SessionOptions *>(m_options), &session.object);
            return {std::make_unique<OrtModel>(m_api, std::move(session), m_memory, described), {}};
        } catch (const OrtError &error) {
            return {nullptr, ConversionFailure{error.what()}};
        }
    }

private:
    Api m_api;
    ort::Env *m_env = nullptr;
    ort::SessionOptions *m_options = nullptr;
    ort::MemoryInfo *m_memory = nullptr;
};

} // namespace

std::unique_ptr<Engine> onnxRuntime()
{
    const char *file = std::getenv("MUTASCOPE_ONNXRUNTIME");
    if (!file || !*file)
        throwMissing("MUTASCOPE_ONNXRUNTIME does not name its library");
    try {
        return std::make_unique<OnnxRuntime>(file);
    } catch (const OrtError &error) {
        throwMissing(error.what());
    }
}

} // namespace mutascope::engines
