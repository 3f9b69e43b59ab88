// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/state_codec.h"
#include "core/generators/generator.h"
#include "core/generators/sinvad/fitness.h"

namespace mutascope::sinvad {

// The way of a search: the best image after each generation that improved it. As a way grows, only every
// second, fourth ... image of it is kept, and the last, so that it stays small in memory and in a saved
// state.
class LatentPath {
public:
    static constexpr std::size_t mostFrames = 24;

    void add(Image image, int generation, const Fitness &fitness);
    std::size_t size() const { return m_stations.size(); }
    const Image &last() const { return m_stations.back().image; }
    // At most mostFrames, evenly chosen, the first and the last among them. reached: what the value is called
    // behind the goal; before it: "margin".
    std::vector<PathFrame> frames(const char *before, const char *reached) const;

    void save(StateWriter &writer) const;
    // Throws Error{BadData}.
    static LatentPath load(StateReader &reader, const ImageShape &shape);

private:
    struct Station {
        std::uint32_t number = 0; // counted over all that were added
        Image image;
        int generation = 0;
        Fitness fitness;
    };
    void thin();

    std::vector<Station> m_stations; // numbers that are multiples of the stride, and the last
    std::uint32_t m_stride = 1;
    std::uint32_t m_added = 0;
};

} // namespace mutascope::sinvad
