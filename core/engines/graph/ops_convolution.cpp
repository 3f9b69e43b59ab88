// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/window.h"
#include <algorithm>
#include <fmt/format.h>

// Convolutions in one to three spatial dimensions: grouped, depthwise (as many groups as channels), dilated,
// transposed. The weights are parameters.
namespace mutascope::engines {

namespace {

std::vector<std::int64_t> divisorsOf(std::int64_t number)
{
    std::vector<std::int64_t> divisors;
    for (std::int64_t i = 1; i <= number; ++i)
        if (number % i == 0)
            divisors.push_back(i);
    return divisors;
}

Shape joined(std::int64_t images, std::int64_t channels, const Shape &spatial)
{
    Shape shape = {images, channels};
    shape.insert(shape.end(), spatial.begin(), spatial.end());
    return shape;
}

std::vector<ParameterSpec> weights(const Attributes &attributes, ElementType element, std::int64_t first,
                                   std::int64_t second)
{
    std::vector<ParameterSpec> parameters
        = {{1, {element, joined(first, second, attributes.ints("kernel_shape"))}}};
    if (attributes.integer("bias") == 1)
        parameters.push_back({2, {element, {attributes.integer("channels")}}});
    return parameters;
}

std::string groupProblem(const Attributes &attributes, std::int64_t in)
{
    const std::int64_t group = attributes.integer("group");
    if (in % group == 0 && attributes.integer("channels") % group == 0)
        return {};
    return fmt::format("{} groups do not divide {} and {} channels", group, in,
                       attributes.integer("channels"));
}

Inference inferConv(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const WindowReading reading = readWindow(attributes, shape.size() - 2);
    if (!reading.problem.empty())
        return illegal(reading.problem);
    if (std::string problem = groupProblem(attributes, shape[1]); !problem.empty())
        return illegal(std::move(problem));
    const auto spatial = windowed(shape, reading.window);
    if (!spatial)
        return illegal("the kernel is larger than the padded input");
    const std::int64_t channels = attributes.integer("channels");
    return yields({inputs[0].element, joined(shape[0], channels, *spatial)},
                  weights(attributes, inputs[0].element, channels, shape[1] / attributes.integer("group")));
}

// Output channels: a multiple of the groups, so many that there is room.
void chooseChannels(Attributes &attributes, std::int64_t in, std::int64_t room, Choices &choices)
{
    std::vector<std::int64_t> groups = {1};
    for (const std::int64_t divisor : divisorsOf(in))
        if (divisor > 1 && divisor <= room)
            groups.push_back(divisor);
    if (groups.back() == in)
        groups.push_back(in); // depthwise is a case of its own: as likely as two of the others
    const std::int64_t group = choices.flag("grouped", 0.4) ? choices.oneOf("group", groups) : 1;
    const std::int64_t most = std::clamp<std::int64_t>(std::min<std::int64_t>(16, room) / group, 1, 16);
    attributes.set("group", group);
    attributes.set("channels", group * choices.integer("channels", 1, most));
    attributes.set("bias", std::int64_t(choices.flag("bias", 0.6)));
}

Attributes fitConv(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    const Shape &shape = inputs[0].shape;
    const std::int64_t images = shape[0];
    const Window window = chooseWindow(
        shape, choices, {.room = std::max<std::int64_t>(limits.elements / (images * shape[1]), 1)});
    Attributes attributes;
    setWindow(attributes, window);
    const std::int64_t spatial = elementsOf(windowed(shape, window).value_or(Shape{}));
    chooseChannels(attributes, shape[1], limits.elements / (images * spatial), choices);
    return attributes;
}

// (i - 1) s + op + d (f - 1) + 1 - padding.
std::int64_t transposedSide(std::int64_t side, const WindowSide &window, std::int64_t extra)
{
    return (side - 1) * window.stride + extra + window.reach() - window.begin - window.end;
}

Inference inferTransposed(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const WindowReading reading = readWindow(attributes, shape.size() - 2);
    const Ints &extra = attributes.ints("output_padding");
    if (!reading.problem.empty() || extra.size() + 2 != shape.size())
        return illegal("window attributes that are not for the input's spatial dimensions");
    if (std::string problem = groupProblem(attributes, shape[1]); !problem.empty())
        return illegal(std::move(problem));
    Shape spatial;
    for (std::size_t i = 0; i < extra.size(); ++i) {
        const WindowSide &side = reading.window.sides[i];
        if (extra[i] >= std::max(side.stride, side.dilation))
            return illegal("an output padding that is not below the stride or the dilation");
        spatial.push_back(transposedSide(shape[i + 2], side, extra[i]));
        if (spatial.back() < 1)
            return illegal("the padding takes all of the output");
    }
    const std::int64_t channels = attributes.integer("channels");
    return yields({inputs[0].element, joined(shape[0], channels, spatial)},
                  weights(attributes, inputs[0].element, shape[1], channels / attributes.integer("group")));
}

WindowSide chooseTransposedSide(std::int64_t side, const std::string &index, Choices &choices)
{
    WindowSide window;
    window.kernel = choices.integer("kernel_shape." + index, 1, 4);
    window.stride = choices.integer("strides." + index, 1, 2);
    window.dilation = choices.integer("dilations." + index, 1, 2);
    const std::int64_t spare = transposedSide(side, window, 0) - 1;
    const std::int64_t most = std::min(window.kernel - 1, spare / 2);
    window.begin = choices.integer("pads.begin." + index, 0, most);
    window.end = choices.integer("pads.end." + index, 0, most);
    return window;
}

Attributes fitTransposed(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    const Shape &shape = inputs[0].shape;
    Window window;
    Ints extra;
    std::int64_t spatial = 1;
    for (std::size_t i = 0; i + 2 < shape.size(); ++i) {
        const std::string index = std::to_string(i);
        WindowSide side = chooseTransposedSide(shape[i + 2], index, choices);
        std::int64_t more
            = choices.integer("output_padding." + index, 0, std::max(side.stride, side.dilation) - 1);
        const std::int64_t out = spatial * transposedSide(shape[i + 2], side, more);
        if (out * shape[0] * shape[1] > limits.elements) {
            side = {}; // one to one
            more = 0;
        }
        spatial *= transposedSide(shape[i + 2], side, more);
        window.sides.push_back(side);
        extra.push_back(more);
    }
    Attributes attributes;
    setWindow(attributes, window);
    attributes.set("output_padding", extra);
    chooseChannels(attributes, shape[1], limits.elements / (shape[0] * spatial), choices);
    return attributes;
}

std::vector<AttributeSpec> convolutionAttributes()
{
    std::vector<AttributeSpec> specs = windowAttributes();
    specs.push_back(integerAttribute("group", 1, 65536));
    specs.push_back(hidden(integerAttribute("channels", 1, 65536)));
    specs.push_back(hidden(integerAttribute("bias", 0, 1)));
    return specs;
}

} // namespace

Operators convolutionOperators()
{
    Operator conv{.name = "Conv",
                  .kind = OperatorKind::Convolution,
                  .inDegrees = {1},
                  .accepts = {{realElements, 3, 5}},
                  .attributes = convolutionAttributes(),
                  .infer = inferConv,
                  .fit = fitConv};
    Operator transposed = conv;
    transposed.name = "ConvTranspose";
    // auto_pad of the transposed one means something else, and engines have not agreed on what.
    std::erase_if(transposed.attributes, [](const AttributeSpec &spec) { return spec.name == "auto_pad"; });
    transposed.attributes.push_back(listAttribute("output_padding", 0, 16));
    transposed.infer = inferTransposed;
    transposed.fit = fitTransposed;
    return {conv, transposed};
}

} // namespace mutascope::engines
