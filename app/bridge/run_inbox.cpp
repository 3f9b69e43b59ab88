// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/bridge/run_inbox.h"

#include <utility>

namespace mutascope::bridge {

namespace {

template <typename Value> void pushBounded(std::deque<Value> &queue, const Value &value, std::size_t maximum)
{
    if (queue.size() >= maximum)
        queue.pop_front();
    queue.push_back(value);
}

// One visitor made of lambdas; what no lambda takes is nothing the window shows.
template <typename... Handlers> struct Overloaded : Handlers... {
    using Handlers::operator()...;
};
template <typename... Handlers> Overloaded(Handlers...) -> Overloaded<Handlers...>;

} // namespace

void RunInbox::onEvent(const RunEvent &event)
{
    const std::lock_guard lock(m_mutex);
    std::visit(
        Overloaded{[this](const RunCreatedEvent &created) {
                       m_contents.created = created;
                       ++m_runs;
                   },
                   [this](const PhaseEvent &phase) { m_contents.phase = phase; },
                   [this](const ProgressEvent &progress) { m_contents.progress = progress; },
                   [this](const CheckpointEvent &checkpoint) { m_contents.checkpoint = checkpoint; },
                   [this](const NeuronCoverageEvent &neurons) {
                       m_contents.neurons = neurons;
                       m_hasNeurons = true;
                   },
                   [this](const TestEvent &test) { add(test); },
                   [this](const SearchEvent &search) { add(search); },
                   [this](const LossEvent &losses) {
                       for (const LossPoint &point : losses.points)
                           pushBounded(m_contents.losses, point, maximumLosses);
                   },
                   [this](const CoverageEvent &coverage) {
                       pushBounded(m_contents.points, coverage.point, maximumPoints);
                   },
                   [this](const LogEvent &log) { pushBounded(m_contents.log, log.entry, maximumLogLines); },
                   [](const auto &) {}},
        event);
}

void RunInbox::add(const TestEvent &event)
{
    if (event.test.failing)
        pushBounded(m_contents.failing, event, maximumTests);
}

void RunInbox::add(const SearchEvent &event)
{
    if (!m_growth)
        m_growth = std::make_shared<TreeGrowth>();
    m_growth->chunk.append(*event.chunk);
    if (event.description)
        m_growth->description = event.description;
}

RunInbox::Contents RunInbox::take()
{
    const std::lock_guard lock(m_mutex);
    if (m_growth) {
        m_growth->before = m_taken;
        m_taken.add(m_growth->chunk);
        m_contents.growth = std::exchange(m_growth, nullptr);
    }
    return std::exchange(m_contents, {});
}

int RunInbox::runs() const
{
    const std::lock_guard lock(m_mutex);
    return m_runs;
}

} // namespace mutascope::bridge
