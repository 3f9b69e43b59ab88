// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace mutascope;
    const auto [labels, images] = halves({data, size});
    writeFile("x_test.npy", images);
    writeFile("y_test.npy", labels);
    openAndRead({"npy", fuzzFolder()}, "test");
    return 0;
}
