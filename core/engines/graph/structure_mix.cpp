// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/structure_mix.h"
#include <bit>

namespace mutascope::engines {

namespace {

std::uint64_t wordOf(std::int64_t value)
{
    return std::uint64_t(value);
}
std::uint64_t wordOf(double value)
{
    return std::bit_cast<std::uint64_t>(value);
}

struct MixValue {
    std::uint64_t hash;
    template <typename Number> std::uint64_t operator()(const Number &value) const
    {
        return mixed(hash, wordOf(value));
    }
    template <typename Number> std::uint64_t operator()(const std::vector<Number> &values) const
    {
        std::uint64_t result = mixed(hash, std::uint64_t(values.size()));
        for (const Number value : values)
            result = mixed(result, wordOf(value));
        return result;
    }
    std::uint64_t operator()(const std::string &value) const { return mixed(hash, value); }
};

} // namespace

std::uint64_t mixed(std::uint64_t hash, const std::string &text)
{
    hash = mixed(hash, std::uint64_t(text.size()));
    for (const char letter : text)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    return mixed(hash, std::uint64_t{1});
}

std::uint64_t mixed(std::uint64_t hash, const TensorType &type)
{
    hash = mixed(hash, std::uint64_t(type.element));
    return MixValue{hash}(type.shape);
}

std::uint64_t mixed(std::uint64_t hash, const Attributes &attributes)
{
    for (const auto &[name, value] : attributes.items())
        hash = std::visit(MixValue{mixed(mixed(hash, name), std::uint64_t(value.index()))}, value);
    return hash;
}

} // namespace mutascope::engines
