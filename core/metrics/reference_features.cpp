// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cache.h"
#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/state_codec.h"
#include "core/metrics/features.h"
#include "core/model/version.h"
#include <algorithm>
#include <nlohmann/json.hpp>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t imagesAtOnce = 1024; // between two reports of progress
constexpr int formatVersion = 1;

fs::path fileOf(const FeatureNetwork &network, const Dataset &data, std::size_t count, const fs::path &folder)
{
    nlohmann::json description = network.description();
    description["data"] = data.spec().sha256;
    description["images"] = count;
    description["version"] = formatVersion;
    description["arithmetic"] = modelArithmetic();
    return folder / ("features-" + sha256(description.dump()) + ".bin");
}

std::string packed(const FeatureRows &rows)
{
    StateWriter writer;
    writer.u64(rows.count);
    writer.u64(rows.width);
    for (const float value : rows.values)
        writer.f32(value);
    return writer.sealed();
}

// None where the bytes are damaged or not of that size.
std::optional<FeatureRows> unpacked(const std::string &bytes, std::size_t count, std::size_t width)
{
    try {
        StateReader reader = StateReader::unsealed(bytes);
        if (reader.u64() != count || reader.u64() != width || reader.remaining() != count * width * 4)
            return std::nullopt;
        FeatureRows rows{count, width, std::vector<float>(count * width)};
        for (float &value : rows.values)
            value = reader.f32();
        return rows;
    } catch (const Error &) {
        return std::nullopt;
    }
}

ImageBatch evenly(const Dataset &data, std::size_t begin, std::size_t end, std::size_t count)
{
    ImageBatch images(data.spec().shape);
    images.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i)
        images.append(data.sample(i * data.size() / count).image);
    return images;
}

std::optional<FeatureRows> computed(const FeatureNetwork &network, const Dataset &data, std::size_t count,
                                    const MetricProgress &progress)
{
    FeatureRows rows{count, network.width(), {}};
    for (std::size_t begin = 0; begin < count; begin += imagesAtOnce) {
        if (!progress(double(begin) / double(count)))
            return std::nullopt;
        const std::size_t end = std::min(count, begin + imagesAtOnce);
        const FeatureRows some = network.features(evenly(data, begin, end, count));
        rows.values.insert(rows.values.end(), some.values.begin(), some.values.end());
    }
    return rows;
}

} // namespace

std::optional<FeatureRows> referenceFeatures(const FeatureNetwork &network, const Dataset &data,
                                             std::size_t most, const fs::path &folder,
                                             const MetricProgress &progress)
{
    const std::size_t count = std::min(most, data.size());
    const fs::path file = folder.empty() ? fs::path() : fileOf(network, data, count, folder);
    if (const auto bytes = file.empty() ? std::nullopt : readCached(file))
        if (auto rows = unpacked(*bytes, count, network.width()))
            return rows;
    auto rows = computed(network, data, count, progress);
    if (rows && !file.empty())
        writeCached(file, packed(*rows));
    return rows;
}

} // namespace mutascope
