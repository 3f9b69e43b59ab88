// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/model/model.h"

// What a model's description must be like, whichever library runs the model.
namespace mutascope {

// Outside of this range a scale, a mean or a std is a mistake: inputs would be infinite, or all the same.
constexpr float smallestFactor = 1e-6F;
constexpr float largestFactor = 1e6F;
constexpr bool isFactor(double value) // false for NaN
{
    return value >= double(smallestFactor) && value <= double(largestFactor);
}

// Throws Error{BadModel} where the description contradicts itself.
void checkSpec(const ModelSpec &spec);
// Throws Error{BadModel} where images of that shape are not what the model takes.
void checkImages(const ModelSpec &spec, const ImageShape &shape);
// Throws Error{BadModel} where a forward gave another number of outputs than the ones before it: a model's
// code may make that depend on the images.
void requireClasses(const ModelSpec &spec, int outputs);
// spec with the file, its stem as name and its SHA-256, where they are not given.
ModelSpec describedBy(const std::filesystem::path &file, ModelSpec spec);

} // namespace mutascope
