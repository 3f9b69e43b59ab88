// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/state_codec.h"
#include "core/engines/coverage/operator_coverage.h"
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

// The state of operator coverage as bytes.
namespace mutascope::engines {

namespace {

template <typename Items> void writeNumbers(StateWriter &writer, const Items &items)
{
    writer.u64(items.size());
    for (const auto item : items)
        writer.u64(std::uint64_t(item));
}

// Ascending, each below end.
template <typename Item>
std::set<Item> readNumbers(StateReader &reader, std::uint64_t most, std::uint64_t end)
{
    const std::uint64_t count = reader.u64();
    if (count > most || count > reader.remaining() / 8)
        throwBadState("a list is longer than it can be");
    std::set<Item> items;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t item = reader.u64();
        if ((end > 0 && item >= end) || (!items.empty() && item <= std::uint64_t(*items.rbegin())))
            throwBadState("a list has a number it cannot have");
        items.insert(items.end(), Item(item));
    }
    return items;
}

std::set<int> readDegrees(StateReader &reader, const std::vector<int> &allowed)
{
    const std::set<int> degrees = readNumbers<int>(reader, allowed.size(), std::uint64_t{1} << 31);
    for (const int degree : degrees)
        if (std::find(allowed.begin(), allowed.end(), degree) == allowed.end())
            throwBadState("a degree the corpus does not allow");
    return degrees;
}

std::map<int, std::uint32_t> readSuccessors(StateReader &reader, std::size_t operators)
{
    const std::uint64_t count = reader.u64();
    if (count > operators)
        throwBadState("more successors than operators");
    std::map<int, std::uint32_t> successors;
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t to = reader.u64();
        const std::uint32_t times = reader.u32();
        if (to >= operators || times == 0 || !successors.emplace(int(to), times).second)
            throwBadState("a successor that cannot be");
    }
    return successors;
}

} // namespace

std::string OperatorCoverage::identity() const
{
    std::string text = fmt::format("operators {} {}", m_config.mostVectors, fmt::join(m_config.weights, ","));
    for (const CorpusEntry &entry : m_config.corpus)
        text += fmt::format(";{} {} {} {}", entry.name, fmt::join(entry.inDegrees, ","),
                            fmt::join(entry.outDegrees, ","), entry.attributeBins);
    return text;
}

std::string OperatorCoverage::save() const
{
    StateWriter writer;
    writer.text(identity());
    for (const Seen &seen : m_seen) {
        writer.u64(seen.uses);
        writeNumbers(writer, seen.inDegrees);
        writeNumbers(writer, seen.outDegrees);
        writer.u64(seen.successors.size());
        for (const auto &[to, times] : seen.successors) {
            writer.u64(std::uint64_t(to));
            writer.u32(times);
        }
        writeNumbers(writer, seen.vectors);
        writeNumbers(writer, seen.attributeBins);
    }
    return writer.sealed();
}

void OperatorCoverage::load(const std::string &bytes)
{
    StateReader reader = StateReader::unsealed(bytes);
    if (reader.text() != identity())
        throwBadState("it is of another corpus or other settings");
    std::vector<Seen> all;
    for (const CorpusEntry &entry : m_config.corpus) {
        Seen seen;
        seen.uses = reader.u64();
        seen.inDegrees = readDegrees(reader, entry.inDegrees);
        seen.outDegrees = readDegrees(reader, entry.outDegrees);
        seen.successors = readSuccessors(reader, m_config.corpus.size());
        seen.vectors = readNumbers<std::uint64_t>(reader, std::uint64_t(m_config.mostVectors), 0);
        seen.attributeBins = readNumbers<int>(reader, std::uint64_t(entry.attributeBins),
                                              std::uint64_t(entry.attributeBins));
        all.push_back(std::move(seen));
    }
    reader.expectEnd();
    m_seen = std::move(all);
}

} // namespace mutascope::engines
