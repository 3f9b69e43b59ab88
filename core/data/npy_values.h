// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/data/npy_header.h"
#include <functional>
#include <memory>

namespace mutascope {

// An array in a file of its own or in an archive; it can be read from its beginning more than once.
struct ArrayFile {
    std::string name;
    std::function<std::unique_ptr<ByteSource>()> open;
};

// What the numbers of an array of images mean.
enum class ValueRange {
    Automatic, // uint8 and booleans by their type; all else by the smallest and largest value
    To255, // 0..255
    ToOne, // 0..1
    AroundZero // -1..1
};

enum class AxisOrder { Automatic, Nhwc, Nchw };

struct ImageArray {
    ImageShape shape;
    std::size_t count = 0;
    std::vector<std::uint8_t> pixels; // NHWC
};

// Values become 8 bits as they are read, a small piece at a time. Throws Error{BadData|Unsupported}.
ImageArray readImageArray(const ArrayFile &file, ValueRange range, AxisOrder order);

// Class numbers: an array of whole numbers, (N,) or (N, 1), or one-hot rows, (N, classes).
std::vector<int> readLabelArray(const ArrayFile &file);

} // namespace mutascope
