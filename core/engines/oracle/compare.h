// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/engines/engine.h"
#include "core/engines/oracle/failure.h"
#include "core/engines/oracle/reference.h"

namespace mutascope::engines {

struct Tolerance {
    double relative = 1e-2;
    double absolute = 1e-3;
};

// Whether a real element's spread leaves its value open: more than a quarter of the tolerance. Of whole
// numbers and bools: any spread.
bool isOpen(const ReferenceValue &reference, std::size_t element, const Tolerance &tolerance);
// How far an element that is not open may be from the reference: absolute + relative |reference| + 4 spread;
// 0 of whole numbers and bools.
double allowedDistance(const ReferenceValue &reference, std::size_t element, const Tolerance &tolerance);
// Whether there is anything to compare.
bool isComparable(const ReferenceValue &reference, const Tolerance &tolerance);

struct Mismatch {
    Symptom symptom = Symptom::Difference; // Shape, NotFinite or Difference
    std::string message;
    double difference = 0; // largest of all elements
};
// Elements that are open are not compared. The others differ where |value - reference| > allowedDistance().
std::optional<Mismatch> mismatchOf(const ReferenceValue &reference, const TensorData &data,
                                   const Tolerance &tolerance);

// Whether two runs of an engine differ by more than a hundredth of the tolerance, or in shape, in an element
// that is not open.
bool differs(const ReferenceValue &reference, const TensorData &first, const TensorData &second,
             const Tolerance &tolerance);

} // namespace mutascope::engines
