// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace mutascope {

struct ModelSpec;

// A model that can be given another way to prepare pixels after it was loaded: trying a dozen of them must
// not read and check a large file a dozen times. Some models (see dynamic_cast) are this too.
class AdjustablePixels {
public:
    virtual ~AdjustablePixels() = default;
    // Takes scale, mean, std and channelOrder, nothing else. Throws Error{BadModel} where they contradict
    // themselves or do not fit the input.
    virtual void adjustPixels(const ModelSpec &rule) = 0;
};

} // namespace mutascope
