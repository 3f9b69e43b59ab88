// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/call.h"
#include <algorithm>
#include <cmath>
#include <torch/torch.h>

// Resize as ONNX describes it: along each dimension every place of the result is a weighted sum of places of
// the input, so a dimension is one product with a matrix.
namespace mutascope::engines {

namespace {

struct Side {
    std::int64_t in = 1;
    std::int64_t out = 1;
    double scale = 1;
};

std::vector<Side> sidesOf(const Call &call)
{
    const Reals &scales = call.attributes.reals("scales");
    const Ints &sizes = call.attributes.ints("sizes");
    std::vector<Side> sides;
    for (std::size_t i = 0; i < std::size_t(call.rank()); ++i) {
        const std::int64_t in = call.in().size(std::int64_t(i));
        if (i < scales.size())
            sides.push_back({in, std::int64_t(std::floor(float(in) * float(scales[i]))), scales[i]});
        else
            sides.push_back({in, sizes.at(i), double(sizes.at(i)) / double(in)});
    }
    return sides;
}

// Where place x of the result lies in the input, in the precision of Number.
template <typename Number> Number source(const std::string &mode, const Side &side, Number x)
{
    const Number scale = Number(side.scale);
    if (mode == "asymmetric")
        return x / scale;
    if (mode == "align_corners")
        return side.out == 1 ? 0 : x * Number(side.in - 1) / Number(side.out - 1);
    if (mode == "pytorch_half_pixel" && side.out == 1)
        return 0;
    return (x + Number(0.5)) / scale - Number(0.5);
}

// Of a coordinate that float32 does not hold, the last bits are an engine's own; what they decide must show.
double place(const Call &call, const Side &side, std::int64_t x)
{
    const std::string mode = call.attributes.word("coordinate_transformation_mode", "half_pixel");
    // ONNX does not say whether the corners are those of the whole places or of side times scale.
    const double resized = double(side.in) * side.scale;
    if (mode == "align_corners" && call.jitter > 0 && resized != double(side.out) && resized > 1)
        return double(x) * double(side.in - 1) / (resized - 1);
    const double exact = source<double>(mode, side, double(x));
    if (double(source<float>(mode, side, float(x))) == exact && double(float(side.scale)) == side.scale
        && double(float(1 / side.scale)) == 1 / side.scale)
        return exact;
    return exact + call.jitter * std::max(1.0, std::abs(exact));
}

std::int64_t nearest(const std::string &mode, double at)
{
    if (mode == "floor")
        return std::int64_t(std::floor(at));
    if (mode == "ceil")
        return std::int64_t(std::ceil(at));
    return std::int64_t(mode == "round_prefer_ceil" ? std::floor(at + 0.5) : std::ceil(at - 0.5));
}

// Keys (1981), a = -0.75, which is ONNX's default.
double cubic(double distance)
{
    constexpr double a = -0.75;
    const double d = std::abs(distance);
    if (d <= 1)
        return ((a + 2) * d - (a + 3)) * d * d + 1;
    return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

class Weights {
public:
    explicit Weights(const Side &side) : m_side(side), m_values(std::size_t(side.out * side.in)) { }

    // Places outside are the ones at the border.
    void add(std::int64_t out, std::int64_t in, double weight)
    {
        in = std::clamp<std::int64_t>(in, 0, m_side.in - 1);
        m_values[std::size_t(out * m_side.in + in)] += weight;
    }
    at::Tensor tensor() const { return constant(m_values).reshape({m_side.out, m_side.in}); }

private:
    Side m_side;
    std::vector<double> m_values;
};

at::Tensor weightsOf(const Call &call, const Side &side)
{
    const std::string mode = call.attributes.word("mode", "nearest");
    const std::string rounding = call.attributes.word("nearest_mode", "round_prefer_floor");
    Weights weights(side);
    for (std::int64_t out = 0; out < side.out; ++out) {
        const double at = place(call, side, out);
        const std::int64_t low = std::int64_t(std::floor(at));
        if (mode == "nearest")
            weights.add(out, nearest(rounding, at), 1);
        else if (mode == "linear")
            for (std::int64_t in = low; in <= low + 1; ++in)
                weights.add(out, in, 1 - std::abs(at - double(in)));
        else
            for (std::int64_t in = low - 1; in <= low + 2; ++in)
                weights.add(out, in, cubic(at - double(in)));
    }
    return weights.tensor();
}

Tensors resize(const Call &call)
{
    at::Tensor x = call.in();
    const std::vector<Side> sides = sidesOf(call);
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (sides[i].in == sides[i].out && sides[i].scale == 1)
            continue;
        const at::Tensor weights = weightsOf(call, sides[i]).to(x.scalar_type());
        const std::int64_t dim = std::int64_t(i);
        x = at::transpose(at::matmul(at::transpose(x, dim, -1), at::t(weights)), dim, -1);
    }
    return {x};
}

} // namespace

void addResamplings(Evaluators &all)
{
    all.insert({{"Resize", resize}});
}

} // namespace mutascope::engines
