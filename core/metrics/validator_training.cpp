// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/validator_training.h"
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/generators/trained_files.h"
#include "core/training/training_record.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

const std::string kind = "vae";

// One training, and where runs would keep its network: under the same names, so that either finds the
// other's.
class ValidatorTraining {
public:
    ValidatorTraining(Vae &vae, const Dataset &training, const ValidatorOptions &options);
    bool run(const MetricProgress &progress);

private:
    bool takeOver();
    void goOn(EpochTraining &training) const;
    void keepCheckpoint(EpochTraining &training) const;
    void keep(const EpochTraining &training) const;

    Vae &m_vae;
    const Dataset &m_data;
    EpochOptions m_options;
    nlohmann::json m_description;
    std::string m_key;
    TrainedFiles m_files;
};

ValidatorTraining::ValidatorTraining(Vae &vae, const Dataset &training, const ValidatorOptions &options)
    : m_vae(vae), m_data(training), m_description(vae.description()), m_files(options.folder)
{
    m_options.epochs = options.epochs > 0 ? options.epochs : 10;
    m_options.batch = options.batch > 0 ? options.batch : vae.usualBatch();
    m_options.images = options.trainingImages;
    m_options.seed = options.vae.seed;
    m_description["data"] = training.spec().sha256;
    m_description["epochs"] = m_options.epochs;
    m_description["batch"] = m_options.batch;
    m_description["images"] = m_options.images;
    m_key = artefactKey(kind, m_description);
}

// Damaged ones are as good as none.
bool ValidatorTraining::takeOver()
{
    const auto kept = m_files.find(kind, m_key);
    if (!kept)
        return false;
    try {
        m_vae.loadWeights(kept->bytes);
        return true;
    } catch (const Error &) {
        return false;
    }
}

void ValidatorTraining::goOn(EpochTraining &training) const
{
    const auto bytes = m_files.checkpoint(m_key);
    if (!bytes)
        return;
    try {
        training.resume(*bytes);
    } catch (const Error &) {
        // Damaged: the training begins anew.
    }
}

void ValidatorTraining::keepCheckpoint(EpochTraining &training) const
{
    const fs::path file = m_files.checkpointFile(m_key);
    if (file.empty() || !training.checkpointIsNew())
        return;
    writeCached(file, training.checkpoint());
    training.checkpointTaken();
}

void ValidatorTraining::keep(const EpochTraining &training) const
{
    Artefact artefact{kind, m_key, m_description, m_vae.saveWeights()};
    describeTraining(artefact.description, training);
    m_files.keep(artefact);
}

bool ValidatorTraining::run(const MetricProgress &progress)
{
    if (takeOver())
        return true;
    EpochTraining training(m_vae, m_data, m_options);
    goOn(training);
    const double batches = double(training.batchesAnEpoch()) * std::max(m_options.epochs, 1);
    while (!training.done()) {
        if (!progress(std::min(1.0, double(training.batches()) / batches)))
            return false;
        training.step();
        keepCheckpoint(training);
    }
    if (training.diverged() && training.epoch() == 0)
        throw Error(ErrorCode::Usage, "the training of the validator diverged in its first epoch",
                    "Lower its learning rate");
    keep(training);
    return true;
}

} // namespace

bool trainValidator(Vae &vae, const Dataset &training, const ValidatorOptions &options,
                    const MetricProgress &progress)
{
    return ValidatorTraining(vae, training, options).run(progress);
}

} // namespace mutascope
