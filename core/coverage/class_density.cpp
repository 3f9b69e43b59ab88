// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coverage/class_density.h"
#include "core/base/error.h"
#include "core/base/param_builders.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace mutascope {

namespace {

constexpr std::size_t mostValues = std::size_t{1} << 27; // of all classes' covariances: 1 GiB

struct ColumnVariance {
    double least = std::numeric_limits<double>::infinity(); // of the classes
    double sum = 0;
};

void addVariances(const DenseMatrix &rows, std::vector<ColumnVariance> &variances)
{
    const std::vector<double> means = columnMeans(rows);
    std::vector<double> squares(rows.columns);
    for (std::size_t row = 0; row < rows.rows; ++row)
        for (std::size_t i = 0; i < rows.columns; ++i)
            squares[i] += (rows.row(row)[i] - means[i]) * (rows.row(row)[i] - means[i]);
    for (std::size_t i = 0; i < rows.columns; ++i) {
        const double variance = squares[i] / double(rows.rows);
        variances[i].least = std::min(variances[i].least, variance);
        variances[i].sum += variance;
    }
}

void keepLargest(std::vector<std::size_t> &columns, const std::vector<ColumnVariance> &variances,
                 std::size_t most)
{
    if (most == 0 || columns.size() <= most)
        return;
    std::ranges::stable_sort(
        columns, [&](std::size_t a, std::size_t b) { return variances[a].sum > variances[b].sum; });
    columns.resize(most);
    std::ranges::sort(columns);
}

void requireRoom(std::size_t classes, std::size_t columns)
{
    if (classes != 0 && columns * columns > mostValues / classes)
        throw Error(ErrorCode::Usage,
                    fmt::format("the covariances of {} neurons for each of {} classes exceed 1 GiB", columns,
                                classes),
                    "Choose a smaller number of neurons or another layer");
}

} // namespace

std::vector<std::size_t> informativeColumns(const ClassTraces &traces, const ColumnChoice &choice)
{
    std::vector<ColumnVariance> variances(traces.width());
    std::size_t classes = 0;
    for (std::size_t cls = 0; cls < traces.classes(); ++cls)
        if (traces.count(cls) > 1) {
            addVariances(traces.matrix(cls), variances);
            ++classes;
        }
    if (classes == 0)
        throw Error(ErrorCode::Usage,
                    "the model puts no two training images into one class: nothing to compare with",
                    "Use more training images");
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < variances.size(); ++i)
        if (variances[i].least >= choice.minVariance)
            columns.push_back(i);
    if (columns.empty())
        throw Error(
            ErrorCode::Usage,
            fmt::format("no neuron has a variance of at least {:g} in every class", choice.minVariance),
            "Choose another layer, a smaller min-variance or more training images");
    keepLargest(columns, variances, choice.most);
    requireRoom(classes, columns.size());
    return columns;
}

DenseMatrix withColumns(const DenseMatrix &rows, const std::vector<std::size_t> &columns)
{
    DenseMatrix result(rows.rows, columns.size());
    for (std::size_t row = 0; row < rows.rows; ++row)
        for (std::size_t i = 0; i < columns.size(); ++i)
            result.row(row)[i] = rows.row(row)[columns[i]];
    return result;
}

std::vector<double> columnMeans(const DenseMatrix &rows)
{
    std::vector<double> means(rows.columns);
    for (std::size_t row = 0; row < rows.rows; ++row)
        for (std::size_t i = 0; i < rows.columns; ++i)
            means[i] += rows.row(row)[i];
    for (double &mean : means)
        mean /= double(rows.rows);
    return means;
}

DenseMatrix covarianceOf(DenseMatrix rows, const std::vector<double> &mean, double divisor)
{
    for (std::size_t row = 0; row < rows.rows; ++row)
        for (std::size_t i = 0; i < rows.columns; ++i)
            rows.row(row)[i] -= mean[i];
    DenseMatrix covariance = gramMatrix(rows);
    for (double &value : covariance.values)
        value /= divisor;
    return covariance;
}

std::optional<WhitenedClass> whitened(std::vector<double> mean, DenseMatrix covariance, double ridge)
{
    double trace = 0;
    for (std::size_t i = 0; i < covariance.rows; ++i)
        trace += covariance.row(i)[i];
    for (std::size_t i = 0; i < covariance.rows; ++i)
        covariance.row(i)[i] += ridge * trace / double(covariance.rows);
    std::optional<DenseMatrix> map = whiteningMatrix(covariance);
    if (!map)
        return std::nullopt;
    double logDeterminant = 0;
    for (std::size_t i = 0; i < map->rows; ++i)
        logDeterminant += std::log(map->row(i)[i]);
    return WhitenedClass{std::move(mean), std::move(*map), logDeterminant};
}

DenseMatrix WhitenedClass::mapped(DenseMatrix rows) const
{
    for (std::size_t row = 0; row < rows.rows; ++row)
        for (std::size_t i = 0; i < rows.columns; ++i)
            rows.row(row)[i] -= mean[i];
    return timesTransposed(rows, whitening);
}

std::vector<ParamSpec> densityParams()
{
    return {
        realParam("min-variance", 1e-5, 0, 1e9,
                  {"Criterion", "program of Kim et al., ICSE 2019: 1e-5",
                   "Neurons whose variance in some class is smaller are left out.", "", true}),
        integerParam("neurons", 100, 0, 100000,
                     {"Criterion", "ours",
                      "At most this many neurons, those of largest variance: a density over more needs more "
                      "training images than there are; 0: all.",
                      "", true}),
        realParam("ridge", 1e-6, 1e-9, 1,
                  {"Criterion", "ours",
                   "Share of the mean variance that is added to the diagonal of each covariance, so that it "
                   "has an inverse.",
                   "mean variances", true})};
}

ColumnChoice columnChoice(const ParamSet &params)
{
    return {params.real("min-variance"), std::size_t(params.integer("neurons"))};
}

} // namespace mutascope
