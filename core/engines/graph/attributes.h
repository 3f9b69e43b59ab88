// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace mutascope::engines {

using Ints = std::vector<std::int64_t>;
using Reals = std::vector<double>;
using AttributeValue = std::variant<std::int64_t, double, std::string, Ints, Reals>;

// Attributes of one operator, by name. Few: a sorted list, so that two equal sets are equal values.
class Attributes {
public:
    using Item = std::pair<std::string, AttributeValue>;

    Attributes() = default;
    Attributes(std::initializer_list<Item> items);

    void set(const std::string &name, AttributeValue value);
    void erase(const std::string &name);
    const AttributeValue *find(const std::string &name) const;
    bool contains(const std::string &name) const { return find(name) != nullptr; }

    // The value, or the fallback where there is none or it is of another type.
    std::int64_t integer(const std::string &name, std::int64_t fallback = 0) const;
    double real(const std::string &name, double fallback = 0) const;
    std::string word(const std::string &name, const std::string &fallback = {}) const;
    const Ints &ints(const std::string &name) const; // none: empty
    const Reals &reals(const std::string &name) const;

    const std::vector<Item> &items() const { return m_items; }
    bool operator==(const Attributes &) const = default;

private:
    std::vector<Item> m_items;
};

} // namespace mutascope::engines
