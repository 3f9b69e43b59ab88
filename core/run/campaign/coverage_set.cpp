// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/coverage_set.h"
#include "core/base/state_codec.h"

namespace mutascope {

CoverageSet::CoverageSet(const std::vector<LayerSlice> &layers)
{
    for (const CriterionInfo &info : criteria()) {
        CriterionChoice choice = parseCriterion(info.id);
        auto criterion = choice.create(layers);
        m_members.push_back({std::move(choice), std::move(criterion)});
    }
}

std::string CoverageSet::text()
{
    std::string all;
    for (const CriterionInfo &info : criteria())
        all += parseCriterion(info.id).text() + ";";
    return all;
}

void CoverageSet::fit(const Trace &trace)
{
    for (Member &member : m_members)
        if (member.choice.info->needsFit)
            member.criterion->fit(trace);
}

double CoverageSet::gain(const TraceRows &rows) const
{
    double sum = 0;
    for (const Member &member : m_members)
        sum += member.criterion->gain(rows);
    return sum;
}

void CoverageSet::commit(const TraceRows &rows)
{
    for (Member &member : m_members)
        member.criterion->commit(rows);
}

double CoverageSet::value() const
{
    double sum = 0;
    for (const Member &member : m_members)
        sum += member.criterion->value();
    return sum;
}

std::string CoverageSet::save() const
{
    StateWriter writer;
    for (const Member &member : m_members) {
        writer.text(member.choice.text());
        writer.text(member.criterion->save());
    }
    return writer.sealed();
}

void CoverageSet::load(const std::string &bytes)
{
    StateReader reader = StateReader::unsealed(bytes);
    for (Member &member : m_members) {
        if (reader.text() != member.choice.text())
            throwBadState("it is of other criteria");
        member.criterion->load(std::string(reader.text()));
    }
    reader.expectEnd();
}

std::vector<std::pair<std::string, double>> CoverageSet::values() const
{
    std::vector<std::pair<std::string, double>> all;
    for (const Member &member : m_members)
        all.emplace_back(member.choice.text(), member.criterion->value());
    return all;
}

} // namespace mutascope
