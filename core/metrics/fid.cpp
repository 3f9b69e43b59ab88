// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/metrics/builtin.h"
#include "core/metrics/fault_tests.h"
#include "core/metrics/feature_moments.h"
#include "core/metrics/frechet_distance.h"
#include "core/metrics/per_test_metric.h"
#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace mutascope {

namespace {

struct FidOptions {
    TestChoice tests = TestChoice::Failing;
    bool evenIfFew = false;
};

class Fid : public Metric {
public:
    Fid(const FidOptions &options, const FeatureRows *reference) : m_options(options), m_reference(reference)
    {
    }
    void add(const MetricBatch &batch) override;
    MetricValue value(const RunTotals &totals) const override;

private:
    std::string missing() const;
    std::string note() const;
    const NormalFit &referenceFit() const;

    FidOptions m_options;
    const FeatureRows *m_reference;
    FeatureMoments m_moments;
    mutable std::optional<NormalFit> m_referenceFit; // at first use: a run may have no value at all
    mutable std::size_t m_referenceLeftOut = 0;
};

void Fid::add(const MetricBatch &batch)
{
    for (const std::size_t row : chosenTests(batch, m_options.tests, {.features = true}))
        m_moments.add(batch.testFeatures.row(row));
}

// A covariance of fewer rows than values in a row is singular, and the distance then mostly tells how few
// they are.
std::string Fid::missing() const
{
    if (m_reference == nullptr || m_reference->count == 0)
        return "needs the deep features of real images; choose a data set to compare with";
    const std::size_t needed = m_options.evenIfFew ? 2 : std::max<std::size_t>(2, m_reference->width + 1);
    const char *wayOut = m_options.evenIfFew ? "" : "; KID has no such bound, or set few to computed";
    if (m_moments.count() < needed)
        return fmt::format("needs {} {} with finite features ({} values each), has {}{}", needed,
                           nounOf(m_options.tests), m_reference->width, m_moments.count(), wayOut);
    const std::size_t real = referenceFit().count;
    return real < needed ? fmt::format("needs {} real images with finite features, has {}", needed, real)
                         : "";
}

const NormalFit &Fid::referenceFit() const
{
    if (!m_referenceFit) {
        FeatureMoments moments;
        for (std::size_t i = 0; i < m_reference->count; ++i)
            moments.add(m_reference->row(i));
        m_referenceFit = moments.count() < 2 ? NormalFit{moments.count(), {}, {}} : moments.fit();
        m_referenceLeftOut = moments.leftOut();
    }
    return *m_referenceFit;
}

std::string Fid::note() const
{
    std::string note = fmt::format("against {} real images", referenceFit().count);
    if (m_moments.count() <= m_moments.width())
        note += fmt::format("; fewer tests than the {} values of a feature: too large", m_moments.width());
    if (const std::size_t leftOut = m_moments.leftOut() + m_referenceLeftOut; leftOut > 0)
        note += fmt::format("; {} images without finite features left out", leftOut);
    return note;
}

MetricValue Fid::value(const RunTotals &) const
{
    const std::string reason = missing();
    if (!reason.empty())
        return missingValue(reason);
    MetricValue result;
    result.value = frechetDistance(m_moments.fit(), referenceFit());
    result.tests = m_moments.count();
    result.note = note();
    return result;
}

ParamSpec fewParam()
{
    return choiceParam("few", {"missing", "computed"},
                       {"Tests", "ours",
                        "What to do with no more tests than a feature has values, where the distance mostly "
                        "tells how few there are: give no value, or compute it all the same.",
                        "", true});
}

} // namespace

MetricInfo fidInfo()
{
    MetricInfo info
        = naturalness("fid", "FID",
                      "Fr\u00e9chet distance between normal distributions fitted to the deep features of the "
                      "tests and of real images, 0 for equal ones; depends on the network chosen for the "
                      "features and on the number of tests",
                      "Heusel et al., GANs Trained by a Two Time-Scale Update Rule, NeurIPS 2017, eq. 6; on "
                      "features of a chosen network instead of Inception's");
    info.needs.features = true;
    info.needs.reference = true;
    info.params.push_back(fewParam());
    info.create = [](const ParamSet &params, const MetricContext &context) {
        return std::make_unique<Fid>(FidOptions{testChoiceOf(params), params.text("few") == "computed"},
                                     context.reference);
    };
    return info;
}

} // namespace mutascope
