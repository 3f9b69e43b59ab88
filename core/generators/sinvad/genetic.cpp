// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/genetic.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <cmath>

namespace mutascope::sinvad {

namespace {

constexpr double leastSigma = 1e-3; // below it nothing moves any more
constexpr double leastGain = 1e-3; // of a differential search
constexpr double mostGrowth = 10; // of sigma while nothing is valid

} // namespace

std::vector<Point> Genetic::nextPoints(Rng &rng)
{
    std::vector<Point> points;
    if (m_elite.empty()) {
        for (std::size_t i = 0; i < m_settings.population; ++i)
            points.push_back(scattered(m_origin, m_settings.noise, m_range, rng));
        return points;
    }
    // The elite's fitness is known. An elite that is the whole population has as many children as itself.
    const std::size_t rest = m_settings.population - m_elite.size();
    const std::size_t children = rest > 0 ? rest : m_elite.size();
    for (std::size_t i = 0; i < children; ++i)
        points.push_back(child(rng));
    return points;
}

Point Genetic::child(Rng &rng) const
{
    const std::uint32_t count = std::uint32_t(m_elite.size());
    const std::uint32_t one = rng.below(count);
    const std::uint32_t other = (one + 1 + rng.below(count - 1)) % count; // another one
    Point point = crossed(m_elite[one].point, m_elite[other].point, rng);
    mutate(point, m_origin, m_sigma, !nearing(), m_range, rng);
    if (nearing())
        reset(point, m_origin, m_settings.reset, rng);
    return point;
}

void Genetic::select(std::vector<Individual> &&judged, const Fitness &before)
{
    std::ranges::move(judged, std::back_inserter(m_elite));
    std::ranges::stable_sort(m_elite,
                             [](const Individual &a, const Individual &b) { return a.fitness < b.fitness; });
    m_elite.resize(std::min(m_elite.size(), m_settings.elite));
    m_sigma = nextSigma(before);
}

double Genetic::nextSigma(const Fitness &before) const
{
    const bool improved = m_best.fitness < before;
    if (m_settings.smooth && !m_best.fitness.reached) // stuck: look farther
        return improved ? m_settings.sigma
                        : std::min(2 * m_sigma, std::max(m_settings.noise, m_settings.sigma));
    if (m_settings.smooth && !before.reached)
        return m_settings.sigma; // the second phase begins
    return publishedSigma(before);
}

// The rules of Kang et al.'s programs, one a search. Targeted: they ask for "unchanged" before they ask for
// "none valid", which then never applies; here it is asked first.
double Genetic::publishedSigma(const Fitness &before) const
{
    const bool improved = m_best.fitness < before;
    switch (m_settings.mode) {
    case Mode::Targeted:
        if (!m_best.fitness.reached)
            return std::min(m_sigma * 1.2, mostGrowth * m_settings.sigma);
        return improved ? m_sigma : m_sigma * 0.7;
    case Mode::Differential:
        if (m_best.fitness.reached == before.reached && before.value - m_best.fitness.value < leastGain)
            return m_sigma * 0.5;
        return m_settings.sigma;
    case Mode::Boundary:
    case Mode::Surprise:
        break;
    }
    return improved ? m_settings.sigma : m_sigma * 0.7;
}

bool Genetic::converged() const
{
    return nearing() && m_sigma < leastSigma;
}

void Genetic::saveOwn(StateWriter &writer) const
{
    writer.f64(m_sigma);
    writer.u64(m_elite.size());
    for (const Individual &individual : m_elite) {
        savePoint(writer, individual.point);
        saveFitness(writer, individual.fitness);
    }
}

void Genetic::loadOwn(StateReader &reader)
{
    m_sigma = reader.f64();
    const std::uint64_t count = reader.u64();
    if (!std::isfinite(m_sigma) || count == 1 || count > m_settings.elite)
        throwBadSavedState("a population in it is not one of these settings");
    m_elite.clear();
    for (std::uint64_t i = 0; i < count; ++i) {
        Point point = loadPoint(reader);
        m_elite.push_back({std::move(point), loadFitness(reader)});
    }
}

} // namespace mutascope::sinvad
