// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/graph/attributes.h"
#include "core/engines/graph/tensor_type.h"

// Hashes of structure: the same on every machine. 64 bits, not against forgers.
namespace mutascope::engines {

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t value)
{
    // The finaliser of SplitMix64 over both.
    std::uint64_t z = hash * 0x9e3779b97f4a7c15u + value + 0x632be59bd9b4e019u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

std::uint64_t mixed(std::uint64_t hash, const std::string &text);
std::uint64_t mixed(std::uint64_t hash, const TensorType &type);
std::uint64_t mixed(std::uint64_t hash, const Attributes &attributes);

} // namespace mutascope::engines
