// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/label_reading.h"
#include "core/base/error.h"
#include "core/data/csv_text.h"
#include "core/labels/json_text.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace mutascope {

using nlohmann::json;

namespace {

using Fields = std::map<std::string, std::string>; // by column; empty ones are left out

// The whole text as a number; none where it is something else.
std::optional<std::int64_t> wholeNumber(const std::string &text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::string textOf(const Fields &fields, const char *column)
{
    const auto found = fields.find(column);
    return found == fields.end() ? std::string() : found->second;
}

// False where a column that must be a number is none.
bool readNumber(const Fields &fields, const char *column, std::optional<std::int64_t> &number)
{
    const std::string text = textOf(fields, column);
    number = text.empty() ? std::nullopt : wholeNumber(text);
    return text.empty() || number.has_value();
}

// One row; none where it is no label. What only an export needs is not looked at.
std::optional<IncomingLabel> labelOf(const Fields &fields, const std::string &where, LabelProblems &refused)
{
    IncomingLabel label;
    std::optional<std::int64_t> milliseconds;
    if (!readNumber(fields, "version", label.version) || !readNumber(fields, "test", label.test)
        || !readNumber(fields, "number", label.number) || !readNumber(fields, "milliseconds", milliseconds)) {
        refused.add("rows in which a number is none", where);
        return std::nullopt;
    }
    if (textOf(fields, "adjudication") == "true") {
        refused.add("adjudications, which are merged but not imported", where);
        return std::nullopt;
    }
    label.where = where;
    label.uuid = textOf(fields, "uuid");
    label.protocol = textOf(fields, "protocol");
    label.item = textOf(fields, "item");
    label.run = textOf(fields, "run");
    label.labellerUuid = textOf(fields, "labeller_uuid");
    label.labeller = textOf(fields, "labeller");
    label.verdict = textOf(fields, "verdict");
    label.seenClass = textOf(fields, "class");
    label.className = textOf(fields, "class_name");
    label.note = textOf(fields, "note");
    label.at = textOf(fields, "at");
    label.milliseconds = std::max<std::int64_t>(milliseconds.value_or(0), 0);
    return label;
}

void checkHead(const std::vector<std::string> &head, const std::string &source)
{
    const auto has = [&](const char *column) { return std::ranges::find(head, column) != head.end(); };
    if (has("verdict") && (has("item") || (has("run") && has("test"))))
        return;
    throw Error(
        ErrorCode::BadData, source + ": the first row does not name the columns of labels",
        "It needs 'verdict', and 'item' or 'run' and 'test'; 'mutascope-cli labels export' writes such "
        "files");
}

std::string plainText(const json &value)
{
    if (value.is_null())
        return {};
    return value.is_string() ? value.get<std::string>() : jsonLine(value);
}

Fields fieldsOf(const json &object)
{
    Fields fields;
    for (const auto &[key, value] : object.items())
        if (std::string text = plainText(value); !text.empty())
            fields.emplace(key, std::move(text));
    return fields;
}

} // namespace

std::vector<IncomingLabel> readLabelCsv(const std::string &text, const std::string &source,
                                        LabelProblems &refused)
{
    std::vector<std::string> head;
    std::vector<IncomingLabel> labels;
    forCsvRows(text, ',', source, [&](const CsvRow &row) {
        if (head.empty()) {
            head = row.fields;
            return checkHead(head, source);
        }
        const std::string where = fmt::format("line {}", row.line);
        if (row.fields.size() != head.size())
            return refused.add("rows with another number of fields than the first", where);
        Fields fields;
        for (std::size_t i = 0; i < head.size(); ++i)
            if (!row.fields[i].empty())
                fields.emplace(head[i], row.fields[i]);
        if (auto label = labelOf(fields, where, refused))
            labels.push_back(std::move(*label));
    });
    if (head.empty())
        throw Error(ErrorCode::BadData, source + ": the file is empty");
    return labels;
}

std::vector<IncomingLabel> readLabelLines(const std::string &text, const std::string &source,
                                          LabelProblems &refused)
{
    std::vector<IncomingLabel> labels;
    std::size_t line = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string one = text.substr(begin, end - begin);
        begin = end + 1;
        const std::string where = fmt::format("line {}", ++line);
        if (one.find_first_not_of(" \t\r") == std::string::npos)
            continue;
        try {
            const json object = parseJson(one, source);
            if (!object.is_object())
                refused.add("lines that are no JSON object", where);
            else if (auto label = labelOf(fieldsOf(object), where, refused))
                labels.push_back(std::move(*label));
        } catch (const Error &) {
            refused.add("lines that are no JSON object", where);
        }
    }
    if (labels.empty() && refused.count() == std::int64_t(line) && line > 0)
        throw Error(ErrorCode::BadData, source + ": no line of it is a label as a JSON object",
                    "'mutascope-cli labels export --format jsonl' writes such files");
    return labels;
}

} // namespace mutascope
