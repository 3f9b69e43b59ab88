// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include "core/model/model.h"
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

// What a generator that learns, or that looks at more than its seeds, is given beside them.
namespace mutascope {

// Something trained: the networks of an AdvGAN, a VAE, a CycleGAN. Never stale: the key is a hash of all that
// its content depends on.
struct Artefact {
    std::string kind; // "advgan", "vae", "cyclegan"
    std::string key; // artefactKey()
    nlohmann::json description; // what the key was made of, for people: data, configuration, epochs, losses
    std::string bytes;
};

// SHA-256 of kind and description: data set's SHA-256, configuration, threads, and the SHA-256 of the model
// where it took part.
std::string artefactKey(const std::string &kind, const nlohmann::json &description);

// The engine's side. Used in the run's thread.
class RunData {
public:
    virtual ~RunData() = default;
    // "train" or "test", opened at the first use, valid as long as the run. Throws Error{NotFound|BadData}.
    virtual const Dataset &split(const std::string &name) = 0;
    // Another classifier for the same images: a project's folder, or a model file that is to be fed like the
    // model under test. Loaded once; its calls count like those of the model under test. Throws
    // Error{NotFound|BadModel}, BadModel also where its input shape is another.
    virtual Model &otherModel(const std::string &path) = 0;
    // From the run's session, else from the cache; one found in the cache becomes part of the session.
    virtual std::optional<std::string> findArtefact(const std::string &kind, const std::string &key) = 0;
    // Into the session with the next checkpoint, and into the cache.
    virtual void storeArtefact(Artefact artefact) = 0;
    // A training's state, kept beside the cache until its artefact is stored. A disk that is full costs a
    // warning in the log and the chance to resume, not the run.
    virtual std::optional<std::string> findCheckpoint(const std::string &key) = 0;
    virtual void storeCheckpoint(const std::string &key, const std::string &bytes) = 0;
};

// A table, a ranking, a histogram that a generator made: JSON, stored with the run under its name.
struct RunDocument {
    std::string name; // "suspiciousness"
    nlohmann::json content;
};

} // namespace mutascope
