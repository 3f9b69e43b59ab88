// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/test_recorder.h"
#include "core/base/hash.h"
#include "core/mutate/constraint.h"
#include "core/oracle/oracle.h"
#include <fmt/format.h>
#include <utility>

namespace mutascope {

namespace {

constexpr std::size_t queueLimit = 4096; // images waiting to be stored
constexpr std::size_t queueBehind = 1024; // from so many on they are stored whatever the model does

void fillNorms(TestRecord &record, const Image &seed, const Image &image)
{
    const PixelDistance distance = pixelDistance(seed, image);
    record.l0 = distance.l0;
    record.l1 = double(distance.l1);
    record.l2 = distance.l2;
    record.linf = distance.linf;
}

LogEntry notReproduced(const TestRecord &test)
{
    return {test.atSeconds, "warning",
            fmt::format("test {} failed, but not when its image was read back", test.id)};
}

} // namespace

TestRecorder::TestRecorder(const Target &target)
    : m_target(target), m_stored(target.stored), m_verified(target.verified),
      m_verifyCalls(target.verifyCalls), m_thread([this](const std::stop_token &stop) { work(stop); })
{
}

TestRecorder::~TestRecorder()
{
    m_thread.request_stop();
}

void TestRecorder::rethrow() const
{
    if (m_failure)
        std::rethrow_exception(m_failure);
}

void TestRecorder::push(Job job, std::size_t images)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_failure || m_queuedImages < queueLimit; });
    rethrow();
    m_jobs.push_back(std::move(job));
    m_queuedImages += images;
    m_urgent = m_queuedImages >= queueBehind;
    m_changed.notify_all();
}

void TestRecorder::add(std::vector<PendingTest> tests)
{
    const std::size_t images = tests.size();
    if (images > 0)
        push(std::move(tests), images);
}

void TestRecorder::checkpoint(Checkpoint checkpoint)
{
    push(std::move(checkpoint), 0);
}

void TestRecorder::flush()
{
    std::unique_lock lock(m_mutex);
    m_urgent = true;
    m_changed.wait(lock, [&] { return m_failure || (m_jobs.empty() && !m_busy); });
    rethrow();
}

std::vector<RunEvent> TestRecorder::takeEvents()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_events, {});
}

void TestRecorder::send(RunEvent event)
{
    const std::lock_guard lock(m_mutex);
    m_events.push_back(std::move(event));
}

void TestRecorder::work(const std::stop_token &stop)
{
    try {
        setCallerThreads(1); // the search has the others
        while (workOnce(stop)) { }
    } catch (...) {
        const std::lock_guard lock(m_mutex);
        m_failure = std::current_exception();
        m_jobs.clear();
        m_busy = false;
        m_changed.notify_all();
    }
}

bool TestRecorder::workOnce(const std::stop_token &stop)
{
    Job job;
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait(lock, stop, [&] { return !m_jobs.empty(); }))
            return false;
        job = std::move(m_jobs.front());
        m_jobs.pop_front();
        m_busy = true;
    }
    std::visit([this](auto &task) { perform(task); }, job);
    const std::lock_guard lock(m_mutex);
    if (const auto *tests = std::get_if<std::vector<PendingTest>>(&job))
        m_queuedImages -= tests->size();
    m_urgent = m_urgent && m_queuedImages >= queueBehind;
    m_busy = false;
    m_changed.notify_all();
    return true;
}

void TestRecorder::waitForGate()
{
    if (m_target.gate && !m_urgent)
        m_target.gate->waitUntilIdle([this] { return m_urgent.load(); });
}

void TestRecorder::perform(std::vector<PendingTest> &tests)
{
    std::vector<Image> readBack;
    for (PendingTest &test : tests) {
        waitForGate();
        fillNorms(test.record, m_target.seeds.at(std::size_t(test.record.seed)).image, test.image);
        test.record.imageSha256 = sha256(test.image.pixels);
        m_pngs.push_back(encodePng(test.image));
        if (m_target.verifier)
            readBack.push_back(test.record.failing ? decodePng(m_pngs.back()) : Image());
    }
    if (m_target.verifier)
        verify(tests, readBack);
    for (PendingTest &test : tests) {
        m_tests.push_back(test.record);
        if (!test.path.empty())
            m_paths.push_back({test.record.id, std::move(test.path)});
        send(TestEvent{test.record, test.image});
    }
}

void TestRecorder::verify(std::vector<PendingTest> &tests, const std::vector<Image> &readBack)
{
    ImageBatch batch(m_target.verifier->spec().input);
    for (const Image &image : readBack)
        if (!image.pixels.empty())
            batch.append(image);
    if (batch.empty())
        return;
    const Predictions predictions = m_target.verifier->predict(batch);
    m_verifyCalls += std::int64_t(batch.count());
    const MisclassifiedOracle oracle;
    std::size_t row = 0;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        if (readBack[i].pixels.empty())
            continue;
        TestRecord &record = tests[i].record;
        record.verified = oracle.failing(record.label, predictions, row++);
        m_verified += record.verified ? 1 : 0;
        if (!record.verified)
            m_log.push_back(notReproduced(record));
    }
}

void TestRecorder::verifyRest(Model &model, const RunControl &control, RunObserver &observer)
{
    flush(); // from here on the store is this thread's
    TestFilter open;
    open.failing = true;
    open.verified = false;
    const std::vector<TestRecord> tests = m_target.store.tests(m_target.run, open);
    std::size_t done = 0;
    const auto goOn = [&] { return !control.abortRequested(); };
    verifyStored(m_target.store, m_target.run, tests, model, goOn, [&](const VerifiedBatch &batch) {
        note(batch);
        done += batch.tests.size();
        observer.onEvent(PhaseEvent{"verifying", double(done) / double(tests.size())});
    });
    if (!tests.empty())
        send(CheckpointEvent{m_stored});
}

void TestRecorder::note(const VerifiedBatch &batch)
{
    std::vector<std::int64_t> failing;
    std::vector<LogEntry> log;
    for (std::size_t i = 0; i < batch.tests.size(); ++i) {
        if (batch.failing[i])
            failing.push_back(batch.tests[i].id);
        else
            log.push_back(notReproduced(batch.tests[i]));
    }
    m_target.store.markVerified(m_target.run, failing, log);
    m_verified += std::int64_t(failing.size());
    m_verifyCalls += std::int64_t(batch.tests.size());
}

void TestRecorder::perform(Checkpoint &checkpoint)
{
    checkpoint.tests = std::exchange(m_tests, {});
    checkpoint.pngs = std::exchange(m_pngs, {});
    checkpoint.paths = std::exchange(m_paths, {});
    checkpoint.counters.verified = m_verified;
    checkpoint.counters.verifyCalls = m_verifyCalls;
    checkpoint.log.insert(checkpoint.log.end(), m_log.begin(), m_log.end());
    const std::vector<LogEntry> log = std::exchange(m_log, {});
    m_target.store.writeCheckpoint(m_target.run, checkpoint);
    m_stored += std::int64_t(checkpoint.tests.size());
    for (const LogEntry &entry : log)
        send(LogEvent{entry});
    send(CheckpointEvent{m_stored});
}

} // namespace mutascope
