// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/npy_header.h"
#include "core/base/error.h"
#include "core/data/class_names.h"
#include "core/data/file_kind.h"
#include "core/data/size_check.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace mutascope {

namespace {

using std::string_view_literals::operator""sv;
constexpr std::size_t mostDimensions = 32; // NumPy's own limit
constexpr std::uint64_t mostValues = std::uint64_t{1} << 48;

[[noreturn]] void throwBad(const ByteSource &source, const std::string &why,
                           const std::string &hint = "Save the array again with numpy.save")
{
    throw Error(ErrorCode::BadData, fmt::format("'{}' {}", source.name(), why), hint);
}

// The header's Python dict, as numpy.save writes it: text, True, False and tuples of whole numbers.
class HeaderText {
public:
    HeaderText(std::string_view text, const ByteSource &source) : m_text(text), m_source(source) { }

    NpyHeader parse()
    {
        expect('{');
        while (!accept('}')) {
            readItem();
            if (!accept(',') && next() != '}')
                fail();
        }
        std::sort(m_seen.begin(), m_seen.end());
        if (next() != '\0' || m_seen != "dfs")
            fail();
        return m_header;
    }

private:
    void readItem()
    {
        const std::string_view key = quoted();
        expect(':');
        if (key == "descr")
            readType();
        else if (key == "fortran_order")
            readOrder();
        else if (key == "shape")
            readShape();
        else
            fail();
        m_seen += key[0];
    }

    void readType()
    {
        if (next() == '[')
            throw Error(ErrorCode::Unsupported, fmt::format("'{}' is an array of records", m_source.name()),
                        "Save the images and the labels as arrays of their own");
        const std::string_view type = quoted();
        if (type.size() < 2 || "<>|="sv.find(type[0]) == "<>|="sv.npos)
            fail();
        m_header.bigEndian = type[0] == '>';
        m_header.kind = type[1];
        const std::string_view size = type.substr(2);
        const auto end = std::from_chars(size.data(), size.data() + size.size(), m_header.itemSize);
        const bool known = end.ec == std::errc() && end.ptr == size.data() + size.size() && isNumber();
        if (!known)
            throw Error(
                ErrorCode::Unsupported,
                fmt::format("'{}' is an array of type '{:.40}'", m_source.name(), asUtf8(std::string(type))),
                "Save it as integers, reals or booleans, for example with array.astype('uint8')");
    }

    bool isNumber() const
    {
        const std::size_t size = m_header.itemSize;
        const bool wide = size == 2 || size == 4 || size == 8;
        switch (m_header.kind) {
        case 'b':
            return size == 1;
        case 'u':
        case 'i':
            return size == 1 || wide;
        case 'f':
            return wide;
        default:
            return false;
        }
    }

    void readOrder()
    {
        m_header.fortranOrder = acceptWord("True");
        if (!m_header.fortranOrder && !acceptWord("False"))
            fail();
    }

    void readShape()
    {
        expect('(');
        m_header.shape.clear(); // a key that stands twice is refused in the end
        while (!accept(')')) {
            m_header.shape.push_back(number());
            if (m_header.shape.size() > mostDimensions || (!accept(',') && next() != ')'))
                fail();
        }
    }

    std::uint64_t number()
    {
        next();
        std::uint64_t value = 0;
        const char *const last = m_text.data() + m_text.size();
        const auto end = std::from_chars(m_text.data() + m_at, last, value);
        if (end.ec == std::errc::result_out_of_range)
            throwBad(m_source, "says that a dimension is larger than any array can be");
        if (end.ec != std::errc())
            fail();
        m_at = std::size_t(end.ptr - m_text.data());
        return value;
    }

    std::string_view quoted()
    {
        const char quote = next();
        const std::size_t end = quote == '\'' || quote == '"' ? m_text.find(quote, m_at + 1) : m_text.npos;
        if (end == m_text.npos || end == m_at + 1)
            fail();
        const std::string_view inside = m_text.substr(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        return inside;
    }

    // The next character that is no space; '\0' at the end.
    char next()
    {
        while (m_at < m_text.size() && " \n"sv.find(m_text[m_at]) != " \n"sv.npos)
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }
    bool accept(char c)
    {
        const bool here = next() == c;
        m_at += here ? 1 : 0;
        return here;
    }
    bool acceptWord(std::string_view word)
    {
        next();
        const bool here = m_text.substr(m_at).starts_with(word);
        m_at += here ? word.size() : 0;
        return here;
    }
    void expect(char c)
    {
        if (!accept(c))
            fail();
    }
    [[noreturn]] void fail() const { throwBad(m_source, "has a header that is damaged"); }

    std::string_view m_text;
    const ByteSource &m_source;
    std::size_t m_at = 0;
    std::string m_seen; // first letters of the keys so far
    NpyHeader m_header;
};

std::vector<std::uint8_t> readExactly(ByteSource &source, std::size_t size)
{
    std::vector<std::uint8_t> bytes(size);
    if (source.readInto(bytes) < size)
        throwBad(source, "is cut short: it ends inside its header", "Copy or download the file again");
    return bytes;
}

std::size_t headerLength(ByteSource &source, int version)
{
    constexpr std::size_t longest = 1 << 16; // NumPy itself refuses to read more than 10,000
    const std::vector<std::uint8_t> bytes = readExactly(source, version == 1 ? 2 : 4);
    std::size_t length = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        length = length << 8 | bytes[i];
    if (length > longest)
        throwBad(source, fmt::format("says that its header has {} bytes", length));
    return length;
}

std::optional<std::uint64_t> product(const std::vector<std::uint64_t> &factors)
{
    std::uint64_t total = 1;
    for (const std::uint64_t factor : factors) {
        if (factor != 0 && total > mostValues / factor)
            return std::nullopt;
        total *= factor;
    }
    return total;
}

void checkFits(const ByteSource &source, const NpyHeader &header)
{
    const std::optional<std::uint64_t> count = product(header.shape);
    if (!count)
        throwBad(source,
                 fmt::format("says that its shape is {}: no array is that large", header.shapeText()));
    if (*count == 0)
        throwBad(source, fmt::format("holds nothing: its shape is {}", header.shapeText()),
                 "Give an array with at least one value");
    const std::uint64_t promised = header.headerSize + *count * header.itemSize;
    if (promised > source.largestSize())
        throwBad(source,
                 fmt::format("is cut short: its header promises {} bytes, there are at most {}", promised,
                             source.largestSize()),
                 "Copy or download the file again");
    checkExpansion(source, promised);
    checkMemory(source.name(), *count);
}

} // namespace

std::uint64_t NpyHeader::count() const
{
    return product(shape).value_or(0);
}

std::string NpyHeader::typeText() const
{
    const char *name = kind == 'u' ? "uint" : kind == 'i' ? "int" : kind == 'f' ? "float" : "bool";
    return kind == 'b' ? name : fmt::format("{}{}", name, 8 * itemSize);
}

std::string NpyHeader::shapeText() const
{
    return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

NpyHeader readNpyHeader(ByteSource &source)
{
    const std::vector<std::uint8_t> magic = readExactly(source, 8);
    const std::string_view signature(reinterpret_cast<const char *>(magic.data()), 6);
    if (signature != "\x93NUMPY"sv)
        throwBad(source, fmt::format("is {}, not a NumPy array", fileKind(std::span(magic).first(4))),
                 "Give a file that numpy.save wrote");
    const int version = magic[6];
    if (version < 1 || version > 3)
        throwBad(source, fmt::format("is of version {} of NumPy's format; 1 to 3 are known", version));
    const std::size_t length = headerLength(source, version);
    const std::vector<std::uint8_t> text = readExactly(source, length);
    NpyHeader header = HeaderText({reinterpret_cast<const char *>(text.data()), text.size()}, source).parse();
    header.headerSize = 8 + (version == 1 ? 2 : 4) + length;
    checkFits(source, header);
    return header;
}

} // namespace mutascope
