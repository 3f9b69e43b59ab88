// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/param_spec.h"
#include "core/data/dataset.h"

namespace mutascope {

// "range", "per-class" and "first": which images of a split are used.
std::vector<ParamSpec> subsetOptions();

// The chosen images, ascending. Throws Error{Usage} on a range that is none, Error{BadData} where nothing is
// left.
std::vector<std::size_t> chosenImages(const std::vector<int> &labels, const ParamSet &options);

// A text that differs between subsets; "" for the whole.
std::string subsetText(const ParamSet &options);

// Some images of a data set; the SHA-256 is that of the whole and of what (see subsetText).
std::unique_ptr<Dataset> subsetOf(std::unique_ptr<Dataset> whole, std::vector<std::size_t> images,
                                  const std::string &what);

std::vector<int> labelsOf(const Dataset &data);

} // namespace mutascope
