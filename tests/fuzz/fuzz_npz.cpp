// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_support.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace mutascope;
    writeFile("a.npz", {data, size});
    openAndRead({"npz", fuzzFolder() / "a.npz"}, "test");
    return 0;
}
