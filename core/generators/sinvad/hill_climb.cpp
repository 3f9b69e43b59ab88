// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/hill_climb.h"
#include "core/base/ziggurat.h"
#include "core/generators/saved_state.h"
#include <algorithm>
#include <cmath>

namespace mutascope::sinvad {

namespace {

constexpr double leastSigma = 1e-3;

} // namespace

std::vector<Point> HillClimb::nextPoints(Rng &rng)
{
    m_previous = m_best.point;
    const std::size_t steps = std::min(m_settings.population, m_origin.size() - m_place);
    std::vector<Point> points(steps, m_best.point);
    forEachNormal(rng, steps, [&](std::size_t i, double normal) {
        float &value = points[i][m_place + i];
        value = std::clamp(float(value + m_sigma * normal), m_range.low, m_range.high);
    });
    return points;
}

void HillClimb::select(std::vector<Individual> &&judged, const Fitness &before)
{
    ++m_tried;
    if (m_best.fitness < before) {
        ++m_taken;
        m_lengths += l1Distance(m_best.point, m_previous);
    }
    m_place += judged.size();
    if (m_place >= m_origin.size())
        endSweep();
}

// Kang et al.: the mean length of the steps taken, or their share where that is larger. A sweep without a
// step would make that 0 and end the search; here the steps are halved, since the last ones may just be too
// long.
void HillClimb::endSweep()
{
    m_sigma = m_taken > 0 ? std::max(m_lengths / m_taken, double(m_taken) / m_tried) : m_sigma / 2;
    m_place = 0;
    m_tried = m_taken = 0;
    m_lengths = 0;
}

bool HillClimb::converged() const
{
    return m_best.fitness.reached || m_sigma < leastSigma;
}

void HillClimb::saveOwn(StateWriter &writer) const
{
    writer.f64(m_sigma);
    writer.u64(m_place);
    writer.u32(std::uint32_t(m_tried));
    writer.u32(std::uint32_t(m_taken));
    writer.f64(m_lengths);
}

void HillClimb::loadOwn(StateReader &reader)
{
    m_sigma = reader.f64();
    m_place = reader.u64();
    m_tried = int(reader.u32() & 0x7fffffff);
    m_taken = int(reader.u32() & 0x7fffffff);
    m_lengths = reader.f64();
    if (!std::isfinite(m_sigma) || !std::isfinite(m_lengths) || m_place >= m_origin.size())
        throwBadSavedState("a climb in it stands outside the latent space");
}

} // namespace mutascope::sinvad
