// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/stop.h"
#include "core/run/project.h"
#include "core/run/retrain_tests.h"

namespace mutascope {

// What failing tests of one model do to another one. A test fails there as well where the other model
// classifies its seed correctly and the test not; seeds it gets wrong anyway say nothing.
struct TransferCell {
    std::int64_t tests = 0; // whose seed the model classifies correctly
    std::int64_t failing = 0; // of these
    double share() const { return tests == 0 ? 0 : double(failing) / double(tests); }
};

TransferCell transferTo(Model &model, const FailingTests &tests);

// One run's failing tests against every model.
struct TransferRow {
    std::string session;
    std::int64_t run = 0;
    std::string generator;
    std::string model; // the tests were made for; name of its project
    std::int64_t tests = 0;
    std::vector<TransferCell> cells; // one a model
};

// The model of a project's folder, or a model file: it says nothing of its preprocessing and is fed like the
// model of source. Throws Error{NotFound|BadModel}.
std::unique_ptr<Model> openTransferModel(const std::filesystem::path &path, const Project &source);

// Each run of the session that has failing tests, against each of the models, see
// openTransferModel(). onProgress(done, total) returns false to stop; then the rows finished so far are
// returned. Throws Error{NotFound|BadModel|BadData}; BadModel where a model takes
// other images or tells another number of classes apart.
std::vector<TransferRow> transferSession(const SessionStore &store,
                                         const std::vector<std::filesystem::path> &models,
                                         const std::function<bool(std::size_t, std::size_t)> &onProgress);

} // namespace mutascope
