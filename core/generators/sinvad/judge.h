// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/sinvad/fitness.h"
#include "core/generators/sinvad/settings.h"
#include "core/generators/sinvad/surprise_profile.h"

namespace mutascope::sinvad {

// Points, decoded and put through the model or the models.
struct Judgement {
    ImageBatch images;
    std::vector<Fitness> fitness;
    std::vector<bool> kept; // classified as the seed's label by every model that takes part
};

// Who says how near points are to the goal of a search. All points of a call share one decoding and one
// forward.
class Judge {
public:
    struct Parts {
        const Settings &settings;
        const Vae &vae;
        Model &tested;
        Model *other = nullptr; // of a differential search
        const SurpriseProfile *profile = nullptr; // of a surprise search
    };
    explicit Judge(const Parts &parts) : m_parts(parts) { }
    // One subject a point.
    Judgement judge(const Latents &points, const std::vector<Subject> &subjects) const;

private:
    void judgeSome(const Latents &points, std::span<const Subject> subjects, Judgement &judgement) const;
    void judgeBySurprise(const ImageBatch &images, std::span<const Subject> subjects,
                         Judgement &judgement) const;

    Parts m_parts;
};

} // namespace mutascope::sinvad
