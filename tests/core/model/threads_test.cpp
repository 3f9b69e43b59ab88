// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/model/model.h"
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace mutascope {

namespace {

using GetThreads = int (*)();

GetThreads matrixThreads()
{
    return reinterpret_cast<GetThreads>(::dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
}

} // namespace

// OpenBLAS takes one thread for each processor otherwise, and the last bits of sums differ between machines.
TEST(ModelThreads, TheMatrixLibraryFollowsThoseOfTheModelAndNotThoseOfACaller)
{
    const GetThreads count = matrixThreads();
    if (!count)
        GTEST_SKIP() << "the matrix library is not OpenBLAS";
    setModelThreads(2);
    EXPECT_EQ(count(), 2);
    setCallerThreads(1);
    EXPECT_EQ(count(), 2);
    setModelThreads(1);
    EXPECT_EQ(count(), 1);
}

TEST(ModelThreads, LessThanOneIsRefused)
{
    EXPECT_THROW(setModelThreads(0), Error);
    EXPECT_THROW(setCallerThreads(-1), Error);
}

} // namespace mutascope
