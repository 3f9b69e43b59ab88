// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/builtin.h"
#include "core/coverage/class_density.h"
#include "core/coverage/surprise.h"
#include <cmath>
#include <numeric>

namespace mutascope {

namespace {

// Mahalanobis-distance-based surprise adequacy: Kim, Ju, Feldt, Yoo, "Reducing DNN Labelling Cost using
// Surprise Adequacy: An Industrial Case Study for Autonomous Driving", ESEC/FSE 2020. The distance to the
// mean of the training images predicted as the same class, in the metric of their covariance.
class MahalanobisSurprise : public SurpriseMeasure {
public:
    explicit MahalanobisSurprise(const ParamSet &params)
        : m_choice(columnChoice(params)), m_ridge(params.real("ridge"))
    {
    }

    void learn(const ClassTraces &traces) override
    {
        m_columns = informativeColumns(traces, m_choice);
        m_classes.assign(traces.classes(), std::nullopt);
        for (std::size_t cls = 0; cls < traces.classes(); ++cls) {
            if (traces.count(cls) < 2)
                continue;
            DenseMatrix samples = traces.matrix(cls, m_columns);
            std::vector<double> mean = columnMeans(samples);
            const auto divisor = double(samples.rows);
            DenseMatrix covariance = covarianceOf(std::move(samples), mean, divisor);
            m_classes[cls] = whitened(std::move(mean), std::move(covariance), m_ridge);
        }
    }

    void measure(std::size_t cls, const DenseMatrix &rows, std::vector<double> &scores) override
    {
        if (!m_classes[cls])
            return;
        const DenseMatrix mapped = m_classes[cls]->mapped(withColumns(rows, m_columns));
        for (std::size_t i = 0; i < rows.rows; ++i) {
            const auto row = mapped.row(i);
            scores[i] = std::sqrt(std::inner_product(row.begin(), row.end(), row.begin(), 0.0));
        }
    }

private:
    ColumnChoice m_choice;
    double m_ridge;
    std::vector<std::size_t> m_columns;
    std::vector<std::optional<WhitenedClass>> m_classes;
};

} // namespace

CriterionInfo mdscInfo()
{
    CriterionInfo info;
    info.id = "mdsc";
    info.summary = "Mahalanobis surprise coverage: share of the buckets of surprise that were hit, by the "
                   "Mahalanobis distance to the training activations of the predicted class";
    info.paper = "Kim et al., Reducing DNN Labelling Cost, ESEC/FSE 2020";
    info.needsFit = true;
    info.params = surpriseParams(100, "ours", densityParams());
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<SurpriseCriterion>("mdsc", params, layers,
                                                   std::make_unique<MahalanobisSurprise>(params));
    };
    return info;
}

} // namespace mutascope
