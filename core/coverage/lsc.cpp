// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/param_builders.h"
#include "core/coverage/builtin.h"
#include "core/coverage/class_density.h"
#include "core/coverage/surprise.h"
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace mutascope {

namespace {

double squaredLength(std::span<const double> row)
{
    return std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
}

// Log of the sum of exponentials, without leaving the range of double.
double logSumExp(const std::vector<double> &values)
{
    const double largest = std::ranges::max(values);
    double sum = 0;
    for (const double value : values)
        sum += std::exp(value - largest);
    return largest + std::log(sum);
}

// Likelihood-based surprise adequacy: Kim, Feldt, Yoo, ICSE 2019, section III: the negative log of the
// density that a Gaussian kernel estimate over the training images predicted as the same class gives to an
// input. The kernel is the class's covariance times the square of Scott's factor n^(-1/(d+4)), or, on
// request, a round one of a fixed bandwidth. After a map that makes the kernel the unit matrix, all distances
// to the training images are one matrix product.
class LikelihoodSurprise : public SurpriseMeasure {
public:
    explicit LikelihoodSurprise(const ParamSet &params)
        : m_choice(columnChoice(params)), m_ridge(params.real("ridge")), m_bandwidth(params.real("bandwidth"))
    {
    }

    void learn(const ClassTraces &traces) override
    {
        m_columns = informativeColumns(traces, m_choice);
        m_classes.assign(traces.classes(), std::nullopt);
        for (std::size_t cls = 0; cls < traces.classes(); ++cls)
            if (traces.count(cls) > 1)
                m_classes[cls] = densityOf(traces.matrix(cls, m_columns));
    }

    void measure(std::size_t cls, const DenseMatrix &rows, std::vector<double> &scores) override
    {
        if (!m_classes[cls])
            return;
        const Density &density = *m_classes[cls];
        const DenseMatrix mapped = density.kernel.mapped(withColumns(rows, m_columns));
        const DenseMatrix products = timesTransposed(mapped, density.samples);
        std::vector<double> exponents(density.samples.rows);
        for (std::size_t row = 0; row < rows.rows; ++row) {
            const double square = squaredLength(mapped.row(row));
            const std::span<const double> toSamples = products.row(row);
            for (std::size_t i = 0; i < exponents.size(); ++i)
                exponents[i] = -0.5 * std::max(0.0, square + density.squares[i] - 2 * toSamples[i]);
            scores[row] = density.logNorm - logSumExp(exponents);
        }
    }

private:
    struct Density {
        WhitenedClass kernel;
        DenseMatrix samples; // mapped
        std::vector<double> squares; // squared length of each sample
        double logNorm = 0; // of one kernel and the number of samples
    };

    std::optional<Density> densityOf(const DenseMatrix &samples) const
    {
        std::optional<WhitenedClass> kernel = kernelOf(samples);
        if (!kernel)
            return std::nullopt;
        Density density{std::move(*kernel), {}, {}, 0};
        density.samples = density.kernel.mapped(samples);
        for (std::size_t i = 0; i < samples.rows; ++i)
            density.squares.push_back(squaredLength(density.samples.row(i)));
        density.logNorm = std::log(double(samples.rows))
            + 0.5 * double(samples.columns) * std::log(2 * std::numbers::pi) - density.kernel.logDeterminant;
        return density;
    }

    std::optional<WhitenedClass> kernelOf(const DenseMatrix &samples) const
    {
        std::vector<double> mean = columnMeans(samples);
        if (m_bandwidth > 0) {
            DenseMatrix round(samples.columns, samples.columns);
            for (std::size_t i = 0; i < round.rows; ++i)
                round.row(i)[i] = m_bandwidth * m_bandwidth;
            return whitened(std::move(mean), std::move(round), 0);
        }
        const double scott = std::pow(double(samples.rows), -1.0 / double(samples.columns + 4));
        DenseMatrix kernel = covarianceOf(samples, mean, double(samples.rows - 1) / (scott * scott));
        return whitened(std::move(mean), std::move(kernel), m_ridge);
    }

    ColumnChoice m_choice;
    double m_ridge;
    double m_bandwidth;
    std::vector<std::size_t> m_columns;
    std::vector<std::optional<Density>> m_classes;
};

std::vector<ParamSpec> ownParams()
{
    std::vector<ParamSpec> params = densityParams();
    params.push_back(realParam(
        "bandwidth", 0, 0, 1e6,
        {"Criterion", "program of Kim et al., ICSE 2019: Scott's rule; NeuraL-Coverage's program: 0.2",
         "Width of a round kernel; 0: the covariance of the class, scaled by Scott's rule.", "", true}));
    return params;
}

} // namespace

CriterionInfo lscInfo()
{
    CriterionInfo info;
    info.id = "lsc";
    info.summary
        = "Likelihood-based surprise coverage: share of the buckets of surprise that were hit, by the "
          "density of the training activations of the predicted class";
    info.paper = "Kim et al., Surprise Adequacy, ICSE 2019";
    info.needsFit = true;
    info.params = surpriseParams(2000, "Kim et al., ICSE 2019: 2000", ownParams());
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<SurpriseCriterion>("lsc", params, layers,
                                                   std::make_unique<LikelihoodSurprise>(params));
    };
    return info;
}

} // namespace mutascope
