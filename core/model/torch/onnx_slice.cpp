// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_code.h"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <torch/torch.h>

namespace mutascope {

namespace {

Dims firstAxes(std::size_t count)
{
    Dims axes(count);
    std::iota(axes.begin(), axes.end(), 0);
    return axes;
}

// Positions may be computed from the number of images.
std::vector<std::string> positions(const OnnxCode &c, const char *attribute, std::size_t input)
{
    if (!c.hasAttribute(attribute))
        return c.sizes(input);
    std::vector<std::string> result;
    for (const std::int64_t value : c.integers(attribute))
        result.push_back(code(value));
    return result;
}

// Backwards: the positions themselves, as torch slices forwards only.
std::string reversedSlice(const OnnxCode &c, const std::string &tensor, std::int64_t axis, std::int64_t begin,
                          std::int64_t end, std::int64_t step)
{
    const std::int64_t size = c.shape(0)[std::size_t(axis)];
    if (c.value(0).batchDim() == axis)
        c.refuse("turns the order of the images round");
    const auto place = [&](std::int64_t value) {
        return std::clamp<std::int64_t>(value < 0 ? value + size : value, -1, size - 1);
    };
    Dims indices;
    const std::int64_t last = end <= -size - 1 ? -1 : place(end);
    for (std::int64_t i = place(begin); i > last; i += std::max(step, -size - 1))
        indices.push_back(i);
    if (indices.size() > 4096)
        c.refuse("slices a long tensor backwards");
    if (indices.empty())
        return fmt::format("torch.slice({}, {}, 0, 0, 1)", tensor, axis);
    return fmt::format("torch.index_select({}, {}, torch.tensor({}, dtype={}))", tensor, axis, code(indices),
                       int(at::kLong));
}

void slice(OnnxCode &c)
{
    const std::vector<std::string> begins = positions(c, "starts", 1), ends = positions(c, "ends", 2);
    const Dims axes = c.attributeOrInput("axes", 3, firstAxes(begins.size()));
    const Dims steps = c.has(4) ? c.fixedIntegers(4) : Dims(begins.size(), 1);
    if (ends.size() != begins.size() || axes.size() != begins.size() || steps.size() != begins.size())
        c.broken("has starts, ends, axes and steps of different numbers");
    std::string result = c.in(0);
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const std::int64_t axis = c.axis(axes[i], 0);
        if (steps[i] == 0)
            c.broken("has a step of 0");
        if (steps[i] > 0)
            result
                = fmt::format("torch.slice({}, {}, {}, {}, {})", result, axis, begins[i], ends[i], steps[i]);
        else if (c.hasAttribute("starts"))
            result = reversedSlice(c, result, axis, c.integers("starts")[i], c.integers("ends")[i], steps[i]);
        else
            result = reversedSlice(c, result, axis, c.fixedIntegers(1)[i], c.fixedIntegers(2)[i], steps[i]);
    }
    c.result(result);
}

// The sizes of the parts; equal ones where nothing says them.
Dims partsOf(const OnnxCode &c, std::int64_t axis)
{
    Dims parts = c.attributeOrInput("split", 1);
    const std::int64_t size = c.shape(0)[std::size_t(axis)], count = std::int64_t(c.outputs());
    if (parts.empty() && size % count == 0)
        parts.assign(std::size_t(count), size / count);
    if (std::int64_t(parts.size()) != count
        || std::accumulate(parts.begin(), parts.end(), std::int64_t{0}) != size)
        c.broken(fmt::format("splits {} into {} parts that do not fit", size, count));
    return parts;
}

void split(OnnxCode &c)
{
    const std::int64_t axis = c.axis(c.integer("axis", 0), 0);
    if (c.value(0).batchDim() == axis)
        c.refuse("splits the images from each other");
    std::int64_t begin = 0;
    for (const std::int64_t part : partsOf(c, axis)) {
        if (part < 0)
            c.broken("has a part of negative size");
        c.result(fmt::format("torch.slice({}, {}, {}, {}, 1)", c.in(0), axis, begin, begin + part));
        begin += part;
    }
}

// ONNX counts negative positions from the end, torch does not.
std::string wrapped(OnnxCode &c, std::int64_t axis)
{
    const std::string indices = c.in(1);
    if (c.isConstant(1) && c.value(1).tensors[0].ge(0).all().item<bool>())
        return indices;
    return fmt::format("torch.where({0} < 0, {0} + torch.size({1}, {2}), {0})", indices, c.in(0), axis);
}

void gather(OnnxCode &c)
{
    const std::int64_t axis = c.axis(c.integer("axis", 0), 0);
    Dims shape = c.shape(0);
    shape.erase(shape.begin() + axis);
    shape.insert(shape.begin() + axis, c.shape(1).begin(), c.shape(1).end());
    c.checkElements(shape);
    if (const auto index = c.number(1); index && c.rank(1) == 0)
        return c.result(fmt::format("torch.select({}, {}, {})", c.in(0), axis, std::int64_t(*index)));
    const std::string indices = wrapped(c, axis);
    if (c.rank(1) == 1)
        return c.result(fmt::format("torch.index_select({}, {}, {})", c.in(0), axis, indices));
    c.line(fmt::format("index = {}", indices));
    const std::string chosen = fmt::format("torch.index_select({}, {}, torch.flatten(index))", c.in(0), axis);
    if (c.rank(1) == 0)
        return c.result(fmt::format("torch.squeeze({}, {})", chosen, axis));
    c.result(fmt::format("torch.unflatten({}, {}, torch.size(index))", chosen, axis));
}

void gatherElements(OnnxCode &c)
{
    const std::int64_t axis = c.axis(c.integer("axis", 0), 0);
    c.result(fmt::format("torch.gather({}, {}, {})", c.in(0), axis, wrapped(c, axis)));
}

// The columns of the positions, one a dimension.
std::string columns(OnnxCode &c)
{
    if (c.rank(1) < 1 || c.shape(1).back() < 1 || c.shape(1).back() > c.rank(0))
        c.broken("has positions that do not fit its input");
    std::vector<std::string> result;
    for (std::int64_t i = 0; i < c.shape(1).back(); ++i)
        result.push_back(fmt::format("torch.select({}, -1, {})", c.in(1), i));
    return code(result);
}

void gatherNd(OnnxCode &c)
{
    if (c.integer("batch_dims", 0) != 0)
        c.refuse("gathers image by image");
    c.result(fmt::format("torch.index({}, {})", c.in(0), columns(c)));
}

void scatterNd(OnnxCode &c)
{
    if (c.text("reduction", "none") != "none")
        c.refuse("combines what it scatters");
    c.result(fmt::format("torch.index_put({}, {}, {})", c.in(0), columns(c), c.in(2)));
}

} // namespace

void addSliceOperators(OnnxOperators &operators)
{
    operators["Slice"] = slice;
    operators["Split"] = split;
    operators["Gather"] = gather;
    operators["GatherElements"] = gatherElements;
    operators["GatherND"] = gatherNd;
    operators["ScatterND"] = scatterNd;
}

} // namespace mutascope
