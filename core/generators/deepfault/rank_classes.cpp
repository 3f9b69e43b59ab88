// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/rank_classes.h"
#include "core/base/error.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mutascope::deepfault {

namespace {

constexpr std::uint64_t allClasses = 0; // stream of a random ranking; then one a class

void checkFailed(const Settings &settings, const ActivitySpectrum &spectrum, TestBench &bench)
{
    const std::uint32_t failed = spectrum.all().failed;
    if (failed >= settings.gathering.minimumFailed)
        return;
    const std::string finding = fmt::format("the model fails on {} of the {} inputs of the activity spectrum",
                                            failed, spectrum.inputs());
    const std::string advice = "Raise spectrum-limit, or set noise (50, say) to add noisy copies";
    if (failed == 0 && settings.rule.measure != Measure::Random)
        throw Error(ErrorCode::Usage, finding + ": no neuron is suspicious without a failure", advice);
    bench.note("warning", finding + ": the ranking rests on chance. " + advice);
}

} // namespace

std::vector<ClassRanking> rankClasses(const Settings &settings, const SpectrumGathering &gathering,
                                      const Rng &rng, TestBench &bench)
{
    const ActivitySpectrum &spectrum = gathering.spectrum();
    checkFailed(settings, spectrum, bench);
    const std::vector<RankedNeuron> all = ranking(spectrum.all(), settings.rule, rng.sub(allClasses));
    std::vector<ClassRanking> rankings;
    std::vector<int> poor;
    for (std::size_t i = 0; i < spectrum.classes().size(); ++i) {
        const int label = spectrum.classes()[i];
        const InputGroup &group = spectrum.group(i);
        const bool few = group.failed < settings.gathering.minimumFailed;
        if (settings.eachClass && few)
            poor.push_back(label);
        if (!settings.eachClass || few)
            rankings.push_back({label, true, all});
        else
            rankings.push_back(
                {label, false, ranking(group, settings.rule, rng.sub(std::uint64_t(label) + 1))});
    }
    if (!poor.empty())
        bench.note("info",
                   fmt::format("fewer than {} inputs fail in these classes, which use the ranking over "
                               "all classes: {}",
                               settings.gathering.minimumFailed, fmt::join(poor, ", ")));
    return rankings;
}

void reportDeadLayers(const ActivitySpectrum &spectrum, const std::vector<LayerSlice> &layers,
                      TestBench &bench)
{
    std::vector<std::string> dead;
    for (const LayerSlice &layer : layers) {
        std::uint64_t active = 0;
        for (int neuron = layer.begin; neuron < layer.begin + layer.count; ++neuron)
            active += spectrum.all().activePassed[std::size_t(neuron)]
                + spectrum.all().activeFailed[std::size_t(neuron)];
        if (active == 0)
            dead.push_back(layer.name);
    }
    if (!dead.empty())
        bench.note("warning",
                   fmt::format("no neuron of these layers is active on any of {} inputs: {}",
                               spectrum.inputs(), fmt::join(dead, ", ")));
}

} // namespace mutascope::deepfault
