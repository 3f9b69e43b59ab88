// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/model.h"
#include <algorithm>
#include <cmath>

namespace mutascope {

int Predictions::predicted(std::size_t index) const
{
    const auto values = row(index);
    int best = 0;
    bool found = false;
    for (int i = 0; i < classes; ++i) {
        const float value = values[std::size_t(i)];
        if (std::isnan(value) || (found && value <= values[std::size_t(best)]))
            continue;
        best = i;
        found = true;
    }
    return best;
}

std::vector<float> Predictions::probabilitiesOf(std::size_t index) const
{
    const auto values = row(index);
    std::vector<float> result(values.begin(), values.end());
    if (probabilities || result.empty())
        return result;
    // Subtracting the largest logit keeps exp() in range; +inf as a logit gets all the weight.
    const float largest = values[std::size_t(predicted(index))];
    double sum = 0;
    for (float &value : result) {
        value = value == largest ? 1.0f : std::exp(value - largest);
        sum += double(value);
    }
    for (float &value : result)
        value = float(double(value) / sum);
    return result;
}

} // namespace mutascope
