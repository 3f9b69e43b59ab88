// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/run_job.h"

#include "app/bridge/session_folder.h"
#include "core/store/output_session.h"

namespace mutascope::bridge {

// Passes everything on; when the run is created, the search has not begun and the store is still this
// thread's, so the seeds are read then.
class RunJob::Observer : public RunObserver {
public:
    Observer(RunJob &job, const SessionStore &store) : m_job(job), m_store(store) { }
    void onEvent(const RunEvent &event) override
    {
        if (const auto *created = std::get_if<RunCreatedEvent>(&event))
            m_job.readSeeds(m_store, created->run);
        m_job.m_inbox.onEvent(event);
    }
    bool wantsNeuronCoverage() const override { return m_job.m_inbox.wantsNeuronCoverage(); }

private:
    RunJob &m_job;
    const SessionStore &m_store;
};

void RunJob::execute()
{
    try {
        executeOrder();
    } catch (...) {
        m_error = currentErrorWords();
        // The core says "stopped before the search began" by an error; the user asked for it.
        m_cancelled = m_control.stopRequested() && m_inbox.runs() == 0;
    }
}

void RunJob::executeOrder()
{
    if (m_order.resumedRun != 0) {
        SessionStore store(m_order.session, SessionStore::Mode::ReadWrite);
        Observer observer(*this, store);
        m_record = resumeRun(store, m_order.resumedRun, m_order.budget, m_control, observer, m_order.options);
        return;
    }
    const Project project = openProject(m_order.project);
    makeFolderOf(m_order.session);
    OutputSession session(m_order.session);
    Observer observer(*this, session.store());
    m_record = executeRun(project, m_order.config, session.store(), m_control, observer, m_order.options);
}

void RunJob::readSeeds(const SessionStore &store, std::int64_t run)
{
    try {
        for (const SeedRecord &seed : store.seeds(run))
            m_seeds.emplace(seed.index, store.seedImage(run, seed.index));
    } catch (const Error &) {
        // Only the preview needs them.
        m_seeds.clear();
    }
}

QImage RunJob::seedImage(int seed) const
{
    const auto found = m_seeds.find(seed);
    return found == m_seeds.end() ? QImage() : toQImage(found->second);
}

} // namespace mutascope::bridge
