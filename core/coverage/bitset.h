// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace mutascope {

// A bitset whose size is known at run time. Bits beyond size() in the last word are always 0. Indices are
// not checked: the callers derive them from tables of the same size.
class Bitset {
public:
    Bitset() = default;
    explicit Bitset(std::size_t size) : m_size(size), m_words(wordsFor(size)) { }
    // words.size() must be wordsFor(size); see fits().
    Bitset(std::size_t size, std::vector<std::uint64_t> words) : m_size(size), m_words(std::move(words)) { }

    static std::size_t wordsFor(std::size_t bits) { return bits / 64 + (bits % 64 != 0); }
    // Whether the words are a bitset of that size: right number, nothing set beyond the end.
    static bool fits(std::size_t size, std::span<const std::uint64_t> words)
    {
        return words.size() == wordsFor(size) && (size % 64 == 0 || words.back() >> (size % 64) == 0);
    }

    std::size_t size() const { return m_size; }
    std::span<const std::uint64_t> words() const { return m_words; }
    bool test(std::size_t index) const { return (m_words[index / 64] & mask(index)) != 0; }
    // True where the bit was not set before.
    bool set(std::size_t index)
    {
        std::uint64_t &word = m_words[index / 64];
        const bool isNew = (word & mask(index)) == 0;
        word |= mask(index);
        return isNew;
    }
    void reset(std::size_t index) { m_words[index / 64] &= ~mask(index); }

    std::size_t count() const
    {
        std::size_t total = 0;
        for (const std::uint64_t word : m_words)
            total += std::size_t(std::popcount(word));
        return total;
    }
    // Bits of other (of the same size) that are not set here.
    std::size_t countNew(const Bitset &other) const
    {
        std::size_t total = 0;
        for (std::size_t i = 0; i < m_words.size(); ++i)
            total += std::size_t(std::popcount(other.m_words[i] & ~m_words[i]));
        return total;
    }
    Bitset &operator|=(const Bitset &other)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            m_words[i] |= other.m_words[i];
        return *this;
    }
    bool operator==(const Bitset &) const = default;

private:
    static std::uint64_t mask(std::size_t index) { return std::uint64_t{1} << (index % 64); }
    std::size_t m_size = 0;
    std::vector<std::uint64_t> m_words;
};

} // namespace mutascope
