// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/run/model_import_measure.h"
#include "core/run/model_import_pixels.h"

// Which of the usual ways to prepare pixels a model was trained with, by its accuracy.
namespace mutascope {

struct Trial {
    PixelRule rule;
    Measurement measurement;
    std::string failure; // why the model does not work with it; "" where it does
};

struct SearchResult {
    Trial chosen;
    std::vector<Trial> all; // in the order they were tried
    std::vector<std::string> equallyGood; // published rules the accuracy does not tell from the chosen one
    std::optional<Trial> otherOrder; // the chosen one with red and blue exchanged, on the same images
    std::optional<Trial> refused; // what is clearly better, but not what was given
};

struct SearchContext {
    const ImportRequest &request;
    ModelSpec spec; // file, input, output
    const Dataset &data; // in the model's shape
    int classes = 0; // of the data
    const RunControl &control;
    std::function<void(double)> onProgress;
};

// All rules on few images, then the best ones in both channel orders on more. Throws what the model throws
// with every rule.
SearchResult searchPixelRule(const SearchContext &context);

// Its share of images that the model gets right, perhaps under other numbers of the classes: permuted labels
// must not hide which rule is the right one.
double trialScore(const Trial &trial, int classes);

std::string shownRule(const PixelRule &rule, int channels); // "0 to 255, BGR"

} // namespace mutascope
