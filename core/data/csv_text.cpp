// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/csv_text.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

using std::string_view_literals::operator""sv;

class CsvParser {
public:
    CsvParser(std::string_view text, char separator, const std::string &source)
        : m_text(text), m_separator(separator), m_source(source)
    {
        if (m_text.starts_with("\xef\xbb\xbf"sv))
            m_text.remove_prefix(3);
    }

    bool atEnd() const { return m_at >= m_text.size(); }

    // One row; without fields where the line is empty.
    CsvRow row()
    {
        CsvRow out{m_line, {}};
        if (endOfLine())
            return out;
        do
            out.fields.push_back(peek() == '"' ? quoted() : plain());
        while (accept(m_separator));
        if (!endOfLine())
            fail(m_line, "has text behind a closing quote");
        return out;
    }

private:
    char peek() const { return atEnd() ? '\n' : m_text[m_at]; }

    bool accept(char c)
    {
        if (atEnd() || m_text[m_at] != c)
            return false;
        ++m_at;
        return true;
    }

    bool endOfLine()
    {
        if (m_text.substr(m_at).starts_with("\r\n"sv))
            ++m_at;
        if (!atEnd() && peek() != '\n')
            return false;
        ++m_at;
        ++m_line;
        return true;
    }

    std::string plain()
    {
        const std::size_t begin = m_at;
        while (!atEnd() && peek() != m_separator && peek() != '\n')
            if (m_text[m_at++] == '"')
                fail(m_line, "has a quote inside a field that does not begin with one");
        std::string_view field = m_text.substr(begin, m_at - begin);
        if (peek() == '\n' && field.ends_with('\r')) {
            field.remove_suffix(1);
            --m_at;
        }
        return std::string(field);
    }

    std::string quoted()
    {
        const std::size_t begin = m_line;
        std::string field;
        for (++m_at; !atEnd(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '"' && m_text.substr(m_at + 1).starts_with('"'))
                ++m_at;
            else if (c == '"') {
                ++m_at;
                return field;
            }
            m_line += c == '\n' ? 1 : 0;
            field += c;
        }
        fail(begin, "opens a quote that is never closed");
    }

    [[noreturn]] void fail(std::size_t line, const std::string &why) const
    {
        throw Error(ErrorCode::BadData, fmt::format("'{}', line {}: it {}", m_source, line, why),
                    "Correct the line; a quote inside a field is written twice");
    }

    std::string_view m_text;
    char m_separator;
    const std::string &m_source;
    std::size_t m_at = 0;
    std::size_t m_line = 1;
};

} // namespace

void forCsvRows(std::string_view text, char separator, const std::string &source,
                const std::function<void(const CsvRow &)> &callback)
{
    CsvParser parser(text, separator, source);
    while (!parser.atEnd())
        if (const CsvRow row = parser.row(); !row.fields.empty())
            callback(row);
}

} // namespace mutascope
