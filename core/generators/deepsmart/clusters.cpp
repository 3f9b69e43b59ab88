// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepsmart/clusters.h"
#include "core/base/error.h"
#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace mutascope::deepsmart {

namespace {

constexpr int longestSide = 32;
constexpr int rngSeed = 20191;
constexpr int iterations = 50;

// Values as floats, one row.
cv::Mat features(const Image &image)
{
    const cv::Mat pixels(image.shape.height, image.shape.width, CV_8UC(image.shape.channels),
                         const_cast<std::uint8_t *>(image.pixels.data())); // only read
    const cv::Size size(std::min(image.shape.width, longestSide), std::min(image.shape.height, longestSide));
    cv::Mat small = pixels;
    if (size != pixels.size())
        cv::resize(pixels, small, size, 0, 0, cv::INTER_AREA);
    cv::Mat row;
    small.reshape(1, 1).convertTo(row, CV_32F);
    return row;
}

template <typename Call> auto translated(Call call)
{
    try {
        return call();
    } catch (const cv::Exception &e) {
        throw Error(ErrorCode::Internal, "OpenCV could not cluster the seeds: " + e.err,
                    "Choose random seeds instead of clustered ones");
    }
}

} // namespace

std::vector<int> Clusters::fit(const std::vector<std::shared_ptr<const Image>> &images, int clusters)
{
    return translated([&] {
        cv::Mat data;
        for (const auto &image : images)
            data.push_back(features(*image));
        cv::setRNGSeed(rngSeed); // of this thread
        std::vector<int> labels;
        cv::Mat centres;
        cv::kmeans(data, std::min(clusters, int(images.size())), labels,
                   cv::TermCriteria(cv::TermCriteria::MAX_ITER + cv::TermCriteria::EPS, iterations, 1e-3), 1,
                   cv::KMEANS_PP_CENTERS, centres);
        m_centres.clear();
        for (int row = 0; row < centres.rows; ++row)
            m_centres.emplace_back(centres.ptr<float>(row), centres.ptr<float>(row) + centres.cols);
        return labels;
    });
}

int Clusters::nearest(const Image &image) const
{
    const cv::Mat row = translated([&] { return features(image); });
    const float *values = row.ptr<float>(0);
    int best = 0;
    double least = -1;
    for (std::size_t c = 0; c < m_centres.size(); ++c) {
        double sum = 0;
        for (std::size_t i = 0; i < m_centres[c].size(); ++i)
            sum += (double(m_centres[c][i]) - values[i]) * (double(m_centres[c][i]) - values[i]);
        if (least < 0 || sum < least) {
            least = sum;
            best = int(c);
        }
    }
    return best;
}

} // namespace mutascope::deepsmart
