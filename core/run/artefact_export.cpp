// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/artefact_export.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/generators/advgan/attack_training.h"
#include "core/nets/cyclegan.h"
#include "core/nets/vae.h"
#include "core/run/exporter_files.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace mutascope {

namespace {

using nlohmann::json;

struct NetworkFile {
    std::string role; // "generator": part of the file's name
    std::string takes;
    std::string gives;
    std::string script;
};

constexpr const char *images = "images, NCHW: uint8, or float in [0, 1]";
constexpr const char *sameKind = "images of the type that was given";

[[noreturn]] void throwDamaged(const std::string &why)
{
    throw Error(ErrorCode::BadData, "the trained networks cannot be read: " + why,
                "The session is damaged or from another version; train them again");
}

// What was added to the description after the training; the rest is what the key was made of.
constexpr const char *outcomes[] = {"epochs_trained", "diverged", "losses", "epoch_losses"};

// Sizes come from the description, so it must be the one the networks were trained with.
void checkDescription(const Artefact &artefact)
{
    json trained = artefact.description;
    if (!trained.is_object())
        throwDamaged("they have no description");
    for (const char *outcome : outcomes)
        trained.erase(outcome);
    if (artefactKey(artefact.kind, trained) != artefact.key)
        throwDamaged("their description is not that of their key");
}

int sizeIn(const json &description, const char *name, int largest)
{
    const auto found = description.find(name);
    if (found == description.end() || !found->is_number_integer() || *found < 0 || *found > largest)
        throwDamaged(fmt::format("'{}' is missing or out of range", name));
    return found->get<int>();
}

// "28x28x1"
ImageShape shapeIn(const json &description)
{
    constexpr int longestSide = 1 << 14;
    const std::string text = description.value("shape", "");
    ImageShape shape;
    const char *at = text.data();
    const char *const end = at + text.size();
    for (int *side : {&shape.height, &shape.width, &shape.channels}) {
        const auto [next, error] = std::from_chars(at, end, *side);
        if (error != std::errc() || *side < 1 || *side > longestSide)
            throwDamaged("'shape' is no shape of images");
        at = next + (next != end && *next == 'x');
    }
    if (shape.text() != text)
        throwDamaged("'shape' is no shape of images");
    return shape;
}

std::vector<NetworkFile> advGanFiles(const Artefact &artefact)
{
    const json &description = artefact.description;
    const bool copied = description.contains("copy");
    const advgan::StoredWeights weights = advgan::storedWeights(artefact.bytes, copied);
    AdvGanOptions options;
    options.shape = shapeIn(description);
    options.bound = sizeIn(description, "bound", 255);
    options.width = sizeIn(description, "width", 256);
    options.skips = description.value("skips", false);
    AdvGanNets nets(options, {});
    nets.loadWeights(weights.generator);
    std::vector<NetworkFile> files{{"generator", images, sameKind, nets.torchScript()}};
    if (copied) {
        DistilledNet copy({options.shape, sizeIn(description.at("copy"), "classes", 100'000)}, {});
        copy.loadWeights(weights.copy);
        files.push_back({"copy", images, "logits of the model's copy", copy.torchScript()});
    }
    return files;
}

std::vector<NetworkFile> vaeFiles(const Artefact &artefact)
{
    const json &description = artefact.description;
    VaeOptions options;
    options.network = description.value("network", "");
    options.latent = sizeIn(description, "latent", 100'000);
    options.hidden = sizeIn(description, "hidden", 100'000);
    if (options.network == "convolutional") {
        options.channels = sizeIn(description, "channels", 1024);
        options.blocks = sizeIn(description, "blocks", 16);
        if (!description.contains("design")) // the same weights meant other images
            throwDamaged("it is a network of an earlier version");
    }
    Vae vae(shapeIn(description), options);
    vae.loadWeights(artefact.bytes);
    const std::string latents = fmt::format("latent vectors of {} values", options.latent);
    return {{"encoder", images, latents + ", the means of the posteriors", vae.encoderScript()},
            {"decoder", latents, "images, NCHW: float in [0, 1]", vae.decoderScript()}};
}

std::vector<NetworkFile> cycleGanFiles(const Artefact &artefact)
{
    const json network = artefact.description.value("network", json::object());
    CycleGanOptions options;
    options.width = sizeIn(network, "width", 512);
    CycleGan gan(shapeIn(network), options);
    gan.loadWeights(artefact.bytes);
    return {{"first-to-second", images, sameKind, gan.torchScript(false)},
            {"second-to-first", images, sameKind, gan.torchScript(true)}};
}

struct NetworkKind {
    const char *kind;
    std::vector<NetworkFile> (*files)(const Artefact &artefact);
};
constexpr NetworkKind networkKinds[]
    = {{"advgan", advGanFiles}, {"vae", vaeFiles}, {"cyclegan", cycleGanFiles}};

const NetworkKind *kindOf(const std::string &kind)
{
    const auto found
        = std::ranges::find_if(networkKinds, [&](const NetworkKind &known) { return kind == known.kind; });
    return found == std::end(networkKinds) ? nullptr : found;
}

std::vector<NetworkFile> filesOf(const Artefact &artefact)
{
    const NetworkKind *const kind = kindOf(artefact.kind);
    if (!kind)
        throw Error(
            ErrorCode::Unsupported,
            fmt::format("'{}' is a measurement, not a network: there is nothing to export", artefact.kind),
            "Choose trained networks, such as those of advgan, sinvad or cagfuzz");
    checkDescription(artefact);
    try {
        return kind->files(artefact);
    } catch (const json::exception &error) {
        throwDamaged(error.what());
    }
}

Artefact artefactOf(const SessionStore &store, std::int64_t run, const std::string &key)
{
    for (const Artefact &used : store.artefacts(run))
        if (used.key == key)
            if (std::optional<Artefact> artefact = store.artefact(used.kind, key))
                return std::move(*artefact);
    throw Error(ErrorCode::NotFound, fmt::format("run {} has no trained networks {:.12}", run, key),
                "'export --networks' writes all that a run has");
}

} // namespace

bool isNetwork(const std::string &kind)
{
    return kindOf(kind) != nullptr;
}

std::vector<std::filesystem::path> exportArtefact(const SessionStore &store, std::int64_t run,
                                                  const std::string &key, const std::filesystem::path &folder)
{
    const Artefact artefact = artefactOf(store, run, key);
    const std::string stem = fmt::format("{}-{:.12}", artefact.kind, artefact.key);
    std::vector<std::filesystem::path> written;
    json list = json::array();
    makeFolder(folder);
    for (const NetworkFile &file : filesOf(artefact)) {
        const std::string name = stem + '-' + file.role + ".pt";
        replaceFile(folder / name, file.script);
        list.push_back({{"file", name}, {"role", file.role}, {"input", file.takes}, {"output", file.gives}});
        written.push_back(folder / name);
    }
    const json about{{"kind", artefact.kind},
                     {"key", artefact.key},
                     {"description", artefact.description},
                     {"files", list}};
    replaceFile(folder / (stem + ".json"), about.dump(2, ' ', false, json::error_handler_t::replace) + '\n');
    written.push_back(folder / (stem + ".json"));
    return written;
}

} // namespace mutascope
