// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/symmetric_eigen.h"
#include "core/base/error.h"
#include "core/metrics/stats/summary.h"
#include <algorithm>
#include <opencv2/core.hpp>

namespace mutascope {

namespace {

cv::Mat matOver(const DenseMatrix &matrix)
{
    return {int(matrix.rows), int(matrix.columns), CV_64F, const_cast<double *>(matrix.values.data())};
}

} // namespace

SymmetricEigen symmetricEigen(const DenseMatrix &matrix)
{
    if (matrix.rows != matrix.columns)
        throw Error(ErrorCode::Internal, "eigenvalues were asked of a matrix that is not square");
    requireFinite(matrix.values);
    SymmetricEigen result{std::vector<double>(matrix.rows), DenseMatrix(matrix.rows, matrix.rows)};
    if (matrix.rows == 0)
        return result;
    try {
        cv::Mat values;
        cv::Mat vectors = matOver(result.vectors);
        cv::eigen(matOver(matrix), values, vectors);
        vectors.copyTo(matOver(result.vectors));
        std::copy_n(values.ptr<double>(), matrix.rows, result.values.begin());
    } catch (const cv::Exception &e) {
        throw Error(ErrorCode::Internal, "OpenCV could not compute eigenvalues: " + e.err);
    }
    return result;
}

} // namespace mutascope
