// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/judge.h"
#include <algorithm>

namespace mutascope::sinvad {

namespace {

Latents rowsOf(const Latents &points, std::size_t begin, std::size_t end)
{
    Latents some{0, points.width, {}};
    some.values.reserve((end - begin) * points.width);
    for (std::size_t row = begin; row < end; ++row)
        some.append(points.row(row));
    return some;
}

} // namespace

Judgement Judge::judge(const Latents &points, const std::vector<Subject> &subjects) const
{
    Judgement judgement;
    const std::size_t wanted = m_parts.settings.pointsAtOnce;
    if (wanted == 0 || wanted >= points.count) {
        judgeSome(points, subjects, judgement);
        return judgement;
    }
    for (std::size_t begin = 0; begin < points.count; begin += wanted) {
        const std::size_t end = std::min(points.count, begin + wanted);
        judgeSome(rowsOf(points, begin, end), std::span(subjects).subspan(begin, end - begin), judgement);
    }
    return judgement;
}

void Judge::judgeSome(const Latents &points, std::span<const Subject> subjects, Judgement &judgement) const
{
    const ImageBatch images = m_parts.vae.decode(points);
    if (judgement.images.empty())
        judgement.images = ImageBatch(images.shape());
    for (std::size_t row = 0; row < images.count(); ++row)
        judgement.images.append(images.shape(), images.pixels(row));
    if (m_parts.profile) {
        judgeBySurprise(images, subjects, judgement);
        return;
    }
    const Settings &settings = m_parts.settings;
    const Predictions tested = asScores(m_parts.tested.predict(images));
    const Predictions other = m_parts.other ? asScores(m_parts.other->predict(images)) : Predictions{};
    for (std::size_t row = 0; row < images.count(); ++row) {
        const Subject &subject = subjects[row];
        judgement.kept.push_back(tested.predicted(row) == subject.label
                                 && (!m_parts.other || other.predicted(row) == subject.label));
        judgement.fitness.push_back(
            m_parts.other ? differentialFitness(tested, other, row, subject, settings.smooth)
                : settings.mode == Mode::Targeted ? targetedFitness(tested, row, subject, settings.smooth)
                                                  : boundaryFitness(tested, row, subject, settings.smooth));
    }
}

void Judge::judgeBySurprise(const ImageBatch &images, std::span<const Subject> subjects,
                            Judgement &judgement) const
{
    const Trace trace = m_parts.tested.trace(images, m_parts.profile->layers());
    const std::vector<double> scores = m_parts.profile->scores(trace);
    for (std::size_t row = 0; row < images.count(); ++row) {
        judgement.kept.push_back(trace.predictions.predicted(row) == subjects[row].label);
        judgement.fitness.push_back(surpriseFitness(scores[row], m_parts.profile->target()));
    }
}

} // namespace mutascope::sinvad
