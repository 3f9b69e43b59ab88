// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/transfer.h"
#include "core/base/error.h"
#include "core/run/retrain_measure.h"
#include <fmt/format.h>

namespace mutascope {

namespace fs = std::filesystem;

namespace {

bool isProject(const fs::path &path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored) || path.filename() == "project.json";
}

void checkFits(const Model &model, const FailingTests &tests, const Project &source, const fs::path &path)
{
    if (model.spec().input != tests.images.shape())
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model '{}' takes {} images, the tests are {}", path.string(),
                                model.spec().input.text(), tests.images.shape().text()),
                    "Compare models of the same data");
    const auto classes = int(source.classNames.size());
    if (classes > 0 && model.spec().classes != classes)
        throw Error(ErrorCode::BadModel,
                    fmt::format("the model '{}' tells {} classes apart, the tests are of {}", path.string(),
                                model.spec().classes, classes),
                    "Compare models of the same data");
}

std::vector<RunRecord> runsWithFailures(const SessionStore &store)
{
    TestFilter failing;
    failing.failing = true;
    std::vector<RunRecord> runs;
    for (RunRecord &run : store.runs())
        if (store.testCount(run.id, failing) > 0)
            runs.push_back(std::move(run));
    if (runs.empty())
        throw Error(ErrorCode::NotFound, fmt::format("'{}' holds no failing tests", store.file().string()),
                    "Search longer, or name another session");
    return runs;
}

} // namespace

std::unique_ptr<Model> openTransferModel(const fs::path &path, const Project &source)
{
    if (isProject(path))
        return openProject(path).loadModel();
    Project project = source;
    project.model.file = fs::absolute(path);
    project.model.sha256.clear();
    project.model.output.clear();
    project.model.classes = 0;
    return project.loadModel();
}

TransferCell transferTo(Model &model, const FailingTests &tests)
{
    const std::vector<bool> seeds = correctOnes(model, tests.seeds, tests.seedLabels);
    const std::vector<bool> correct = correctOnes(model, tests.images, tests.labels);
    TransferCell cell;
    for (std::size_t i = 0; i < tests.count(); ++i) {
        if (!seeds[tests.seedOf[i]])
            continue;
        ++cell.tests;
        cell.failing += correct[i] ? 0 : 1;
    }
    return cell;
}

std::vector<TransferRow> transferSession(const SessionStore &store, const std::vector<fs::path> &models,
                                         const std::function<bool(std::size_t, std::size_t)> &onProgress)
{
    const std::vector<RunRecord> runs = runsWithFailures(store);
    std::vector<TransferRow> rows;
    std::size_t done = 0;
    for (const RunRecord &run : runs) {
        const Project source = projectFromSnapshot(run.project);
        const FailingTests tests = failingTestsOf(store, {run.id});
        TransferRow row{store.file().string(),       run.id, run.generator, source.name,
                        std::int64_t(tests.count()), {}};
        for (const fs::path &path : models) {
            if (onProgress && !onProgress(done++, runs.size() * models.size()))
                return rows;
            const std::unique_ptr<Model> model = openTransferModel(path, source);
            checkFits(*model, tests, source, path);
            row.cells.push_back(transferTo(*model, tests));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace mutascope
