// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/metrics/metric.h"
#include "core/store/label_records.h"

// What a labeller says about one image, and what follows from it. Two kinds of question are asked:
//   Verdict  is it valid, and still of the class expected?  ValidSame, ValidOther + class, Invalid, Unsure
//   Class    which class is it? (blind; the rest is derived) Seen + class, Invalid (none of them), Unsure
namespace mutascope {

enum class LabelQuestion : std::uint8_t { Verdict, Class };
const char *questionName(LabelQuestion question); // "verdict" "class"

struct LabelVerdict {
    LabelAnswer answer = LabelAnswer::Unsure;
    std::optional<int> seenClass; // of ValidOther and Seen, which must have it; no other has
    std::string note = {}; // at most longestNote bytes
    bool operator==(const LabelVerdict &) const = default;
};
inline constexpr std::size_t longestNote = 10'000;

// Throws Error{Usage}: an answer the question does not have, a class that is missing or not below classes
// (0: how many there are is not known), a note that is too long.
void checkVerdict(const LabelVerdict &verdict, LabelQuestion question, int classes);

// Seen becomes ValidSame or ValidOther (with its class) where the expected class is known; the rest stays.
LabelVerdict derivedVerdict(const LabelVerdict &verdict, const std::optional<int> &expected);

// Unsure says nothing about validity.
Validity validityOf(const LabelVerdict &verdict);
// Whether the class was kept: only where the verdict is valid and, for Seen, the expected class is known.
std::optional<bool> labelPreserved(const LabelVerdict &verdict, const std::optional<int> &expected);

// "valid, same class" "valid, other class: dog" "dog" (Seen) "invalid" "unsure"; numbers where there are no
// names.
std::string verdictText(const LabelVerdict &verdict, const std::vector<std::string> &classNames);

} // namespace mutascope
