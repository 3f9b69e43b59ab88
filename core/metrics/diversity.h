// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"

// Metrics of how much the failing tests of a run differ. Not for other folders: metrics() lists them.
namespace mutascope {

MetricInfo pairwiseDistanceInfo();
MetricInfo geometricDiversityInfo();
MetricInfo vendiInfo();
MetricInfo pairEntropyInfo();
MetricInfo outputImpartialityInfo();
MetricInfo coverageAddedInfo();

} // namespace mutascope
