// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <ATen/core/Tensor.h>
#include <array>
#include <string>
#include <vector>

namespace mutascope {

// Every node of an ONNX graph is executed while it is translated, for three numbers of images. So ranks and
// shapes are known, arithmetic on shapes becomes numbers, and what depends on the number of images shows.
constexpr std::size_t onnxProbes = 3;

using Dims = std::vector<std::int64_t>;

struct OnnxValue {
    enum class Kind {
        Constant, // the same whatever the images
        Sizes, // depends on the number of images alone
        Images, // depends on the images
    };
    Kind kind = Kind::Constant;
    std::array<at::Tensor, onnxProbes> tensors; // gone after their last use; of a constant all the same
    std::array<Dims, onnxProbes> shapes;
    at::ScalarType type = at::kFloat;
    std::int64_t outer = 1; // [outer, images, ...] are merged in the dimension of the images
    std::string source; // the constant's name in the file, or empty
    std::string variable; // of forward's code; empty as long as there is none

    std::int64_t rank() const { return std::int64_t(shapes[0].size()); }
    // The dimension whose size is the number of images or a multiple of it, or -1.
    std::int64_t batchDim() const
    {
        for (std::size_t i = 0; i < shapes[0].size(); ++i)
            if (shapes[0].size() == shapes[1].size() && shapes[0][i] != shapes[1][i])
                return std::int64_t(i);
        return -1;
    }
    // Elements of the outer dimensions, before that of the images.
    std::int64_t outside() const
    {
        std::int64_t count = outer;
        for (std::int64_t i = 0; i < batchDim(); ++i)
            count *= shapes[0][std::size_t(i)];
        return count;
    }
};

} // namespace mutascope
