// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/deepfault/suspicion_document.h"

namespace mutascope::deepfault {

// A ranking for each class of the spectrum. A class with too few failed inputs takes the one over all
// classes, and the log says so. Throws Error{Usage} where no input fails at all.
std::vector<ClassRanking> rankClasses(const Settings &settings, const SpectrumGathering &gathering,
                                      const Rng &rng, TestBench &bench);

// Names layers none of whose neurons was active on any input, into the log.
void reportDeadLayers(const ActivitySpectrum &spectrum, const std::vector<LayerSlice> &layers,
                      TestBench &bench);

} // namespace mutascope::deepfault
