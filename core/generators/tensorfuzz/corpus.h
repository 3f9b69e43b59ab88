// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"
#include <nlohmann/json_fwd.hpp>

namespace mutascope::tensorfuzz {

// An input that seeds are or that added coverage.
struct Element {
    int seed = 0; // the oldest ancestor: index into GeneratorContext::seeds
    TestId test = 0; // the stored test, 0: the seed itself
    std::shared_ptr<const Image> image;
    std::vector<std::uint32_t> draws; // of the noise since the seed; empty where noise is not clipped
};

std::vector<Element> seedElements(const std::vector<Seed> &seeds);

// Index of the next parent. Recent, as TensorFuzz says it: uniform over the five newest and one of all.
std::size_t drawRecent(std::size_t corpus, Rng &rng);

// Without images, a column a field.
nlohmann::json saveElements(const std::vector<Element> &elements);
// Images come from the bench. Throws Error{BadData}.
std::vector<Element> loadElements(GeneratorContext &context, const nlohmann::json &state);

} // namespace mutascope::tensorfuzz
