// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"

// What every user of a model needs and no generator does by itself: splitting into batches, counting calls.
namespace mutascope {

// Splits calls into forwards of at most maximum images.
class BatchingModel : public Model {
public:
    BatchingModel(Model &inner, std::size_t maximum) : m_inner(inner), m_maximum(maximum) { }
    const ModelSpec &spec() const override { return m_inner.spec(); }
    const std::vector<LayerInfo> &layers() const override { return m_inner.layers(); }
    Predictions predict(const ImageBatch &batch) override;
    Trace trace(const ImageBatch &batch, const LayerSet &layers) override;
    FloatImages gradient(const FloatImages &images, const Objective &objective) override;

private:
    Model &m_inner;
    std::size_t m_maximum;
};

// Counts model calls (one an image a forward, one more a backward) and the seconds spent inside.
class CountingModel : public Model {
public:
    explicit CountingModel(Model &inner) : m_inner(inner) { }
    const ModelSpec &spec() const override { return m_inner.spec(); }
    const std::vector<LayerInfo> &layers() const override { return m_inner.layers(); }
    Predictions predict(const ImageBatch &batch) override;
    Trace trace(const ImageBatch &batch, const LayerSet &layers) override;
    FloatImages gradient(const FloatImages &images, const Objective &objective) override;

    std::int64_t calls() const { return m_calls; }
    double seconds() const { return m_seconds; }

private:
    Model &m_inner;
    std::int64_t m_calls = 0;
    double m_seconds = 0;
};

} // namespace mutascope
