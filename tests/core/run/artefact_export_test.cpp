// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/state_codec.h"
#include "core/generators/advgan/params.h"
#include "core/nets/cyclegan.h"
#include "core/nets/distilled.h"
#include "core/nets/vae.h"
#include "core/run/artefact_export.h"
#include "tests/core/store/session_fixture.h"
#include "tests/support/error_code.h"
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace mutascope {
namespace {

using namespace sessiontest;
using nlohmann::json;

ImageBatch someImages(const ImageShape &shape, std::size_t count)
{
    ImageBatch images(shape);
    for (std::size_t i = 0; i < count; ++i)
        images.append(smallImage(int(i) * 31 + 5, shape.height, shape.width, shape.channels));
    return images;
}

// As networks take them: channel by channel.
std::vector<std::uint8_t> nchw(const ImageBatch &images)
{
    const ImageShape &shape = images.shape();
    const auto pixels = std::size_t(shape.height) * std::size_t(shape.width);
    const auto channels = std::size_t(shape.channels);
    std::vector<std::uint8_t> values;
    for (std::size_t i = 0; i < images.count(); ++i)
        for (std::size_t channel = 0; channel < channels; ++channel)
            for (std::size_t pixel = 0; pixel < pixels; ++pixel)
                values.push_back(images.pixels(i)[pixel * channels + channel]);
    return values;
}

class ArtefactExport : public SessionFixture {
protected:
    ArtefactExport() { store.createRun(someRun(), {someSeed(0)}); }

    Artefact add(const std::string &kind, json description, const std::string &bytes)
    {
        Artefact artefact{kind, artefactKey(kind, description), description, bytes};
        artefact.description["epochs_trained"] = 3; // as a finished training adds it
        artefact.description["losses"] = {{"gan", 0.5}};
        artefact.description["diverged"] = false;
        Checkpoint checkpoint;
        checkpoint.artefacts = {artefact};
        store.writeCheckpoint(1, checkpoint);
        return artefact;
    }
    // The file of a role, of those that were written.
    std::string exported(const Artefact &artefact, const std::string &role)
    {
        const auto files = exportArtefact(store, 1, artefact.key, folder.path());
        for (const std::filesystem::path &written : files)
            EXPECT_GT(std::filesystem::file_size(written), 100u);
        return artefact.kind + '-' + artefact.key.substr(0, 12) + '-' + role + ".pt";
    }
    template <typename Value> std::string write(const std::vector<Value> &values)
    {
        const std::string name = "values" + std::to_string(m_files++);
        std::ofstream(folder / name, std::ios::binary)
            .write(reinterpret_cast<const char *>(values.data()), long(values.size() * sizeof(Value)));
        return name;
    }
    void expectImages(const std::string &network, const ImageBatch &given, const ImageBatch &made)
    {
        cases.push_back({{"network", network},
                         {"input", write(nchw(given))},
                         {"type", "uint8"},
                         {"shape", sizes(given)},
                         {"expected", write(nchw(made))},
                         {"expected_type", "uint8"},
                         {"tolerance", 1}}); // a value half-way between two levels
    }
    static json sizes(const ImageBatch &images)
    {
        const ImageShape &shape = images.shape();
        return {images.count(), shape.channels, shape.height, shape.width};
    }
    void expectNumbers(const std::string &network, const ImageBatch &given, const std::vector<float> &made)
    {
        cases.push_back({{"network", network},
                         {"input", write(nchw(given))},
                         {"type", "uint8"},
                         {"shape", sizes(given)},
                         {"expected", write(made)},
                         {"expected_type", "float32"},
                         {"tolerance", 1e-4}});
    }
    void expectDecoded(const std::string &network, const Latents &points, const ImageBatch &made)
    {
        cases.push_back({{"network", network},
                         {"input", write(points.values)},
                         {"type", "float32"},
                         {"shape", {points.count, points.width}},
                         {"expected", write(nchw(made))},
                         {"expected_type", "uint8"},
                         {"tolerance", 1}});
    }
    void compare()
    {
        std::ofstream(folder / "cases.json") << cases.dump();
        const std::string command = "/usr/bin/python3 " MUTASCOPE_SOURCE_DIR
                                    "/tests/tools/compare_networks.py "
            + folder.path().string();
        EXPECT_EQ(std::system(command.c_str()), 0);
    }

    void addVae(const ImageShape &shape)
    {
        VaeOptions options;
        options.latent = 5;
        options.hidden = 12;
        options.channels = 4;
        options.seed = 7;
        const Vae vae(shape, options);
        json description = vae.description();
        description["data"] = "d";
        const Artefact artefact = add("vae", description, vae.saveWeights());
        const ImageBatch images = someImages(shape, 3);
        const Latents points = vae.encode(images);
        expectNumbers(exported(artefact, "encoder"), images, points.values);
        expectDecoded(exported(artefact, "decoder"), points, vae.decode(points));
    }
    void addCycleGan(const ImageShape &shape)
    {
        CycleGanOptions options;
        options.width = 3;
        const CycleGan gan(shape, options);
        const Artefact artefact
            = add("cyclegan", {{"network", gan.description()}, {"data", "d"}}, gan.saveWeights());
        const ImageBatch images = someImages(shape, 5);
        expectImages(exported(artefact, "first-to-second"), images, gan.translate(images));
        expectImages(exported(artefact, "second-to-first"), images, gan.translate(images, true));
    }
    advgan::TrainingPlan plan(const ImageShape &shape, const std::string &mode)
    {
        ModelSpec model;
        model.input = shape;
        model.classes = 4;
        ParamSet params(advgan::params());
        params.set("width", "2");
        params.set("mode", mode);
        const auto made = advgan::planOf(params, model, 3);
        m_description = advgan::describe(made, DatasetSpec{}, model);
        return made;
    }
    void addAdvGan(const ImageShape &shape)
    {
        const AdvGanNets nets(plan(shape, "white-box").nets, {});
        const Artefact artefact = add("advgan", m_description, nets.saveWeights());
        const ImageBatch images = someImages(shape, 3);
        expectImages(exported(artefact, "generator"), images, nets.perturbed(images));
    }

    SessionStore store{":memory:", SessionStore::Mode::Create};
    json cases = json::array();
    json m_description;
    int m_files = 0;
};

// Sides that no network fits, grey and coloured: 31x45.
TEST_F(ArtefactExport, WhatIsWrittenComputesTheSameInPython)
{
    addVae({8, 8, 1}); // dense
    addVae({31, 45, 3});
    addCycleGan({31, 45, 3});
    addCycleGan({28, 28, 1});
    addAdvGan({31, 45, 3});
    compare();
    EXPECT_EQ(cases.size(), 9u);
}

TEST_F(ArtefactExport, ABlackBoxesCopyIsWrittenBesideTheGenerator)
{
    const ImageShape shape{13, 9, 3};
    const advgan::TrainingPlan black = plan(shape, "black-box");
    const AdvGanNets nets(black.nets, {});
    const DistilledNet copy({shape, 4}, {});
    StateWriter weights;
    weights.text(nets.saveWeights());
    weights.text(copy.saveWeights());
    const Artefact artefact = add("advgan", m_description, weights.sealed());
    const ImageBatch images = someImages(shape, 3);
    expectImages(exported(artefact, "generator"), images, nets.perturbed(images));
    expectNumbers(exported(artefact, "copy"), images, copy.predict(images).outputs);
    compare();
}

TEST_F(ArtefactExport, TheJsonFileSaysWhatTheNetworksAre)
{
    addVae({8, 8, 1});
    const Artefact artefact = store.artefacts(1).at(0);
    const auto files = exportArtefact(store, 1, artefact.key, folder / "new");
    ASSERT_EQ(files.size(), 3u);
    std::ifstream stream(files.back());
    const json about = json::parse(stream);
    EXPECT_EQ(about.at("key"), artefact.key);
    EXPECT_EQ(about.at("description").at("epochs_trained"), 3);
    ASSERT_EQ(about.at("files").size(), 2u);
    EXPECT_EQ(about.at("files")[1].at("file"), files[1].filename().string());
    EXPECT_NE(about.at("files")[1].at("input").get<std::string>().find("5 values"), std::string::npos);
}

TEST_F(ArtefactExport, RefusesWhatIsNoNetworkOrDamaged)
{
    EXPECT_EQ(codeOf([&] { exportArtefact(store, 1, "abc", folder.path()); }), ErrorCode::NotFound);
    const Artefact measured = add("surprise", {{"images", 5}}, "x");
    EXPECT_FALSE(isNetwork(measured.kind));
    EXPECT_EQ(codeOf([&] { exportArtefact(store, 1, measured.key, folder.path()); }), ErrorCode::Unsupported);
    const Artefact cut = add("vae", {{"network", "dense"}, {"latent", 5}, {"hidden", 4}, {"shape", "8x8x1"}},
                             "not what a VAE stores");
    EXPECT_EQ(codeOf([&] { exportArtefact(store, 1, cut.key, folder.path()); }), ErrorCode::BadData);
    for (const char *shape : {"", "8x8", "8x8x1x", "8x8x-1", "99999999999x8x1", "0x8x1", "8 x8x1"}) {
        const Artefact odd
            = add("vae", {{"network", "dense"}, {"latent", 5}, {"hidden", 4}, {"shape", shape}}, "something");
        EXPECT_EQ(codeOf([&] { exportArtefact(store, 1, odd.key, folder.path()); }), ErrorCode::BadData)
            << shape;
    }
    const Artefact huge
        = add("cyclegan", {{"network", {{"width", 1'000'000}, {"shape", "8x8x1"}}}}, "something");
    EXPECT_EQ(codeOf([&] { exportArtefact(store, 1, huge.key, folder.path()); }), ErrorCode::BadData);
    const Vae vae({32, 32, 3}, {});
    json earlier = vae.description();
    earlier.erase("design");
    const Artefact outdated = add("vae", earlier, vae.saveWeights());
    EXPECT_EQ(codeOf([&] { exportArtefact(store, 1, outdated.key, folder.path()); }), ErrorCode::BadData);
    Artefact other{"vae", std::string(64, 'a'), {{"latent", 5}}, "something"}; // of another description
    Checkpoint checkpoint;
    checkpoint.artefacts = {other};
    store.writeCheckpoint(1, checkpoint);
    EXPECT_EQ(codeOf([&] { exportArtefact(store, 1, other.key, folder.path()); }), ErrorCode::BadData);
}

} // namespace
} // namespace mutascope
