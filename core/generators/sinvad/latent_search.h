// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/sinvad/latent_path.h"
#include "core/generators/sinvad/operators.h"
#include "core/generators/sinvad/settings.h"
#include <memory>

namespace mutascope::sinvad {

struct Task {
    int seed = 0; // index into GeneratorContext::seeds
    int label = 0;
    int target = -1; // of a targeted search
};

// A point and what it is worth.
struct Individual {
    Point point;
    Fitness fitness;
};

// The search from one seed, a generation at a time: points are proposed, judged outside together with those
// of other searches, and accepted.
class LatentSearch {
public:
    // origin: the seed's point with the fitness of its reconstruction.
    LatentSearch(const Settings &settings, const Range &range, const Task &task, Individual origin,
                 const Image &reconstruction);
    virtual ~LatentSearch() = default;

    // Appends the points of the next generation.
    void propose(Latents &points, Rng rng);
    std::size_t proposed() const { return m_proposals.size(); }
    // Fitness of what was proposed; images: those of all searches, this one's from `first` on.
    void accept(std::span<const Fitness> fitness, const ImageBatch &images, std::size_t first);
    bool done() const { return m_generation >= m_settings.generations || converged(); }

    const Task &task() const { return m_task; }
    const Individual &best() const { return m_best; }
    const Point &origin() const { return m_origin; }
    const Range &range() const { return m_range; }
    int generation() const { return m_generation; }
    const LatentPath &path() const { return m_path; }

    void save(StateWriter &writer) const;
    void load(StateReader &reader); // throws Error{BadData}

protected:
    virtual std::vector<Point> nextPoints(Rng &rng) = 0;
    // Takes over what is worth it; before: what was best until now, m_best already is the new best.
    virtual void select(std::vector<Individual> &&judged, const Fitness &before) = 0;
    virtual bool converged() const = 0;
    virtual void saveOwn(StateWriter &writer) const = 0;
    virtual void loadOwn(StateReader &reader) = 0;

    void savePoint(StateWriter &writer, const Point &point) const;
    Point loadPoint(StateReader &reader) const;
    static void saveFitness(StateWriter &writer, const Fitness &fitness);
    static Fitness loadFitness(StateReader &reader);

    const Settings &m_settings;
    const Range m_range;
    const Task m_task;
    const Point m_origin;
    Individual m_best;
    int m_generation = 0;

private:
    ImageShape m_shape;
    LatentPath m_path;
    std::vector<Point> m_proposals; // between propose() and accept()
};

// A genetic algorithm, or for surprise a climb coordinate by coordinate.
std::unique_ptr<LatentSearch> makeSearch(const Settings &settings, const Range &range, const Task &task,
                                         Individual origin, const Image &reconstruction);

} // namespace mutascope::sinvad
