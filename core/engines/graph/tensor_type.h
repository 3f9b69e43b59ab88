// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

// What flows along an edge of an operator graph. Every size is known and at least 1.
namespace mutascope::engines {

enum class ElementType : std::uint8_t { Float, Double, Int8, UInt8, Int32, Int64, Bool };
inline constexpr int elementTypes = 7;

using Shape = std::vector<std::int64_t>;

struct TensorType {
    ElementType element = ElementType::Float;
    Shape shape; // empty: a scalar
    bool operator==(const TensorType &) const = default;
};

// The largest tensor and the highest rank any graph may have: what is read from files is held against these
// before memory is asked for.
inline constexpr std::int64_t largestTensor = std::int64_t{1} << 24;
inline constexpr std::size_t highestRank = 6;

std::size_t bytesOf(ElementType element);
const char *nameOf(ElementType element); // "float32", as numpy says
std::optional<ElementType> elementNamed(const std::string &name);
bool isReal(ElementType element);

// Number of elements; a product beyond largestTensor is given as largestTensor + 1, never wrapped.
std::int64_t elementsOf(const Shape &shape);
// Why this is no type a graph may have, or "".
std::string problemOf(const TensorType &type);
std::string toText(const TensorType &type); // "float32[1,3,8,8]"
// The reverse of toText; empty where the text is none, or a type no graph may have.
std::optional<TensorType> tensorTypeFrom(const std::string &text);

// The shape both are broadcast to (numpy's rules), where there is one.
std::optional<Shape> broadcastOf(const Shape &a, const Shape &b);

// A set of element types.
class ElementSet {
public:
    constexpr ElementSet(std::initializer_list<ElementType> elements)
    {
        for (const ElementType element : elements)
            m_bits |= bit(element);
    }
    constexpr bool contains(ElementType element) const { return (m_bits & bit(element)) != 0; }
    // The member that comes first in the enumeration.
    ElementType first() const;

private:
    static constexpr unsigned bit(ElementType element) { return 1u << unsigned(element); }
    unsigned m_bits = 0;
};

} // namespace mutascope::engines
