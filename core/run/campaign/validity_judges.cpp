// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/validity_judges.h"

namespace mutascope {

void ValidityJudges::judgeTheRest(MetricBatch &batch, const std::vector<Validity> &automated)
{
    for (std::size_t i = 0; i < batch.validity.size(); ++i) {
        const bool byPeople = batch.validity[i] != Validity::Unknown;
        if (batch.failing[i] != 0)
            ++(byPeople ? m_people : m_automated);
        if (!byPeople)
            batch.validity[i] = automated.at(i);
    }
}

void ValidityJudges::sign(std::map<std::string, MetricValue> &metrics) const
{
    if (m_automated == 0)
        return;
    const std::string who = m_people == 0
        ? "validity judged automatically, by no person"
        : "validity judged by people where they labelled a test, else automatically";
    for (auto &[id, value] : metrics)
        if (id.find("valid-") != std::string::npos)
            value.note += (value.note.empty() ? "" : "; ") + who;
}

} // namespace mutascope
