// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"
#include "core/store/session_store.h"
#include <map>

namespace mutascope {

// The failing tests of a run beside their seeds, batch by batch, in the order they were found. Features and
// validator scores are left to others; validity is what people say, where they said anything.
class CellTests {
public:
    CellTests(const SessionStore &store, std::int64_t run);

    // The next tests, at most `most` of them; false where there are no more.
    bool next(std::size_t most);
    const MetricBatch &batch() const { return m_batch; }
    MetricBatch &batch() { return m_batch; }
    const std::vector<std::int64_t> &ids() const { return m_ids; } // of the batch
    const std::vector<std::size_t> &seedRows() const { return m_seedRows; } // of the batch, in seeds()
    const ImageBatch &seeds() const { return m_seeds; } // all seeds of the run
    const std::vector<int> &seedLabels() const { return m_seedLabels; } // of seeds()

private:
    const SessionStore &m_store;
    std::int64_t m_run;
    ImageBatch m_seeds;
    std::vector<std::int64_t> m_seedIds;
    std::vector<int> m_seedLabels;
    std::map<int, std::size_t> m_rowOfSeed;
    std::map<std::int64_t, Validity> m_human; // by test
    std::int64_t m_read = 0;
    MetricBatch m_batch;
    std::vector<std::int64_t> m_ids;
    std::vector<std::size_t> m_seedRows;
};

} // namespace mutascope
