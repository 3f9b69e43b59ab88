// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

// How far labellers agree, on answers without order. Each item's answers: by labeller, none where not asked;
// answers are 0 ... categories - 1. Nothing is said (no value) where no item has two answers or where chance
// alone would agree always (all answers are the same).
namespace mutascope {

using ItemAnswers = std::vector<std::optional<int>>;

struct Ratings {
    // Each with as many entries as there are labellers; who answered matters to Cohen's kappa alone, so that
    // for the others the answers given will do.
    std::vector<ItemAnswers> items;
    int categories = 0; // that could be answered
};

// Items with two answers or more, which alone count below.
std::size_t comparedItems(const Ratings &ratings);

// Share of pairs of answers to an item that are equal, mean over items.
std::optional<double> rawAgreement(const Ratings &ratings);
// Two labellers, on the items both answered: Cohen, "A Coefficient of Agreement for Nominal Scales", 1960.
std::optional<double> cohensKappa(const Ratings &ratings, std::size_t first, std::size_t second);
// Any number: Fleiss, "Measuring Nominal Scale Agreement among Many Raters", 1971 (for two labellers Scott's
// pi). Items with fewer answers weigh the same (Gwet, "Handbook of Inter-Rater Reliability", 2014).
std::optional<double> fleissKappa(const Ratings &ratings);
// Krippendorff, "Content Analysis", for nominal data; made for missing answers and small samples.
std::optional<double> krippendorffAlpha(const Ratings &ratings);
// Gwet, "Computing Inter-Rater Reliability and its Variance in the Presence of High Agreement", 2008 (AC1):
// does not fall where nearly all answers are the same.
std::optional<double> gwetAc1(const Ratings &ratings);

} // namespace mutascope
