// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/image_decode.h"
#include "tests/fuzz/fuzz_support.h"

// The decoders behind image folders and tables: one file, brought to a small size.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace mutascope;
    try {
        const Image image = decodeImage({data, size});
        if (image.pixels.size() != image.shape.size() || fitImage(image, {8, 8, 1}, {}).pixels.size() != 64)
            std::abort();
    } catch (const Error &error) {
        if (error.code() == ErrorCode::Internal || error.message().empty())
            std::abort();
    }
    return 0;
}
