// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/channel_means.h"
#include <ATen/Parallel.h>
#include <algorithm>
#include <cstring>

namespace mutascope {

namespace {

// Vectors by the compiler's extension: its own vectoriser may not reorder float additions.
typedef float Floats __attribute__((vector_size(16)));
typedef std::int32_t Words __attribute__((vector_size(16)));
constexpr std::int64_t width = 4; // floats in a vector
constexpr std::int64_t block = 4 * width; // four independent sums hide the latency of an addition

Floats load(const float *values)
{
    Floats result;
    std::memcpy(&result, values, sizeof result);
    return result;
}

void store(float *values, Floats vector)
{
    std::memcpy(values, &vector, sizeof vector);
}

float relu(float value)
{
    return value < 0 ? 0.0f : value;
}

Floats relu(Floats values)
{
    const Words negative = values < 0.0f; // all bits set where it is
    return Floats(Words(values) & ~negative);
}

double total(const Floats (&sums)[4])
{
    double result = 0;
    for (const Floats &sum : sums)
        for (std::int64_t i = 0; i < width; ++i)
            result += double(sum[i]);
    return result;
}

float meanOfMap(const float *values, std::int64_t count)
{
    Floats sums[4] = {};
    const std::int64_t whole = count - count % block;
    for (std::int64_t i = 0; i < whole; i += block) {
        sums[0] += load(values + i);
        sums[1] += load(values + i + width);
        sums[2] += load(values + i + 2 * width);
        sums[3] += load(values + i + 3 * width);
    }
    double rest = 0;
    for (std::int64_t i = whole; i < count; ++i)
        rest += double(values[i]);
    return float((total(sums) + rest) / double(count));
}

Floats reluOf(const float *values, float *out)
{
    const Floats result = relu(load(values));
    store(out, result);
    return result;
}

float reluMeanOfMap(const float *values, std::int64_t count, float *out)
{
    Floats sums[4] = {};
    const std::int64_t whole = count - count % block;
    for (std::int64_t i = 0; i < whole; i += block) {
        sums[0] += reluOf(values + i, out + i);
        sums[1] += reluOf(values + i + width, out + i + width);
        sums[2] += reluOf(values + i + 2 * width, out + i + 2 * width);
        sums[3] += reluOf(values + i + 3 * width, out + i + 3 * width);
    }
    double rest = 0;
    for (std::int64_t i = whole; i < count; ++i)
        rest += double(out[i] = relu(values[i]));
    return float((total(sums) + rest) / double(count));
}

// Some microseconds of work, more than starting a thread's share costs.
std::int64_t mapsATask(std::int64_t area)
{
    return std::max<std::int64_t>(1, 65536 / std::max<std::int64_t>(1, area));
}

} // namespace

void channelMeans(const float *values, std::int64_t maps, std::int64_t area, float *means)
{
    at::parallel_for(0, maps, mapsATask(area), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t map = begin; map < end; ++map)
            means[map] = meanOfMap(values + map * area, area);
    });
}

void reluChannelMeans(const float *values, std::int64_t maps, std::int64_t area, float *out, float *means)
{
    at::parallel_for(0, maps, mapsATask(area), [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t map = begin; map < end; ++map)
            means[map] = reluMeanOfMap(values + map * area, area, out + map * area);
    });
}

} // namespace mutascope
