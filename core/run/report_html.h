// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/store/records.h"
#include <cstdint>
#include <span>
#include <string>
#include <vector>

// Pieces a report is put together from.
namespace mutascope {

std::string htmlEscape(const std::string &text);
// "data:image/png;base64,..."
std::string pngDataUrl(std::span<const std::uint8_t> png);
// Coverage (left axis, percent or count) and failing tests (right axis) over model calls, as inline SVG.
std::string coverageSvg(const std::vector<CoveragePoint> &points, const std::string &criterion, bool ratio);

} // namespace mutascope
