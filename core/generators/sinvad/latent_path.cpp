// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/latent_path.h"
#include "core/generators/saved_state.h"
#include <cmath>
#include <fmt/format.h>

namespace mutascope::sinvad {

namespace {

constexpr std::size_t mostStations = 4 * LatentPath::mostFrames;

std::string captionOf(int generation, const Fitness &fitness, const char *before, const char *reached)
{
    const std::string value = fmt::format("{} {:.3g}", fitness.reached ? reached : before, fitness.value);
    return generation == 0 ? "reconstruction, " + value : fmt::format("generation {}, {}", generation, value);
}

} // namespace

void LatentPath::add(Image image, int generation, const Fitness &fitness)
{
    if (!m_stations.empty() && m_stations.back().number % m_stride != 0)
        m_stations.pop_back(); // was there as the last only
    m_stations.push_back({m_added++, std::move(image), generation, fitness});
    if (m_stations.size() > mostStations)
        thin();
}

void LatentPath::thin()
{
    m_stride *= 2;
    Station last = std::move(m_stations.back());
    m_stations.pop_back();
    std::erase_if(m_stations, [this](const Station &station) { return station.number % m_stride != 0; });
    m_stations.push_back(std::move(last));
}

std::vector<PathFrame> LatentPath::frames(const char *before, const char *reached) const
{
    const std::size_t count = std::min(mostFrames, m_stations.size());
    std::vector<PathFrame> frames;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t index
            = count < 2 ? 0 : (i * (m_stations.size() - 1) + (count - 1) / 2) / (count - 1);
        const Station &station = m_stations[index];
        frames.push_back({station.image, captionOf(station.generation, station.fitness, before, reached),
                          station.fitness.value});
    }
    return frames;
}

void LatentPath::save(StateWriter &writer) const
{
    writer.u32(m_stride);
    writer.u32(m_added);
    writer.u64(m_stations.size());
    for (const Station &station : m_stations) {
        writer.u32(station.number);
        writer.u32(std::uint32_t(station.generation));
        writer.u32(station.fitness.reached ? 1 : 0);
        writer.f64(station.fitness.value);
        writer.text(
            {reinterpret_cast<const char *>(station.image.pixels.data()), station.image.pixels.size()});
    }
}

LatentPath LatentPath::load(StateReader &reader, const ImageShape &shape)
{
    LatentPath path;
    path.m_stride = reader.u32();
    path.m_added = reader.u32();
    const std::uint64_t count = reader.u64();
    if (path.m_stride == 0 || count == 0 || count > mostStations)
        throwBadSavedState("a latent path in it has no or too many images");
    for (std::uint64_t i = 0; i < count; ++i) {
        Station station;
        station.number = reader.u32();
        station.generation = int(reader.u32() & 0x7fffffff);
        station.fitness.reached = reader.u32() != 0;
        station.fitness.value = reader.f64();
        const std::string_view pixels = reader.text();
        if (pixels.size() != shape.size() || std::isnan(station.fitness.value))
            throwBadSavedState("an image of a latent path in it has another size");
        station.image = {shape, {pixels.begin(), pixels.end()}};
        path.m_stations.push_back(std::move(station));
    }
    return path;
}

} // namespace mutascope::sinvad
