// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/metrics/stats/agreement.h"
#include "core/base/error.h"
#include <algorithm>
#include <numeric>

namespace mutascope {

namespace {

struct Counts {
    std::vector<double> ofCategory;
    double answers = 0;
    // Share of ordered pairs of answers that are equal; of two answers or more.
    double agreement() const
    {
        double pairs = 0;
        for (const double count : ofCategory)
            pairs += count * (count - 1);
        return pairs / (answers * (answers - 1));
    }
};

std::size_t checked(int answer, int categories)
{
    if (answer < 0 || answer >= categories)
        throw Error(ErrorCode::Internal, "an answer is none of the categories");
    return std::size_t(answer);
}

Counts countsOf(const ItemAnswers &item, int categories)
{
    Counts counts{std::vector<double>(std::size_t(std::max(categories, 0))), 0};
    for (const std::optional<int> &answer : item) {
        if (!answer)
            continue;
        ++counts.ofCategory[checked(*answer, categories)];
        ++counts.answers;
    }
    return counts;
}

std::vector<Counts> comparedCounts(const Ratings &ratings)
{
    std::vector<Counts> result;
    for (const ItemAnswers &item : ratings.items)
        if (Counts counts = countsOf(item, ratings.categories); counts.answers >= 2)
            result.push_back(std::move(counts));
    return result;
}

double meanAgreement(const std::vector<Counts> &items)
{
    double sum = 0;
    for (const Counts &item : items)
        sum += item.agreement();
    return sum / double(items.size());
}

// Of the answers of an item, mean over items.
std::vector<double> meanShares(const std::vector<Counts> &items, int categories)
{
    std::vector<double> shares(std::size_t(std::max(categories, 0)));
    for (const Counts &item : items)
        for (std::size_t c = 0; c < shares.size(); ++c)
            shares[c] += item.ofCategory[c] / item.answers / double(items.size());
    return shares;
}

double sumOfSquares(const std::vector<double> &values)
{
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

std::optional<double> beyondChance(double observed, double chance)
{
    if (!(chance < 1 - 1e-12))
        return std::nullopt;
    return (observed - chance) / (1 - chance);
}

} // namespace

std::size_t comparedItems(const Ratings &ratings)
{
    return comparedCounts(ratings).size();
}

std::optional<double> rawAgreement(const Ratings &ratings)
{
    const auto items = comparedCounts(ratings);
    return items.empty() ? std::nullopt : std::optional(meanAgreement(items));
}

std::optional<double> cohensKappa(const Ratings &ratings, std::size_t first, std::size_t second)
{
    std::vector<double> ofFirst(std::size_t(std::max(ratings.categories, 0)));
    std::vector<double> ofSecond(ofFirst.size());
    double both = 0;
    double equal = 0;
    for (const ItemAnswers &item : ratings.items) {
        if (!item.at(first) || !item.at(second))
            continue;
        ++ofFirst[checked(*item[first], ratings.categories)];
        ++ofSecond[checked(*item[second], ratings.categories)];
        ++both;
        equal += *item[first] == *item[second];
    }
    if (both == 0)
        return std::nullopt;
    const double products = std::inner_product(ofFirst.begin(), ofFirst.end(), ofSecond.begin(), 0.0);
    return beyondChance(equal / both, products / (both * both));
}

std::optional<double> fleissKappa(const Ratings &ratings)
{
    const auto items = comparedCounts(ratings);
    if (items.empty())
        return std::nullopt;
    return beyondChance(meanAgreement(items), sumOfSquares(meanShares(items, ratings.categories)));
}

std::optional<double> krippendorffAlpha(const Ratings &ratings)
{
    const auto items = comparedCounts(ratings);
    std::vector<double> totals(std::size_t(std::max(ratings.categories, 0)));
    double answers = 0;
    double agreeing = 0; // diagonal of the coincidence matrix
    for (const Counts &item : items) {
        std::ranges::transform(totals, item.ofCategory, totals.begin(), std::plus{});
        answers += item.answers;
        agreeing += item.agreement() * item.answers;
    }
    if (items.empty())
        return std::nullopt;
    const double chance = (sumOfSquares(totals) - answers) / (answers * (answers - 1));
    return beyondChance(agreeing / answers, chance);
}

std::optional<double> gwetAc1(const Ratings &ratings)
{
    const auto items = comparedCounts(ratings);
    if (items.empty() || ratings.categories < 2)
        return std::nullopt;
    const double chance
        = (1 - sumOfSquares(meanShares(items, ratings.categories))) / (ratings.categories - 1);
    return beyondChance(meanAgreement(items), chance);
}

} // namespace mutascope
