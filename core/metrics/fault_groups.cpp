// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/metrics/cluster/fault_clusters.h"
#include "core/metrics/diversity_rows.h"
#include "core/metrics/fault.h"

namespace mutascope {

namespace {

enum class Said { Clusters, Noise };

FaultClusterOptions optionsOf(const ParamSet &params)
{
    const auto choice = params.text("clusters") == "ends" ? ClusterChoice::Ends : ClusterChoice::MostStable;
    return {
        std::size_t(params.integer("components")),
        {std::size_t(params.integer("min-cluster-size")), std::size_t(params.integer("neighbours")), choice}};
}

class FaultGroups : public Metric {
public:
    FaultGroups(Counted counted, Said said, const ParamSet &params, std::uint64_t seed)
        : m_said(said), m_kept(counted, std::size_t(params.integer("most-tests")), seed),
          m_options(optionsOf(params))
    {
    }

    void add(const MetricBatch &batch) override { m_kept.add(batch); }
    MetricValue value(const RunTotals &totals) const override
    {
        const std::string missing = m_kept.missing(totals, m_options.density.minClusterSize);
        if (!missing.empty())
            return missingValue(missing);
        const FaultClusters clusters = faultClusters(m_kept.rows(), m_options);
        MetricValue result;
        result.tests = m_kept.rows().count;
        result.value = m_said == Said::Clusters ? double(clusters.clusters.size())
                                                : double(clusters.noise()) / double(result.tests);
        return result;
    }

private:
    Said m_said;
    KeptRows m_kept;
    FaultClusterOptions m_options;
};

std::vector<ParamSpec> groupParams()
{
    return {integerParam("min-cluster-size", 5, 2, 10000,
                         {"Clusters", "scikit-learn's HDBSCAN: 5",
                          "Failing tests that must be close together to count as one fault."}),
            integerParam("neighbours", 5, 1, 1000,
                         {"Clusters", "scikit-learn's HDBSCAN: the minimum size",
                          "The density at a test is measured by the distance to so many nearest; more make "
                          "clusters smoother.",
                          "", true}),
            integerParam("components", 16, 1, 1024,
                         {"Clusters", "ours",
                          "Directions of largest variance of the deep features that are kept.", "", true}),
            choiceParam("clusters", {"ends", "most-stable"},
                        {"Clusters", "ours; Campello et al., PAKDD 2013: most-stable",
                         "Which groups count: the densest ends of the hierarchy, or of each branch the most "
                         "stable groups, which are fewer and larger.",
                         "", true}),
            mostTestsParam()};
}

MetricInfo groupsInfo(Counted counted, Said said, MetricInfo info)
{
    info.paper = "Aghababaeyan et al., Black-Box Testing of Deep Neural Networks, TSE 2023 (faults as "
                 "clusters); Campello et al., "
                 "Density-Based Clustering Based on Hierarchical Density Estimates, PAKDD 2013 (HDBSCAN)";
    info.needs.features = true;
    info.params = groupParams();
    info.create = [counted, said](const ParamSet &params, const MetricContext &context) {
        return std::make_unique<FaultGroups>(counted, said, params, context.seed);
    };
    return info;
}

MetricInfo clustersInfo(Counted counted)
{
    return groupsInfo(counted, Said::Clusters,
                      faultRevealing(counted, "fault-clusters", "Fault clusters",
                                     "Dense groups of failing tests by their deep features (principal "
                                     "components, HDBSCAN), 0 or more; of more than most-tests a sample"));
}

} // namespace

MetricInfo faultClustersInfo()
{
    return clustersInfo(Counted::Failing);
}

MetricInfo validFaultClustersInfo()
{
    return clustersInfo(Counted::ValidFailing);
}

MetricInfo faultNoiseInfo()
{
    MetricInfo info
        = groupsInfo(Counted::Failing, Said::Noise,
                     faultRevealing(Counted::Failing, "fault-noise", "Outside clusters",
                                    "Share of the failing tests that are in no fault cluster, from 0 to 1"));
    info.higherIsBetter = false;
    return info;
}

} // namespace mutascope
