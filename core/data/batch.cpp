// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/batch.h"

namespace mutascope {

ImageBatch batchOf(const Dataset &data, std::size_t begin, std::size_t end)
{
    ImageBatch batch(data.spec().shape);
    batch.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i)
        batch.append(data.sample(i).image);
    return batch;
}

std::string classNameOf(const std::vector<std::string> &names, int label)
{
    return std::size_t(label) < names.size() ? names[std::size_t(label)] : std::to_string(label);
}

} // namespace mutascope
