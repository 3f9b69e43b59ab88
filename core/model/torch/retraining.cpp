// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/retraining.h"
#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/base/shuffle.h"
#include "core/model/torch/module_file.h"
#include "core/model/torch/retraining_module.h"
#include "core/model/torch/tensor_memory.h"
#include "core/model/torch/torch_error.h"
#include "core/model/torch/trainer.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <numeric>
#include <torch/csrc/jit/runtime/graph_executor.h>
#include <torch/script.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

using Indices = std::vector<std::uint32_t>;

// Streams of an epoch's random numbers.
enum Stream : std::uint64_t { CleanStream = 1, TestStream = 2, OrderStream = 3, FirstEpoch = 16 };

at::Tensor labelTensor(const std::vector<int> &labels)
{
    const std::vector<std::int64_t> wide(labels.begin(), labels.end());
    return at::tensor(wide, at::kLong);
}

// Some images and their labels.
struct Portion {
    ImageBatch images;
    std::vector<int> labels;
};

// What an epoch is made of. Numbers below tests.count() are tests, those above clean images.
class Mixture {
public:
    Mixture(const RetrainingData &data, const RetrainingOptions &options) : m_data(data), m_seed(options.seed)
    {
        const std::size_t all = data.cleanIndices.size();
        m_clean = options.cleanImages == 0 ? all : std::min(all, options.cleanImages);
        const double share = options.testShare;
        const double wanted = share < 1 ? double(m_clean) * share / (1 - share) : double(data.tests.count());
        m_tests = std::max<std::size_t>(1, std::size_t(std::lround(wanted)));
    }

    std::size_t size() const { return m_clean + m_tests; }

    // Tests in rounds, each in an order of its own, until there are enough; clean images without repetition.
    Indices epoch(int number) const
    {
        const Rng rng = Rng(m_seed).sub(FirstEpoch + std::uint64_t(number));
        Indices clean = m_data.cleanIndices;
        shuffle(clean, rng.sub(CleanStream));
        const auto tests = std::uint32_t(m_data.tests.count());
        Indices chosen;
        for (std::uint64_t round = 0; chosen.size() < m_tests; ++round) {
            Indices order(tests);
            std::iota(order.begin(), order.end(), 0U);
            shuffle(order, rng.sub(TestStream).sub(round));
            order.resize(std::min(order.size(), m_tests - chosen.size()));
            chosen.insert(chosen.end(), order.begin(), order.end());
        }
        for (std::size_t i = 0; i < m_clean; ++i)
            chosen.push_back(tests + clean[i]);
        shuffle(chosen, rng.sub(OrderStream));
        return chosen;
    }

    Portion portion(std::span<const std::uint32_t> numbers) const
    {
        Portion result{ImageBatch(m_data.tests.shape()), {}};
        result.images.reserve(numbers.size());
        const auto tests = std::uint32_t(m_data.tests.count());
        for (const std::uint32_t number : numbers) {
            if (number < tests) {
                result.images.append(result.images.shape(), m_data.tests.pixels(number));
                result.labels.push_back(m_data.testLabels[number]);
                continue;
            }
            const Sample sample = m_data.clean.sample(number - tests);
            result.images.append(sample.image);
            result.labels.push_back(sample.label);
        }
        return result;
    }

private:
    const RetrainingData &m_data;
    std::uint64_t m_seed;
    std::size_t m_clean = 0;
    std::size_t m_tests = 0;
};

TrainOptions optimizerOptions(const RetrainingOptions &options)
{
    TrainOptions result;
    result.optimizer = "adam";
    result.learningRate = options.learningRate;
    return result;
}

class Retrainer {
public:
    using OnProgress = std::function<bool(const RetrainingProgress &)>;

    Retrainer(RetrainingModule &module, const RetrainingData &data, const RetrainingOptions &options,
              const OnProgress &onProgress)
        : m_module(module), m_data(data), m_options(options), m_onProgress(onProgress),
          m_mixture(data, options), m_optimizer(module.parameters(), optimizerOptions(options))
    {
    }

    RetrainingResult run()
    {
        m_result.validationBefore = validationAccuracy();
        for (int epoch = 1; epoch <= m_options.epochs && !m_result.interrupted && !outOfPatience(); ++epoch) {
            if (runEpoch(epoch))
                judge(epoch);
        }
        m_module.setWeights(m_kept);
        return m_result;
    }

private:
    bool runEpoch(int epoch)
    {
        const Indices numbers = m_mixture.epoch(epoch);
        const auto size = std::size_t(m_options.batchSize);
        double sum = 0;
        for (std::size_t begin = 0; begin < numbers.size(); begin += size) {
            const auto batch = std::span(numbers).subspan(begin, std::min(size, numbers.size() - begin));
            setLearningRate(epoch - 1 + double(begin) / double(numbers.size()));
            sum += step(m_mixture.portion(batch)) * double(batch.size());
            const std::size_t seen = begin + batch.size();
            m_loss = sum / double(seen);
            if (!proceed(epoch, seen, -1)) {
                m_result.interrupted = true;
                return false;
            }
        }
        m_module.checkWeights();
        m_result.epochsRun = epoch;
        return true;
    }

    double step(const Portion &portion)
    {
        m_optimizer.zeroGradients();
        const at::Tensor loss
            = at::nll_loss(m_module.logProbabilities(portion.images), labelTensor(portion.labels));
        const double value = loss.item<double>();
        if (!std::isfinite(value))
            throw Error(ErrorCode::Usage, "retraining diverged: the loss is not a finite number",
                        "Use a smaller learning rate");
        if (!loss.requires_grad())
            throw Error(ErrorCode::Unsupported,
                        "the model's outputs do not depend on weights that can be "
                        "trained",
                        "Export it again without torch.no_grad in its forward");
        loss.backward();
        m_optimizer.step();
        return value;
    }

    void setLearningRate(double epochs)
    {
        const double progress = epochs / m_options.epochs;
        m_optimizer.setLearningRate(m_options.learningRate * 0.5
                                    * (1.0 + std::cos(std::numbers::pi * progress)));
    }

    double validationAccuracy()
    {
        const at::NoGradGuard noGradients;
        const Indices &indices = m_data.validationIndices;
        const std::size_t size = evaluationBatch(m_data.validation.spec().shape);
        std::int64_t correct = 0;
        for (std::size_t begin = 0; begin < indices.size(); begin += size) {
            Portion portion{ImageBatch(m_data.validation.spec().shape), {}};
            for (std::size_t i = begin; i < std::min(begin + size, indices.size()); ++i) {
                const Sample sample = m_data.validation.sample(indices[i]);
                portion.images.append(sample.image);
                portion.labels.push_back(sample.label);
            }
            const at::Tensor predicted = m_module.logProbabilities(portion.images).argmax(1);
            correct += predicted.eq(labelTensor(portion.labels)).sum().item<std::int64_t>();
        }
        return indices.empty() ? 0 : double(correct) / double(indices.size());
    }

    // Whether the epoch's weights are kept: an acceptable one takes the place of every earlier one, since it
    // learned more of the tests; without any, the best one stays.
    void judge(int epoch)
    {
        const double accuracy = validationAccuracy();
        const bool acceptable = accuracy >= m_result.validationBefore - m_options.tolerance;
        m_lost = acceptable ? 0 : m_lost + 1;
        if (m_kept.empty() || acceptable || (!m_acceptable && accuracy > m_result.validationAfter)) {
            m_kept = m_module.weights();
            m_acceptable = acceptable;
            m_result.keptEpoch = epoch;
            m_result.validationAfter = accuracy;
        }
        if (!proceed(epoch, m_mixture.size(), accuracy) && epoch < m_options.epochs)
            m_result.interrupted = true;
    }

    bool outOfPatience() const { return m_options.patience > 0 && m_lost >= m_options.patience; }

    bool proceed(int epoch, std::size_t seen, double accuracy) const
    {
        return !m_onProgress
            || m_onProgress({epoch, m_options.epochs, seen, m_mixture.size(), m_loss, accuracy});
    }

    RetrainingModule &m_module;
    const RetrainingData &m_data;
    const RetrainingOptions &m_options;
    const OnProgress &m_onProgress;
    Mixture m_mixture;
    TrainerOptimizer m_optimizer;
    std::vector<at::Tensor> m_kept;
    bool m_acceptable = false; // the kept epoch
    int m_lost = 0; // epochs in a row that lost too much
    double m_loss = 0;
    RetrainingResult m_result;
};

void checkData(const RetrainingData &data, int classes)
{
    if (data.tests.empty())
        throw Error(ErrorCode::Usage, "there are no failing tests to retrain with");
    for (const int label : data.testLabels)
        if (label < 0 || label >= classes)
            throw Error(ErrorCode::BadData,
                        fmt::format("a test is of class {}, but the model tells {} apart", label, classes));
}

} // namespace

RetrainingResult retrainModel(const ModelSpec &model, const RetrainingData &data,
                              const RetrainingOptions &options, const std::filesystem::path &file,
                              const std::function<bool(const RetrainingProgress &)> &onProgress)
{
    checkData(data, model.classes);
    checkCanWrite(file);
    keepTensorMemory();
    return translated("retraining failed", "", [&] {
        const at::AutoGradMode gradients(true);
        // An optimising executor rounds its first passes otherwise than the later ones.
        const torch::jit::GraphOptimizerEnabledGuard plainExecution(false);
        RetrainingModule module(model);
        module.arrangeForTraining();
        const RetrainingResult result = Retrainer(module, data, options, onProgress).run();
        module.arrangeForSaving();
        if (result.keptEpoch > 0)
            saveModule(module.module(), file);
        return result;
    });
}

} // namespace mutascope
