// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/graph/attributes.h"
#include <algorithm>

namespace mutascope::engines {

namespace {

template <typename Value> const Value *as(const AttributeValue *value)
{
    return value ? std::get_if<Value>(value) : nullptr;
}

auto before()
{
    return [](const Attributes::Item &item, const std::string &name) { return item.first < name; };
}

} // namespace

Attributes::Attributes(std::initializer_list<Item> items)
{
    for (const auto &[name, value] : items)
        set(name, value);
}

void Attributes::set(const std::string &name, AttributeValue value)
{
    const auto at = std::lower_bound(m_items.begin(), m_items.end(), name, before());
    if (at != m_items.end() && at->first == name)
        at->second = std::move(value);
    else
        m_items.insert(at, {name, std::move(value)});
}

void Attributes::erase(const std::string &name)
{
    std::erase_if(m_items, [&](const Item &item) { return item.first == name; });
}

const AttributeValue *Attributes::find(const std::string &name) const
{
    const auto at = std::lower_bound(m_items.begin(), m_items.end(), name, before());
    return at != m_items.end() && at->first == name ? &at->second : nullptr;
}

std::int64_t Attributes::integer(const std::string &name, std::int64_t fallback) const
{
    const auto *value = as<std::int64_t>(find(name));
    return value ? *value : fallback;
}

double Attributes::real(const std::string &name, double fallback) const
{
    const auto *value = as<double>(find(name));
    return value ? *value : fallback;
}

std::string Attributes::word(const std::string &name, const std::string &fallback) const
{
    const auto *value = as<std::string>(find(name));
    return value ? *value : fallback;
}

const Ints &Attributes::ints(const std::string &name) const
{
    static const Ints none;
    const auto *value = as<Ints>(find(name));
    return value ? *value : none;
}

const Reals &Attributes::reals(const std::string &name) const
{
    static const Reals none;
    const auto *value = as<Reals>(find(name));
    return value ? *value : none;
}

} // namespace mutascope::engines
