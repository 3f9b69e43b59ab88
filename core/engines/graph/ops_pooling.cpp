// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/window.h"
#include <algorithm>

// Poolings, over windows and over everything.
namespace mutascope::engines {

namespace {

// With ceil a last window may begin behind the last value, where engines do not agree whether it counts.
bool windowsBeginInside(const Shape &input, const Window &window, const Shape &spatial)
{
    for (std::size_t i = 0; i < spatial.size(); ++i)
        if ((spatial[i] - 1) * window.sides[i].stride >= input[i + 2] + window.sides[i].begin)
            return false;
    return true;
}

bool windowsTouch(const Shape &input, const Window &window, const Shape &spatial)
{
    if (!window.autoPad.empty())
        return true;
    for (std::size_t i = 0; i < spatial.size(); ++i)
        if (!eachTouches(input[i + 2], window.sides[i], spatial[i]))
            return false;
    return true;
}

Inference inferPool(const Attributes &attributes, InputTypes inputs)
{
    const Shape &shape = inputs[0].shape;
    const WindowReading reading = readWindow(attributes, shape.size() - 2);
    if (!reading.problem.empty())
        return illegal(reading.problem);
    const bool ceil = attributes.integer("ceil_mode") == 1;
    const auto spatial = windowed(shape, reading.window, ceil);
    if (!spatial)
        return illegal("the kernel is larger than the padded input");
    if (!windowsTouch(shape, reading.window, *spatial))
        return illegal("a window lies over padding alone");
    if (ceil && (!reading.window.autoPad.empty() || !windowsBeginInside(shape, reading.window, *spatial)))
        return illegal("the last window begins behind the input");
    Shape result = {shape[0], shape[1]};
    result.insert(result.end(), spatial->begin(), spatial->end());
    return yields({inputs[0].element, result});
}

Window choosePool(const Shape &shape, Choices &choices, const FitLimits &limits, std::int64_t dilation)
{
    return chooseWindow(shape, choices,
                        {.largestKernel = 4,
                         .largestDilation = dilation,
                         .pooling = true,
                         .room = std::max<std::int64_t>(limits.elements / (shape[0] * shape[1]), 1)});
}

void chooseCeil(Attributes &attributes, InputTypes inputs, const Window &window, Choices &choices)
{
    attributes.set("ceil_mode", std::int64_t(choices.flag("ceil_mode", 0.3) && window.autoPad.empty()));
    if (!inferPool(attributes, inputs).problem.empty())
        attributes.set("ceil_mode", std::int64_t{0});
}

Attributes fitMaxPool(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    const Window window = choosePool(inputs[0].shape, choices, limits, 2);
    Attributes attributes;
    setWindow(attributes, window);
    chooseCeil(attributes, inputs, window, choices);
    return attributes;
}

Attributes fitAveragePool(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    const Window window = choosePool(inputs[0].shape, choices, limits, 1);
    Attributes attributes;
    setWindow(attributes, window, false);
    attributes.set("count_include_pad", std::int64_t(choices.flag("count_include_pad")));
    chooseCeil(attributes, inputs, window, choices);
    return attributes;
}

Attributes fitLpPool(InputTypes inputs, Choices &choices, const FitLimits &limits)
{
    Attributes attributes{{"p", choices.integer("p", 1, 3)}};
    setWindow(attributes, choosePool(inputs[0].shape, choices, limits, 1), false);
    return attributes;
}

Inference inferGlobal(const Attributes &, InputTypes inputs)
{
    Shape shape = inputs[0].shape;
    std::fill(shape.begin() + 2, shape.end(), 1);
    return yields({inputs[0].element, shape});
}

Attributes fitGlobalLp(InputTypes, Choices &choices, const FitLimits &)
{
    return {{"p", choices.integer("p", 1, 3)}};
}

Operator pool(const char *name)
{
    return {.name = name,
            .kind = OperatorKind::Pooling,
            .inDegrees = {1},
            .accepts = {{realElements, 3, 5}},
            .infer = inferPool,
            .fit = fitNothing};
}

Operator global(const char *name)
{
    Operator op = pool(name);
    op.infer = inferGlobal;
    return op;
}

} // namespace

Operators poolingOperators()
{
    Operator largest = pool("MaxPool");
    largest.attributes = windowAttributes();
    largest.attributes.push_back(integerAttribute("ceil_mode", 0, 1));
    largest.fit = fitMaxPool;
    Operator average = pool("AveragePool");
    average.attributes = windowAttributes(false);
    average.attributes.push_back(integerAttribute("ceil_mode", 0, 1));
    average.attributes.push_back(integerAttribute("count_include_pad", 0, 1));
    average.fit = fitAveragePool;
    Operator norm = pool("LpPool");
    norm.attributes = windowAttributes(false);
    norm.attributes.push_back(integerAttribute("p", 1, 3));
    norm.fit = fitLpPool;
    Operator globalNorm = global("GlobalLpPool");
    globalNorm.attributes = {integerAttribute("p", 1, 3)};
    globalNorm.fit = fitGlobalLp;
    return {largest, average, norm, global("GlobalAveragePool"), global("GlobalMaxPool"), globalNorm};
}

} // namespace mutascope::engines
