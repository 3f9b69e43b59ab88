// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/values.h"
#include <memory>
#include <string>
#include <variant>
#include <vector>

// What an inference engine under test is to the fuzzer. An engine may crash, hang or print: implementations
// that run one in this process are for child processes; the ones the search talks to start a child and report
// what became of it. Nothing here throws for what the engine does: that is an outcome.
namespace mutascope::engines {

struct NamedTensor {
    std::string name; // as in the model
    TensorData data;
};

// The engine did not take the model.
struct ConversionFailure {
    std::string message; // the engine's own words
};

// The engine took the model and did not give outputs.
struct InferenceFailure {
    enum class Cause { Exception, Crash, Hang, OutOfMemory, Garbage };
    Cause cause = Cause::Exception;
    std::string message;
    int signal = 0; // of a crash
};

struct EngineOutputs {
    std::vector<NamedTensor> tensors; // one an output of the model, in its order
    double seconds = 0;
};

// The engine has no operator, element type or form of that kind and says so itself where it is asked: a known
// limit, no failure.
struct NotSupported {
    std::string message;
};

using EngineOutcome = std::variant<ConversionFailure, InferenceFailure, EngineOutputs, NotSupported>;

// A model an engine has taken. Run any number of times.
class PreparedModel {
public:
    virtual ~PreparedModel() = default;
    // Inputs by name, in any order; all of them.
    virtual EngineOutcome run(const std::vector<NamedTensor> &inputs) = 0;
};

struct Preparation {
    std::unique_ptr<PreparedModel> model; // none: see failure
    // ConversionFailure or NotSupported, or InferenceFailure where the engine died or hung at it.
    EngineOutcome failure = ConversionFailure{};
};

struct EngineId {
    std::string id; // "opencv", "torchscript-frozen" ...
    std::string version; // of the library
    std::string settings; // what distinguishes it from another configuration of the same library
};

// Not thread-safe.
class Engine {
public:
    virtual ~Engine() = default;
    virtual EngineId id() const = 0;
    // model: bytes of an ONNX ModelProto.
    virtual Preparation prepare(const std::string &model) = 0;
};

} // namespace mutascope::engines
