// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/metrics/builtin.h"
#include "core/metrics/diversity.h"
#include "core/metrics/fault.h"

namespace mutascope {

const char *familyName(MetricFamily family)
{
    switch (family) {
    case MetricFamily::FaultRevealing:
        return "fault-revealing";
    case MetricFamily::Naturalness:
        return "naturalness";
    case MetricFamily::Diversity:
        return "diversity";
    case MetricFamily::Efficiency:
        break;
    }
    return "efficiency";
}

const std::vector<MetricInfo> &metrics()
{
    static const std::vector<MetricInfo> all = {
        failingShareInfo(),
        seedSuccessInfo(),
        classPairsInfo(),
        faultClustersInfo(),
        faultNoiseInfo(),
        validFailingShareInfo(),
        validSeedSuccessInfo(),
        validClassPairsInfo(),
        validFaultClustersInfo(),
        l0Info(),
        l1Info(),
        l2Info(),
        linfInfo(),
        ssimInfo(),
        msSsimInfo(),
        psnrInfo(),
        lpipsInfo(),
        featureDistanceInfo(),
        fidInfo(),
        kidInfo(),
        vaeValidityInfo(),
        pairwiseDistanceInfo(),
        geometricDiversityInfo(),
        vendiInfo(),
        pairEntropyInfo(),
        outputImpartialityInfo(),
        coverageAddedInfo(),
        secondsPerTestInfo(),
        callsPerTestInfo(),
        secondsPerFailingTestInfo(),
        callsPerFailingTestInfo(),
        secondsPerValidFailingTestInfo(),
        callsPerValidFailingTestInfo(),
        trainingSecondsInfo(),
        trainingCallsInfo(),
        peakMemoryInfo(),
    };
    return all;
}

const MetricInfo &metricInfo(const std::string &id)
{
    std::vector<std::string> ids;
    for (const MetricInfo &info : metrics()) {
        if (info.id == id)
            return info;
        ids.push_back(info.id);
    }
    throwUnknownName("metric", id, ids);
}

} // namespace mutascope
