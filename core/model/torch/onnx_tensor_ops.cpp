// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_code.h"
#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

// The part of a shape between two dimensions, as a tensor.
void shape(OnnxCode &c)
{
    const std::int64_t rank = c.rank(0);
    const auto place = [&](std::int64_t value) {
        return std::clamp<std::int64_t>(value < 0 ? value + rank : value, 0, rank);
    };
    const std::int64_t begin = place(c.integer("start", 0)), end = place(c.integer("end", rank));
    const std::string all = fmt::format("torch._shape_as_tensor({})", c.in(0));
    c.result(begin == 0 && end == rank ? all : fmt::format("torch.slice({}, 0, {}, {}, 1)", all, begin, end));
}

void size(OnnxCode &c)
{
    c.result(fmt::format("torch.tensor(torch.numel({}), dtype={})", c.in(0), int(at::kLong)));
}

at::ScalarType castType(const OnnxCode &c)
{
    switch (c.integer("to", 0)) { // TensorProto.DataType; half-precision numbers are widened throughout
    case 1:
    case 10:
    case 16:
        return at::kFloat;
    case 2:
        return at::kByte;
    case 3:
        return at::kChar;
    case 5:
        return at::kShort;
    case 6:
        return at::kInt;
    case 7:
        return at::kLong;
    case 9:
        return at::kBool;
    case 11:
        return at::kDouble;
    default:
        c.refuse("converts to an unusual type");
    }
}

void cast(OnnxCode &c)
{
    c.result(fmt::format("torch.to({}, {})", c.in(0), int(castType(c))));
}

void castLike(OnnxCode &c)
{
    c.result(fmt::format("torch.to({}, {})", c.in(0), int(c.value(1).type)));
}

struct Fill {
    std::string value = "0.0";
    at::ScalarType type = at::kFloat;
};

Fill fillOf(const OnnxCode &c)
{
    const OnnxTensor *tensor = c.tensor("value");
    if (!tensor)
        return {};
    if (tensor->bytes->size() != sizeOf(tensor->type))
        c.broken("fills with other than one number");
    const auto read = [&](auto value) {
        std::memcpy(&value, tensor->bytes->data(), sizeof(value));
        return value;
    };
    switch (tensor->type) {
    case OnnxType::Float:
        return {code(double(read(float()))), at::kFloat};
    case OnnxType::Double:
        return {code(read(double())), at::kDouble};
    case OnnxType::Int64:
        return {code(read(std::int64_t())), at::kLong};
    case OnnxType::Int32:
        return {code(std::int64_t(read(std::int32_t()))), at::kInt};
    case OnnxType::Bool:
        return {read(char()) ? "True" : "False", at::kBool};
    default:
        c.refuse("fills with an unusual type");
    }
}

// The wanted shape for the largest probe is checked: those before are smaller.
void checkSizes(const OnnxCode &c, std::size_t input)
{
    const OnnxValue &sizes = c.value(input);
    const at::Tensor last = sizes.tensors[onnxProbes - 1].to(at::kLong).contiguous();
    if (last.dim() <= 1)
        c.checkElements({last.data_ptr<std::int64_t>(), last.data_ptr<std::int64_t>() + last.numel()});
}

void constantOfShape(OnnxCode &c)
{
    const std::vector<std::string> sizes = c.sizes(0);
    checkSizes(c, 0);
    const Fill fill = fillOf(c);
    if (sizes.empty())
        c.result(fmt::format("torch.scalar_tensor({}, dtype={})", fill.value, int(fill.type)));
    else
        c.result(fmt::format("torch.full({}, {}, dtype={})", code(sizes), fill.value, int(fill.type)));
}

// A constant made for a fixed number of images, e.g. a class token, is repeated for more.
std::string widened(OnnxCode &c, std::size_t input, std::int64_t axis)
{
    for (std::size_t other = 0; other < c.inputs(); ++other) {
        const std::int64_t batch = c.value(other).batchDim();
        if (batch < 0 || batch == axis || c.value(input).batchDim() >= 0 || c.rank(input) != c.rank(other)
            || c.shape(input)[std::size_t(batch)] != 1 || c.images() != 1)
            continue;
        Dims sizes(std::size_t(c.rank(input)), -1);
        std::vector<std::string> list;
        for (std::size_t i = 0; i < sizes.size(); ++i)
            list.push_back(std::int64_t(i) == batch ? fmt::format("torch.size({}, {})", c.in(other), batch)
                                                    : "-1");
        return fmt::format("torch.expand({}, {})", c.in(input), code(list));
    }
    return c.in(input);
}

void concat(OnnxCode &c)
{
    const std::int64_t axis = c.axis(c.integer("axis", 1), 0);
    Dims total = c.shape(0);
    std::vector<std::string> parts{widened(c, 0, axis)};
    for (std::size_t i = 1; i < c.inputs(); ++i) {
        if (c.rank(i) != c.rank(0))
            c.broken("joins tensors of different ranks");
        total[std::size_t(axis)] += c.shape(i)[std::size_t(axis)];
        parts.push_back(widened(c, i, axis));
    }
    c.checkElements(total);
    c.result(fmt::format("torch.cat({}, {})", code(parts), axis));
}

// Until opset 10 attributes. ONNX lists all begins, then all ends; torch from the last dimension.
Dims padding(const OnnxCode &c)
{
    const Dims pads = c.attributeOrInput("pads", 1);
    const std::size_t rank = std::size_t(c.rank(0));
    if (pads.size() != 2 * rank)
        c.broken("has as many paddings as fit another tensor");
    Dims result, wanted = c.shape(0);
    for (std::size_t i = rank; i-- > 0;) {
        result.push_back(pads[i]);
        result.push_back(pads[i + rank]);
        if (std::abs(double(pads[i])) > 1e6 || std::abs(double(pads[i + rank])) > 1e6)
            c.broken("has an absurd padding");
        wanted[i] += pads[i] + pads[i + rank];
    }
    c.checkElements(wanted);
    return result;
}

// torch pads the last one to three dimensions this way, the others not at all.
std::string mirrored(OnnxCode &c, Dims pads, const char *name)
{
    while (pads.size() > 2 && pads[pads.size() - 1] == 0 && pads[pads.size() - 2] == 0)
        pads.pop_back(), pads.pop_back();
    const std::size_t dims = pads.size() / 2;
    if (dims > 3 || c.rank(0) < std::int64_t(dims) + 1 || c.rank(0) > std::int64_t(dims) + 2)
        pads.resize(2 * std::size_t(std::clamp<std::int64_t>(c.rank(0) - 2, 1, 3)), 0);
    if (pads.size() / 2 < dims)
        c.refuse("mirrors other dimensions than height and width");
    return fmt::format("torch.{}_pad{}d({}, {})", name, pads.size() / 2, c.in(0), code(pads));
}

void pad(OnnxCode &c)
{
    const Dims pads = padding(c);
    const std::string mode = c.text("mode", "constant");
    if (mode == "reflect")
        return c.result(mirrored(c, pads, "reflection"));
    if (mode == "edge")
        return c.result(mirrored(c, pads, "replication"));
    if (mode != "constant")
        c.broken("has an unknown kind of padding");
    const auto filling = c.has(2) ? c.number(2) : c.real("value", 0);
    if (!filling)
        c.refuse("pads with a number from the images");
    c.result(fmt::format("torch.constant_pad_nd({}, {}, {})", c.in(0), code(pads), code(*filling)));
}

void tile(OnnxCode &c)
{
    Dims wanted = c.shape(0);
    const Dims first = c.isConstant(1) ? c.fixedIntegers(1) : Dims(wanted.size(), 1);
    if (first.size() != wanted.size())
        c.broken("has as many repeats as fit another tensor");
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (first[i] < 0 || first[i] > 1 << 20)
            c.broken("repeats absurdly often");
        wanted[i] *= first[i];
    }
    c.checkElements(wanted);
    c.result(fmt::format("torch.repeat({}, {})", c.in(0), code(c.sizes(1))));
}

void range(OnnxCode &c)
{
    const auto start = c.number(0), limit = c.number(1), step = c.number(2);
    if (!start || !limit || !step)
        c.refuse("counts to a number that depends on the images");
    if (*step == 0 || (*limit - *start) / *step > 1 << 24)
        c.broken("counts without end");
    const bool real = at::isFloatingType(c.value(0).type);
    const auto number = [&](double value) { return real ? code(value) : code(std::int64_t(value)); };
    if ((*limit - *start) / *step <= 0)
        return c.result(fmt::format("torch.zeros([0], dtype={})", int(c.value(0).type)));
    c.result(fmt::format("torch.arange({}, {}, {}, dtype={})", number(*start), number(*limit), number(*step),
                         int(c.value(0).type)));
}

// Blocks of pixels as channels and back; the two modes differ in what comes first.
void depthToSpace(OnnxCode &c)
{
    const std::int64_t block = c.integer("blocksize", 0);
    if (c.rank(0) != 4 || block < 1 || block > 4096 || c.shape(0)[1] % (block * block) != 0)
        c.broken("has blocks that do not fit its input");
    const std::int64_t channels = c.shape(0)[1] / (block * block);
    const std::int64_t height = c.shape(0)[2], width = c.shape(0)[3];
    const bool columnsFirst = c.text("mode", "DCR") == "CRD";
    const Dims cut = columnsFirst ? Dims{-1, channels, block, block, height, width}
                                  : Dims{-1, block, block, channels, height, width};
    const Dims order = columnsFirst ? Dims{0, 1, 4, 2, 5, 3} : Dims{0, 3, 4, 1, 5, 2};
    c.result(fmt::format("torch.reshape(torch.permute(torch.reshape({}, {}), {}), {})", c.in(0), code(cut),
                         code(order), code(Dims{-1, channels, height * block, width * block})));
}

void spaceToDepth(OnnxCode &c)
{
    const std::int64_t block = c.integer("blocksize", 0);
    if (c.rank(0) != 4 || block < 1 || c.shape(0)[2] % block != 0 || c.shape(0)[3] % block != 0)
        c.broken("has blocks that do not fit its input");
    const std::int64_t channels = c.shape(0)[1], height = c.shape(0)[2] / block,
                       width = c.shape(0)[3] / block;
    c.result(fmt::format("torch.reshape(torch.permute(torch.reshape({}, {}), [0, 3, 5, 1, 2, 4]), {})",
                         c.in(0), code(Dims{-1, channels, height, block, width, block}),
                         code(Dims{-1, channels * block * block, height, width})));
}

} // namespace

void addTensorOperators(OnnxOperators &operators)
{
    operators["Shape"] = shape;
    operators["Size"] = size;
    operators["Cast"] = cast;
    operators["CastLike"] = castLike;
    operators["ConstantOfShape"] = constantOfShape;
    operators["Concat"] = concat;
    operators["Pad"] = pad;
    operators["Tile"] = tile;
    operators["Range"] = range;
    operators["DepthToSpace"] = depthToSpace;
    operators["SpaceToDepth"] = spaceToDepth;
}

} // namespace mutascope
