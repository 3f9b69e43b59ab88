// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/csv_table.h"
#include "core/base/error.h"
#include "core/data/byte_reader.h"
#include "core/data/class_name_check.h"
#include "core/data/class_names.h"
#include "core/data/csv_text.h"
#include "core/data/split.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace mutascope {

namespace {

constexpr std::size_t mostColumns = 256; // a table of pixels has more

std::string lowered(std::string text)
{
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

std::string trimmed(const std::string &text)
{
    const std::size_t begin = text.find_first_not_of(" \t");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// Which columns hold what.
struct Columns {
    std::size_t image = 0;
    std::size_t label = 1;
    std::optional<std::size_t> split;
    bool header = false; // the first row names them
};

class TableReader {
public:
    TableReader(std::string file, const ParamSet &options) : m_file(std::move(file)), m_options(options) { }

    void add(const CsvRow &row)
    {
        if (row.fields.size() > mostColumns)
            throw Error(ErrorCode::Unsupported,
                        fmt::format("'{}', line {}: it has {} columns; a table of pixels is not supported",
                                    m_file, row.line, row.fields.size()),
                        "Convert it to .npz, or list image files: image,label");
        if (!m_columns) {
            m_columns = columnsOf(row);
            m_count = row.fields.size();
            if (m_columns->header)
                return;
        }
        if (row.fields.size() != m_count)
            fail(row, fmt::format("has {} columns, the first line {}", row.fields.size(), m_count));
        m_images.push_back(imageOf(row));
    }

    std::vector<CsvImage> finish()
    {
        if (m_images.empty())
            throw Error(ErrorCode::BadData, fmt::format("'{}' lists no images", m_file),
                        "Write one image a line: image,label");
        return std::move(m_images);
    }

private:
    Columns columnsOf(const CsvRow &row) const
    {
        const auto image
            = find(row, "image-column", {"image", "file", "filename", "file_name", "path", "id"});
        const auto label = find(row, "label-column", {"label", "class", "target", "category"});
        const auto split = find(row, "split-column", {"split", "set", "subset"});
        if (image && label)
            return {*image, *label, split, true};
        if (image || label || row.fields.size() < 2 || row.fields.size() > 3)
            throw Error(
                ErrorCode::BadData,
                fmt::format("'{}', line {}: {} among its columns: {}", m_file, row.line,
                            label ? "there is no image" : "there is no label",
                            asUtf8(fmt::format("{:.200}", fmt::format("{}", fmt::join(row.fields, ", "))))),
                "Name the columns image and label in the first line, or give the options "
                "'image-column', 'label-column' and 'separator'");
        return {0, 1, row.fields.size() == 3 ? std::optional<std::size_t>(2) : std::nullopt, false};
    }

    // The column of the name that the option gives, or else of a usual one.
    std::optional<std::size_t> find(const CsvRow &row, const char *option,
                                    std::vector<std::string> names) const
    {
        const std::string &given = m_options.text(option);
        if (!given.empty())
            names = {lowered(given)};
        for (const std::string &name : names)
            for (std::size_t i = 0; i < row.fields.size(); ++i)
                if (lowered(trimmed(row.fields[i])) == name)
                    return i;
        if (given.empty())
            return std::nullopt;
        throw Error(ErrorCode::BadData, fmt::format("'{}' has no column '{}'", m_file, given),
                    fmt::format("Correct the option '{}' of the data", option));
    }

    CsvImage imageOf(const CsvRow &row) const
    {
        CsvImage out{trimmed(row.fields[m_columns->image]), asLine(trimmed(row.fields[m_columns->label])),
                     ""};
        if (out.image.empty() || out.label.empty())
            fail(row, out.image.empty() ? "names no image" : "has no label");
        if (m_columns->split)
            out.split = splitOf(row, trimmed(row.fields[*m_columns->split]));
        return out;
    }

    std::string splitOf(const CsvRow &row, const std::string &word) const
    {
        std::string split = splitOfWord(word);
        if (split.empty())
            fail(row, fmt::format("has the split '{:.40}'; possible are train, test and val", asUtf8(word)));
        return split;
    }

    [[noreturn]] void fail(const CsvRow &row, const std::string &why) const
    {
        throw Error(ErrorCode::BadData, fmt::format("'{}', line {}: it {}", m_file, row.line, why),
                    "Correct the line");
    }

    std::string m_file;
    const ParamSet &m_options;
    std::optional<Columns> m_columns;
    std::size_t m_count = 0; // of columns
    std::vector<CsvImage> m_images;
};

std::string textOf(const std::filesystem::path &file)
{
    constexpr std::size_t largest = 128 << 20;
    ByteReader reader(file);
    const std::vector<std::uint8_t> bytes
        = reader.read(std::size_t(std::min<std::uint64_t>(largest + 1, reader.largestSize())));
    if (bytes.size() > largest)
        throw Error(ErrorCode::Unsupported,
                    fmt::format("'{}' is larger than {} bytes", file.string(), largest),
                    "Divide the data set");
    if (std::find(bytes.begin(), bytes.end(), 0) != bytes.end())
        throw Error(ErrorCode::BadData, fmt::format("'{}' is not a text file", file.string()),
                    "Save it as CSV in UTF-8");
    return {bytes.begin(), bytes.end()};
}

char separatorOf(const std::string &name)
{
    return name == "semicolon" ? ';' : name == "tab" ? '\t' : ',';
}

} // namespace

std::vector<CsvImage> readCsvTable(const std::filesystem::path &file, const ParamSet &options)
{
    TableReader reader(file.string(), options);
    forCsvRows(textOf(file), separatorOf(options.text("separator")), file.string(),
               [&](const CsvRow &row) { reader.add(row); });
    return reader.finish();
}

} // namespace mutascope
