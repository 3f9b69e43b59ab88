// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_reshape.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>
#include <torch/torch.h>

namespace mutascope {

namespace {

std::int64_t product(Dims::const_iterator begin, Dims::const_iterator end)
{
    return std::accumulate(begin, end, std::int64_t{1}, std::multiplies<>());
}

std::vector<std::string> asCode(const Dims &values)
{
    std::vector<std::string> result;
    for (const std::int64_t value : values)
        result.push_back(code(value));
    return result;
}

// In row-major order the images' dimension stays between the same elements: as many elements as before it
// must lie before the dimension that grows. Where it was merged with the dimension before, that one grows.
std::size_t growingDim(const OnnxCode &c, const OnnxValue &tensor, const Dims &wanted)
{
    const std::int64_t outside = tensor.outside();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (product(wanted.begin(), wanted.begin() + std::ptrdiff_t(i)) != outside)
            continue;
        const bool last = i + 1 == wanted.size() && i > 0;
        if (wanted[i] != c.images() && last)
            return i - 1;
        if (wanted[i] % c.images() == 0)
            return i;
    }
    c.refuse("reshapes several images into one");
}

// The shape with what 0 and -1 stand for.
Dims resolved(const OnnxCode &c, Dims wanted)
{
    const Dims &shape = c.shape(0);
    const std::int64_t count = product(shape.begin(), shape.end());
    if (c.integer("allowzero", 0) == 0)
        for (std::size_t i = 0; i < wanted.size(); ++i)
            if (wanted[i] == 0 && i < shape.size())
                wanted[i] = shape[i];
    std::int64_t known = 1, open = -1;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i] < -1 || (wanted[i] == -1 && open >= 0))
            c.broken("has an invalid shape");
        if (wanted[i] == -1)
            open = std::int64_t(i);
        else if (wanted[i] > 0 && known > (std::int64_t{1} << 40) / wanted[i])
            c.broken("has a shape no memory can hold");
        else
            known *= wanted[i];
    }
    if (open >= 0)
        wanted[std::size_t(open)] = known == 0 ? 0 : count / known;
    if (product(wanted.begin(), wanted.end()) != count)
        c.broken(fmt::format("makes [{}] out of {} numbers", fmt::join(wanted, ", "), count));
    return wanted;
}

void reshape(OnnxCode &c)
{
    if (!c.isConstant(1))
        return c.result(fmt::format("torch.reshape({}, {})", c.in(0), code(c.sizes(1))));
    const Dims wanted = resolved(c, c.fixedIntegers(1));
    c.result(fmt::format("torch.reshape({}, {})", c.in(0), code(batchedShape(c, c.value(0), wanted))));
}

void flatten(OnnxCode &c)
{
    const std::int64_t given = c.integer("axis", 1);
    const std::int64_t axis = given == c.rank(0) ? given : c.axis(given, 0);
    if (axis == 1 && c.rank(0) > 1)
        return c.result(fmt::format("torch.flatten({}, 1)", c.in(0)));
    const Dims &shape = c.shape(0);
    const Dims wanted{product(shape.begin(), shape.begin() + axis),
                      product(shape.begin() + axis, shape.end())};
    c.result(fmt::format("torch.reshape({}, {})", c.in(0), code(batchedShape(c, c.value(0), wanted))));
}

// A constant shape was made for a fixed number of images too.
std::vector<std::string> expandedSizes(OnnxCode &c)
{
    if (!c.isConstant(1))
        return c.sizes(1);
    Dims wanted = c.fixedIntegers(1);
    const Dims &shape = c.shape(0);
    while (wanted.size() < shape.size())
        wanted.insert(wanted.begin(), 1);
    for (std::size_t i = 0; i < shape.size(); ++i) { // a 1 keeps what is there
        std::int64_t &size = wanted[wanted.size() - 1 - i];
        const std::size_t dim = shape.size() - 1 - i;
        const bool kept = shape[dim] != 1 || c.value(0).batchDim() == std::int64_t(dim);
        if (kept && size != 1 && size != shape[dim])
            c.broken("expands a tensor to a shape that does not fit");
        size = kept ? -1 : size;
    }
    Dims positive = wanted;
    for (std::int64_t &size : positive)
        size = size == -1 ? 1 : size;
    c.checkElements(positive);
    return asCode(wanted);
}

// Computed sizes may be smaller than the tensor's: broadcasting against ones of that shape goes both ways.
void expand(OnnxCode &c)
{
    const std::vector<std::string> sizes = expandedSizes(c);
    if (c.isConstant(1))
        return c.result(fmt::format("torch.expand({}, {})", c.in(0), code(sizes)));
    c.result(fmt::format("{0} * torch.ones({1}, dtype={2})", c.in(0), code(sizes), int(c.value(0).type)));
}

void squeeze(OnnxCode &c)
{
    Dims axes = c.attributeOrInput("axes", 1);
    if (axes.empty())
        for (std::int64_t i = 0; i < c.rank(0); ++i)
            if (c.shape(0)[std::size_t(i)] == 1 && c.value(0).batchDim() != i)
                axes.push_back(i);
    for (std::int64_t &axis : axes) {
        axis = c.axis(axis, 0);
        if (c.value(0).batchDim() == axis)
            c.refuse("drops the dimension of the images");
    }
    std::sort(axes.rbegin(), axes.rend());
    std::string result = c.in(0);
    for (const std::int64_t axis : axes)
        result = fmt::format("torch.squeeze({}, {})", result, axis);
    c.result(result);
}

void unsqueeze(OnnxCode &c)
{
    Dims axes = c.attributeOrInput("axes", 1);
    if (axes.empty() || axes.size() > 16)
        c.broken("does not say which dimensions it adds");
    for (std::int64_t &axis : axes)
        axis = c.axis(axis, 0, std::int64_t(axes.size()));
    std::sort(axes.begin(), axes.end());
    std::string result = c.in(0);
    for (const std::int64_t axis : axes)
        result = fmt::format("torch.unsqueeze({}, {})", result, axis);
    c.result(result);
}

void transpose(OnnxCode &c)
{
    Dims order(std::size_t(c.rank(0)));
    std::iota(order.rbegin(), order.rend(), 0);
    order = c.integers("perm", order);
    for (std::int64_t &axis : order)
        axis = c.axis(axis, 0);
    c.result(fmt::format("torch.permute({}, {})", c.in(0), code(order)));
}

} // namespace

std::vector<std::string> batchedShape(const OnnxCode &c, const OnnxValue &tensor, const Dims &wanted)
{
    std::vector<std::string> result = asCode(wanted);
    if (tensor.batchDim() >= 0)
        result[growingDim(c, tensor, wanted)] = "-1";
    return result;
}

void addShapeOperators(OnnxOperators &operators)
{
    operators["Reshape"] = reshape;
    operators["Flatten"] = flatten;
    operators["Expand"] = expand;
    operators["Squeeze"] = squeeze;
    operators["Unsqueeze"] = unsqueeze;
    operators["Transpose"] = transpose;
}

} // namespace mutascope
