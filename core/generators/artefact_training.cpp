// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/artefact_training.h"
#include "core/base/error.h"
#include "core/training/training_record.h"
#include <fmt/format.h>

namespace mutascope {

ArtefactTraining::ArtefactTraining(Trainable &networks, Task task)
    : m_networks(networks), m_task(std::move(task)), m_key(artefactKey(m_task.kind, m_task.description))
{
}

void ArtefactTraining::begin(RunData &data, TestBench &bench)
{
    m_ready = takeOver(data, bench);
    if (m_ready)
        return;
    m_training.emplace(m_networks, *m_task.data, m_task.options);
    goOn(data, bench);
    if (m_training->done())
        finish(bench, data);
}

// Damaged ones are as good as none: they are trained anew.
bool ArtefactTraining::takeOver(RunData &data, TestBench &bench)
{
    const auto weights = data.findArtefact(m_task.kind, m_key);
    if (!weights)
        return false;
    try {
        m_networks.loadWeights(*weights);
    } catch (const Error &error) {
        bench.note("warning", fmt::format("{}: {}; training anew", m_task.kind, error.message()));
        return false;
    }
    bench.note("info", fmt::format("{}: trained networks {:.12} taken over", m_task.kind, m_key));
    return true;
}

void ArtefactTraining::goOn(RunData &data, TestBench &bench)
{
    const auto checkpoint = data.findCheckpoint(m_key);
    if (!checkpoint)
        return;
    try {
        m_training->resume(*checkpoint);
    } catch (const Error &error) {
        bench.note("warning", fmt::format("{}: {}; training anew", m_task.kind, error.message()));
        return;
    }
    bench.note("info", fmt::format("{}: training goes on after epoch {}", m_task.kind, m_training->epoch()));
}

void ArtefactTraining::step(TestBench &bench, RunData &data)
{
    for (int i = 0; i < m_task.batchesAStep && !m_training->done(); ++i) {
        m_last = m_training->step();
        bench.trained(*m_last);
    }
    if (m_training->done()) {
        checkDivergence(bench);
        finish(bench, data);
    } else if (m_training->checkpointIsNew()) {
        data.storeCheckpoint(m_key, m_training->checkpoint());
        m_training->checkpointTaken();
    }
}

void ArtefactTraining::checkDivergence(TestBench &bench) const
{
    if (!m_training->diverged())
        return;
    const std::string finding
        = fmt::format("the training of the {} diverged in epoch {}: a loss is no number any more",
                      m_task.kind, m_training->epoch() + 1);
    if (m_training->epoch() == 0)
        throw Error(ErrorCode::Usage, finding, "Lower the learning rate");
    bench.note("warning", fmt::format("{}; the networks of epoch {} are used", finding, m_training->epoch()));
}

void ArtefactTraining::finish(TestBench &bench, RunData &data)
{
    Artefact artefact{m_task.kind, m_key, m_task.description, m_networks.saveWeights()};
    describeTraining(artefact.description, *m_training);
    if (m_last)
        for (const auto &[name, value] : m_last->values)
            artefact.description["losses"][name] = value;
    data.storeArtefact(std::move(artefact));
    bench.note("info", fmt::format("{}: trained for {} epochs", m_task.kind, m_training->epoch()));
    m_training.reset(); // the optimisers' memory is no longer needed
    m_ready = true;
}

} // namespace mutascope
