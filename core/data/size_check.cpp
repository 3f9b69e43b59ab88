// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/size_check.h"
#include "core/base/error.h"
#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>

namespace mutascope {

void checkExpansion(const ByteSource &source, std::uint64_t size)
{
    constexpr std::uint64_t harmless = std::uint64_t{256} << 20;
    constexpr std::uint64_t mostTimes = 500; // photographs: 2 or less; blank images with a few strokes: 100
    if (size > harmless && size / mostTimes > source.packedSize())
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' would unpack {} bytes to {}: more than {} times its size",
                                source.name(), source.packedSize(), size, mostTimes),
                    "If the file is to be trusted, unpack it with another program");
}

void checkMemory(const std::string &name, std::uint64_t size)
{
    const long pages = sysconf(_SC_PHYS_PAGES), pageSize = sysconf(_SC_PAGESIZE);
    const std::uint64_t memory = std::uint64_t(std::max(pages, 0L)) * std::uint64_t(std::max(pageSize, 0L));
    if (memory != 0 && size > memory)
        throw Error(ErrorCode::Unsupported,
                    fmt::format("'{}' does not fit into memory: it needs {} bytes, the machine has {}", name,
                                size, memory),
                    "Use a smaller data set, or an image folder, which is read piece by piece");
}

} // namespace mutascope
