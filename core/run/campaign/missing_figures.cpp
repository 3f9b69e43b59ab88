// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/campaign/missing_figures.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace mutascope {

namespace {

// A reason around the number it says there were: before, number, after.
struct Reason {
    std::string before;
    std::optional<std::size_t> number;
    std::string after;
};

Reason reasonOf(const std::string &text)
{
    static const std::string has = ", has ";
    const std::size_t at = text.find(has);
    if (at == std::string::npos)
        return {text, {}, {}};
    const std::size_t begin = at + has.size();
    const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
    if (end == begin || end - begin > 15)
        return {text, {}, {}};
    return {text.substr(0, begin), std::stoull(text.substr(begin, end - begin)), text.substr(end)};
}

// The reasons of one generator's column, each once, with the least and the largest number.
std::vector<std::string> reasonsOf(const Column &column)
{
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> numbers;
    for (const std::string &text : column.missing) {
        const Reason reason = reasonOf(text);
        auto &list = numbers[{reason.before, reason.after}];
        if (reason.number)
            list.push_back(*reason.number);
    }
    std::vector<std::string> texts;
    for (const auto &[around, list] : numbers) {
        const auto [least, most] = std::ranges::minmax_element(list);
        const std::string range = list.empty() ? ""
            : *least == *most                  ? std::to_string(*least)
                                               : fmt::format("{} to {}", *least, *most);
        texts.push_back(around.first + range + around.second);
    }
    return texts;
}

// What one generator lacks for one reason: places of figures among the comparisons.
struct Lack {
    std::string generator;
    std::string why;
    std::vector<std::size_t> figures;
};

std::vector<Lack> lacksOf(const std::vector<Comparison> &comparisons)
{
    std::vector<Lack> lacks;
    for (std::size_t f = 0; f < comparisons.size(); ++f) {
        if (!comparisons[f].figure.compared)
            continue;
        for (const Column &column : comparisons[f].columns)
            for (const std::string &why : reasonsOf(column)) {
                auto at = std::ranges::find_if(lacks, [&](const Lack &lack) {
                    return lack.generator == column.generator && lack.why == why;
                });
                if (at == lacks.end())
                    at = lacks.insert(at, {column.generator, why, {}});
                at->figures.push_back(f);
            }
    }
    return lacks;
}

std::size_t placeOf(const std::string &generator, const std::vector<Comparison> &comparisons)
{
    const auto &columns = comparisons.front().columns;
    return std::size_t(std::ranges::find(columns, generator, &Column::generator) - columns.begin());
}

} // namespace

std::vector<MissingFigures> missingFigures(const std::vector<Comparison> &comparisons)
{
    const auto compared = std::ranges::count_if(
        comparisons, [](const Comparison &comparison) { return comparison.figure.compared; });
    std::vector<Lack> lacks = lacksOf(comparisons);
    std::ranges::stable_sort(lacks, {},
                             [&](const Lack &lack) { return placeOf(lack.generator, comparisons); });
    std::map<std::pair<std::vector<std::size_t>, std::string>, MissingFigures> rows;
    for (const Lack &lack : lacks) {
        MissingFigures &row = rows[{lack.figures, lack.why}];
        row.generators.push_back(lack.generator);
    }
    std::vector<MissingFigures> result;
    for (auto &[what, row] : rows) {
        row.everyGenerator = row.generators.size() == comparisons.front().columns.size();
        row.why = what.second;
        for (const std::size_t figure : what.first)
            row.figures.push_back(comparisons[figure].figure);
        row.everyFigure = row.figures.size() == std::size_t(compared);
        result.push_back(std::move(row));
    }
    return result;
}

} // namespace mutascope
