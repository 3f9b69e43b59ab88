// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/byte_source.h"
#include <vector>

namespace mutascope {

// The NPY format (NumPy Enhancement Proposal 1, versions 1 to 3): a magic number, a version, the length of a
// header, the header as text of a Python dict, the values.
struct NpyHeader {
    char kind = 'u'; // u, i, f, b: unsigned, signed, real, boolean
    std::size_t itemSize = 1;
    bool bigEndian = false;
    bool fortranOrder = false; // the first dimension varies fastest
    std::vector<std::uint64_t> shape;
    std::size_t headerSize = 0;

    std::uint64_t count() const; // of values
    std::string typeText() const; // "float32"
    std::string shapeText() const; // "(10, 28, 28)"
};

// Reads the header, leaving the source at the first value. Checks it, and that its values fit into the
// source, before anybody allocates them. Throws Error{BadData|Unsupported}.
NpyHeader readNpyHeader(ByteSource &source);

} // namespace mutascope
