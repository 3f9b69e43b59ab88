// SPDX-License-Identifier: GPL-3.0-or-later
// Qt values of what the core knows: the only words the window and the core share.
#pragma once

#include "app/bridge/path_frames.h"
#include "widgets/neuron_map.h"
#include "widgets/param_form.h"
#include "widgets/plot_data.h"

#include <QDateTime>
#include <QImage>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace mutascope::bridge {

struct BudgetValues {
    std::optional<qint64> modelCalls;
    std::optional<double> seconds;
    std::optional<qint64> tests;
    std::optional<qint64> failures;

    bool any() const { return modelCalls || seconds || tests || failures; }
};

// All that fixes a run's tests, with the project.
struct RunSetup {
    QString generator;
    QString criterion; // canonical text, "" for none
    QString layers;
    QMap<QString, QString> settings; // only those that differ from their default
    BudgetValues budget;
    quint64 seed = 1;
};

struct GeneratorEntry {
    QString id;
    QString name;
    QString summary;
    QString paper;
    QList<widgets::ParamField> fields; // the run's parameters and the generator's own
    bool trains = false; // networks, before it searches
};

struct CriterionEntry {
    QString id;
    QString summary;
    QString paper;
    QList<widgets::ParamField> fields;
};

struct LayerEntry {
    QString name;
    QString kind; // conv linear activation pool norm softmax
    QString shape; // of one image's output: "6 × 24 × 24"
    qint64 neurons = 0;
    qint64 parameters = 0; // weights and biases
    std::vector<qint64> extents; // the shape in numbers
};

// What the model is, in words.
struct ModelFacts {
    QString name;
    QString pixels; // "0 … 255, divided by 255"
    QString channels; // "grey", "RGB", "BGR"
    QString outputs; // "logits", "probabilities"
    qint64 classes = 0;
    qint64 parameters = 0; // weights and biases; 0: not known
    qint64 fileBytes = 0;
    QList<LayerEntry> layers;

    QStringList layerNames() const
    {
        QStringList names;
        for (const LayerEntry &layer : layers)
            names.append(layer.name);
        return names;
    }
};

struct ProjectInfo {
    QString folder;
    QString name;
    QString description;
    QString modelFile;
    QString modelSha256;
    QString inputText; // "28 × 28 × 1"
    QString dataFolder;
    qint64 trainImages = 0;
    qint64 testImages = 0;
    QStringList classNames;
    ModelFacts model;
    QString defaultGenerator;
    QString defaultCriterion;
    QString defaultLayers;
};

enum class RunPhase { Running, Interrupted, Finished, Stopped, Failed };

struct RunInfo {
    qint64 id = 0;
    QString generator; // id
    QString criterion;
    quint64 seed = 0;
    RunPhase phase = RunPhase::Finished;
    QString message;
    QDateTime startedAt; // UTC
    QDateTime finishedAt;
    qint64 modelCalls = 0;
    qint64 tests = 0; // judged
    qint64 failing = 0;
    qint64 verified = 0;
    double seconds = 0;
    double coverageStart = 0;
    double coverageEnd = 0;
    QString projectName;
    QString projectFolder;
    QStringList classNames;

    bool resumable() const
    {
        return phase == RunPhase::Interrupted || phase == RunPhase::Stopped || phase == RunPhase::Finished;
    }
};

// What people say about a test.
enum class PeopleSay { Nothing, ValidSame, ValidOther, Valid, Invalid, Undecided };

// Filter of stored tests; empty fields match everything.
struct TestQuery {
    std::optional<bool> failing;
    std::optional<bool> verified;
    std::optional<int> label;
    std::optional<int> predicted;
    std::optional<QString> mutator;
    std::optional<PeopleSay> people;

    bool operator==(const TestQuery &) const = default;
};

// A stored test as lists show it; small, for there may be 100,000.
struct TestRow {
    qint64 id = 0;
    int seed = 0;
    int label = 0;
    int predicted = 0;
    float confidence = 0;
    bool failing = false;
    bool kept = false;
    bool verified = false;
    QString mutator;
};

struct Thumbnail {
    qint64 id = 0;
    QImage image;
};

struct LineageStep {
    qint64 id = 0; // 0: the seed
    QImage image;
    QString caption; // the mutation that led here
};

struct TestDetails {
    TestRow row;
    QImage seedImage;
    QImage image;
    std::vector<float> before; // probabilities, one a class
    std::vector<float> after;
    std::vector<LineageStep> lineage; // from the seed to the test
    std::vector<PathStation> path; // of a search that has one
    QString mutation; // "rotate (degrees -7)"
    qint64 parent = 0;
    qint64 datasetIndex = 0;
    double gain = 0;
    qint64 step = 0;
    qint64 atCalls = 0;
    double atSeconds = 0;
    qint64 l0 = 0; // pixel values that differ
    qint64 pixelValues = 0; // that there are
    double l1 = 0;
    double l2 = 0;
    int linf = 0;
    QString sha256;
};

struct RunCurves {
    std::vector<widgets::SeriesPoint> coverage;
    std::vector<widgets::SeriesPoint> failing;
};

// One point of both curves.
struct CurvePoint {
    widgets::SeriesPoint coverage;
    widgets::SeriesPoint failing;
};

// What one batch of a training came to.
struct LossRow {
    qint64 batch = 0; // of the training, from 1
    int epoch = 0; // from 1
    int epochs = 0;
    std::vector<std::pair<QString, double>> values; // may be no finite numbers
    QString training; // which of the run's: each counts its own batches
};

struct LogLine {
    double seconds = 0;
    QString level; // "info" "warning" "error"
    QString text;
};

// The failing test found last, for the live preview.
struct FoundTest {
    TestRow row;
    QString mutation;
    QImage seedImage;
    QImage image;
};

// The values of one neuron over the first images of the test data.
struct NeuronActivation {
    struct Image {
        qint64 index = 0; // in the data
        int label = 0;
        float value = 0;
        QImage image;
    };
    int layer = 0;
    int neuron = 0; // in the layer
    std::vector<float> values; // one an image; finite
    std::vector<int> labels; // of the same images
    qint64 images = 0; // looked at
    qint64 notFinite = 0; // of these, values that are no numbers
    QList<Image> strongest; // the strongest first
};

// What covered a neuron first, of what a session holds.
struct NeuronOrigin {
    enum class Kind { Nothing, Seed, Test };
    int neuron = -1; // of the map
    Kind kind = Kind::Nothing;
    int seed = 0;
    TestRow test; // with its images; kind Test only
    QString mutation;
    QImage seedImage;
    QImage image;
    int label = 0;
};

} // namespace mutascope::bridge
