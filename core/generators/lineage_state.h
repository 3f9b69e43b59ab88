// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/lineage.h"

namespace mutascope {

// Lineages without their images, a column a field: a queue may hold a hundred thousand and is saved often.
nlohmann::json saveLineages(const std::vector<Lineage> &lineages);
// Images come from the bench, references from the seeds. Throws Error{BadData}.
std::vector<Lineage> loadLineages(GeneratorContext &context, const nlohmann::json &state);

} // namespace mutascope
