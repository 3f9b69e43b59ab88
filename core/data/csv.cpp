// SPDX-License-Identifier: GPL-3.0-or-later
// Image files that a CSV file lists with their labels.
#include "core/base/error.h"
#include "core/data/class_names.h"
#include "core/data/csv_table.h"
#include "core/data/folder_scan.h"
#include "core/data/image_files.h"
#include "core/data/readers.h"
#include "core/data/split.h"
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace mutascope {

namespace {

namespace fs = std::filesystem;

// CSV files named after a split, or the only one of the folder.
std::vector<fs::path> tablesIn(const fs::path &folder)
{
    std::vector<fs::path> all, ofSplits;
    for (const fs::path &file : filesIn(folder))
        if (file.extension() == ".csv") {
            all.push_back(file);
            if (!splitOfWord(file.stem().string()).empty())
                ofSplits.push_back(file);
        }
    if (!ofSplits.empty())
        return ofSplits;
    if (all.size() == 1)
        return all;
    throw Error(all.empty() ? ErrorCode::NotFound : ErrorCode::BadData,
                fmt::format("the folder '{}' has {} .csv files; one is expected, or train.csv and test.csv",
                            folder.string(), all.size()),
                "Give the path of the CSV file");
}

struct Tables {
    fs::path folder; // where image names start
    std::vector<CsvImage> rows;
};

Tables tablesAt(const OpenRequest &request)
{
    const fs::path &path = request.source.path;
    std::error_code ignored;
    if (!fs::is_directory(path, ignored))
        return {path.parent_path(), readCsvTable(path, request.options)};
    Tables tables{path, {}};
    for (const fs::path &file : tablesIn(path))
        for (CsvImage &row : readCsvTable(file, request.options)) {
            if (row.split.empty())
                row.split = splitOfWord(file.stem().string());
            tables.rows.push_back(std::move(row));
        }
    return tables;
}

// Where the rows name no split they are divided; validation rows serve where there are no test rows.
void resolveSplits(std::vector<CsvImage> &rows, double testFraction)
{
    const auto has = [&](const char *split) {
        return std::any_of(rows.begin(), rows.end(), [&](const CsvImage &row) { return row.split == split; });
    };
    const bool validationServes = !has("test");
    const bool divided
        = std::all_of(rows.begin(), rows.end(), [](const CsvImage &row) { return row.split.empty(); });
    for (CsvImage &row : rows)
        if (divided)
            row.split = isTestItem(row.image, testFraction) ? "test" : "train";
        else if (row.split == "val" && validationServes)
            row.split = "test";
}

std::optional<int> number(const std::string &label)
{
    int value = 0;
    const char *const last = label.data() + label.size();
    const auto end = std::from_chars(label.data(), last, value);
    return end.ec == std::errc() && end.ptr == last ? std::optional(value) : std::nullopt;
}

// The classes of the rows, and the class of each label.
struct Labels {
    std::vector<std::string> names;
    std::map<std::string, int> classes;
};

[[noreturn]] void throwNoClass(const std::string &source, const std::string &label)
{
    throw Error(ErrorCode::BadData,
                fmt::format("'{}' has the label {}; labels are names or numbers from 0 to {}", source, label,
                            mostClasses - 1),
                "Correct the label");
}

Labels numberedLabels(const std::set<std::string> &found, const std::string &source)
{
    Labels labels;
    int highest = 0;
    for (const std::string &label : found) {
        const int value = *number(label);
        if (value < 0 || value >= mostClasses)
            throwNoClass(source, label);
        labels.classes[label] = value;
        highest = std::max(highest, value);
    }
    labels.names = numberedNames(highest + 1);
    return labels;
}

Labels labelsOf(const std::vector<CsvImage> &rows, const OpenRequest &request)
{
    const std::string source = request.source.path.string();
    std::set<std::string> found;
    for (const CsvImage &row : rows)
        found.insert(row.label);
    const auto isDigits = [](const std::string &label) {
        return label.find_first_not_of("0123456789", label[0] == '-' ? 1 : 0) == std::string::npos
            && label != "-";
    };
    if (std::all_of(found.begin(), found.end(), isDigits)) {
        for (const std::string &label : found)
            if (!number(label))
                throwNoClass(source, fmt::format("{:.40}", label));
        return numberedLabels(found, source);
    }
    if (found.size() > std::size_t(mostClasses))
        throw Error(ErrorCode::Unsupported,
                    fmt::format("'{}' has {} different labels; at most {} are possible", source, found.size(),
                                mostClasses),
                    "Check which column holds the labels");
    const ClassOrder order = orderClasses(found, request.source.classNames, source);
    return {order.names, order.classes()};
}

} // namespace

std::unique_ptr<Dataset> openCsv(const OpenRequest &request)
{
    Tables tables = tablesAt(request);
    resolveSplits(tables.rows, request.options.real("test-fraction"));
    const Labels labels = labelsOf(tables.rows, request);
    const fs::path folder = tables.folder / request.options.text("images");
    ImageFileList list;
    list.classNames = labels.names;
    for (const CsvImage &row : tables.rows)
        if (row.split == request.split) {
            const std::string name = row.image + request.options.text("suffix");
            list.files.push_back({folder / name, name, labels.classes.at(row.label)});
        }
    if (list.files.empty())
        throw Error(ErrorCode::BadData,
                    fmt::format("'{}' has no {} images among its {} rows", request.source.path.string(),
                                request.split, tables.rows.size()),
                    "Correct its split column, or the option 'test-fraction' where it has none");
    return openImageFiles(std::move(list), request);
}

} // namespace mutascope
