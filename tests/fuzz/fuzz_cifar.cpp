// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_support.h"

// The first byte chooses the variant and how many whole records of zeros stand before the input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace mutascope;
    if (size < 2)
        return 0;
    const bool hundred = (data[0] & 1) != 0;
    std::vector<std::uint8_t> file(std::size_t(data[0] >> 1 & 3) * (hundred ? 3074 : 3073));
    file.insert(file.end(), data + 2, data + size);
    if ((data[0] & 8) != 0) // a whole number of records
        file.resize((file.size() / 3073 + 1) * (hundred ? 3074 : 3073), data[1]);
    writeFile("batches.meta.txt", {data, std::min<std::size_t>(size, data[1])});
    writeFile(hundred ? "test.bin" : "test_batch.bin", file);
    openAndRead({hundred ? "cifar100" : "cifar10", fuzzFolder()}, "test");
    return 0;
}
