// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"

// Metrics of how many faults a run reveals. Not for other folders: metrics() lists them.
namespace mutascope {

MetricInfo failingShareInfo();
MetricInfo seedSuccessInfo();
MetricInfo classPairsInfo();
MetricInfo faultClustersInfo();
MetricInfo faultNoiseInfo();

// The same of valid failing tests alone.
MetricInfo validFailingShareInfo();
MetricInfo validSeedSuccessInfo();
MetricInfo validClassPairsInfo();
MetricInfo validFaultClustersInfo();

} // namespace mutascope
