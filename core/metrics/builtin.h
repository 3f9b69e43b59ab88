// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"

// Metrics of naturalness and efficiency that come with Mutascope, one function a metric; metrics() lists
// them beside those of fault.h and diversity.h. Not for other folders.
namespace mutascope {

MetricInfo l0Info();
MetricInfo l1Info();
MetricInfo l2Info();
MetricInfo linfInfo();
MetricInfo ssimInfo();
MetricInfo msSsimInfo();
MetricInfo psnrInfo();
MetricInfo lpipsInfo();
MetricInfo featureDistanceInfo();
MetricInfo fidInfo();
MetricInfo kidInfo();
MetricInfo vaeValidityInfo();

MetricInfo secondsPerTestInfo();
MetricInfo callsPerTestInfo();
MetricInfo secondsPerFailingTestInfo();
MetricInfo callsPerFailingTestInfo();
MetricInfo secondsPerValidFailingTestInfo();
MetricInfo callsPerValidFailingTestInfo();
MetricInfo trainingSecondsInfo();
MetricInfo trainingCallsInfo();
MetricInfo peakMemoryInfo();

} // namespace mutascope
