// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/data/byte_reader.h"

namespace mutascope {

// The IDX format (LeCun, "The MNIST database"): two zero bytes, type of the values (8: unsigned bytes),
// number of dimensions, the dimensions as big-endian 32-bit numbers, the values.
struct IdxHeader {
    std::uint64_t count = 0; // images or labels
    ImageShape shape; // images only
};

// Reads and checks the header, leaving the reader at the first value. Nothing in the file is trusted: that
// the values fit into the file is checked here, before they are allocated. Throws Error{BadData}.
IdxHeader readImagesHeader(ByteReader &reader);
IdxHeader readLabelsHeader(ByteReader &reader);

} // namespace mutascope
