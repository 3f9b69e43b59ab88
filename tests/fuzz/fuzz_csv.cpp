// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzz_support.h"

// The first byte chooses the separator and the split.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace mutascope;
    if (size == 0)
        return 0;
    const char *separators[] = {"comma", "semicolon", "tab", "comma"};
    writeFile("t.csv", {data + 1, size - 1});
    DataSource source{"csv", fuzzFolder() / "t.csv"};
    source.options["separator"] = std::string(separators[data[0] & 3]);
    source.options["decode-check"] = (data[0] & 8) != 0;
    openAndRead(source, (data[0] & 4) != 0 ? "train" : "test");
    return 0;
}
