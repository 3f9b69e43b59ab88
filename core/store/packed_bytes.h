// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// Lists of structs as columns of bytes, both ways.
namespace mutascope {

class Packer {
public:
    explicit Packer(std::uint8_t version) : m_bytes{version} { }

    void integer(std::int64_t value);
    void real(double value); // its eight bytes, little-endian
    void text(const std::string &value);
    void reals(const std::vector<double> &values);

    template <typename Element> void size(const std::vector<Element> &list, std::size_t)
    {
        integer(std::int64_t(list.size()));
    }
    template <typename Element, typename Value>
    void column(const std::vector<Element> &list, Value Element::*member, Value = {})
    {
        std::uint64_t before = 0;
        for (const Element &element : list) {
            if constexpr (std::is_same_v<Value, double>)
                real(element.*member);
            else if constexpr (std::is_same_v<Value, std::string>)
                text(element.*member);
            else
                difference(before, std::uint64_t(std::int64_t(element.*member)));
        }
    }
    std::vector<std::uint8_t> finished(); // with the check sum

private:
    void difference(std::uint64_t &before, std::uint64_t value)
    {
        integer(std::int64_t(value - before)); // wraps around, back again when it is added
        before = value;
    }
    std::vector<std::uint8_t> m_bytes;
};

// Throws Error{BadData} where the bytes cannot be what a Packer made; `what` names them.
class Unpacker {
public:
    Unpacker(std::span<const std::uint8_t> bytes, std::uint8_t version, std::string_view what);

    std::int64_t integer();
    double real();
    std::string text();
    void reals(std::vector<double> &values);

    // leastBytes: of one element, so that a size beyond what is there is found before room is made for it.
    template <typename Element> void size(std::vector<Element> &list, std::size_t leastBytes)
    {
        list.resize(checkedCount(integer(), leastBytes));
    }
    // largest: of an enumeration.
    template <typename Element, typename Value>
    void column(std::vector<Element> &list, Value Element::*member, Value largest = {})
    {
        std::uint64_t before = 0;
        for (Element &element : list) {
            if constexpr (std::is_same_v<Value, double>)
                element.*member = real();
            else if constexpr (std::is_same_v<Value, std::string>)
                element.*member = text();
            else
                element.*member = Value(ranged<Value>(before += std::uint64_t(integer()), largest));
        }
    }
    void finish() const; // nothing may be left
    [[noreturn]] void refuse(const std::string &why) const;

private:
    template <typename Value> std::int64_t ranged(std::uint64_t value, Value largest) const
    {
        const auto number = std::int64_t(value);
        if constexpr (std::is_enum_v<Value>)
            checkRange(number, 0, std::int64_t(largest));
        else
            checkRange(number, std::numeric_limits<Value>::min(), std::numeric_limits<Value>::max());
        return number;
    }
    void checkRange(std::int64_t value, std::int64_t least, std::int64_t most) const;
    std::size_t checkedCount(std::int64_t count, std::size_t leastBytes) const;
    std::uint8_t next();

    std::span<const std::uint8_t> m_rest; // without version and check sum
    std::string_view m_what;
};

} // namespace mutascope
