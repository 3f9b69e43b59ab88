// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include "core/base/rng.h"
#include <ATen/core/Tensor.h>
#include <string>
#include <vector>

// The network of AdvGAN that makes perturbations, for images of any size.
namespace mutascope {

// Reflects images about their borders, as often as it takes, to sides that the network returns unchanged, and
// cuts the borders off again: sides are multiples of 4 and at least 16, half of what is missing goes in
// front. Index tables, so that a side of one pixel is no special case.
class Padding {
public:
    Padding() = default;
    // multiple, least: of the sides after padding.
    Padding(int height, int width, int multiple, int least);
    at::Tensor pad(const at::Tensor &images) const; // NCHW
    at::Tensor crop(const at::Tensor &images) const;
    bool none() const { return m_rows.numel() == m_height && m_columns.numel() == m_width; }
    const at::Tensor &rows() const { return m_rows; }
    const at::Tensor &columns() const { return m_columns; }
    std::int64_t top() const { return (m_rows.numel() - m_height) / 2; }
    std::int64_t left() const { return (m_columns.numel() - m_width) / 2; }

private:
    std::int64_t m_height = 0;
    std::int64_t m_width = 0;
    at::Tensor m_rows; // which row of the image each row of the padded one is
    at::Tensor m_columns;
};

// Weights of a layer and of the normalisation behind it.
struct AdvGanLayer {
    at::Tensor weight;
    at::Tensor scale; // undefined: no normalisation
    at::Tensor shift;
};

class AdvGanGenerator {
public:
    struct Layout {
        ImageShape shape;
        int bound = 0; // in grey levels
        int width = 8; // channels of the first layer
        bool skips = false; // connections past the narrowest part: Ronneberger et al., U-Net, MICCAI 2015
    };
    AdvGanGenerator(const Layout &layout, Rng rng);

    // What the tangent is taken of, for NCHW images in [0, 1]. Where it is far from 0 it has no gradient.
    at::Tensor unbounded(const at::Tensor &images) const;
    // Perturbations, each value at most bound / 255 away from 0.
    at::Tensor bounded(const at::Tensor &unbounded) const;
    at::Tensor perturbation(const at::Tensor &images) const { return bounded(unbounded(images)); }
    std::vector<at::Tensor> parameters() const;
    // The bytes of a TorchScript file: uint8 NCHW -> perturbed uint8, or values in [0, 1] -> perturbed ones.
    std::string torchScript() const;

private:
    Layout m_layout;
    Padding m_padding;
    std::vector<AdvGanLayer> m_down;
    std::vector<AdvGanLayer> m_blocks; // two a block
    std::vector<AdvGanLayer> m_up;
    std::vector<AdvGanLayer> m_joins; // behind m_up, of what comes past; none without skips
    at::Tensor m_last;
};

} // namespace mutascope
