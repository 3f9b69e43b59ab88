// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/opencv_threads.h"
#include <mutex>
#include <opencv2/core/utility.hpp>

namespace mutascope {

void keepOpenCvToOneThread()
{
    cv::setNumThreads(1);
}

void letOpenCvUseThreads()
{
    static std::once_flag once;
    std::call_once(once, [] { cv::setNumThreads(-1); });
}

} // namespace mutascope
