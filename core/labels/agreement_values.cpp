// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/agreement_report.h"
#include "core/labels/question_ratings.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

using Statistic = std::function<std::optional<double>(const Ratings &)>;

// Beyond these kappa is low although labellers agree: Feinstein and Cicchetti, "High agreement but low
// kappa", J. Clin. Epidemiol. 1990.
constexpr double prevalentShare = 0.8;
constexpr double misleadingGap = 0.2;

// Light's kappa; none where there are too many pairs to look at.
std::optional<double> meanCohen(const Ratings &ratings, const SharingPairs &pairs)
{
    double sum = 0;
    int count = 0;
    for (const auto &[first, second] : pairs.columns)
        if (const auto kappa = cohensKappa(ratings, first, second)) {
            sum += *kappa;
            ++count;
        }
    return count == 0 ? std::nullopt : std::optional(sum / count);
}

std::size_t answersOf(const ItemAnswers &item)
{
    return std::size_t(std::ranges::count_if(item, [](const auto &answer) { return answer.has_value(); }));
}

// Only what can be compared: resamples are then of the items the value stands on.
Ratings compared(const Ratings &ratings)
{
    Ratings result{{}, ratings.categories};
    std::ranges::copy_if(ratings.items, std::back_inserter(result.items),
                         [](const ItemAnswers &item) { return answersOf(item) >= 2; });
    return result;
}

// Without the gaps, for what does not ask who answered: of thousands of labellers few answer an item.
Ratings packed(Ratings ratings)
{
    for (ItemAnswers &item : ratings.items)
        std::erase(item, std::nullopt);
    return ratings;
}

Coefficient coefficient(const Ratings &ratings, const Statistic &statistic, const BootstrapOptions &options)
{
    Coefficient result{statistic(ratings), {}};
    if (!result.value)
        return result;
    Ratings resample = ratings; // one for all: copying into it needs no memory of its own
    result.interval = bootstrapInterval(
        ratings.items.size(),
        [&](std::span<const std::size_t> chosen) {
            for (std::size_t i = 0; i < chosen.size(); ++i)
                resample.items[i] = ratings.items[chosen[i]];
            return statistic(resample);
        },
        options);
    return result;
}

double largestShare(const Ratings &ratings)
{
    std::vector<std::size_t> counts(std::size_t(std::max(ratings.categories, 0)));
    std::size_t answers = 0;
    for (const ItemAnswers &item : ratings.items)
        for (const auto &answer : item)
            if (answer) {
                ++counts[std::size_t(*answer)];
                ++answers;
            }
    return answers == 0 ? 0 : double(std::ranges::max(counts)) / double(answers);
}

std::string warningFor(const AgreementValues &values)
{
    if (values.raw.value && !values.fleiss.value && !values.krippendorff.value)
        return "All answers are the same: how far labellers agree beyond chance cannot be said from these "
               "items.";
    if (!values.raw.value || !values.fleiss.value || !values.ac1.value || values.largestShare < prevalentShare
        || *values.ac1.value - *values.fleiss.value < misleadingGap)
        return {};
    return fmt::format(
        "{:.0f} % of all answers are the same one. Labellers who guessed would agree nearly as "
        "often, so kappa ({:.2f}) and alpha are low although they agree about {:.0f} % of the "
        "items: read the raw agreement and AC1 ({:.2f}) instead.",
        values.largestShare * 100, *values.fleiss.value, *values.raw.value * 100, *values.ac1.value);
}

std::string tooManyPairs()
{
    return fmt::format("More than {} pairs of labellers share items: Cohen's kappa and what labellers said "
                       "against each other are matters of pairs and left out; Fleiss' kappa is for many.",
                       mostPairs);
}

} // namespace

AgreementValues agreementOf(const Ratings &given, const AgreementOptions &options)
{
    Ratings ratings = compared(given);
    AgreementValues values;
    values.items = ratings.items.size();
    for (const ItemAnswers &item : ratings.items)
        values.answers += answersOf(item);
    values.categories = ratings.categories;
    const SharingPairs pairs = sharingPairs(ratings);
    values.cohen = coefficient(
        ratings, [&](const Ratings &resample) { return meanCohen(resample, pairs); }, options.bootstrap);
    const Ratings answers = packed(std::move(ratings));
    values.raw = coefficient(answers, rawAgreement, options.bootstrap);
    values.fleiss = coefficient(answers, fleissKappa, options.bootstrap);
    values.krippendorff = coefficient(answers, krippendorffAlpha, options.bootstrap);
    values.ac1 = coefficient(answers, gwetAc1, options.bootstrap);
    values.largestShare = largestShare(answers);
    values.warning = warningFor(values);
    if (!pairs.complete)
        values.warning += (values.warning.empty() ? "" : " ") + tooManyPairs();
    return values;
}

} // namespace mutascope
