// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"
#include <map>
#include <string>

namespace mutascope {

// Who judged the validity of a cell's failing tests. People have the last word; an automated validator judges
// what they did not, and figures say so.
class ValidityJudges {
public:
    // Fills in what people left open; automated has a judgement for each test of the batch.
    void judgeTheRest(MetricBatch &batch, const std::vector<Validity> &automated);
    // Notes, at each metric of valid tests, that not all of it is people's word.
    void sign(std::map<std::string, MetricValue> &metrics) const;

private:
    std::size_t m_people = 0;
    std::size_t m_automated = 0;
};

} // namespace mutascope
