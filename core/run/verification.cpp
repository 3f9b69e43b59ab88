// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/verification.h"
#include "core/oracle/oracle.h"
#include "core/run/run.h"
#include <algorithm>

namespace mutascope {

namespace {

constexpr std::size_t batchSize = 256;

VerifiedBatch verifyBatch(const SessionStore &store, std::int64_t run, std::span<const TestRecord> tests,
                          Model &model)
{
    ImageBatch batch(model.spec().input);
    for (const TestRecord &test : tests)
        batch.append(decodePng(store.png(run, test.id)));
    const Predictions predictions = model.predict(batch);
    const MisclassifiedOracle oracle;
    VerifiedBatch result{tests, {}};
    for (std::size_t i = 0; i < tests.size(); ++i)
        result.failing.push_back(oracle.failing(tests[i].label, predictions, i));
    return result;
}

} // namespace

void verifyStored(const SessionStore &store, std::int64_t run, std::span<const TestRecord> tests,
                  Model &model, const std::function<bool()> &goOn,
                  const std::function<void(const VerifiedBatch &)> &onBatch)
{
    for (std::size_t begin = 0; begin < tests.size() && goOn(); begin += batchSize) {
        const std::size_t count = std::min(batchSize, tests.size() - begin);
        onBatch(verifyBatch(store, run, tests.subspan(begin, count), model));
    }
}

VerifyResult verifyRun(const SessionStore &store, std::int64_t run, RunControl &control)
{
    const std::unique_ptr<Model> model = projectFromSnapshot(store.run(run).project).loadModel();
    TestFilter failing;
    failing.failing = true;
    const std::vector<TestRecord> tests = store.tests(run, failing);
    VerifyResult result;
    verifyStored(
        store, run, tests, *model, [&] { return !control.stopRequested(); },
        [&](const VerifiedBatch &batch) {
            for (std::size_t i = 0; i < batch.tests.size(); ++i) {
                result.tests += 1;
                result.stillFailing += batch.failing[i] ? 1 : 0;
                if (!batch.failing[i])
                    result.notReproduced.push_back(batch.tests[i].id);
            }
        });
    return result;
}

} // namespace mutascope
