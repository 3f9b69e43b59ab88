// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/label_store.h"

namespace mutascope {

struct HandOutResult {
    std::int64_t items = 0; // that are asked
    Labeller labeller;
};

// A new session file with what one labeller may see of a protocol, and nothing else: the items they are asked
// in their order, under uuids that say nothing; the protocol without what only its makers need; the class
// expected and the seed only where the protocol shows them; no runs, no outputs of the model, no other
// labels. Checks and repeats look like tests. The labeller (made where there is none of the name) joins the
// protocol in store, which is open for writing, so that no two hand-outs take the same slot. mergeLabels()
// takes the labels back. Throws Error{Usage} where file is there already, or where the protocol shows
// predictions, generators or others' labels: these are not in the file.
HandOutResult handOut(LabelStore &store, const std::string &protocol, int version,
                      const std::string &labeller, const std::filesystem::path &file);

} // namespace mutascope
