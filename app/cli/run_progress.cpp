// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_progress.h"
#include "app/cli/output.h"
#include "core/base/error.h"
#include "core/coverage/criterion.h"
#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace mutascope::cli {

std::string coverageText(const std::string &criterion, double value)
{
    if (criterion.empty())
        return "none";
    const std::string id = criterion.substr(0, criterion.find(':'));
    const auto found = std::find_if(criteria().begin(), criteria().end(),
                                    [&](const CriterionInfo &info) { return info.id == id; });
    return found != criteria().end() && found->ratio ? percent(value) : fmt::format("{:g}", value);
}

void RunProgress::onEvent(const RunEvent &event)
{
    if (const auto *phase = std::get_if<PhaseEvent>(&event))
        show(*phase);
    else if (const auto *losses = std::get_if<LossEvent>(&event))
        show(*losses);
    else if (const auto *progress = std::get_if<ProgressEvent>(&event))
        show(*progress);
    else if (const auto *log = std::get_if<LogEvent>(&event))
        show(*log);
}

void RunProgress::show(const PhaseEvent &phase)
{
    if (phase.phase != m_phase && !m_status.terminal())
        m_status.line(phase.phase);
    const bool same = std::exchange(m_phase, phase.phase) == phase.phase;
    if (same && phase.phase == "training")
        return;
    m_status.update(fmt::format("{}  {}", phase.phase, progressBar(phase.fraction)));
}

void RunProgress::show(const LossEvent &losses)
{
    const LossPoint &last = losses.points.back();
    std::string values;
    for (const auto &[name, value] : last.values)
        values += fmt::format("  {} {:.4g}", name, value);
    const double fraction = last.epochs > 0 ? double(last.epoch - 1) / last.epochs : -1;
    m_status.update(fmt::format("training  {}  epoch {} of {}{}", progressBar(fraction), last.epoch,
                                last.epochs, values));
}

void RunProgress::show(const ProgressEvent &progress)
{
    if (m_phase == "training")
        return; // the losses say more
    m_status.update(text(progress));
}

void RunProgress::show(const LogEvent &log)
{
    if (log.entry.level == "warning" || log.entry.level == "error")
        m_status.line(log.entry.level + ": " + log.entry.text);
}

std::string RunProgress::text(const ProgressEvent &progress) const
{
    const Counters &counters = progress.counters;
    const double rate = counters.seconds > 0 ? double(counters.tests) / counters.seconds : 0;
    std::vector<std::string> parts;
    const auto add = [&](const std::string &part) {
        if (!part.empty())
            parts.push_back(part);
    };
    add(progressBar(progress.budgetFraction));
    add(timeLeft(counters.seconds, progress.budgetFraction));
    add(fmt::format("{:.0f} tests/s", rate));
    if (!m_criterion.empty())
        add("coverage " + coverageText(m_criterion, progress.coverage));
    add("failing " + grouped(counters.failing));
    add("queue " + grouped(counters.queue));
    return joined(parts, "  ");
}

} // namespace mutascope::cli
