// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/npy_values.h"
#include "core/base/error.h"
#include "core/data/class_names.h"
#include "core/data/npy_numbers.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <new>

namespace mutascope {

namespace {

constexpr std::uint64_t longestSide = 16384;

// Where the four axes of NHWC stand in the array; channels: -1 where there is no such axis.
struct Axes {
    std::array<int, 4> order{0, 1, 2, -1};
};

bool possible(std::uint64_t channels)
{
    return channels == 1 || channels == 3;
}

[[noreturn]] void throwNoImages(const std::string &name, const NpyHeader &header)
{
    const bool alpha = header.shape.size() == 4 && (header.shape[3] == 4 || header.shape[1] == 4);
    const std::string flat = "Reshape it, for example with array.reshape(-1, 28, 28)";
    throw Error(
        ErrorCode::BadData,
        fmt::format("'{}' has the shape {}, but images are (N, height, width), or have 1 or 3 channels "
                    "in the last or the second place, with sides up to {}",
                    name, header.shapeText(), longestSide),
        alpha                          ? "Remove the fourth channel: array[..., :3]"
            : header.shape.size() == 2 ? flat
                                       : "Give the array of the images");
}

// Both readings of (N, 3, H, 3) are possible; the last place goes first.
Axes axesOf(const std::string &name, const NpyHeader &header, AxisOrder order)
{
    const std::vector<std::uint64_t> &shape = header.shape;
    if (shape.size() == 3)
        return {};
    if (shape.size() == 4 && order != AxisOrder::Nchw && possible(shape[3]))
        return {{0, 1, 2, 3}};
    if (shape.size() == 4 && order != AxisOrder::Nhwc && possible(shape[1]))
        return {{0, 2, 3, 1}};
    throwNoImages(name, header);
}

ImageShape shapeOf(const std::string &name, const NpyHeader &header, const Axes &axes)
{
    const auto size = [&](int axis) {
        const int place = axes.order[std::size_t(axis)];
        return place < 0 ? 1 : header.shape[std::size_t(place)];
    };
    if (std::max(size(1), size(2)) > longestSide)
        throwNoImages(name, header);
    return {int(size(1)), int(size(2)), int(size(3))};
}

// Distance, in values, from one index of each array axis to the next.
std::vector<std::size_t> stridesOf(const NpyHeader &header)
{
    const std::size_t count = header.shape.size();
    std::vector<std::size_t> strides(count);
    std::size_t stride = 1;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t axis = header.fortranOrder ? i : count - 1 - i;
        strides[axis] = stride;
        stride *= std::size_t(header.shape[axis]);
    }
    return strides;
}

std::array<std::size_t, 4> nhwcStrides(const NpyHeader &header, const Axes &axes)
{
    const std::vector<std::size_t> strides = stridesOf(header);
    std::array<std::size_t, 4> out{};
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = axes.order[i] < 0 ? 0 : strides[std::size_t(axes.order[i])];
    return out;
}

void gatherImage(const std::uint8_t *from, const std::array<std::size_t, 4> &strides, const ImageShape &shape,
                 std::uint8_t *to)
{
    for (std::size_t y = 0; y < std::size_t(shape.height); ++y)
        for (std::size_t x = 0; x < std::size_t(shape.width); ++x)
            for (std::size_t c = 0; c < std::size_t(shape.channels); ++c)
                *to++ = from[y * strides[1] + x * strides[2] + c * strides[3]];
}

bool isNhwc(const NpyHeader &header, const Axes &axes)
{
    return !header.fortranOrder && (axes.order[3] == -1 || axes.order[3] == 3);
}

// The array's values as NHWC. In C order an image's values are together: one image is copied at a time.
std::vector<std::uint8_t> arranged(std::vector<std::uint8_t> values, const NpyHeader &header,
                                   const Axes &axes, const ImageShape &shape)
{
    if (isNhwc(header, axes))
        return values;
    const std::array<std::size_t, 4> strides = nhwcStrides(header, axes);
    const std::size_t count = std::size_t(header.shape[0]);
    if (header.fortranOrder) {
        std::vector<std::uint8_t> out(values.size());
        for (std::size_t n = 0; n < count; ++n)
            gatherImage(values.data() + n * strides[0], strides, shape, out.data() + n * shape.size());
        return out;
    }
    std::vector<std::uint8_t> image(shape.size());
    for (std::size_t n = 0; n < count; ++n) {
        gatherImage(values.data() + n * shape.size(), strides, shape, image.data());
        std::copy(image.begin(), image.end(), values.begin() + std::ptrdiff_t(n * shape.size()));
    }
    return values;
}

struct Extent {
    double smallest = std::numeric_limits<double>::infinity();
    double largest = -std::numeric_limits<double>::infinity();
};

Extent extentOf(const ArrayFile &file)
{
    const std::unique_ptr<ByteSource> source = file.open();
    const NpyHeader header = readNpyHeader(*source);
    Extent extent;
    forNumbers(*source, header, [&](std::span<const double> values) {
        for (const double value : values) {
            if (!std::isfinite(value))
                throw Error(ErrorCode::BadData,
                            fmt::format("'{}' has values that are no numbers (NaN or infinite)", file.name),
                            "Repair the array, for example with numpy.nan_to_num");
            extent.smallest = std::min(extent.smallest, value);
            extent.largest = std::max(extent.largest, value);
        }
    });
    return extent;
}

struct Scale {
    double factor = 1;
    double offset = 0;
};

Scale scaleOf(const ArrayFile &file, const NpyHeader &header, const Extent &extent, ValueRange range)
{
    const auto within
        = [&](double low, double high) { return extent.smallest >= low && extent.largest <= high; };
    const bool automatic = range == ValueRange::Automatic;
    if (header.kind == 'b' || range == ValueRange::ToOne
        || (automatic && header.kind == 'f' && within(0, 1))) {
        if (within(0, 1))
            return {255, 0};
    } else if (range == ValueRange::AroundZero) {
        if (within(-1, 1))
            return {127.5, 127.5};
    } else if (within(0, 255)) {
        return {};
    }
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' has values from {:.6g} to {:.6g}, which are no pixels{}", file.name,
                            extent.smallest, extent.largest,
                            automatic ? " of 0 to 1 or 0 to 255" : " of the range that is given"),
                "Undo the normalisation before saving (the model's mean and std belong into the project), or "
                "give the option 'values'");
}

// Halves go up, as people round.
std::uint8_t asPixel(double value, const Scale &scale)
{
    return std::uint8_t(std::clamp(std::floor(value * scale.factor + scale.offset + 0.5), 0.0, 255.0));
}

std::vector<std::uint8_t> scaledBytes(const ArrayFile &file, const NpyHeader &header, ValueRange range)
{
    const Scale scale = scaleOf(file, header, extentOf(file), range);
    const std::unique_ptr<ByteSource> source = file.open();
    readNpyHeader(*source);
    std::vector<std::uint8_t> out;
    out.reserve(std::size_t(header.count())); // the first reading has shown that they are there
    forNumbers(*source, header, [&](std::span<const double> values) {
        for (const double value : values)
            out.push_back(asPixel(value, scale));
    });
    return out;
}

std::vector<std::uint8_t> readValues(const ArrayFile &file, const NpyHeader &header, ByteSource &source,
                                     ValueRange range)
{
    const bool plain = header.kind == 'u' && header.itemSize == 1
        && (range == ValueRange::Automatic || range == ValueRange::To255);
    try {
        return plain ? readBytes(source, header) : scaledBytes(file, header, range);
    } catch (const std::bad_alloc &) {
        throw Error(ErrorCode::Unsupported,
                    fmt::format("'{}' does not fit into memory: it has {} values", file.name, header.count()),
                    "Close other programs or use a smaller data set");
    }
}

[[noreturn]] void throwNoLabel(const ArrayFile &file, std::size_t index, double value)
{
    throw Error(ErrorCode::BadData,
                fmt::format("'{}': label {} is {:.6g}; labels are whole numbers from 0 to {}", file.name,
                            index, value, mostClasses - 1),
                "Give the array of the class numbers");
}

std::vector<int> classNumbers(const ArrayFile &file, const NpyHeader &header, ByteSource &source)
{
    std::vector<int> labels;
    forNumbers(source, header, [&](std::span<const double> values) {
        for (const double value : values) {
            if (!(value >= 0 && value < mostClasses) || value != std::floor(value))
                throwNoLabel(file, labels.size(), value);
            labels.push_back(int(value));
        }
    });
    return labels;
}

// Rows of zeros with a single one.
std::vector<int> oneHotLabels(const ArrayFile &file, const NpyHeader &header, ByteSource &source)
{
    const std::size_t classes = std::size_t(header.shape[1]);
    std::vector<int> labels;
    std::size_t at = 0; // of all values
    forNumbers(source, header, [&](std::span<const double> values) {
        for (const double value : values) {
            const std::size_t row = at / classes, column = at % classes;
            ++at;
            if (value == 1 && labels.size() == row)
                labels.push_back(int(column));
            else if (value != 0 || (column + 1 == classes && labels.size() == row))
                throw Error(
                    ErrorCode::BadData,
                    fmt::format("'{}': row {} is not one-hot (a single 1 among zeros)", file.name, row),
                    "Give class numbers, for example array.argmax(axis=1)");
        }
    });
    return labels;
}

} // namespace

ImageArray readImageArray(const ArrayFile &file, ValueRange range, AxisOrder order)
{
    const std::unique_ptr<ByteSource> source = file.open();
    const NpyHeader header = readNpyHeader(*source);
    const Axes axes = axesOf(file.name, header, order);
    const ImageShape shape = shapeOf(file.name, header, axes);
    return {shape, std::size_t(header.shape[0]),
            arranged(readValues(file, header, *source, range), header, axes, shape)};
}

std::vector<int> readLabelArray(const ArrayFile &file)
{
    const std::unique_ptr<ByteSource> source = file.open();
    const NpyHeader header = readNpyHeader(*source);
    const bool list = header.shape.size() == 1 || (header.shape.size() == 2 && header.shape[1] == 1);
    if (list)
        return classNumbers(file, header, *source);
    const bool oneHot = header.shape.size() == 2 && header.shape[1] <= mostClasses && !header.fortranOrder;
    if (oneHot)
        return oneHotLabels(file, header, *source);
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' has the shape {}, but labels are (N,), (N, 1) or one-hot (N, classes)",
                            file.name, header.shapeText()),
                "Give the array of the class numbers");
}

} // namespace mutascope
