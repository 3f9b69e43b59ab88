// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/training.h"
#include "core/base/error.h"
#include "core/data/batch.h"
#include "core/model/model_failure.h"
#include "core/model/torch/built_in.h"
#include "core/model/torch/module_file.h"
#include "core/model/torch/tensor_memory.h"
#include "core/model/torch/torch_error.h"
#include "core/model/torch/training_schedule.h"
#include <algorithm>
#include <fmt/format.h>
#include <torch/script.h>

namespace mutascope {

namespace {

void require(bool condition, const std::string &what)
{
    if (!condition)
        throw Error(ErrorCode::Usage, what);
}

void checkOptions(const TrainOptions &options)
{
    paramsOf(options); // knows the ranges
    require(
        options.warmupEpochs < options.epochs,
        fmt::format("the warm-up of {} epochs leaves nothing of {}", options.warmupEpochs, options.epochs));
    require(!options.resume || !options.checkpoint.empty(),
            "a training can only be resumed from a checkpoint, and none was given");
}

void checkData(const Dataset &train, const Dataset &test)
{
    require(train.size() >= 2, "training needs at least two training images");
    require(test.size() >= 1, "training needs at least one test image");
    require(train.spec().shape == test.spec().shape,
            fmt::format("the training images are {}, but the test images {}", train.spec().shape.text(),
                        test.spec().shape.text()));
    require(test.spec().classes <= train.spec().classes,
            fmt::format("the test data has {} classes, but the training data {}", test.spec().classes,
                        train.spec().classes));
}

torch::jit::Module untrained(const std::string &architecture, const ImageShape &input, int classes,
                             std::uint64_t seed)
{
    return translated("cannot build the model", "",
                      [&] { return makeBuiltIn(architecture, input, classes, seed); });
}

ModelSpec specOf(const Dataset &data)
{
    ModelSpec spec;
    spec.input = data.spec().shape;
    spec.classes = data.spec().classes;
    return spec;
}

double accuracyOf(const std::filesystem::path &file, const ModelSpec &spec, const Dataset &data)
{
    const std::unique_ptr<Model> model = loadTorchScript(file, spec);
    const std::size_t step = evaluationBatch(spec.input);
    std::size_t correct = 0;
    for (std::size_t begin = 0; begin < data.size(); begin += step) {
        const std::size_t end = std::min(begin + step, data.size());
        const Predictions predictions = model->predict(batchOf(data, begin, end));
        for (std::size_t i = begin; i < end; ++i)
            correct += isCorrect(predictions, i - begin, data.label(i));
    }
    return double(correct) / double(data.size());
}

} // namespace

TrainResult trainModel(const TrainOptions &options, const Dataset &train, const Dataset &test,
                       const std::filesystem::path &file,
                       const std::function<bool(const TrainProgress &)> &onProgress)
{
    checkOptions(options);
    checkData(train, test);
    keepTensorMemory();
    const ModelSpec spec = specOf(train);
    const torch::jit::Module module = untrained(options.architecture, spec.input, spec.classes, options.seed);
    checkCanWrite(file);
    if (!options.checkpoint.empty())
        checkCanWrite(options.checkpoint);
    TrainResult result = translated("training failed", "", [&] {
        Trainer trainer(module, spec, train, options);
        return TrainingSchedule(trainer, options, settingsOf(options, train), onProgress).run();
    });
    saveModule(module, file);
    result.testAccuracy = accuracyOf(file, spec, test);
    return result;
}

void saveUntrained(const std::string &architecture, const ImageShape &input, int classes, std::uint64_t seed,
                   const std::filesystem::path &file)
{
    torch::jit::Module module = untrained(architecture, input, classes, seed);
    module.eval();
    saveModule(module, file);
}

} // namespace mutascope
