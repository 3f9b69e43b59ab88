// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace mutascope;
    const auto [labels, images] = halves({data, size});
    writeFile("t10k-images-idx3-ubyte", images);
    writeFile("t10k-labels-idx1-ubyte", labels);
    openAndRead({"idx", fuzzFolder()}, "test");
    return 0;
}
