// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/training.h"

namespace mutascope {

const std::vector<ArchitectureInfo> &architectures()
{
    static const std::string paper
        = "LeCun, Bottou, Bengio, Haffner: Gradient-based learning applied to document recognition, "
          "Proc. IEEE 86(11), 1998";
    static const std::vector<ArchitectureInfo> list = {
        {"lenet1", "two convolutions (4 and 12 channels) and the output layer", paper},
        {"lenet4", "two convolutions (6 and 16 channels), 84 units and the output layer", paper},
        {"lenet5", "two convolutions (6 and 16 channels), 120 and 84 units and the output layer", paper},
    };
    return list;
}

} // namespace mutascope
