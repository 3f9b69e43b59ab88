// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/hash.h"
#include "core/model/training.h"
#include "core/run/project.h"
#include "core/run/retrain_tests.h"
#include "tests/core/data/idx_files.h"

namespace mutascope {

inline constexpr ImageShape squareShape{12, 12, 1};

// Noise with a bright 4x4 square in one of three corners, the class.
inline Image squareImage(std::uint64_t stream, int label)
{
    Rng rng(4711, stream);
    Image image{squareShape, {}};
    for (std::size_t i = 0; i < squareShape.size(); ++i)
        image.pixels.push_back(std::uint8_t(rng.below(100)));
    const std::size_t top = label == 2 ? 7 : 1, left = label == 1 ? 7 : 1;
    for (std::size_t y = top; y < top + 4; ++y)
        for (std::size_t x = left; x < left + 4; ++x)
            image.pixels[y * 12 + x] = std::uint8_t(140 + rng.below(100));
    return image;
}

inline Image inverted(Image image)
{
    for (std::uint8_t &value : image.pixels)
        value = std::uint8_t(255 - value);
    return image;
}

// A project on the disk: squares as IDX files and a LeNet-1 that knows them, and sessions around it whose
// tests are inverted seeds, which it was never shown.
class SquaresProject {
public:
    static constexpr int trainImages = 300, testImages = 150;

    SquaresProject()
    {
        setModelThreads(1);
        writeSplit("train", trainImages, 0);
        writeSplit("t10k", testImages, 10'000);
        project.name = "squares";
        project.folder = m_folder.path();
        project.model.file = "lenet1.pt";
        project.model.input = squareShape;
        project.dataFormat = "idx";
        project.dataPath = m_folder.path();
        saveProject(project);
        TrainOptions options;
        options.architecture = "lenet1";
        options.epochs = 4;
        options.batchSize = 16;
        options.learningRate = 5e-3;
        trainModel(options, *project.openData("train"), *project.openData("test"), project.modelFile(), {});
    }

    std::filesystem::path path(const std::string &name) const { return m_folder.path() / name; }

    // A run whose seeds are test images first ... first + seeds - 1, with their inversions as tests; failing
    // are those that do fail.
    std::int64_t addRun(SessionStore &store, int seeds, int first = 0) const
    {
        const std::unique_ptr<Model> model = project.loadModel();
        std::vector<SeedRecord> seedRecords;
        Checkpoint checkpoint;
        for (int i = 0; i < seeds; ++i) {
            const Sample sample = project.openData("test")->sample(std::size_t(first + i));
            seedRecords.push_back({i, first + i, sample.label, {0.2F, 0.3F, 0.5F}, sample.image});
            TestRecord test;
            test.id = i + 1;
            test.seed = i;
            test.mutation.mutator = "contrast";
            test.label = sample.label;
            test.probabilities = {0.2F, 0.3F, 0.5F};
            const Image image = inverted(sample.image);
            ImageBatch batch(squareShape);
            batch.append(image);
            test.predicted = model->predict(batch).predicted(0);
            test.failing = test.predicted != test.label;
            test.imageSha256 = sha256(std::span<const std::uint8_t>(image.pixels));
            checkpoint.tests.push_back(test);
            checkpoint.pngs.push_back(encodePng(image));
        }
        RunRecord record;
        record.generator = "random";
        record.config = "{}";
        record.versions = "{}";
        record.project = projectSnapshot(project, sha256OfFile(project.modelFile()), "0");
        const std::int64_t run = store.createRun(record, seedRecords);
        store.writeCheckpoint(run, checkpoint);
        return run;
    }

    Project project;

private:
    void writeSplit(const std::string &name, int count, std::uint64_t firstStream)
    {
        Bytes images = idxHeader({std::uint32_t(count), 12, 12}), labels = idxHeader({std::uint32_t(count)});
        for (int i = 0; i < count; ++i) {
            const Image image = squareImage(firstStream + std::uint64_t(i), i % 3);
            images.insert(images.end(), image.pixels.begin(), image.pixels.end());
            labels.push_back(std::uint8_t(i % 3));
        }
        m_folder.write(name + "-images-idx3-ubyte", images);
        m_folder.write(name + "-labels-idx1-ubyte", labels);
    }

    TempFolder m_folder;
};

} // namespace mutascope
