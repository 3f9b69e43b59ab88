// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/spectrum_gathering.h"
#include "core/base/error.h"
#include "core/generators/saved_state.h"
#include "core/mutate/gaussian.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::deepfault {

std::string SpectrumGathering::splitOf(Stage stage) const
{
    const bool trainFirst = m_rule.split == "train";
    return (stage == Stage::Other) != trainFirst ? "train" : "test";
}

// Null: the other split is not there, which is no reason to give up.
const Dataset *SpectrumGathering::data(RunData &data) const
{
    try {
        return &data.split(splitOf(m_stage));
    } catch (const Error &error) {
        if (m_stage == Stage::Other && error.code() == ErrorCode::NotFound)
            return nullptr;
        throw;
    }
}

std::size_t SpectrumGathering::imagesOf(const Dataset &data) const
{
    return m_rule.limit == 0 ? data.size() : std::min(m_rule.limit, data.size());
}

bool SpectrumGathering::enough() const
{
    if (m_spectrum.all().failed < m_rule.minimumFailed)
        return false;
    for (std::size_t i = 0; m_rule.eachClass && i < m_spectrum.classes().size(); ++i)
        if (m_spectrum.group(i).failed < m_rule.minimumFailed)
            return false;
    return true;
}

void SpectrumGathering::step(GeneratorContext &context)
{
    for (std::size_t left = m_rule.portion; left > 0 && !done();) {
        const Dataset *images = data(context.data);
        const std::size_t count = images == nullptr ? 0 : imagesOf(*images);
        const std::size_t portion = std::min(left, count - std::min(count, m_next));
        if (portion > 0)
            addPortion(context, *images, portion);
        left -= portion;
        if (m_next >= count)
            advance(context.bench);
    }
}

void SpectrumGathering::addPortion(GeneratorContext &context, const Dataset &data, std::size_t images)
{
    const std::size_t count = imagesOf(data);
    ImageBatch batch(data.spec().shape);
    batch.reserve(images);
    std::vector<int> labels;
    for (const std::size_t end = m_next + images; m_next < end; ++m_next) {
        Sample sample = data.sample(m_next * data.size() / count); // a sorted data set is not cut short
        if (m_stage == Stage::Noisy) {
            const std::uint64_t stream = context.rng.sub(m_next).next64();
            const Mutation noise = gaussian::mutation(m_rule.noise, std::max<std::uint64_t>(stream, 1));
            sample.image = applyMutation(sample.image, noise);
        }
        batch.append(sample.image);
        labels.push_back(sample.label);
    }
    m_spectrum.add(context.bench.model().trace(batch, m_layers), labels);
}

void SpectrumGathering::advance(TestBench &bench)
{
    if (m_next > 0)
        m_sources.push_back(splitOf(m_stage) + (m_stage == Stage::Noisy ? " with noise" : ""));
    m_next = 0;
    const bool more = !enough();
    if (m_stage == Stage::First && (more || m_rule.split == "both")) {
        m_stage = Stage::Other;
        if (more && m_rule.split != "both")
            explain(bench);
    } else if (m_stage != Stage::Noisy && more && m_rule.noise > 0) {
        m_stage = Stage::Noisy;
        explain(bench);
    } else {
        m_stage = Stage::Done;
    }
}

void SpectrumGathering::explain(TestBench &bench) const
{
    const std::string added = m_stage == Stage::Noisy ? "noisy copies of the images"
                                                      : fmt::format("the {} images", splitOf(m_stage));
    bench.note("info",
               fmt::format("the model fails on {} of {} inputs of the spectrum, too few {}: {} are added",
                           m_spectrum.all().failed, m_spectrum.inputs(),
                           m_rule.eachClass ? "in at least one class" : "to rank by", added));
}

nlohmann::json SpectrumGathering::save() const
{
    return {
        {"stage", int(m_stage)}, {"next", m_next}, {"sources", m_sources}, {"spectrum", m_spectrum.save()}};
}

void SpectrumGathering::load(const nlohmann::json &state)
{
    const int stage = savedValue<int>(state, "stage");
    if (stage < int(Stage::First) || stage >= int(Stage::Done))
        throwBadSavedState("its spectrum is at a stage that does not exist");
    m_spectrum.load(savedValue<nlohmann::json>(state, "spectrum"));
    m_stage = Stage(stage);
    m_next = savedValue<std::size_t>(state, "next");
    m_sources = savedValue<std::vector<std::string>>(state, "sources");
}

} // namespace mutascope::deepfault
