// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/training_record.h"
#include <cmath>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

constexpr const char *key = "epoch_losses";

nlohmann::json toJson(const LossPoint &point)
{
    nlohmann::json losses = nlohmann::json::array(); // an object would lose their order
    for (const auto &[name, mean] : point.values)
        losses.push_back({name, mean});
    return {{"training", point.training},
            {"epoch", point.epoch},
            {"epochs", point.epochs},
            {"batch", point.batch},
            {"losses", losses}};
}

LossPoint pointOf(const nlohmann::json &json)
{
    LossPoint point;
    json.at("training").get_to(point.training);
    json.at("epoch").get_to(point.epoch);
    json.at("epochs").get_to(point.epochs);
    json.at("batch").get_to(point.batch);
    for (const nlohmann::json &loss : json.at("losses")) // what is no finite number is null in JSON
        point.values.emplace_back(loss.at(0).get<std::string>(),
                                  loss.at(1).is_null() ? std::nan("") : loss.at(1).get<double>());
    return point;
}

} // namespace

void describeTraining(nlohmann::json &description, const EpochTraining &training)
{
    description["epochs_trained"] = training.epoch();
    description["diverged"] = training.diverged();
    for (const LossPoint &point : training.epochMeans())
        description[key].push_back(toJson(point));
}

std::vector<LossPoint> epochMeansOf(const nlohmann::json &description)
{
    std::vector<LossPoint> points;
    const auto found = description.is_object() ? description.find(key) : description.end();
    if (found == description.end() || !found->is_array())
        return points;
    try {
        for (const nlohmann::json &one : *found)
            points.push_back(pointOf(one));
    } catch (const nlohmann::json::exception &) {
        return {};
    }
    return points;
}

} // namespace mutascope
