// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/oracle/compare.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace mutascope::engines {

namespace {

double allowed(const Tolerance &tolerance, double reference)
{
    return tolerance.absolute + tolerance.relative * std::abs(reference);
}

bool differsAt(const ReferenceValue &reference, std::size_t i, double value, const Tolerance &tolerance)
{
    return std::abs(value - reference.numbers[i]) > allowedDistance(reference, i, tolerance);
}

struct Differences {
    std::size_t compared = 0;
    std::size_t notFinite = 0;
    std::size_t different = 0;
    double largest = 0;
    std::size_t largestAt = 0;
};

Differences differencesOf(const ReferenceValue &reference, const std::vector<double> &values,
                          const Tolerance &tolerance)
{
    Differences result;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (isOpen(reference, i, tolerance))
            continue;
        ++result.compared;
        if (!std::isfinite(values[i])) {
            ++result.notFinite;
        } else if (differsAt(reference, i, values[i], tolerance)) {
            ++result.different;
            const double distance = std::abs(values[i] - reference.numbers[i]);
            if (distance > result.largest) {
                result.largest = distance;
                result.largestAt = i;
            }
        }
    }
    return result;
}

std::string differenceText(const Differences &found, const ReferenceValue &reference,
                           const std::vector<double> &values)
{
    const std::size_t at = found.largestAt;
    return fmt::format("{} of {} elements differ, the most by {:.6g}: {:.6g} is {:.6g} in the reference",
                       found.different, found.compared, found.largest, values[at], reference.numbers[at]);
}

} // namespace

bool isOpen(const ReferenceValue &reference, std::size_t i, const Tolerance &tolerance)
{
    if (reference.undefined)
        return true;
    const double spread = reference.spread[i];
    if (!isReal(reference.type.element))
        return spread > 0;
    return !(spread <= allowed(tolerance, reference.numbers[i]) / 4);
}

double allowedDistance(const ReferenceValue &reference, std::size_t i, const Tolerance &tolerance)
{
    return isReal(reference.type.element) ? allowed(tolerance, reference.numbers[i]) + 4 * reference.spread[i]
                                          : 0;
}

bool isComparable(const ReferenceValue &reference, const Tolerance &tolerance)
{
    for (std::size_t i = 0; i < reference.numbers.size(); ++i)
        if (!isOpen(reference, i, tolerance))
            return true;
    return false;
}

std::optional<Mismatch> mismatchOf(const ReferenceValue &reference, const TensorData &data,
                                   const Tolerance &tolerance)
{
    if (data.type != reference.type)
        return Mismatch{Symptom::Shape,
                        fmt::format("an output is {}, not {}", toText(data.type), toText(reference.type)), 0};
    const std::vector<double> values = asDoubles(data);
    const Differences found = differencesOf(reference, values, tolerance);
    if (found.notFinite > 0)
        return Mismatch{Symptom::NotFinite,
                        fmt::format("{} of {} elements are NaN or infinite, in the reference none",
                                    found.notFinite, found.compared),
                        0};
    if (found.different > 0)
        return Mismatch{Symptom::Difference, differenceText(found, reference, values), found.largest};
    return std::nullopt;
}

bool differs(const ReferenceValue &reference, const TensorData &first, const TensorData &second,
             const Tolerance &tolerance)
{
    if (first == second)
        return false;
    if (first.type != second.type || first.type != reference.type)
        return first.type != second.type;
    const std::vector<double> a = asDoubles(first), b = asDoubles(second);
    for (std::size_t i = 0; i < a.size(); ++i) {
        const bool same = a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]));
        if (!same && !isOpen(reference, i, tolerance)
            && !(std::abs(a[i] - b[i]) <= allowed(tolerance, a[i]) / 100 + 4 * reference.spread[i]))
            return true;
    }
    return false;
}

} // namespace mutascope::engines
