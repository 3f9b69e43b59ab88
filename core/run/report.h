// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/session_store.h"
#include <filesystem>
#include <string>

namespace mutascope {

struct ReportOptions {
    int samples = 24; // failing tests shown, spread over the seeds' classes; the report says of how many
};

// One run as a self-contained HTML page: figures, configuration, versions, coverage curve, yields, confusions
// and samples. Needs neither model nor data. Throws Error{NotFound|BadData}.
std::string reportHtml(const SessionStore &store, std::int64_t run, const ReportOptions &options = {});

// Written whole or not at all. Throws Error{Io}.
void writeReport(const SessionStore &store, std::int64_t run, const std::filesystem::path &file,
                 const ReportOptions &options = {});

} // namespace mutascope
