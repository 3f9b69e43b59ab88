// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/operator_parts.h"
#include <cmath>

// Resizing, and moving values between channels and space.
namespace mutascope::engines {

namespace {

std::int64_t scaled(std::int64_t side, double scale)
{
    return std::int64_t(std::floor(double(float(side) * float(scale))));
}

Inference inferResize(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const Reals &scales = attributes.reals("scales");
    const Ints &sizes = attributes.ints("sizes");
    if (scales.size() + sizes.size() != shape.size() || (!scales.empty() && !sizes.empty()))
        return illegal("neither a scale a dimension nor a size a dimension");
    Shape result = sizes;
    for (std::size_t i = 0; i < scales.size(); ++i)
        result.push_back(scaled(shape[i], scales[i]));
    if (result[0] != shape[0] || result[1] != shape[1])
        return illegal("images or channels would be resized");
    return yields({inputs[0].element, result});
}

// A size or scale for the two sides; the factors are exact in binary.
void chooseSides(Attributes &attributes, const Shape &shape, Choices &choices, std::int64_t room)
{
    Ints sizes = shape;
    Reals scales(shape.size(), 1);
    for (std::size_t i = 2; i < 4; ++i) {
        const std::int64_t quarters = choices.oneOf("scale." + std::to_string(i), {2, 3, 4, 6, 8, 10, 12});
        const std::int64_t others = elementsOf(shape) / shape[i];
        const std::int64_t side = shape[i] * quarters / 4;
        if (side < 1 || side * others > room)
            continue;
        scales[i] = double(quarters) / 4;
        sizes[i] = side;
        room = room * shape[i] / side; // what the next side may still grow by
    }
    if (choices.flag("by_sizes"))
        attributes.set("sizes", sizes);
    else
        attributes.set("scales", scales);
}

Attributes fitResize(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    const std::string mode = choices.word("mode", {"nearest", "linear", "cubic"});
    Attributes attributes{
        {"mode", mode},
        {"coordinate_transformation_mode",
         choices.word("coordinates", {"half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"})}};
    if (mode == "nearest")
        attributes.set(
            "nearest_mode",
            choices.word("nearest_mode", {"round_prefer_floor", "floor", "round_prefer_ceil", "ceil"}));
    chooseSides(attributes, inputs[0].shape, choices, limits.elements);
    return attributes;
}

Inference inferDepthToSpace(const Attributes &attributes, InputTypes inputs)
{
    Shape shape = inputs[0].shape;
    const std::int64_t block = attributes.integer("blocksize");
    if (shape[1] % (block * block) != 0)
        return illegal("the channels are no multiple of the block");
    shape[1] /= block * block;
    shape[2] *= block;
    shape[3] *= block;
    return yields({inputs[0].element, shape});
}

Inference inferSpaceToDepth(const Attributes &attributes, InputTypes inputs)
{
    Shape shape = inputs[0].shape;
    const std::int64_t block = attributes.integer("blocksize");
    if (shape[2] % block != 0 || shape[3] % block != 0)
        return illegal("the sides are no multiples of the block");
    shape[1] *= block * block;
    shape[2] /= block;
    shape[3] /= block;
    return yields({inputs[0].element, shape});
}

std::int64_t upTo(std::int64_t side, std::int64_t factor)
{
    return (side + factor - 1) / factor * factor;
}

std::int64_t chooseBlock(Choices &choices)
{
    return choices.integer("blocksize", 1, 3);
}

Shape wantedDepthToSpace(std::size_t, InputTypes inputs, Choices &choices, const FitLimits &)
{
    Shape shape = inputs[0].shape;
    const std::int64_t block = chooseBlock(choices);
    shape[1] = upTo(shape[1], block * block);
    return shape;
}

Shape wantedSpaceToDepth(std::size_t, InputTypes inputs, Choices &choices, const FitLimits &)
{
    Shape shape = inputs[0].shape;
    const std::int64_t block = chooseBlock(choices);
    shape[2] = upTo(shape[2], block);
    shape[3] = upTo(shape[3], block);
    return shape;
}

Attributes fitDepthToSpace(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"blocksize", chooseBlock(choices)}, {"mode", choices.word("mode", {"DCR", "CRD"})}};
}

Attributes fitSpaceToDepth(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"blocksize", chooseBlock(choices)}};
}

Operator resampling(const char *name, std::vector<AttributeSpec> attributes, decltype(Operator::infer) infer,
                    decltype(Operator::fit) fit)
{
    return {.name = name,
            .kind = OperatorKind::Resampling,
            .inDegrees = {1},
            .accepts = {{realElements, 4, 4}},
            .attributes = std::move(attributes),
            .infer = infer,
            .fit = fit};
}

Operator resize()
{
    AttributeSpec scales = optional(asInput(realAttribute("scales", 0.01, 16), 2));
    scales.type = AttributeType::RealList;
    const AttributeSpec sizes = optional(asInput(listAttribute("sizes", 1, 65536), 3));
    Operator op
        = resampling("Resize",
                     {wordAttribute("mode", {"nearest", "linear", "cubic"}),
                      wordAttribute("coordinate_transformation_mode",
                                    {"half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel"}),
                      optional(wordAttribute("nearest_mode",
                                             {"round_prefer_floor", "floor", "round_prefer_ceil", "ceil"})),
                      scales, sizes},
                     inferResize, fitResize);
    op.sinceOpset = 13; // before, an input had to be there that only crops use
    op.accepts = {{{ElementType::Float}, 4, 4}};
    return op;
}

} // namespace

Operators resamplingOperators()
{
    const AttributeSpec block = integerAttribute("blocksize", 1, 8);
    Operator depth = resampling("DepthToSpace", {block, wordAttribute("mode", {"DCR", "CRD"})},
                                inferDepthToSpace, fitDepthToSpace);
    depth.wanted = wantedDepthToSpace;
    Operator space = resampling("SpaceToDepth", {block}, inferSpaceToDepth, fitSpaceToDepth);
    space.wanted = wantedSpaceToDepth;
    return {resize(), depth, space};
}

} // namespace mutascope::engines
