// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/decorators.h"
#include "core/base/error.h"
#include "core/model/batch_rows.h"
#include <algorithm>
#include <chrono>

namespace mutascope {

namespace {

using Clock = std::chrono::steady_clock;

// Adds the time until the end of the scope, also where a call throws.
class Stopwatch {
public:
    explicit Stopwatch(double &seconds) : m_seconds(seconds) { }
    ~Stopwatch() { m_seconds += std::chrono::duration<double>(Clock::now() - m_begin).count(); }
    Stopwatch(const Stopwatch &) = delete;
    Stopwatch &operator=(const Stopwatch &) = delete;

private:
    double &m_seconds;
    Clock::time_point m_begin = Clock::now();
};

// Calls use(begin, end) for ranges of at most maximum.
template <typename Use> void forRanges(std::size_t count, std::size_t maximum, const Use &use)
{
    if (maximum == 0)
        throw Error(ErrorCode::Usage, "the batch size must be at least 1");
    for (std::size_t begin = 0; begin < count; begin += maximum)
        use(begin, std::min(begin + maximum, count));
}

} // namespace

Predictions BatchingModel::predict(const ImageBatch &batch)
{
    if (batch.count() <= m_maximum)
        return m_inner.predict(batch);
    Predictions result;
    forRanges(batch.count(), m_maximum, [&](std::size_t begin, std::size_t end) {
        Predictions part = m_inner.predict(batch.slice(begin, end));
        if (begin == 0)
            result = std::move(part);
        else
            extend(result, part);
    });
    return result;
}

Trace BatchingModel::trace(const ImageBatch &batch, const LayerSet &layers)
{
    if (batch.count() <= m_maximum)
        return m_inner.trace(batch, layers);
    Trace result;
    forRanges(batch.count(), m_maximum, [&](std::size_t begin, std::size_t end) {
        Trace part = m_inner.trace(batch.slice(begin, end), layers);
        if (begin == 0) {
            result = std::move(part);
            return;
        }
        extend(result, part);
    });
    return result;
}

FloatImages BatchingModel::gradient(const FloatImages &images, const Objective &objective)
{
    if (images.count <= m_maximum)
        return m_inner.gradient(images, objective);
    FloatImages result{images.shape, 0, {}};
    forRanges(images.count, m_maximum, [&](std::size_t begin, std::size_t end) {
        extend(result,
               m_inner.gradient(sliceOf(images, begin, end), sliceOf(objective, images.count, begin, end)));
    });
    return result;
}

Predictions CountingModel::predict(const ImageBatch &batch)
{
    const Stopwatch watch(m_seconds);
    m_calls += std::int64_t(batch.count());
    return m_inner.predict(batch);
}

Trace CountingModel::trace(const ImageBatch &batch, const LayerSet &layers)
{
    const Stopwatch watch(m_seconds);
    m_calls += std::int64_t(batch.count());
    return m_inner.trace(batch, layers);
}

FloatImages CountingModel::gradient(const FloatImages &images, const Objective &objective)
{
    const Stopwatch watch(m_seconds);
    m_calls += 2 * std::int64_t(images.count); // a forward and a backward
    return m_inner.gradient(images, objective);
}

} // namespace mutascope
