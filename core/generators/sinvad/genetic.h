// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/sinvad/latent_search.h"

namespace mutascope::sinvad {

// Kang et al.'s genetic algorithm: the elite stays and has children by one-point crossover, mutation of what
// differs from the seed, and a return of some coordinates to the seed. The latter two are for an elite that
// has reached the goal, and bring it nearer to the seed. With the smooth fitness a phase goes before in which
// every coordinate is mutated and none returns: there the margin guides.
class Genetic : public LatentSearch {
public:
    using LatentSearch::LatentSearch;
    double sigma() const { return m_sigma; }
    bool nearing() const { return !m_settings.smooth || m_best.fitness.reached; }

private:
    std::vector<Point> nextPoints(Rng &rng) override;
    void select(std::vector<Individual> &&judged, const Fitness &before) override;
    bool converged() const override;
    void saveOwn(StateWriter &writer) const override;
    void loadOwn(StateReader &reader) override;

    Point child(Rng &rng) const;
    double nextSigma(const Fitness &before) const;
    double publishedSigma(const Fitness &before) const;

    std::vector<Individual> m_elite; // best first
    double m_sigma = m_settings.sigma; // of this seed: what the last one ended with is no beginning
};

} // namespace mutascope::sinvad
