// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/rng.h"
#include "core/model/model.h"
#include <ATen/core/Tensor.h>

// The border between images and the networks that make images: NCHW floats in [0, 1]. A model under test has
// a border of its own (core/model/torch/input_conversion.h).
namespace mutascope {

at::Tensor unitTensor(const ImageBatch &images);
// Rounds to grey levels; values outside [0, 1] are clamped.
ImageBatch quantised(const at::Tensor &images);
// Grey levels as Model::gradient takes them.
FloatImages greyLevels(const at::Tensor &images);
// Gradients for grey levels -> for values in [0, 1], NCHW.
at::Tensor unitGradient(const FloatImages &gradient);

// Normal and uniform numbers of our own generator, so that they do not depend on the library's version.
at::Tensor normalTensor(at::IntArrayRef sizes, Rng &rng);
at::Tensor uniformTensor(at::IntArrayRef sizes, Rng &rng);

// Networks run here on this many images at once: more would not stay within a processor's cache.
inline constexpr std::int64_t imagesAtOnce = 128;

} // namespace mutascope
