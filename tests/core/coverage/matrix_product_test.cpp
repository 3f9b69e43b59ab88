// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/matrix_product.h"
#include "tests/core/coverage/coverage_fixture.h"

namespace mutascope {
namespace {

using namespace coveragetest;

DenseMatrix matrixOf(const std::vector<std::vector<double>> &rows)
{
    DenseMatrix matrix(0, rows.front().size());
    for (const auto &row : rows)
        matrix.values.insert(matrix.values.end(), row.begin(), row.end());
    matrix.rows = rows.size();
    return matrix;
}

using Values = std::vector<double>;

TEST(MatrixProduct, WithTheTransposed)
{
    const DenseMatrix a = matrixOf({{1, 2, 3}, {4, 5, 6}});
    const DenseMatrix b = matrixOf({{1, 0, -1}, {2, 2, 2}, {0, 0, 9}});
    const DenseMatrix product = timesTransposed(a, b);
    EXPECT_EQ(product.rows, 2u);
    EXPECT_EQ(product.columns, 3u);
    EXPECT_EQ(product.values, (Values{-2, 12, 27, -2, 30, 54}));
    EXPECT_EQ(timesTransposed(MatrixView(a, 1, 2), MatrixView(b, 1, 3)).values, (Values{30, 54}));
    EXPECT_EQ(timesTransposed(MatrixView(a, 1, 1), b).values, Values{});
    EXPECT_EQ(timesTransposed(DenseMatrix(2, 0), DenseMatrix(1, 0)).values, (Values{0, 0}));
    EXPECT_EQ(errorOf([&] { timesTransposed(a, DenseMatrix(1, 2)); }).code(), ErrorCode::Internal);
}

TEST(MatrixProduct, Gram)
{
    EXPECT_EQ(gramMatrix(matrixOf({{1, 2}, {3, 4}, {5, 6}})).values, (Values{35, 44, 44, 56}));
}

TEST(MatrixProduct, WhiteningMakesTheCovarianceTheUnitMatrix)
{
    const DenseMatrix covariance = matrixOf({{4, 2, 0.4}, {2, 5, 1}, {0.4, 1, 3}});
    const DenseMatrix map = whiteningMatrix(covariance).value();
    EXPECT_DOUBLE_EQ(map.row(0)[0], 0.5);
    EXPECT_EQ(map.row(0)[2], 0);
    const DenseMatrix unit = timesTransposed(timesTransposed(map, covariance), map);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            EXPECT_NEAR(unit.row(i)[j], i == j, 1e-12);
    EXPECT_FALSE(whiteningMatrix(matrixOf({{1, 2}, {2, 1}}))); // an eigenvalue of -1
    EXPECT_EQ(errorOf([] { whiteningMatrix(DenseMatrix(2, 3)); }).code(), ErrorCode::Internal);
}

} // namespace
} // namespace mutascope
