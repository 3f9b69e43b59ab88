// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/array_dataset.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope {

ArrayDataset::ArrayDataset(DatasetSpec spec, std::vector<std::uint8_t> pixels, std::vector<int> labels)
    : m_spec(std::move(spec)), m_pixels(std::move(pixels)), m_labels(std::move(labels))
{
    if (m_labels.empty() || m_pixels.size() != m_labels.size() * m_spec.shape.size())
        throw Error(ErrorCode::Internal,
                    fmt::format("{} labels for {} values of {} images", m_labels.size(), m_pixels.size(),
                                m_spec.shape.text()));
}

Sample ArrayDataset::sample(std::size_t index) const
{
    const int itsLabel = label(index);
    const auto begin = m_pixels.begin() + std::ptrdiff_t(index * m_spec.shape.size());
    return {{m_spec.shape, {begin, begin + std::ptrdiff_t(m_spec.shape.size())}}, itsLabel};
}

int ArrayDataset::label(std::size_t index) const
{
    checkIndex(index, m_labels.size(), m_spec);
    return m_labels[index];
}

void checkIndex(std::size_t index, std::size_t size, const DatasetSpec &spec)
{
    if (index >= size)
        throw Error(ErrorCode::BadData,
                    fmt::format("there is no image {}: the {} split of '{}' has {}", index, spec.split,
                                spec.source.string(), size),
                    fmt::format("Images are counted from 0 to {}", size - 1));
}

} // namespace mutascope
