// SPDX-License-Identifier: GPL-3.0-or-later
// The file is a TorchScript archive with the tensors as buffers and the rest as JSON: it is written and
// checked like a model.
#include "core/model/torch/training_checkpoint.h"
#include "core/model/torch/load_module.h"
#include "core/model/torch/module_file.h"
#include "core/model/torch/torch_error.h"
#include <fmt/format.h>
#include <torch/script.h>

namespace mutascope {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Tensors = std::vector<at::Tensor>;

constexpr int version = 1;
const char *const againHint = "Begin the training again, without resuming";

void addTensors(torch::jit::Module &module, const std::string &name, const Tensors &tensors)
{
    for (std::size_t i = 0; i < tensors.size(); ++i)
        module.register_buffer(fmt::format("{}_{}", name, i), tensors[i].detach());
}

Tensors tensorsOf(const torch::jit::Module &module, const std::string &name, std::size_t count)
{
    Tensors result;
    for (std::size_t i = 0; i < count; ++i)
        result.push_back(module.attr(fmt::format("{}_{}", name, i)).toTensor());
    return result;
}

json stateOf(const TrainingCheckpoint &checkpoint)
{
    return {{"mutascope_training", version},
            {"settings", checkpoint.settings},
            {"epoch", checkpoint.epoch},
            {"best_epoch", checkpoint.bestEpoch},
            {"best_accuracy", checkpoint.bestAccuracy},
            {"steps", checkpoint.optimizer.steps},
            {"weights", checkpoint.weights.size()},
            {"moments", checkpoint.optimizer.moments.size()}};
}

[[noreturn]] void throwNoCheckpoint(const fs::path &file)
{
    throw Error(ErrorCode::BadModel, fmt::format("{} is no checkpoint of a training", file.string()),
                againHint);
}

json readState(const torch::jit::Module &module, const fs::path &file)
{
    if (!module.hasattr("state") || !module.attr("state").isString())
        throwNoCheckpoint(file);
    const json state = json::parse(module.attr("state").toStringRef(), nullptr, false);
    if (!state.is_object() || !state.contains("mutascope_training"))
        throwNoCheckpoint(file);
    if (state["mutascope_training"] != version)
        throw Error(ErrorCode::NewerVersion,
                    fmt::format("the checkpoint {} was written by another version", file.string()),
                    againHint);
    return state;
}

TrainingCheckpoint checkpointFrom(const torch::jit::Module &module, const json &state)
{
    TrainingCheckpoint result;
    result.settings = state.at("settings");
    result.epoch = state.at("epoch").get<int>();
    result.bestEpoch = state.at("best_epoch").get<int>();
    result.bestAccuracy = state.at("best_accuracy").get<double>();
    result.optimizer.steps = state.at("steps").get<std::int64_t>();
    const auto weights = state.at("weights").get<std::size_t>();
    result.weights = tensorsOf(module, "weight", weights);
    result.bestWeights = tensorsOf(module, "best", weights);
    result.optimizer.moments = tensorsOf(module, "moment", state.at("moments").get<std::size_t>());
    return result;
}

} // namespace

void saveCheckpoint(const TrainingCheckpoint &checkpoint, const fs::path &file)
{
    torch::jit::Module module("TrainingCheckpoint");
    module.register_attribute("state", c10::StringType::get(), stateOf(checkpoint).dump());
    addTensors(module, "weight", checkpoint.weights);
    addTensors(module, "best", checkpoint.bestWeights);
    addTensors(module, "moment", checkpoint.optimizer.moments);
    module.define("def forward(self, x):\n    return x\n");
    saveModule(module, file);
}

TrainingCheckpoint loadCheckpoint(const fs::path &file)
{
    std::error_code ignored;
    if (!fs::exists(file, ignored))
        throw Error(ErrorCode::NotFound, fmt::format("there is no checkpoint {}", file.string()), againHint);
    const torch::jit::Module module = loadModule(file);
    const json state = readState(module, file);
    return translated(fmt::format("the checkpoint {} is damaged", file.string()), againHint,
                      [&] { return checkpointFrom(module, state); });
}

json settingsOf(const TrainOptions &options, const Dataset &train)
{
    json result = paramsOf(options).toJson();
    for (const char *free : {"patience", "budget-time"}) // they end a training, but do not change its steps
        result.erase(free);
    result["model"] = options.architecture;
    result["seed"] = options.seed;
    result["images"] = train.size();
    result["image shape"] = train.spec().shape.text();
    result["classes"] = train.spec().classes;
    result["data"] = train.spec().sha256;
    return result;
}

void checkSameSettings(const json &made, const json &wanted, const fs::path &file)
{
    for (const auto &[key, value] : wanted.items()) {
        const json before = made.is_object() && made.contains(key) ? made.at(key) : json();
        if (before != value)
            throw Error(ErrorCode::Usage,
                        fmt::format("the checkpoint {} was made with {} {}, not {}", file.string(), key,
                                    before.dump(), value.dump()),
                        "Resume with the same settings and data, or begin again");
    }
}

} // namespace mutascope
