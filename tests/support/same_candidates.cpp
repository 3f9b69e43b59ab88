// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/same_candidates.h"
#include <gtest/gtest.h>

namespace mutascope {

void expectSame(const std::vector<Candidate> &a, const std::vector<Candidate> &b)
{
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].seed, b[i].seed) << i;
        ASSERT_EQ(a[i].parent, b[i].parent) << i;
        ASSERT_EQ(a[i].mutation.mutator, b[i].mutation.mutator) << i;
        ASSERT_EQ(a[i].mutation.values, b[i].mutation.values) << i;
        ASSERT_EQ(a[i].mutation.noiseSeed, b[i].mutation.noiseSeed) << i;
        ASSERT_EQ(a[i].image, b[i].image) << i;
    }
}

} // namespace mutascope
