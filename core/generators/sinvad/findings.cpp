// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/generators/sinvad/findings.h"
#include "core/generators/saved_state.h"
#include "core/generators/sinvad/fitness.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope::sinvad {

namespace {

std::vector<std::int64_t> savedTable(const nlohmann::json &state, const char *key, std::size_t size)
{
    auto table = savedValue<std::vector<std::int64_t>>(state, key);
    if (table.size() != size || std::ranges::any_of(table, [](std::int64_t count) { return count < 0; }))
        throwBadSavedState("its table of class pairs is of another model");
    return table;
}

std::string searches(std::int64_t count)
{
    return count == 1 ? "1 search" : fmt::format("{} searches", count);
}

} // namespace

Findings::Findings(Mode mode, int classes)
    : m_mode(mode), m_classes(mode == Mode::Targeted ? std::size_t(classes) : 0),
      m_attempts(m_classes * m_classes), m_successes(m_classes * m_classes)
{
}

void Findings::ended(bool reached, int label, int target)
{
    ++m_ended;
    m_reached += reached;
    if (m_mode != Mode::Targeted)
        return;
    const std::size_t pair = std::size_t(label) * m_classes + std::size_t(target);
    ++m_attempts.at(pair);
    m_successes.at(pair) += reached;
}

void Findings::judged(bool failing, std::span<const float> probabilities)
{
    ++m_tests;
    if (!failing)
        return;
    ++m_failing;
    m_indecision += indecisionOf(probabilities);
}

nlohmann::json Findings::successTable() const
{
    nlohmann::json shares = nlohmann::json::array();
    nlohmann::json attempts = nlohmann::json::array();
    double sum = 0;
    int pairs = 0;
    for (std::size_t from = 0; from < m_classes; ++from) {
        nlohmann::json shareRow = nlohmann::json::array();
        nlohmann::json attemptRow = nlohmann::json::array();
        for (std::size_t to = 0; to < m_classes; ++to) {
            const std::int64_t tried = m_attempts[from * m_classes + to];
            const double share = tried > 0 ? double(m_successes[from * m_classes + to]) / double(tried) : 0;
            shareRow.push_back(tried > 0 ? nlohmann::json(share) : nlohmann::json());
            attemptRow.push_back(tried);
            sum += share;
            pairs += tried > 0;
        }
        shares.push_back(std::move(shareRow));
        attempts.push_back(std::move(attemptRow));
    }
    return {{"rows", "class of the seed"},
            {"columns", "target class"},
            {"shares", shares},
            {"attempts", attempts},
            {"mean", pairs > 0 ? nlohmann::json(sum / pairs) : nlohmann::json()}};
}

void Findings::publish(TestBench &bench) const
{
    if (m_mode == Mode::Targeted)
        bench.publish({"targeted-success", successTable()});
    if (m_mode == Mode::Boundary && m_failing > 0)
        bench.publish({"indecision",
                       {{"tests", m_indecision / double(m_failing)},
                        {"data", m_dataIndecision},
                        {"failing", m_failing}}});
}

std::string Findings::diagnosis(std::int64_t seeds, std::int64_t waiting) const
{
    std::string text;
    if (m_skipped > 0)
        text = fmt::format("{} of {} seeds were skipped, because what the VAE makes of them is not "
                           "classified as their label, and {} begun; more 'vae-epochs' or a smaller "
                           "'vae-divergence' keep more",
                           m_skipped, seeds, searches(m_started));
    if (waiting == 0 && nothingStarted() && m_skipped == 0)
        return "there is no seed to search from: all are of the target class";
    if (m_tests == 0 && m_ended == 0)
        return text;
    if (m_failing == 0)
        text = fmt::format("none of the tests of {} failed; allow more 'generations' or a larger "
                           "'init-noise'{}{}",
                           searches(m_ended), text.empty() ? "" : "; ", text);
    return text;
}

nlohmann::json Findings::toJson() const
{
    return {{"skipped", m_skipped},       {"started", m_started},
            {"ended", m_ended},           {"reached", m_reached},
            {"tests", m_tests},           {"failing", m_failing},
            {"indecision", m_indecision}, {"data_indecision", m_dataIndecision},
            {"attempts", m_attempts},     {"successes", m_successes}};
}

void Findings::fromJson(const nlohmann::json &state)
{
    m_attempts = savedTable(state, "attempts", m_attempts.size());
    m_successes = savedTable(state, "successes", m_successes.size());
    m_skipped = savedValue<std::int64_t>(state, "skipped");
    m_started = savedValue<std::int64_t>(state, "started");
    m_ended = savedValue<std::int64_t>(state, "ended");
    m_reached = savedValue<std::int64_t>(state, "reached");
    m_tests = savedValue<std::int64_t>(state, "tests");
    m_failing = savedValue<std::int64_t>(state, "failing");
    m_indecision = savedValue<double>(state, "indecision");
    m_dataIndecision = savedValue<double>(state, "data_indecision");
}

} // namespace mutascope::sinvad
