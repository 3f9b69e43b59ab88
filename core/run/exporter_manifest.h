// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/exporter_files.h"
#include "core/store/label_records.h"
#include "core/store/records.h"
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace mutascope {

// One exported test.
struct ManifestRow {
    TestRecord test;
    std::vector<TestRecord> lineage; // from the first mutant of the seed down to the test itself
    std::int64_t datasetIndex = 0; // of the seed
    std::string file; // relative to the folder
    std::string seedFile; // "" where seeds are not written
    std::string labelName;
    std::string predictedName;
    int predictedFromFile = 0;
    TestVerdict human; // what people say
    std::optional<bool> verified; // failing tests only: the file read back still fails
};

// The two manifests say the same: manifest.csv (RFC 4180) for tables, manifest.jsonl for programs.
class Manifest {
public:
    explicit Manifest(const std::filesystem::path &folder);
    void add(const ManifestRow &row);
    void close();

private:
    OutputFile m_csv;
    OutputFile m_jsonLines;
};

nlohmann::json toJson(const ManifestRow &row);

} // namespace mutascope
