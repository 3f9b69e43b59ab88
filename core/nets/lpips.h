// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <filesystem>
#include <memory>
#include <vector>

namespace mutascope {

// A network of the user's that says how far two images are from each other as people see them: LPIPS (Zhang
// et al., CVPR 2018). A TorchScript file whose forward takes two batches N3HW of values from -1 to 1 and
// gives N numbers, as of
//   torch.jit.trace(lpips.LPIPS(net="alex").eval(), (a, b)).save(file)
// Grey images are given three equal channels; images whose shorter side is below 64 pixels are enlarged
// bilinearly so that it is 64, since the networks shrink them many times over.
class LpipsNetwork {
public:
    static constexpr int leastSide = 64;
    // Throws Error{NotFound|Io|BadModel}, BadModel also where the module does not work as described.
    explicit LpipsNetwork(const std::filesystem::path &file);
    ~LpipsNetwork();

    // One a pair of images. Throws Error{BadModel} where the module fails, Error{Internal} where the batches
    // differ in shape or number.
    std::vector<double> distances(const ImageBatch &a, const ImageBatch &b) const;

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace mutascope
