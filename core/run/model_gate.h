// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace mutascope {

// Tells a thread beside the search when the model is at work. Where a forward uses every processor, each of
// its threads waits for the slowest at every operator, so that work beside it costs both of them: it is
// better done while the search draws its next batch.
class ModelGate {
public:
    void setBusy(bool busy)
    {
        const std::lock_guard lock(m_mutex);
        m_busy = busy;
        m_changed.notify_all();
    }
    // Returns as soon as the model is idle; also where urgent() holds, seen at the next change or after a
    // twentieth of a second.
    template <typename Urgent> void waitUntilIdle(const Urgent &urgent)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(lock, longest, [&] { return !m_busy || urgent(); });
    }

private:
    static constexpr std::chrono::milliseconds longest{50}; // a large network's forward: do not fall behind
    std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_busy = false;
};

// Another model that closes the gate while it works.
class GatedModel : public Model {
public:
    GatedModel(Model &inner, ModelGate &gate) : m_inner(inner), m_gate(gate) { }
    const ModelSpec &spec() const override { return m_inner.spec(); }
    const std::vector<LayerInfo> &layers() const override { return m_inner.layers(); }
    Predictions predict(const ImageBatch &batch) override
    {
        const Closed closed(m_gate);
        return m_inner.predict(batch);
    }
    Trace trace(const ImageBatch &batch, const LayerSet &layers) override
    {
        const Closed closed(m_gate);
        return m_inner.trace(batch, layers);
    }
    FloatImages gradient(const FloatImages &images, const Objective &objective) override
    {
        const Closed closed(m_gate);
        return m_inner.gradient(images, objective);
    }

private:
    class Closed {
    public:
        explicit Closed(ModelGate &gate) : m_gate(gate) { m_gate.setBusy(true); }
        ~Closed() { m_gate.setBusy(false); }
        Closed(const Closed &) = delete;
        Closed &operator=(const Closed &) = delete;

    private:
        ModelGate &m_gate;
    };

    Model &m_inner;
    ModelGate &m_gate;
};

} // namespace mutascope
