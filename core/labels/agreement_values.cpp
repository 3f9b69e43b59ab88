// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/agreement_report.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

using Statistic = std::optional<double> (*)(const Ratings &);

// Beyond these kappa is low although labellers agree: Feinstein and Cicchetti, "High agreement but low
// kappa", J. Clin. Epidemiol. 1990.
constexpr double prevalentShare = 0.8;
constexpr double misleadingGap = 0.2;

std::optional<double> meanCohen(const Ratings &ratings)
{
    const std::size_t labellers = ratings.items.empty() ? 0 : ratings.items.front().size();
    double sum = 0;
    int pairs = 0;
    for (std::size_t first = 0; first < labellers; ++first)
        for (std::size_t second = first + 1; second < labellers; ++second)
            if (const auto kappa = cohensKappa(ratings, first, second)) {
                sum += *kappa;
                ++pairs;
            }
    return pairs == 0 ? std::nullopt : std::optional(sum / pairs);
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

Coefficient coefficient(const Ratings &ratings, Statistic statistic, const BootstrapOptions &options)
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

} // namespace

AgreementValues agreementOf(const Ratings &given, const AgreementOptions &options)
{
    const Ratings ratings = compared(given);
    AgreementValues values;
    values.items = ratings.items.size();
    for (const ItemAnswers &item : ratings.items)
        values.answers += answersOf(item);
    values.categories = ratings.categories;
    values.raw = coefficient(ratings, rawAgreement, options.bootstrap);
    values.cohen = coefficient(ratings, meanCohen, options.bootstrap);
    values.fleiss = coefficient(ratings, fleissKappa, options.bootstrap);
    values.krippendorff = coefficient(ratings, krippendorffAlpha, options.bootstrap);
    values.ac1 = coefficient(ratings, gwetAc1, options.bootstrap);
    values.largestShare = largestShare(ratings);
    values.warning = warningFor(values);
    return values;
}

} // namespace mutascope
