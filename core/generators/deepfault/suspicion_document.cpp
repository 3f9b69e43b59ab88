// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/suspicion_document.h"
#include "core/model/layer_slices.h"
#include <algorithm>

namespace mutascope::deepfault {

namespace {

constexpr std::size_t neuronsInAll = 20'000; // of all rankings together: some megabytes
constexpr std::size_t leastNeurons = 50;

nlohmann::json neuronEntry(const RankedNeuron &ranked, const std::vector<LayerSlice> &slices,
                           std::size_t rank)
{
    const auto after = std::find_if(slices.begin(), slices.end(), [&](const LayerSlice &slice) {
        return ranked.neuron < slice.begin + slice.count;
    });
    const NeuronCounts &counts = ranked.counts;
    return {{"layer", after->name},      {"neuron", ranked.neuron - after->begin},
            {"score", ranked.score},     {"rank", rank},
            {"cf", counts.activeFailed}, {"uf", counts.inactiveFailed},
            {"cs", counts.activePassed}, {"us", counts.inactivePassed}};
}

class Writer {
public:
    Writer(std::vector<LayerSlice> slices, std::size_t limit)
        : m_slices(std::move(slices)), m_limit(limit) { }

    nlohmann::json ranking(const nlohmann::json &label, const InputGroup &group,
                           const std::vector<RankedNeuron> &neurons) const
    {
        nlohmann::json entries = nlohmann::json::array();
        for (std::size_t i = 0; i < std::min(m_limit, neurons.size()); ++i)
            entries.push_back(neuronEntry(neurons[i], m_slices, i + 1));
        return {{"class", label},
                {"passed", group.passed},
                {"failed", group.failed},
                {"suspicious", neurons.size()},
                {"neurons", entries}};
    }

private:
    std::vector<LayerSlice> m_slices;
    std::size_t m_limit;
};

nlohmann::json rankingsOf(const ActivitySpectrum &spectrum, const std::vector<ClassRanking> &rankings,
                          const Writer &writer)
{
    nlohmann::json result = nlohmann::json::array();
    for (std::size_t i = 0; i < rankings.size(); ++i) {
        const ClassRanking &ranking = rankings[i];
        if (!ranking.ofAllClasses) {
            result.push_back(writer.ranking(ranking.label, spectrum.group(i), ranking.neurons));
            continue;
        }
        if (result.empty() || !result.front().at("class").is_null())
            result.insert(result.begin(), writer.ranking(nullptr, spectrum.all(), ranking.neurons));
        nlohmann::json entry = writer.ranking(ranking.label, spectrum.group(i), {});
        entry["of_all_classes"] = true;
        result.push_back(std::move(entry));
    }
    return result;
}

nlohmann::json layersOf(const Model &model, const LayerSet &layers)
{
    nlohmann::json result = nlohmann::json::array();
    for (const int layer : layers) {
        const LayerInfo &info = model.layers().at(std::size_t(layer));
        result.push_back({{"name", info.name}, {"kind", info.kind}, {"neurons", info.neurons}});
    }
    return result;
}

} // namespace

RunDocument suspicionDocument(const Settings &settings, const SpectrumGathering &gathering,
                              const std::vector<ClassRanking> &rankings, const Model &model,
                              const LayerSet &layers)
{
    const std::size_t limit
        = std::max(leastNeurons, neuronsInAll / std::max<std::size_t>(1, rankings.size()));
    const Writer writer(sliceLayers(model.layers(), layers), limit);
    const ActivitySpectrum &spectrum = gathering.spectrum();
    return {"suspiciousness",
            {{"measure", nameOf(settings.rule.measure)},
             {"exponent", settings.rule.exponent},
             {"scope", settings.eachClass ? "class" : "all"},
             {"top", settings.rule.top},
             {"passed", spectrum.all().passed},
             {"failed", spectrum.all().failed},
             {"sources", gathering.sources()},
             {"limit", limit},
             {"layers", layersOf(model, layers)},
             {"rankings", rankingsOf(spectrum, rankings, writer)}}};
}

} // namespace mutascope::deepfault
