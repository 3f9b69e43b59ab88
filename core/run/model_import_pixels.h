// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/model_import.h"

// The usual ways to make a model's input from pixels.
namespace mutascope {

struct PixelRule {
    std::string description;
    float scale = 255;
    std::vector<float> mean; // one a channel, in the order of the model's channels
    std::vector<float> std;
    std::string channelOrder = "rgb";
    bool ofTheData = false; // measured here, perhaps not by those who trained the model
    bool fixed = false; // mean and std were given: they are in the right order already
    bool allowed = true; // agrees with what was given
};

// Mean and standard deviation of each channel of the images, pixels divided by 255, to three digits.
struct PixelStatistics {
    std::vector<float> mean;
    std::vector<float> std;
};
PixelStatistics pixelStatistics(const Dataset &images);

// The most usual first; those the request allows before those it does not.
std::vector<PixelRule> pixelRules(const ImportRequest &request, const PixelStatistics &ofData, int channels);

// Mean and std change places with the channels.
PixelRule withOrder(const PixelRule &rule, const std::string &channelOrder);
ModelSpec specWith(ModelSpec spec, const PixelRule &rule);

} // namespace mutascope
