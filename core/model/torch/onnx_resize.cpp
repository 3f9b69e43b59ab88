// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/torch/onnx_code.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <torch/torch.h>

namespace mutascope {

namespace {

// Sizes and factors of height and width.
struct Target {
    Dims size;
    std::vector<double> factors; // empty: given as sizes
};

std::vector<double> numbersOf(const OnnxCode &c, std::size_t input)
{
    const at::Tensor &tensor = c.value(input).tensors[0];
    if (!c.isConstant(input) || tensor.dim() > 1 || tensor.numel() > 16)
        c.refuse("takes its factors from the images");
    const at::Tensor dense = tensor.to(at::kDouble).contiguous();
    return {dense.data_ptr<double>(), dense.data_ptr<double>() + dense.numel()};
}

bool given(const OnnxCode &c, std::size_t input)
{
    return c.has(input) && c.value(input).shapes[0] != Dims{0};
}

Target scaled(const OnnxCode &c, const std::vector<double> &factors)
{
    if (factors.size() != 4 || factors[0] != 1 || factors[1] != 1)
        c.refuse("resizes other dimensions than height and width");
    Target target{{}, {factors[2], factors[3]}};
    for (std::size_t i = 2; i < 4; ++i) {
        if (!(factors[i] > 0 && factors[i] <= 1024))
            c.broken("has an absurd factor");
        target.size.push_back(std::int64_t(std::floor(double(c.shape(0)[i]) * factors[i])));
    }
    return target;
}

// Sizes computed from a shape depend on the number of images in their first element only.
Target sized(const OnnxCode &c, std::size_t input)
{
    const at::Tensor &tensor = c.value(input).tensors[0];
    if (c.value(input).kind == OnnxValue::Kind::Images || tensor.dim() != 1 || tensor.numel() != 4)
        c.refuse("takes its sizes from the images");
    const at::Tensor sizes = tensor.to(at::kLong).contiguous();
    const std::int64_t *values = sizes.data_ptr<std::int64_t>();
    if (values[0] != c.shape(0)[0] || values[1] != c.shape(0)[1])
        c.refuse("resizes other dimensions than height and width");
    return {{values[2], values[3]}, {}};
}

std::string factorsCode(const Target &target)
{
    if (target.factors.empty())
        return "None, None";
    return code(target.factors[0]) + ", " + code(target.factors[1]);
}

std::string nearest(const OnnxCode &c, const std::string &coordinates)
{
    const std::string rounding = c.opset() < 11 ? "floor" : c.text("nearest_mode", "round_prefer_floor");
    if (coordinates == "asymmetric" && rounding == "floor")
        return "upsample_nearest2d";
    if (coordinates == "half_pixel" && rounding == "round_prefer_ceil")
        return "_upsample_nearest_exact2d";
    c.refuse("takes the nearest pixel in an unusual way");
}

// Where half a pixel is counted from a single one, pytorch_half_pixel differs; there is nothing to resize
// then.
std::string smooth(const OnnxCode &c, const std::string &coordinates, const std::string &mode)
{
    const bool corners = coordinates == "align_corners";
    if (!corners && coordinates != "half_pixel" && coordinates != "pytorch_half_pixel")
        c.refuse("interpolates in an unusual way");
    if (mode == "cubic" && std::abs(c.real("cubic_coeff_a", -0.75) + 0.75) > 1e-6)
        c.refuse("interpolates with an unusual cubic");
    return fmt::format("upsample_{}2d({{}}, {{}}, {}, {{}})", mode == "cubic" ? "bicubic" : "bilinear",
                       corners ? "True" : "False");
}

void apply(OnnxCode &c, const Target &target, const std::string &coordinates, const std::string &mode)
{
    if (c.rank(0) != 4)
        c.refuse("resizes what is no image");
    c.checkElements({c.shape(0)[0], c.shape(0)[1], target.size[0], target.size[1]});
    if (target.size[0] < 1 || target.size[1] < 1)
        c.broken("resizes images to nothing");
    if (mode == "nearest")
        return c.result(fmt::format("torch.{}({}, {}, {})", nearest(c, coordinates), c.in(0),
                                    code(target.size), factorsCode(target)));
    if (mode != "linear" && mode != "bilinear" && mode != "cubic")
        c.broken("has an unknown way to interpolate");
    const std::string format = smooth(c, coordinates, mode);
    c.result("torch." + fmt::format(fmt::runtime(format), c.in(0), code(target.size), factorsCode(target)));
}

// Opset 10 has no choice of coordinates.
void resize(OnnxCode &c)
{
    const std::string coordinates
        = c.opset() < 11 ? "asymmetric" : c.text("coordinate_transformation_mode", "half_pixel");
    if (c.integer("exclude_outside", 0) != 0)
        c.refuse("leaves out pixels beyond the border");
    const bool bySizes = c.opset() >= 11 && given(c, 3);
    const Target target = bySizes ? sized(c, 3) : scaled(c, numbersOf(c, c.opset() < 11 ? 1 : 2));
    apply(c, target, coordinates, c.text("mode", "nearest"));
}

// Until opset 9; linear meant the corners' way in the exporters of that time, which nothing says.
void upsample(OnnxCode &c)
{
    const std::vector<double> factors = c.hasAttribute("scales") ? c.reals("scales") : numbersOf(c, 1);
    apply(c, scaled(c, factors), "asymmetric", c.text("mode", "nearest"));
}

} // namespace

void addResizeOperators(OnnxOperators &operators)
{
    operators["Resize"] = resize;
    operators["Upsample"] = upsample;
}

} // namespace mutascope
