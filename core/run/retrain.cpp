// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/retrain.h"
#include "core/base/error.h"
#include "core/model/guarded_load.h"
#include "core/run/exporter_files.h"
#include "core/run/retrain_measure.h"
#include "core/run/run_context.h"
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t validationStream = 2;

// Of the runs, all of the same model. The project may be another folder's by now; the model's SHA-256 tells.
Project projectOf(const SessionStore &store, const std::vector<std::int64_t> &runs)
{
    Project project = projectFromSnapshot(store.run(runs.at(0)).project);
    for (const std::int64_t run : runs)
        if (projectFromSnapshot(store.run(run).project).model.sha256 != project.model.sha256)
            throw Error(ErrorCode::Usage,
                        fmt::format("the runs {} and {} tested different models", runs.front(), run),
                        "Choose runs of one model");
    if (isOnnxFile(project.modelFile()))
        throw Error(ErrorCode::Unsupported,
                    fmt::format("the model '{}' is an ONNX file, whose weights cannot be trained here",
                                project.modelFile().string()),
                    "Export the model as TorchScript, make a project of that, and run the generator on it");
    return project;
}

void checkOptions(const RetrainOptions &options)
{
    const auto require = [](bool condition, const std::string &what) {
        if (!condition)
            throw Error(ErrorCode::Usage, what);
    };
    require(!options.runs.empty(), "no run was chosen to take failing tests from");
    require(options.heldOut > 0 && options.heldOut < 1, "the held-out share must lie between 0 and 1");
    require(options.validation > 0 && options.validation < 1,
            "the validation share must lie between 0 and 1");
    const RetrainingOptions &training = options.training;
    require(training.epochs >= 1 && training.batchSize >= 1, "epochs and batch size must be at least 1");
    require(training.learningRate > 0, "the learning rate must be larger than 0");
    require(training.testShare > 0 && training.testShare <= 1,
            "the share of tests must be larger than 0 and at most 1");
    require(training.tolerance >= 0, "the tolerance must not be negative");
    std::error_code ignored;
    if (fs::exists(options.out / "project.json", ignored))
        throw Error(ErrorCode::Usage, fmt::format("there is a project in '{}' already", options.out.string()),
                    "Nothing is overwritten: name another folder");
}

// Numbers of the images of data whose pixels are none of the given.
std::vector<std::uint32_t> without(const Dataset &data, const std::set<ImageKey> &keys)
{
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < data.size(); ++i)
        if (keys.count(imageKey(data.sample(i).image)) == 0)
            result.push_back(std::uint32_t(i));
    return result;
}

// The given share of the indices, drawn from the seed.
std::vector<std::uint32_t> drawn(std::vector<std::uint32_t> indices, double share, std::uint64_t seed)
{
    Rng rng = Rng(seed).sub(validationStream);
    for (std::size_t i = indices.size(); i > 1; --i)
        std::swap(indices[i - 1], indices[rng.below(std::uint32_t(i))]);
    indices.resize(std::size_t(share * double(indices.size())));
    std::sort(indices.begin(), indices.end());
    return indices;
}

class Retraining {
public:
    using OnProgress = std::function<void(const RetrainProgress &)>;

    Retraining(const SessionStore &store, const RetrainOptions &options, RunControl &control,
               const OnProgress &onProgress)
        : m_options(options), m_control(control), m_onProgress(onProgress),
          m_project(projectOf(store, options.runs))
    {
        send("reading tests");
        const FailingTests tests = failingTestsOf(
            store, options.runs, options.validOnly ? TestValidity::KeptByPeople : TestValidity::Any);
        std::vector<bool> held = heldOutSeeds(tests.seedKeys.size(), options.heldOut, options.training.seed);
        m_heldOut = selected(tests, held);
        m_heldOutKeys = keysOf(tests, held);
        held.flip();
        m_trained = selected(tests, held);
        m_trainedKeys = keysOf(tests, held);
    }

    RetrainReport run()
    {
        using Step = void (Retraining::*)();
        for (const Step step : {&Retraining::prepare, &Retraining::measureBefore, &Retraining::train}) {
            if (m_control.stopRequested()) {
                m_report.training.interrupted = true;
                return m_report;
            }
            (this->*step)();
        }
        if (m_report.training.keptEpoch > 0)
            finish();
        return m_report;
    }

private:
    static std::set<ImageKey> keysOf(const FailingTests &tests, const std::vector<bool> &chosen)
    {
        std::set<ImageKey> keys;
        for (std::size_t i = 0; i < chosen.size(); ++i)
            if (chosen[i])
                keys.insert(tests.seedKeys[i]);
        return keys;
    }

    void prepare()
    {
        send("measuring");
        m_train = m_project.openData("train");
        m_test = m_project.openData("test");
        m_model = m_project.openModel();
        setModelThreads(m_options.threads > 0 ? m_options.threads : chosenThreads(*m_model));
        m_trainIndices = without(*m_train, m_heldOutKeys);
        const std::vector<std::uint32_t> untouched = without(*m_test, m_trainedKeys);
        std::set<ImageKey> seeds = m_heldOutKeys;
        seeds.insert(m_trainedKeys.begin(), m_trainedKeys.end());
        m_validation = drawn(without(*m_test, seeds), m_options.validation, m_options.training.seed);
        m_counts.assign(m_test->size(), false);
        for (const std::uint32_t index : untouched)
            m_counts[index] = true;
        for (const std::uint32_t index : m_validation)
            m_counts[index] = false;
        checkSizes();
        fillCounts();
    }

    void checkSizes() const
    {
        const bool counts = std::find(m_counts.begin(), m_counts.end(), true) != m_counts.end();
        if (m_trainIndices.empty() || m_validation.empty() || !counts)
            throw Error(ErrorCode::Usage,
                        "there are too few images to train on, to validate with and to measure on",
                        "Use a larger data set, or runs with fewer seeds");
    }

    void fillCounts()
    {
        m_report.heldOutTests = m_heldOut.count();
        m_report.heldOutSeeds = m_heldOutKeys.size();
        m_report.trainedTests = m_trained.count();
        m_report.trainedSeeds = m_trainedKeys.size();
        m_report.cleanImages = std::size_t(std::count(m_counts.begin(), m_counts.end(), true));
        m_report.validationImages = m_validation.size();
        m_report.trainingImages = m_trainIndices.size();
    }

    RetrainMeasure measure(Model &model) const
    {
        return {weightedAccuracy(m_before, correctOnes(model, *m_test), m_counts),
                failingShare(model, m_heldOut), failingShare(model, m_trained)};
    }

    void measureBefore()
    {
        m_before = correctOnes(*m_model, *m_test);
        m_report.before = measure(*m_model);
    }

    void train()
    {
        m_file = m_options.out / (m_project.modelFile().stem().string() + "-retrained.pt");
        const FolderToBe folder(m_options.out);
        const ModelSpec spec = m_model->spec();
        m_model.reset(); // its memory is needed now
        const RetrainingData data{m_trained.images, m_trained.labels, *m_train,
                                  m_trainIndices,   *m_test,          m_validation};
        m_report.training = retrainModel(spec, data, m_options.training, m_file, [&](const auto &progress) {
            m_onProgress({"training", progress});
            return !m_control.stopRequested();
        });
    }

    void finish()
    {
        Project project = m_project;
        project.folder = fs::absolute(m_options.out).lexically_normal();
        project.name += " (retrained)";
        project.dataPath = m_project.dataFolder();
        project.dataSha256.clear();
        project.model.file = m_file.filename();
        project.model.sha256.clear();
        saveProject(project);
        send("measuring");
        m_report.after = measure(*openProject(project.folder).openModel()); // as it is written
        m_report.model = m_file;
    }

    // Made before the training, since the model goes into it; taken away again where it stays empty.
    class FolderToBe {
    public:
        explicit FolderToBe(const fs::path &folder) : m_folder(folder) { makeFolder(folder); }
        ~FolderToBe()
        {
            std::error_code ignored;
            fs::remove(m_folder, ignored);
        }
        FolderToBe(const FolderToBe &) = delete;
        FolderToBe &operator=(const FolderToBe &) = delete;

    private:
        fs::path m_folder;
    };

    void send(const std::string &phase) const { m_onProgress({phase, {}}); }

    const RetrainOptions &m_options;
    RunControl &m_control;
    const OnProgress &m_onProgress;
    Project m_project;
    FailingTests m_heldOut;
    FailingTests m_trained;
    std::set<ImageKey> m_heldOutKeys;
    std::set<ImageKey> m_trainedKeys;
    std::unique_ptr<Dataset> m_train;
    std::unique_ptr<Dataset> m_test;
    std::unique_ptr<Model> m_model;
    std::vector<std::uint32_t> m_trainIndices;
    std::vector<std::uint32_t> m_validation; // of the test images
    std::vector<bool> m_counts; // test images that the clean accuracy is measured on
    std::vector<bool> m_before; // test images that the model classified correctly at first
    fs::path m_file;
    RetrainReport m_report;
};

} // namespace

RetrainReport retrain(const SessionStore &store, const RetrainOptions &options, RunControl &control,
                      const std::function<void(const RetrainProgress &)> &onProgress)
{
    checkOptions(options);
    return Retraining(store, options, control, onProgress).run();
}

} // namespace mutascope
