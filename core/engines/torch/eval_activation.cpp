// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/call.h"
#include <torch/torch.h>

namespace mutascope::engines {

namespace {

double alpha(const Call &call, double fallback)
{
    return call.attributes.real("alpha", fallback);
}

Tensors softplus(const Call &call)
{
    return {at::softplus(call.in(), 1, call.real == at::kDouble ? 40 : 20)};
}

Tensors softsign(const Call &call)
{
    return {at::div(call.in(), at::add(at::abs(call.in()), 1))};
}

Tensors leakyRelu(const Call &call)
{
    return {at::leaky_relu(call.in(), double(float(alpha(call, 0.01f))))};
}

Tensors elu(const Call &call)
{
    return {at::elu(call.in(), alpha(call, 1))};
}

Tensors celu(const Call &call)
{
    return {at::celu(call.in(), alpha(call, 1))};
}

Tensors thresholdedRelu(const Call &call)
{
    return {at::threshold(call.in(), alpha(call, 1), 0)};
}

Tensors hardSigmoid(const Call &call)
{
    const at::Tensor line = at::add(at::mul(call.in(), alpha(call, 0.2f)), call.attributes.real("beta", 0.5));
    return {at::clamp(line, 0, 1)};
}

Tensors selu(const Call &call)
{
    const double a = alpha(call, double(1.67326319217681884765625f));
    const double gamma = call.attributes.real("gamma", double(1.05070102214813232421875f));
    return {at::elu(call.in(), a, gamma)};
}

Tensors shrink(const Call &call)
{
    const double bias = call.attributes.real("bias", 0);
    const double border = call.attributes.real("lambd", 0.5);
    const at::Tensor &x = call.in();
    const at::Tensor high = at::where(at::gt(x, border), at::sub(x, bias), at::zeros_like(x));
    return {at::where(at::lt(x, -border), at::add(x, bias), high)};
}

Tensors clip(const Call &call)
{
    c10::optional<at::Scalar> low, high;
    if (call.attributes.contains("min"))
        low = call.attributes.real("min");
    if (call.attributes.contains("max"))
        high = call.attributes.real("max");
    if (!low && !high)
        return {at::alias(call.in())};
    return {at::clamp(call.in(), low, high)};
}

Tensors prelu(const Call &call)
{
    const at::Tensor &x = call.in();
    return {at::where(at::lt(x, 0), at::mul(x, call.in(1)), x)};
}

// In inference.
Tensors dropout(const Call &call)
{
    return {at::alias(call.in()), at::ones_like(call.in(), at::kBool)};
}

} // namespace

void addActivations(Evaluators &all)
{
    all.insert({{"Relu", unary<at::relu>},
                {"Sigmoid", unary<at::sigmoid>},
                {"Softplus", softplus},
                {"Softsign", softsign},
                {"Tanh", unary<at::tanh>},
                {"LeakyRelu", leakyRelu},
                {"Elu", elu},
                {"Celu", celu},
                {"ThresholdedRelu", thresholdedRelu},
                {"HardSwish", unary<at::hardswish>},
                {"HardSigmoid", hardSigmoid},
                {"Selu", selu},
                {"Shrink", shrink},
                {"Clip", clip},
                {"PRelu", prelu},
                {"Dropout", dropout}});
}

} // namespace mutascope::engines
