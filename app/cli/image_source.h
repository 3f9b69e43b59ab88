// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "app/cli/status_line.h"
#include "core/base/stop.h"
#include "core/data/dataset.h"
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace mutascope::cli {

// Images in a fixed order. What image points into must outlive the source.
struct ImageSource {
    ImageShape shape;
    std::size_t count = 0;
    std::function<std::optional<Image>(std::size_t)> image; // none: skipped
    std::shared_ptr<std::map<std::size_t, std::string>> skipped = {}; // of a folder, so far: why, by index
};

// The first images of a data set; limit 0: all.
ImageSource sourceOf(const Dataset &data, std::int64_t limit);
// Every PNG file in folder and below, in the order of their names. Those that cannot be read or are of
// another shape are skipped. Throws Error{NotFound} where there is none.
ImageSource sourceOf(const std::filesystem::path &folder, const ImageShape &shape, std::int64_t limit);

// Visits the images batch by batch, without those that are skipped (first: index of the batch's first one
// where none is). Throws Interrupted when control asks to stop.
void forEachBatch(const ImageSource &source, const std::string &phase, RunControl &control,
                  StatusLine &status,
                  const std::function<void(std::size_t first, const ImageBatch &)> &visit);

} // namespace mutascope::cli
