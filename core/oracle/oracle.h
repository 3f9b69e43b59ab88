// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model_failure.h"

namespace mutascope {

// What makes a test failing. The engine asks, never a generator.
class Oracle {
public:
    virtual ~Oracle() = default;
    // label: class of the root seed; row: the model's outputs of the quantised image.
    virtual bool failing(int label, const Predictions &predictions, std::size_t row) const = 0;
};

// Failing: the predicted class is not the seed's, or the model fails on the test and predicts none.
class MisclassifiedOracle : public Oracle {
public:
    bool failing(int label, const Predictions &predictions, std::size_t row) const override
    {
        return !isCorrect(predictions, row, label);
    }
};

} // namespace mutascope
