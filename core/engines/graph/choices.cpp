// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/choices.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

// FNV-1a: only to give each name a stream of its own.
std::uint64_t streamOf(const std::string &name)
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char letter : name)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    return hash;
}

std::int64_t between(std::int64_t low, std::int64_t high, Rng &rng)
{
    return low + std::int64_t(rng.below(std::uint32_t(high - low + 1)));
}

template <typename Value>
ChoiceValue otherOf(const std::vector<Value> &values, const ChoiceValue &present, Rng &rng)
{
    std::vector<Value> others;
    for (const Value &value : values)
        if (ChoiceValue(value) != present)
            others.push_back(value);
    return others[rng.below(std::uint32_t(others.size()))];
}

ChoiceValue otherOf(const Choice::Whole &range, const ChoiceValue &present, Rng &rng)
{
    const std::int64_t drawn = between(range.low, range.high - 1, rng);
    return drawn + (drawn >= std::get<std::int64_t>(present) ? 1 : 0);
}

ChoiceValue otherOf(const Choice::Real &range, const ChoiceValue &, Rng &rng)
{
    return range.low + (range.high - range.low) * rng.uniform();
}

template <typename Value> bool singleDomain(const std::vector<Value> &values)
{
    return std::ranges::all_of(values, [&](const Value &value) { return value == values.front(); });
}
bool singleDomain(const Choice::Whole &range)
{
    return range.low == range.high;
}
bool singleDomain(const Choice::Real &range)
{
    return range.low == range.high;
}

} // namespace

bool Choice::single() const
{
    return std::visit([](const auto &values) { return singleDomain(values); }, domain);
}

ChoiceValue Choice::other(Rng rng) const
{
    return std::visit([&](const auto &values) { return otherOf(values, value, rng); }, domain);
}

template <typename Value> const Value *Choices::pinned(const std::string &name) const
{
    if (m_pins.empty())
        return nullptr;
    const auto at = m_pins.find(name);
    return at == m_pins.end() ? nullptr : std::get_if<Value>(&at->second);
}

void Choices::note(const std::string &name, ChoiceValue value, Choice::Domain domain)
{
    const bool known = std::ranges::any_of(m_made, [&](const Choice &choice) { return choice.name == name; });
    if (!known)
        m_made.push_back({name, std::move(value), std::move(domain)});
}

Rng Choices::stream(const std::string &name) const
{
    return m_rng.sub(streamOf(name));
}

std::int64_t Choices::integer(const std::string &name, std::int64_t low, std::int64_t high)
{
    Rng rng = stream(name);
    const auto *pin = pinned<std::int64_t>(name);
    const std::int64_t value = pin && *pin >= low && *pin <= high ? *pin : between(low, high, rng);
    note(name, value, Choice::Whole{low, high});
    return value;
}

std::int64_t Choices::oneOf(const std::string &name, const std::vector<std::int64_t> &values)
{
    Rng rng = stream(name);
    const auto *pin = pinned<std::int64_t>(name);
    const bool usable = pin && std::ranges::find(values, *pin) != values.end();
    const std::int64_t value = usable ? *pin : values[rng.below(std::uint32_t(values.size()))];
    note(name, value, values);
    return value;
}

double Choices::real(const std::string &name, double low, double high)
{
    const auto *pin = pinned<double>(name);
    const double value
        = pin && *pin >= low && *pin <= high ? *pin : low + (high - low) * stream(name).uniform();
    note(name, value, Choice::Real{low, high});
    return value;
}

std::string Choices::word(const std::string &name, const std::vector<std::string> &words)
{
    Rng rng = stream(name);
    const auto *pin = pinned<std::string>(name);
    const bool usable = pin && std::ranges::find(words, *pin) != words.end();
    std::string value = usable ? *pin : words[rng.below(std::uint32_t(words.size()))];
    note(name, value, words);
    return value;
}

bool Choices::flag(const std::string &name, double probability)
{
    const auto *pin = pinned<std::int64_t>(name);
    const bool usable = pin && (*pin == 0 || *pin == 1);
    const std::int64_t value = usable ? *pin : stream(name).uniform() < probability ? 1 : 0;
    note(name, value, Choice::Whole{0, 1});
    return value == 1;
}

} // namespace mutascope::engines
