// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/training.h"
#include "core/base/error.h"
#include "core/model/torch/lenet.h"
#include "core/model/torch/module_file.h"
#include "core/model/torch/tensor_memory.h"
#include "core/model/torch/torch_error.h"
#include "core/model/torch/trainer.h"
#include <cmath>
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
    require(options.epochs >= 1,
            fmt::format("the number of epochs must be at least 1, got {}", options.epochs));
    require(options.batchSize >= 1,
            fmt::format("the batch size must be at least 1, got {}", options.batchSize));
    require(std::isfinite(options.learningRate) && options.learningRate > 0,
            fmt::format("the learning rate must be a positive number, got {}", options.learningRate));
    require(options.patience >= 0,
            fmt::format("the patience must not be negative, got {}", options.patience));
    require(options.validationShare >= 0 && options.validationShare <= 0.9,
            fmt::format("the held-out share must be from 0 to 0.9, got {}", options.validationShare));
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
                      [&] { return makeLeNet(architecture, input, classes, seed); });
}

// Runs the epochs and keeps the best one's weights in the trainer.
class Schedule {
public:
    Schedule(Trainer &trainer, const TrainOptions &options,
             const std::function<bool(const TrainProgress &)> &onProgress)
        : m_trainer(trainer), m_options(options), m_onProgress(onProgress)
    {
    }

    TrainResult run()
    {
        for (int epoch = 1; epoch <= m_options.epochs && !m_result.interrupted; ++epoch) {
            if (!runEpoch(epoch))
                break;
        }
        m_trainer.restoreWeights(); // nothing to restore where the first epoch was interrupted
        return m_result;
    }

private:
    // Whether another epoch makes sense.
    bool runEpoch(int epoch)
    {
        const auto report = [&](std::size_t seen, std::size_t total, double loss) {
            return proceed({epoch, m_options.epochs, seen, total, loss, -1});
        };
        if (!m_trainer.runEpoch(epoch, report)) {
            m_result.interrupted = true;
            return false;
        }
        m_result.epochsRun = epoch;
        const double accuracy = m_trainer.validationAccuracy();
        keepBest(epoch, accuracy);
        const std::size_t images = m_trainer.trainingImages();
        const bool wanted = proceed({epoch, m_options.epochs, images, images, m_trainer.loss(),
                                     m_trainer.hasValidation() ? accuracy : -1});
        const bool stale = m_options.patience > 0 && epoch - m_result.bestEpoch >= m_options.patience;
        m_result.interrupted = !wanted && !stale && epoch < m_options.epochs;
        return wanted && !stale;
    }

    // Without held-out images the last epoch counts as the best.
    void keepBest(int epoch, double accuracy)
    {
        if (epoch > 1 && m_trainer.hasValidation() && accuracy <= m_result.validationAccuracy)
            return;
        m_result.bestEpoch = epoch;
        m_result.validationAccuracy = accuracy;
        m_trainer.rememberWeights();
    }

    bool proceed(const TrainProgress &progress) const { return !m_onProgress || m_onProgress(progress); }

    Trainer &m_trainer;
    const TrainOptions &m_options;
    const std::function<bool(const TrainProgress &)> &m_onProgress;
    TrainResult m_result;
};

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
    std::size_t correct = 0;
    for (std::size_t begin = 0; begin < data.size(); begin += 256) {
        const std::size_t end = std::min(begin + 256, data.size());
        ImageBatch batch(spec.input);
        for (std::size_t i = begin; i < end; ++i)
            batch.append(data.sample(i).image);
        const Predictions predictions = model->predict(batch);
        for (std::size_t i = begin; i < end; ++i)
            correct += predictions.predicted(i - begin) == data.label(i);
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
    TrainResult result = translated("training failed", "", [&] {
        const LabelledImages data(train);
        Trainer trainer(module, spec, data, options);
        return Schedule(trainer, options, onProgress).run();
    });
    saveModule(module, file);
    result.testAccuracy = accuracyOf(file, spec, test);
    return result;
}

void saveUntrained(const std::string &architecture, const ImageShape &input, int classes, std::uint64_t seed,
                   const std::filesystem::path &file)
{
    saveModule(untrained(architecture, input, classes, seed), file);
}

} // namespace mutascope
