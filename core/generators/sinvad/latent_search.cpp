// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/latent_search.h"
#include "core/generators/saved_state.h"
#include "core/generators/sinvad/genetic.h"
#include "core/generators/sinvad/hill_climb.h"
#include <algorithm>
#include <cmath>

namespace mutascope::sinvad {

LatentSearch::LatentSearch(const Settings &settings, const Range &range, const Task &task, Individual origin,
                           const Image &reconstruction)
    : m_settings(settings), m_range(range), m_task(task), m_origin(origin.point), m_best(std::move(origin)),
      m_shape(reconstruction.shape)
{
    m_path.add(reconstruction, 0, m_best.fitness);
}

void LatentSearch::propose(Latents &points, Rng rng)
{
    m_proposals = nextPoints(rng);
    for (const Point &point : m_proposals)
        points.append(point);
}

void LatentSearch::accept(std::span<const Fitness> fitness, const ImageBatch &images, std::size_t first)
{
    ++m_generation;
    const Fitness before = m_best.fitness;
    const std::size_t row = std::size_t(std::min_element(fitness.begin(), fitness.end()) - fitness.begin());
    if (row < fitness.size() && fitness[row] < before) {
        m_best = {m_proposals[row], fitness[row]};
        m_path.add(images.image(first + row), m_generation, m_best.fitness);
    }
    std::vector<Individual> judged;
    judged.reserve(fitness.size());
    for (std::size_t i = 0; i < fitness.size(); ++i)
        judged.push_back({std::move(m_proposals[i]), fitness[i]});
    m_proposals.clear();
    select(std::move(judged), before);
}

void LatentSearch::savePoint(StateWriter &writer, const Point &point) const
{
    for (const float value : point)
        writer.f32(value);
}

Point LatentSearch::loadPoint(StateReader &reader) const
{
    if (reader.remaining() / sizeof(float) < m_origin.size())
        throwBadSavedState("a point of a search in it is cut short");
    Point point(m_origin.size());
    std::ranges::generate(point, [&] { return reader.f32(); });
    if (!std::ranges::all_of(point, [](float value) { return std::isfinite(value); }))
        throwBadSavedState("a coordinate in it is not a finite number");
    return point;
}

void LatentSearch::saveFitness(StateWriter &writer, const Fitness &fitness)
{
    writer.u32(fitness.reached ? 1 : 0);
    writer.f64(fitness.value);
}

Fitness LatentSearch::loadFitness(StateReader &reader)
{
    Fitness fitness;
    fitness.reached = reader.u32() != 0;
    fitness.value = reader.f64();
    if (std::isnan(fitness.value))
        throwBadSavedState("a fitness in it is no number");
    return fitness;
}

void LatentSearch::save(StateWriter &writer) const
{
    writer.u32(std::uint32_t(m_generation));
    savePoint(writer, m_best.point);
    saveFitness(writer, m_best.fitness);
    m_path.save(writer);
    saveOwn(writer);
}

void LatentSearch::load(StateReader &reader)
{
    m_generation = int(reader.u32() & 0x7fffffff);
    m_best.point = loadPoint(reader);
    m_best.fitness = loadFitness(reader);
    m_path = LatentPath::load(reader, m_shape);
    loadOwn(reader);
}

std::unique_ptr<LatentSearch> makeSearch(const Settings &settings, const Range &range, const Task &task,
                                         Individual origin, const Image &reconstruction)
{
    if (settings.mode == Mode::Surprise)
        return std::make_unique<HillClimb>(settings, range, task, std::move(origin), reconstruction);
    return std::make_unique<Genetic>(settings, range, task, std::move(origin), reconstruction);
}

} // namespace mutascope::sinvad
