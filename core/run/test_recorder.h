// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/generators/generator.h"
#include "core/run/model_gate.h"
#include "core/run/test_sink.h"
#include "core/run/verification.h"
#include "core/store/session_store.h"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <variant>

namespace mutascope {

// Stores tests in a thread of its own: PNG, hash, norms, verification (the PNG is read back and predicted
// again) and the transactions, so that none of it holds up the search. A full queue makes add() wait.
// Where the search leaves no processor free, verification would hold it up all the same: each of its threads
// waits for the slowest at every operator. Then it is left to verifyRest().
class TestRecorder : public TestSink {
public:
    struct Target {
        SessionStore &store; // used by the recorder's thread alone until the recorder is destroyed
        std::int64_t run = 0;
        Model *verifier
            = nullptr; // another object than the one that searches; null: verifyRest() does it all
        ModelGate *gate = nullptr; // work is done while it is open; null: at any time
        const std::vector<Seed> &seeds;
        std::int64_t verified = 0; // so far, of a resumed run
        std::int64_t verifyCalls = 0;
        std::int64_t stored = 0;
    };
    explicit TestRecorder(const Target &target);
    ~TestRecorder() override;

    void add(std::vector<PendingTest> tests) override;
    void checkpoint(Checkpoint checkpoint) override;
    void flush() override;
    void verifyRest(Model &model, const RunControl &control, RunObserver &observer) override;
    std::vector<RunEvent> takeEvents() override;
    std::int64_t verified() const override { return m_verified; }
    std::int64_t verifyCalls() const override { return m_verifyCalls; }

private:
    using Job = std::variant<std::vector<PendingTest>, Checkpoint>;

    void push(Job job, std::size_t images);
    void work(const std::stop_token &stop);
    bool workOnce(const std::stop_token &stop);
    void perform(std::vector<PendingTest> &tests);
    void perform(Checkpoint &checkpoint);
    void waitForGate();
    void verify(std::vector<PendingTest> &tests, const std::vector<Image> &readBack);
    void note(const VerifiedBatch &batch);
    void send(RunEvent event);
    void rethrow() const; // m_mutex is held

    Target m_target;
    std::vector<TestRecord> m_tests; // of the next checkpoint
    std::vector<std::vector<std::uint8_t>> m_pngs;
    std::vector<TestPath> m_paths;
    std::vector<LogEntry> m_log;
    std::int64_t m_stored = 0;
    std::atomic<std::int64_t> m_verified;
    std::atomic<std::int64_t> m_verifyCalls;

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Job> m_jobs;
    std::size_t m_queuedImages = 0;
    std::atomic<bool> m_urgent = false; // somebody waits for it, or it has fallen behind
    bool m_busy = false;
    std::exception_ptr m_failure;
    std::vector<RunEvent> m_events;
    std::jthread m_thread; // last: starts when all else is there
};

} // namespace mutascope
