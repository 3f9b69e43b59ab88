// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/onnx/onnx_tensor.h"
#include "core/base/error.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>

namespace mutascope {

namespace {

using Proto = onnx::TensorProto;

static_assert(std::endian::native == std::endian::little, "ONNX data is little-endian");

[[noreturn]] void refuse(const Proto &proto, const std::string &why)
{
    throw Error(ErrorCode::BadModel, fmt::format("the constant '{}' {}", shownName(proto.name()), why),
                "Copy or export the file again");
}

// Elements, where a tensor of so many can exist at all.
std::uint64_t elementsOf(const Proto &proto)
{
    constexpr std::uint64_t largest = std::uint64_t{1} << 40;
    std::uint64_t count = 1;
    bool empty = false;
    for (const std::int64_t dim : proto.dims()) {
        if (dim < 0)
            refuse(proto, fmt::format("has a negative dimension, {}", dim));
        empty = empty || dim == 0;
        if (dim > 0 && count > largest / std::uint64_t(dim))
            refuse(proto, "has a shape no memory can hold");
        count *= std::max<std::uint64_t>(1, std::uint64_t(dim));
    }
    return empty ? 0 : count;
}

bool isHalf(int type)
{
    return type == Proto::FLOAT16 || type == Proto::BFLOAT16;
}

std::size_t storedSize(int type)
{
    return isHalf(type) ? 2 : sizeOf(onnxTypeOf(type, "a constant"));
}

float widened(std::uint16_t half)
{
    const std::uint32_t sign = std::uint32_t(half & 0x8000U) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1FU, fraction = half & 0x3FFU;
    if (exponent == 0) { // zero or subnormal
        const float value = std::ldexp(float(fraction), -24);
        return sign ? -value : value;
    }
    const std::uint32_t wide = exponent == 0x1F ? 0xFFU : exponent + 112;
    return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

std::string widenedBytes(const std::string &halves, int type)
{
    std::string out(halves.size() * 2, '\0');
    for (std::size_t i = 0; i < halves.size() / 2; ++i) {
        std::uint16_t half = 0;
        std::memcpy(&half, halves.data() + 2 * i, 2);
        const float value
            = type == Proto::FLOAT16 ? widened(half) : std::bit_cast<float>(std::uint32_t(half) << 16);
        std::memcpy(out.data() + 4 * i, &value, 4);
    }
    return out;
}

// The numbers of one of the typed lists, each as its type is stored.
template <typename Stored, typename List> std::string packed(const List &list)
{
    std::string out(std::size_t(list.size()) * sizeof(Stored), '\0');
    char *target = out.data();
    for (const auto value : list) {
        const auto stored = static_cast<Stored>(value);
        std::memcpy(target, &stored, sizeof(Stored));
        target += sizeof(Stored);
    }
    return out;
}

std::string listed(const Proto &proto)
{
    switch (proto.data_type()) {
    case Proto::FLOAT:
        return packed<float>(proto.float_data());
    case Proto::DOUBLE:
        return packed<double>(proto.double_data());
    case Proto::INT64:
        return packed<std::int64_t>(proto.int64_data());
    case Proto::INT32:
        return packed<std::int32_t>(proto.int32_data());
    case Proto::INT16:
        return packed<std::int16_t>(proto.int32_data());
    case Proto::FLOAT16:
    case Proto::BFLOAT16:
        return packed<std::uint16_t>(proto.int32_data());
    default: // one byte an element
        return packed<std::uint8_t>(proto.int32_data());
    }
}

int listedCount(const Proto &proto)
{
    return std::max({proto.float_data_size(), proto.double_data_size(), proto.int64_data_size(),
                     proto.int32_data_size()});
}

std::string takeBytes(Proto &proto, std::uint64_t length, const std::filesystem::path &folder)
{
    if (proto.data_location() == Proto::EXTERNAL)
        return readExternal(proto, length, folder);
    if (proto.has_raw_data()) {
        if (proto.raw_data().size() != length)
            refuse(proto,
                   fmt::format("has {} bytes, but its shape needs {}", proto.raw_data().size(), length));
        return std::move(*proto.mutable_raw_data());
    }
    const std::uint64_t count = length / storedSize(proto.data_type());
    if (std::uint64_t(listedCount(proto)) != count)
        refuse(proto, fmt::format("has {} numbers, but its shape needs {}", listedCount(proto), count));
    std::string bytes = listed(proto);
    if (bytes.size() != length)
        refuse(proto, "keeps its numbers under another type");
    return bytes;
}

// Any other byte is no bool, and what the arithmetic makes of it is undefined.
void checkBools(const Proto &proto, const std::string &bytes)
{
    for (const char byte : bytes)
        if (byte != 0 && byte != 1)
            refuse(proto, "has truth values other than 0 and 1");
}

} // namespace

std::size_t sizeOf(OnnxType type)
{
    switch (type) {
    case OnnxType::Double:
    case OnnxType::Int64:
        return 8;
    case OnnxType::Float:
    case OnnxType::Int32:
        return 4;
    case OnnxType::Int16:
        return 2;
    default:
        return 1;
    }
}

OnnxType onnxTypeOf(int elementType, const std::string &what)
{
    switch (elementType) {
    case Proto::FLOAT:
    case Proto::FLOAT16:
    case Proto::BFLOAT16:
        return OnnxType::Float;
    case Proto::DOUBLE:
        return OnnxType::Double;
    case Proto::INT8:
        return OnnxType::Int8;
    case Proto::INT16:
        return OnnxType::Int16;
    case Proto::INT32:
        return OnnxType::Int32;
    case Proto::INT64:
        return OnnxType::Int64;
    case Proto::UINT8:
        return OnnxType::UInt8;
    case Proto::BOOL:
        return OnnxType::Bool;
    default:
        throw Error(ErrorCode::BadModel,
                    fmt::format("{} has the element type {}, which is not supported", what,
                                Proto::DataType_IsValid(elementType) ? Proto::DataType_Name(elementType)
                                                                     : fmt::format("number {}", elementType)),
                    "Use a model of 16, 32 or 64 bit real numbers");
    }
}

OnnxTensor takeTensor(Proto &proto, const std::filesystem::path &folder)
{
    if (proto.has_segment())
        refuse(proto, "is stored in segments, which nothing exports");
    const OnnxType type
        = onnxTypeOf(proto.data_type(), fmt::format("the constant '{}'", shownName(proto.name())));
    const std::uint64_t length = elementsOf(proto) * storedSize(proto.data_type());
    std::string bytes = takeBytes(proto, length, folder);
    if (isHalf(proto.data_type()))
        bytes = widenedBytes(bytes, proto.data_type());
    if (type == OnnxType::Bool)
        checkBools(proto, bytes);
    return {
        type, {proto.dims().begin(), proto.dims().end()}, std::make_shared<std::string>(std::move(bytes))};
}

} // namespace mutascope
