// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/cell_tests.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

Validity validityOf(HumanVerdict verdict)
{
    if (verdict == HumanVerdict::Invalid)
        return Validity::Invalid;
    return isValid(verdict) ? Validity::Valid : Validity::Unknown;
}

} // namespace

CellTests::CellTests(const SessionStore &store, std::int64_t run) : m_store(store), m_run(run)
{
    for (const SeedRecord &seed : store.seeds(run)) {
        const Image image = store.seedImage(run, seed.index);
        if (m_seeds.empty())
            m_seeds = ImageBatch(image.shape);
        m_rowOfSeed[seed.index] = m_seedIds.size();
        m_seeds.append(image);
        m_seedIds.push_back(seed.datasetIndex);
        m_seedLabels.push_back(seed.label);
    }
    for (const TestVerdict &verdict : store.humanVerdicts(run))
        m_human[verdict.test] = validityOf(verdict.verdict);
}

bool CellTests::next(std::size_t most)
{
    TestFilter failing;
    failing.failing = true;
    const std::vector<TestRecord> tests = m_store.tests(m_run, failing, m_read, std::int64_t(most));
    m_read += std::int64_t(tests.size());
    m_batch = {};
    m_batch.seeds = m_batch.tests = ImageBatch(m_seeds.shape());
    m_ids.clear();
    m_seedRows.clear();
    for (const TestRecord &test : tests) {
        const auto row = m_rowOfSeed.find(test.seed);
        if (row == m_rowOfSeed.end())
            throw Error(ErrorCode::BadData,
                        fmt::format("test {} of '{}' has no seed", test.id, m_store.file().string()),
                        "The session is damaged; remove it to run the cell again");
        m_ids.push_back(test.id);
        m_seedRows.push_back(row->second);
        m_batch.seeds.append(m_seeds.shape(), m_seeds.pixels(row->second));
        m_batch.tests.append(m_store.image(m_run, test.id));
        m_batch.seedIds.push_back(m_seedIds[row->second]);
        m_batch.labels.push_back(test.label);
        m_batch.predicted.push_back(test.predicted);
        m_batch.failing.push_back(test.verified ? 1 : 0);
        const auto human = m_human.find(test.id);
        m_batch.validity.push_back(human == m_human.end() ? Validity::Unknown : human->second);
    }
    return !tests.empty();
}

} // namespace mutascope
