// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/retrain_measure.h"
#include "core/data/batch.h"
#include "core/model/model_failure.h"
#include <algorithm>

namespace mutascope {

namespace {

constexpr std::size_t batchSize = 256;

void judge(Model &model, const ImageBatch &images, std::span<const int> labels, std::vector<bool> &correct)
{
    const Predictions predictions = model.predict(images);
    for (std::size_t i = 0; i < labels.size(); ++i)
        correct.push_back(isCorrect(predictions, i, labels[i]));
}

// Of the images of one group.
struct Group {
    std::size_t all = 0;
    std::size_t counted = 0;
    std::size_t correct = 0;

    double expected() const { return counted == 0 ? 0 : double(all) * double(correct) / double(counted); }
};

} // namespace

std::vector<bool> correctOnes(Model &model, const ImageBatch &images, const std::vector<int> &labels)
{
    std::vector<bool> correct;
    for (std::size_t begin = 0; begin < labels.size(); begin += batchSize) {
        const std::size_t end = std::min(begin + batchSize, labels.size());
        judge(model, images.slice(begin, end), std::span(labels).subspan(begin, end - begin), correct);
    }
    return correct;
}

std::vector<bool> correctOnes(Model &model, const Dataset &data)
{
    std::vector<bool> correct;
    for (std::size_t begin = 0; begin < data.size(); begin += batchSize) {
        const std::size_t end = std::min(begin + batchSize, data.size());
        std::vector<int> labels;
        for (std::size_t i = begin; i < end; ++i)
            labels.push_back(data.label(i));
        judge(model, batchOf(data, begin, end), labels, correct);
    }
    return correct;
}

double failingShare(Model &model, const FailingTests &tests)
{
    const std::vector<bool> correct = correctOnes(model, tests.images, tests.labels);
    const auto failing = std::count(correct.begin(), correct.end(), false);
    return correct.empty() ? 0 : double(failing) / double(correct.size());
}

double weightedAccuracy(const std::vector<bool> &before, const std::vector<bool> &now,
                        const std::vector<bool> &counts)
{
    Group groups[2];
    for (std::size_t i = 0; i < before.size(); ++i) {
        Group &group = groups[before[i] ? 1 : 0];
        ++group.all;
        if (!counts[i])
            continue;
        ++group.counted;
        group.correct += now[i] ? 1 : 0;
    }
    // A group none of which counts says nothing of itself: the other one stands for all.
    std::size_t represented = 0;
    for (const Group &group : groups)
        represented += group.counted == 0 ? 0 : group.all;
    return represented == 0 ? 0 : (groups[0].expected() + groups[1].expected()) / double(represented);
}

} // namespace mutascope
