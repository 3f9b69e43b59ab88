// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/deepfault/activity_spectrum.h"
#include "core/base/error.h"
#include "core/generators/saved_state.h"
#include "core/model/model_failure.h"
#include <algorithm>

namespace mutascope::deepfault {

namespace {

void count(InputGroup &group, std::span<const float> values, bool failed)
{
    ++(failed ? group.failed : group.passed);
    std::vector<std::uint32_t> &active = failed ? group.activeFailed : group.activePassed;
    for (std::size_t neuron = 0; neuron < values.size(); ++neuron)
        active[neuron] += values[neuron] > 0;
}

nlohmann::json toJson(const InputGroup &group)
{
    return {{"passed", group.passed},
            {"failed", group.failed},
            {"active_passed", group.activePassed},
            {"active_failed", group.activeFailed}};
}

bool within(const std::vector<std::uint32_t> &active, std::uint32_t inputs)
{
    return std::all_of(active.begin(), active.end(), [=](std::uint32_t count) { return count <= inputs; });
}

InputGroup groupFromJson(const nlohmann::json &state, std::size_t neurons)
{
    InputGroup group;
    group.passed = savedValue<std::uint32_t>(state, "passed");
    group.failed = savedValue<std::uint32_t>(state, "failed");
    group.activePassed = savedValue<std::vector<std::uint32_t>>(state, "active_passed");
    group.activeFailed = savedValue<std::vector<std::uint32_t>>(state, "active_failed");
    if (group.activePassed.size() != neurons || group.activeFailed.size() != neurons)
        throwBadSavedState("its spectrum is of other layers");
    if (!within(group.activePassed, group.passed) || !within(group.activeFailed, group.failed))
        throwBadSavedState("its spectrum counts a neuron more often than there were inputs");
    return group;
}

} // namespace

NeuronCounts InputGroup::counts(std::size_t neuron) const
{
    const std::uint32_t cf = activeFailed.at(neuron);
    const std::uint32_t cs = activePassed.at(neuron);
    return {cf, failed - cf, cs, passed - cs};
}

ActivitySpectrum::ActivitySpectrum(std::vector<int> classes, std::size_t neurons)
    : m_classes(std::move(classes)), m_all{0, 0, std::vector<std::uint32_t>(neurons),
                                           std::vector<std::uint32_t>(neurons)},
      m_groups(m_classes.size(), m_all)
{
}

void ActivitySpectrum::add(const Trace &trace, std::span<const int> labels)
{
    if (trace.count() != labels.size() || std::size_t(trace.neurons) != m_all.activePassed.size())
        throw Error(ErrorCode::Internal, "a trace does not fit the activity spectrum");
    for (std::size_t row = 0; row < labels.size(); ++row) {
        const bool failed = !isCorrect(trace.predictions, row, labels[row]);
        count(m_all, trace.row(row), failed);
        const auto found = std::lower_bound(m_classes.begin(), m_classes.end(), labels[row]);
        if (found != m_classes.end() && *found == labels[row])
            count(m_groups[std::size_t(found - m_classes.begin())], trace.row(row), failed);
    }
}

nlohmann::json ActivitySpectrum::save() const
{
    nlohmann::json groups = nlohmann::json::array();
    for (const InputGroup &group : m_groups)
        groups.push_back(toJson(group));
    return {{"classes", m_classes}, {"all", toJson(m_all)}, {"groups", groups}};
}

void ActivitySpectrum::load(const nlohmann::json &state)
{
    const std::size_t neurons = m_all.activePassed.size();
    const auto groups = savedValue<std::vector<nlohmann::json>>(state, "groups");
    if (savedValue<std::vector<int>>(state, "classes") != m_classes || groups.size() != m_classes.size())
        throwBadSavedState("its spectrum is of other classes");
    std::vector<InputGroup> loaded;
    for (const nlohmann::json &group : groups)
        loaded.push_back(groupFromJson(group, neurons));
    m_all = groupFromJson(savedValue<nlohmann::json>(state, "all"), neurons);
    m_groups = std::move(loaded);
}

} // namespace mutascope::deepfault
