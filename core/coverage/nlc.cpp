// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/activation_source.h"
#include "core/coverage/builtin.h"
#include "core/coverage/class_density.h"
#include "core/coverage/criterion_base.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

namespace {

constexpr std::size_t mostValues = std::size_t{1} << 27; // 1 GiB of doubles

// Mean and covariance of a layer's neurons over the inputs seen so far.
struct LayerCovariance {
    std::uint64_t count = 0;
    std::vector<double> mean;
    DenseMatrix covariance; // divided by count
    double norm = 0; // mean of the absolute values
};

double meanAbsolute(const DenseMatrix &matrix)
{
    double sum = 0;
    for (const double value : matrix.values)
        sum += std::abs(value);
    return matrix.values.empty() ? 0 : sum / double(matrix.values.size());
}

// Means and covariances of two parts make those of the whole (Chan, Golub, LeVeque, 1979).
LayerCovariance joined(const LayerCovariance &old, const DenseMatrix &rows)
{
    LayerCovariance whole;
    whole.count = old.count + rows.rows;
    const double share = double(rows.rows) / double(whole.count);
    const std::vector<double> mean = columnMeans(rows);
    whole.covariance = covarianceOf(rows, mean, double(rows.rows));
    whole.mean.resize(mean.size());
    for (std::size_t i = 0; i < mean.size(); ++i) {
        whole.mean[i] = old.mean[i] + share * (mean[i] - old.mean[i]);
        for (std::size_t j = 0; j < mean.size(); ++j) {
            double &value = whole.covariance.row(i)[j];
            value = (1 - share) * old.covariance.row(i)[j] + share * value
                + share * (1 - share) * (mean[i] - old.mean[i]) * (mean[j] - old.mean[j]);
        }
    }
    whole.norm = meanAbsolute(whole.covariance);
    return whole;
}

// Neural coverage: Yuan, Pang, Wang, "Revisiting Neuron Coverage for DNN Testing: A Layer-Wise and
// Distribution-Aware Criterion", ICSE 2023. The sum over layers of the mean absolute entry of the covariance
// of the layer's neurons. As in the authors' program, a batch changes a layer only where that makes its part
// larger; the value is not bounded, and depends on the order and grouping of the inputs.
class LayerCovarianceCoverage : public CriterionBase {
public:
    LayerCovarianceCoverage(const std::string &identity, const std::vector<LayerSlice> &slices)
        : CriterionBase(identity, slices)
    {
        std::size_t values = 0;
        for (const LayerSlice &layer : layers()) {
            const auto width = std::size_t(layer.count);
            values += width * width;
            if (values > mostValues)
                throwTooLarge("needs more than 1 GiB of memory for the covariances");
        }
        for (const LayerSlice &layer : layers()) {
            const auto width = std::size_t(layer.count);
            m_layers.push_back({0, std::vector<double>(width), DenseMatrix(width, width), 0});
        }
    }

    double gain(const TraceRows &rows) const override
    {
        requireRows(rows);
        double sum = 0;
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            if (const auto larger = largerWith(i, rows))
                sum += larger->norm - m_layers[i].norm;
        return sum;
    }
    void commit(const TraceRows &rows) override
    {
        requireRows(rows);
        for (std::size_t i = 0; i < m_layers.size(); ++i)
            if (auto larger = largerWith(i, rows))
                m_layers[i] = std::move(*larger);
    }
    double value() const override
    {
        double sum = 0;
        for (const LayerCovariance &layer : m_layers)
            sum += layer.norm;
        return sum;
    }

private:
    std::optional<LayerCovariance> largerWith(std::size_t layer, const TraceRows &rows) const
    {
        const DenseMatrix values = finiteRows(layers()[layer], rows);
        if (values.rows == 0 || values.columns == 0)
            return std::nullopt;
        LayerCovariance whole = joined(m_layers[layer], values);
        if (!(whole.norm > m_layers[layer].norm) || std::isinf(whole.norm))
            return std::nullopt;
        return whole;
    }

    static DenseMatrix finiteRows(const LayerSlice &layer, const TraceRows &rows)
    {
        DenseMatrix result(0, std::size_t(layer.count));
        for (std::size_t row = rows.begin; row < rows.end; ++row)
            appendFinite(rows.trace.row(row).subspan(std::size_t(layer.begin), std::size_t(layer.count)),
                         result);
        return result;
    }

    // A covariance is symmetric: half of it is enough.
    void writeState(StateWriter &writer) const override
    {
        for (const LayerCovariance &layer : m_layers) {
            writer.u64(layer.count);
            for (std::size_t i = 0; i < layer.mean.size(); ++i) {
                writer.f64(layer.mean[i]);
                for (std::size_t j = 0; j <= i; ++j)
                    writer.f64(layer.covariance.row(i)[j]);
            }
        }
    }
    void readState(StateReader &reader) override
    {
        std::vector<LayerCovariance> loaded;
        for (const LayerSlice &layer : layers())
            loaded.push_back(readLayer(reader, std::size_t(layer.count)));
        reader.expectEnd();
        m_layers = std::move(loaded);
    }

    static LayerCovariance readLayer(StateReader &reader, std::size_t width)
    {
        if (reader.remaining() / sizeof(double) < 1 + width + width * (width + 1) / 2)
            throwBadState("it ends too early");
        LayerCovariance layer{reader.u64(), std::vector<double>(width), DenseMatrix(width, width), 0};
        bool possible = true;
        for (std::size_t i = 0; i < width; ++i) {
            layer.mean[i] = reader.f64();
            for (std::size_t j = 0; j <= i; ++j)
                layer.covariance.row(i)[j] = layer.covariance.row(j)[i] = reader.f64();
            possible = possible && std::isfinite(layer.mean[i]) && layer.covariance.row(i)[i] >= 0;
        }
        layer.norm = meanAbsolute(layer.covariance);
        if (!possible || !std::isfinite(layer.norm) || (layer.count == 0 && layer.norm != 0))
            throwBadState("it holds impossible covariances");
        return layer;
    }

    std::vector<LayerCovariance> m_layers;
};

} // namespace

CriterionInfo nlcInfo()
{
    CriterionInfo info;
    info.id = "nlc";
    info.summary
        = "Neural coverage: sum over layers of the mean absolute covariance of their neurons (unbounded)";
    info.paper = "Yuan et al., Revisiting Neuron Coverage for DNN Testing, ICSE 2023";
    info.ratio = false;
    info.create = [](const ParamSet &params, const std::vector<LayerSlice> &layers) {
        return std::make_unique<LayerCovarianceCoverage>(criterionText("nlc", params), layers);
    };
    return info;
}

} // namespace mutascope
