// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/state_codec.h"
#include "core/coverage/activation_source.h"
#include "core/model/torch/matrix_product.h"
#include <cstdint>
#include <vector>

namespace mutascope {

// Activations of training images, by the class that the model predicts for them: what surprise is measured
// against. Of each class the first images in the order of the data set are kept, up to a number; images with
// a value that is not finite are left out.
class ClassTraces {
public:
    explicit ClassTraces(std::size_t mostPerClass) : m_mostPerClass(mostPerClass) { }

    // Throws Error{Usage} where more than memory allows would be kept.
    void add(const Trace &trace, const ActivationSource &source);

    std::uint64_t rows() const { return m_rows; } // seen, not kept
    std::size_t width() const { return m_width; }
    std::size_t classes() const { return m_values.size(); }
    std::size_t count(std::size_t cls) const { return m_width == 0 ? 0 : m_values[cls].size() / m_width; }
    // Those of one class; only these columns of them.
    DenseMatrix matrix(std::size_t cls) const;
    DenseMatrix matrix(std::size_t cls, const std::vector<std::size_t> &columns) const;

    void save(StateWriter &writer) const;
    // Throws Error{BadData} on what add() cannot produce.
    static ClassTraces load(StateReader &reader, std::size_t mostPerClass);

private:
    std::size_t m_mostPerClass;
    std::uint64_t m_rows = 0;
    std::size_t m_width = 0;
    std::size_t m_kept = 0; // values in all
    std::vector<std::vector<float>> m_values; // one a class, row-major
};

} // namespace mutascope
