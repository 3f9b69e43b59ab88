// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepfault/params.h"

namespace mutascope::deepfault {

// The neurons used for the seeds of one class, in order.
struct ClassRanking {
    int label = 0;
    bool ofAllClasses = false; // too few failed inputs in this class, or asked for
    std::vector<RankedNeuron> neurons;
};

// "suspiciousness": measure, exponent, scope, inputs, sources, layers and rankings. A ranking of "class" null
// is that over all classes; classes marked "of_all_classes" use it. Of each ranking at most "limit" neurons
// are listed ("suspicious" says how many there are).
RunDocument suspicionDocument(const Settings &settings, const SpectrumGathering &gathering,
                              const std::vector<ClassRanking> &rankings, const Model &model,
                              const LayerSet &layers);

} // namespace mutascope::deepfault
