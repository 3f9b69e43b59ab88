// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/mutate/regional.h"

// What a pair does in its region. The first are DeepSmartFuzzer's; behind them come DeepHunter's affine
// changes, in steps of its grids, which move the whole image.
namespace mutascope::deepsmart {

int operationCount(); // affine ones included
inline bool isAffine(int operation)
{
    return operation >= regional::operations;
}
// "contrast 1.2" "rotate -10"
std::string operationName(int operation);
// Of an affine one: what replays it, and its doing.
const Mutation &affineMutation(int operation);
Image moved(const Image &image, int operation);

} // namespace mutascope::deepsmart
