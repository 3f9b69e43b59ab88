// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/data/dataset.h"
#include <cstdint>

namespace mutascope {

// A data set that lies in memory as it is: 8 bits a value.
class ArrayDataset : public Dataset {
public:
    // pixels: NHWC, one image a label.
    ArrayDataset(DatasetSpec spec, std::vector<std::uint8_t> pixels, std::vector<int> labels);

    const DatasetSpec &spec() const override { return m_spec; }
    std::size_t size() const override { return m_labels.size(); }
    Sample sample(std::size_t index) const override;
    int label(std::size_t index) const override;

private:
    DatasetSpec m_spec;
    std::vector<std::uint8_t> m_pixels;
    std::vector<int> m_labels;
};

// Throws Error{BadData} where the data set has no image of the number.
void checkIndex(std::size_t index, std::size_t size, const DatasetSpec &spec);

} // namespace mutascope
