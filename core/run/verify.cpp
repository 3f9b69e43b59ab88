// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/oracle/oracle.h"
#include "core/run/run.h"
#include <algorithm>

namespace mutascope {

namespace {

constexpr std::size_t batchSize = 256;

void verifyBatch(const SessionStore &store, std::int64_t run, std::span<const TestRecord> tests, Model &model,
                 VerifyResult &result)
{
    ImageBatch batch(model.spec().input);
    for (const TestRecord &test : tests)
        batch.append(decodePng(store.png(run, test.id)));
    const Predictions predictions = model.predict(batch);
    const MisclassifiedOracle oracle;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        result.tests += 1;
        if (oracle.failing(tests[i].label, predictions, i))
            result.stillFailing += 1;
        else
            result.notReproduced.push_back(tests[i].id);
    }
}

} // namespace

VerifyResult verifyRun(const SessionStore &store, std::int64_t run, RunControl &control)
{
    const std::unique_ptr<Model> model = projectFromSnapshot(store.run(run).project).loadModel();
    TestFilter failing;
    failing.failing = true;
    const std::vector<TestRecord> tests = store.tests(run, failing);
    VerifyResult result;
    for (std::size_t begin = 0; begin < tests.size() && !control.stopRequested(); begin += batchSize) {
        const std::size_t count = std::min(batchSize, tests.size() - begin);
        verifyBatch(store, run, std::span(tests).subspan(begin, count), *model, result);
    }
    return result;
}

} // namespace mutascope
