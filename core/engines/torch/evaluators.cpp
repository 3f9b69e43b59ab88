// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/torch/call.h"
#include <torch/torch.h>

namespace mutascope::engines {

at::Tensor constant(const Ints &numbers)
{
    const at::tracer::impl::NoTracerDispatchMode untraced;
    return at::tensor(numbers, at::kLong);
}

at::Tensor constant(const Reals &numbers)
{
    const at::tracer::impl::NoTracerDispatchMode untraced;
    return at::tensor(numbers, at::kDouble);
}

const Evaluators &evaluators()
{
    static const Evaluators all = [] {
        Evaluators result;
        addElementwise(result);
        addBinary(result);
        addActivations(result);
        addConvolutions(result);
        addPoolings(result);
        addNormalizations(result);
        addReductions(result);
        addArrangements(result);
        addSelections(result);
        addResamplings(result);
        addConversions(result);
        return result;
    }();
    return all;
}

} // namespace mutascope::engines
