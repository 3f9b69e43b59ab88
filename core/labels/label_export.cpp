// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/csv_field.h"
#include "core/base/error.h"
#include "core/base/output_file.h"
#include "core/labels/consensus.h"
#include "core/labels/json_text.h"
#include "core/labels/label_reading.h"
#include "core/labels/label_writers.h"
#include <array>

namespace mutascope {

using nlohmann::json;

namespace {

constexpr std::array formats
    = {LabelFormat::Csv, LabelFormat::JsonLines, LabelFormat::LabelStudio, LabelFormat::Coco};

std::string csvText(const json &value)
{
    if (value.is_null())
        return {};
    return csvField(value.is_string() ? value.get<std::string>() : jsonLine(value));
}

const char *validityWord(const LabelVerdict &verdict)
{
    const Validity validity = validityOf(verdict);
    return validity == Validity::Unknown ? "" : validity == Validity::Valid ? "valid" : "invalid";
}

json classOrNull(const std::optional<int> &number)
{
    return number ? json(*number) : json();
}

json labelRow(const LabelExport &data, const LabelItem &item, const ItemLabels::One &label, bool adjudication)
{
    const auto origin = data.origins.find(item.uuid);
    const auto preserved = labelPreserved(label.verdict, item.expected);
    json row{{"uuid", label.event},
             {"protocol", data.protocol.uuid},
             {"version", data.protocol.version},
             {"item", item.uuid},
             {"kind", itemKindName(item.kind)},
             {"run", item.runUuid},
             {"test", item.test},
             {"generator", origin == data.origins.end() ? "" : origin->second.generator},
             {"labeller_uuid", label.labeller},
             {"labeller", data.names.at(label.labeller)},
             {"number", label.number},
             {"adjudication", adjudication},
             {"verdict", answerName(label.verdict.answer)},
             {"class", classOrNull(label.verdict.seenClass)},
             {"note", label.verdict.note},
             {"milliseconds", label.milliseconds},
             {"at", label.at},
             {"expected", classOrNull(item.expected)},
             {"validity", validityWord(label.verdict)},
             {"label_preserved", preserved ? json(*preserved) : json()}};
    row["class_name"] = label.verdict.seenClass ? data.className(*label.verdict.seenClass) : "";
    return row;
}

template <typename Write> std::int64_t forLabels(const LabelExport &data, Write write)
{
    std::int64_t count = 0;
    for (const ItemLabels &labels : data.labels) {
        for (const ItemLabels::One &label : labels.labels) {
            write(labelRow(data, labels.item, label, false));
            ++count;
        }
        for (const ItemLabels::One &label : labels.adjudications) {
            write(labelRow(data, labels.item, label, true));
            ++count;
        }
    }
    return count;
}

std::int64_t writeCsv(const LabelExport &data, const TextSink &write)
{
    std::string head;
    for (const std::string &column : labelColumns())
        head += (head.empty() ? "" : ",") + column;
    write(head + "\r\n");
    return forLabels(data, [&](const json &row) {
        std::string line;
        for (const std::string &column : labelColumns())
            line += (column == labelColumns().front() ? "" : ",") + csvText(row.at(column));
        write(line + "\r\n");
    });
}

std::int64_t writeJsonLines(const LabelExport &data, const TextSink &write)
{
    return forLabels(data, [&](const json &row) { write(jsonLine(row) + "\n"); });
}

} // namespace

const std::vector<std::string> &labelColumns()
{
    static const std::vector<std::string> columns
        = {"uuid",     "protocol",  "version",        "item",     "kind",         "run",
           "test",     "generator", "labeller_uuid",  "labeller", "number",       "adjudication",
           "verdict",  "class",     "class_name",     "note",     "milliseconds", "at",
           "expected", "validity",  "label_preserved"};
    return columns;
}

LabelExport::LabelExport(const LabelStore &from, const std::string &uuid, int version)
    : store(from), protocol(from.protocol(uuid, version)), labels(from.labels(uuid, version)),
      origins(from.origins(uuid, version))
{
    for (const Labeller &labeller : from.labellers())
        names.emplace(labeller.uuid, labeller.name);
}

std::string LabelExport::className(int number) const
{
    const bool named = number >= 0 && std::size_t(number) < protocol.classNames.size();
    return named ? protocol.classNames[std::size_t(number)] : std::to_string(number);
}

const char *formatName(LabelFormat format)
{
    switch (format) {
    case LabelFormat::Csv:
        return "csv";
    case LabelFormat::JsonLines:
        return "jsonl";
    case LabelFormat::LabelStudio:
        return "label-studio";
    case LabelFormat::Coco:
        return "coco";
    }
    throw Error(ErrorCode::Internal, "a format of labels that is none");
}

LabelFormat labelFormatFromName(const std::string &name)
{
    std::vector<std::string> names;
    for (const LabelFormat format : formats) {
        if (name == formatName(format))
            return format;
        names.emplace_back(formatName(format));
    }
    throwUnknownName("format of labels", name, names);
}

std::int64_t exportLabels(const LabelStore &store, const std::string &protocol, int version,
                          LabelFormat format, const TextSink &write)
{
    const LabelExport data(store, protocol, version);
    switch (format) {
    case LabelFormat::Csv:
        return writeCsv(data, write);
    case LabelFormat::JsonLines:
        return writeJsonLines(data, write);
    case LabelFormat::LabelStudio:
        return writeLabelStudio(data, write);
    case LabelFormat::Coco:
        return writeCoco(data, write);
    }
    throw Error(ErrorCode::Internal, "a format of labels that is none");
}

std::int64_t exportItemImages(const LabelStore &store, const std::string &protocol, int version,
                              const std::filesystem::path &folder)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Error(ErrorCode::Io, "cannot make folder '" + folder.string() + "': " + error.message(),
                    "Choose a folder that may be written");
    const std::vector<LabelItem> items = store.items(protocol, version);
    for (const LabelItem &item : items) {
        OutputFile file(folder / (item.uuid + ".png"));
        file.write(encodePng(store.image(item.uuid)));
        file.close();
    }
    return std::int64_t(items.size());
}

} // namespace mutascope
