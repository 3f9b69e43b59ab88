// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/coverage/class_traces.h"
#include <optional>
#include <span>
#include <vector>

// Shared by the likelihood and the Mahalanobis surprise: which neurons they look at, and the covariance of a
// class.
namespace mutascope {

struct ColumnChoice {
    double minVariance = 0; // in every class with at least two training images
    std::size_t most = 0; // the ones of largest variance; 0: no limit
};
// Ascending. Throws Error{Usage} where none is left, or so many that the covariances need too much memory.
std::vector<std::size_t> informativeColumns(const ClassTraces &traces, const ColumnChoice &choice);

// Mean of a class and a linear map after which its covariance is the unit matrix.
struct WhitenedClass {
    std::vector<double> mean;
    DenseMatrix whitening;
    double logDeterminant = 0; // of the map

    // Rows less the mean, mapped.
    DenseMatrix mapped(DenseMatrix rows) const;
};
DenseMatrix withColumns(const DenseMatrix &rows, const std::vector<std::size_t> &columns);
std::vector<double> columnMeans(const DenseMatrix &rows);
// The sum of squares and products around the mean, divided by divisor.
DenseMatrix covarianceOf(DenseMatrix rows, const std::vector<double> &mean, double divisor);
// Adds ridge times the mean variance to the diagonal. Empty where the matrix has no inverse even so.
std::optional<WhitenedClass> whitened(std::vector<double> mean, DenseMatrix covariance, double ridge);

// min-variance, neurons, ridge.
std::vector<ParamSpec> densityParams();
ColumnChoice columnChoice(const ParamSet &params);

} // namespace mutascope
