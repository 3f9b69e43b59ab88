// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/sinvad/latent_search.h"

namespace mutascope::sinvad {

// Kang et al.'s climb to a surprise adequacy: steps along single coordinates, sweep after sweep. They try one
// step after the other; here as many neighbouring coordinates as the population has members are tried from
// the same point, and the best step is taken.
class HillClimb : public LatentSearch {
public:
    using LatentSearch::LatentSearch;
    double sigma() const { return m_sigma; }

private:
    std::vector<Point> nextPoints(Rng &rng) override;
    void select(std::vector<Individual> &&judged, const Fitness &before) override;
    bool converged() const override;
    void saveOwn(StateWriter &writer) const override;
    void loadOwn(StateReader &reader) override;
    void endSweep();

    Point m_previous = m_origin; // best before this generation
    double m_sigma = m_settings.sigma;
    std::size_t m_place = 0; // coordinate that is next
    int m_tried = 0; // generations of this sweep
    int m_taken = 0; // of them, those that improved
    double m_lengths = 0; // of the steps taken, summed
};

} // namespace mutascope::sinvad
