// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/campaign/plots.h"

namespace mutascope {

// What a report of an assessment says, apart from how it is laid out.
struct ReportSample {
    Image seed;
    Image test;
    std::string caption;
};

struct ReportGallery {
    std::string generator;
    std::vector<ReportSample> natural;
    std::vector<ReportSample> unnatural;
};

struct ReportTable {
    struct Cell {
        std::string text;
        bool bold = false;
    };
    std::string title;
    std::string caption;
    std::vector<std::string> head;
    std::vector<std::vector<Cell>> rows;
    std::size_t words = 1; // columns from the left that hold words; the others hold numbers
};

struct ReportContent {
    std::string title;
    std::vector<std::string> notes;
    std::vector<ReportTable> tables;
    std::vector<Plot> plots; // wide ones
    std::vector<Plot> boxes; // small ones, side by side
    std::vector<ReportGallery> galleries;
    std::string galleryCaption;
    std::vector<std::pair<std::string, std::string>> configuration;
    std::string provenance; // configuration, seeds and versions in a line: stands below every figure
};

ReportContent reportContent(const Assessment &assessment, const AssessmentFolder &folder);
std::string reportPage(const ReportContent &content); // self-contained HTML
void writeReportPdf(const ReportContent &content, const std::filesystem::path &file); // throws Error{Io}

} // namespace mutascope
