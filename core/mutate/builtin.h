// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/mutate/mutator.h"

// The mutators that come with Mutascope, one function a file; mutators() lists them. Not for other folders.
namespace mutascope {

MutatorInfo translateInfo();
MutatorInfo scaleInfo();
MutatorInfo shearInfo();
MutatorInfo rotateInfo();

MutatorInfo contrastInfo();
MutatorInfo brightnessInfo();
MutatorInfo blurInfo();
MutatorInfo noiseInfo();
MutatorInfo pixelsInfo();
MutatorInfo regionalInfo();
MutatorInfo gaussianInfo();

} // namespace mutascope
