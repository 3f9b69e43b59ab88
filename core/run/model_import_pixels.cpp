// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/model_import_pixels.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mutascope {

namespace {

// Of torchvision's, PyTorch's and the Keras examples; Caffe's in pixel units.
const std::vector<PixelRule> &colourRules()
{
    static const std::vector<PixelRule> rules
        = {{"pixel / 255", 255, {}, {}},
           {"ImageNet mean and std", 255, {0.485F, 0.456F, 0.406F}, {0.229F, 0.224F, 0.225F}},
           {"CIFAR-10 mean and std", 255, {0.4914F, 0.4822F, 0.4465F}, {0.2470F, 0.2435F, 0.2616F}},
           {"-1 to 1", 255, {0.5F, 0.5F, 0.5F}, {0.5F, 0.5F, 0.5F}},
           {"0 to 255", 1, {}, {}},
           {"0 to 255 minus ImageNet's mean (Caffe)", 1, {123.68F, 116.779F, 103.939F}, {}}};
    return rules;
}

const std::vector<PixelRule> &greyRules()
{
    static const std::vector<PixelRule> rules = {{"pixel / 255", 255, {}, {}},
                                                 {"MNIST mean and std", 255, {0.1307F}, {0.3081F}},
                                                 {"-1 to 1", 255, {0.5F}, {0.5F}},
                                                 {"0 to 255", 1, {}, {}}};
    return rules;
}

std::vector<PixelRule> usualRules(const PixelStatistics &ofData, int channels)
{
    std::vector<PixelRule> rules = channels == 3 ? colourRules() : greyRules();
    rules.push_back({"mean and std of the data", 255, ofData.mean, ofData.std, "rgb", true});
    return rules;
}

// Where only mean or std is given, the other one is left out.
PixelRule givenRule(const ImportRequest &request, float scale)
{
    const std::vector<float> mean = request.mean.value_or(std::vector<float>());
    const std::vector<float> std = request.std.value_or(std::vector<float>());
    return {fmt::format("scale {}, given mean ({}) and std ({})", scale, fmt::join(mean, ", "),
                        fmt::join(std, ", ")),
            scale,
            mean,
            std,
            "rgb",
            false,
            true};
}

// What the request allows. A given scale alone goes with every usual mean of that range.
std::vector<PixelRule> allowedRules(const ImportRequest &request, const std::vector<PixelRule> &usual)
{
    if (request.mean || request.std) {
        if (request.scale)
            return {givenRule(request, *request.scale)};
        return {givenRule(request, 255), givenRule(request, 1)};
    }
    std::vector<PixelRule> out;
    for (const PixelRule &rule : usual)
        if (!request.scale || rule.scale == *request.scale)
            out.push_back(rule);
    if (out.empty())
        out.push_back({fmt::format("pixel / {}", *request.scale), *request.scale, {}, {}});
    return out;
}

bool samePixels(const PixelRule &a, const PixelRule &b)
{
    return a.scale == b.scale && a.mean == b.mean && a.std == b.std;
}

float rounded(double value)
{
    return float(std::round(value * 1000) / 1000);
}

} // namespace

PixelStatistics pixelStatistics(const Dataset &images)
{
    const auto channels = std::size_t(images.spec().shape.channels);
    std::vector<double> sum(channels), squares(channels);
    double count = 0;
    for (std::size_t i = 0; i < images.size(); ++i) {
        const Sample sample = images.sample(i);
        for (std::size_t p = 0; p < sample.image.pixels.size(); ++p) {
            const double value = double(sample.image.pixels[p]) / 255;
            sum[p % channels] += value;
            squares[p % channels] += value * value;
        }
        count += double(sample.image.pixels.size() / channels);
    }
    PixelStatistics out;
    for (std::size_t c = 0; c < channels; ++c) {
        const double mean = sum[c] / std::max(count, 1.0);
        const double variance = squares[c] / std::max(count, 1.0) - mean * mean;
        out.mean.push_back(rounded(mean));
        out.std.push_back(std::max(rounded(std::sqrt(std::max(variance, 0.0))), 0.001F)); // one colour only
    }
    return out;
}

std::vector<PixelRule> pixelRules(const ImportRequest &request, const PixelStatistics &ofData, int channels)
{
    const std::vector<PixelRule> usual = usualRules(ofData, channels);
    std::vector<PixelRule> rules = allowedRules(request, usual);
    for (PixelRule rule : usual) {
        const auto same = [&](const PixelRule &other) { return samePixels(rule, other); };
        rule.allowed = false;
        if (std::ranges::none_of(rules, same))
            rules.push_back(rule);
    }
    for (PixelRule &rule : rules)
        rule = withOrder(rule, request.channelOrder.empty() ? "rgb" : request.channelOrder);
    return rules;
}

PixelRule withOrder(const PixelRule &rule, const std::string &channelOrder)
{
    PixelRule out = rule;
    if (channelOrder == rule.channelOrder)
        return out;
    out.channelOrder = channelOrder;
    if (!rule.fixed) {
        std::ranges::reverse(out.mean);
        std::ranges::reverse(out.std);
    }
    return out;
}

ModelSpec specWith(ModelSpec spec, const PixelRule &rule)
{
    spec.scale = rule.scale;
    spec.mean = rule.mean;
    spec.std = rule.std;
    spec.channelOrder = rule.channelOrder;
    return spec;
}

} // namespace mutascope
