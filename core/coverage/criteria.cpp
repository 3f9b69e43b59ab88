// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/coverage/builtin.h"
#include "core/coverage/surprise.h"
#include "core/coverage/union_criterion.h"
#include <algorithm>
#include <set>

namespace mutascope {

namespace {

constexpr const char *syntaxHint = "Write for example kmnc:1000, kmnc:k=1000 or nc:t=0.75";

std::string trimmed(const std::string &text)
{
    const auto begin = text.find_first_not_of(" \t");
    return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string> splitAtCommas(const std::string &text)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        parts.push_back(trimmed(text.substr(begin, end - begin)));
        begin = end + 1;
    }
    return parts;
}

// "name=value", or a bare value for the first parameter where it stands first.
std::pair<std::string, std::string> nameAndValue(const CriterionInfo &info, const std::string &part,
                                                 bool first)
{
    const auto equals = part.find('=');
    if (equals != std::string::npos)
        return {trimmed(part.substr(0, equals)), trimmed(part.substr(equals + 1))};
    if (first && !part.empty() && !info.params.empty())
        return {info.params.front().name, part};
    throw Error(ErrorCode::Usage, "criterion '" + info.id + "': '" + part + "' is not name=value",
                syntaxHint);
}

void setParam(CriterionChoice &choice, const std::string &name, const std::string &value)
{
    try {
        choice.params.set(name, value);
    } catch (const Error &error) {
        throw Error(error.code(), "criterion '" + choice.info->id + "': " + error.what(), error.hint());
    }
}

} // namespace

const std::vector<CriterionInfo> &criteria()
{
    static const std::vector<CriterionInfo> all
        = {ncInfo(),   kmncInfo(), nbcInfo(), snacInfo(), tkncInfo(), bkncInfo(),
           tknpInfo(), lscInfo(),  dscInfo(), mdscInfo(), annInfo(),  nlcInfo()};
    return all;
}

const CriterionInfo &criterionInfo(const std::string &id)
{
    std::vector<std::string> ids;
    for (const CriterionInfo &info : criteria()) {
        if (info.id == id)
            return info;
        ids.push_back(info.id);
    }
    throwUnknownName("criterion", id, ids);
}

std::string criterionText(const std::string &id, const ParamSet &params)
{
    std::string text = id;
    char separator = ':';
    for (const ParamSpec &spec : params.specs()) {
        if (spec.advanced && params.value(spec.name) == spec.defaultValue)
            continue;
        text += separator + spec.name + '=' + toText(params.value(spec.name));
        separator = ',';
    }
    return text;
}

std::string CriterionChoice::text() const
{
    return criterionText(info->id, params);
}

CriterionChoice parseCriterion(const std::string &text)
{
    const auto colon = text.find(':');
    const CriterionInfo &info = criterionInfo(trimmed(text.substr(0, colon)));
    CriterionChoice choice{&info, ParamSet(info.params)};
    if (colon == std::string::npos)
        return choice;
    std::set<std::string> given;
    for (const std::string &part : splitAtCommas(text.substr(colon + 1))) {
        const auto [name, value] = nameAndValue(info, part, given.empty());
        if (!given.insert(name).second)
            throw Error(ErrorCode::Usage, "criterion '" + info.id + "': '" + name + "' is given twice",
                        syntaxHint);
        setParam(choice, name, value);
    }
    return choice;
}

std::optional<CoverageCount> coverageCount(const Criterion &criterion)
{
    if (const auto *bits = dynamic_cast<const UnionCriterion *>(&criterion))
        return CoverageCount{bits->covered(), bits->total()};
    return {};
}

std::optional<NeuronCoverage> neuronCoverage(const Criterion &criterion)
{
    if (const auto *bits = dynamic_cast<const UnionCriterion *>(&criterion))
        return bits->neuronCoverage();
    return {};
}

std::vector<double> imageScores(const Criterion &criterion, const TraceRows &rows)
{
    if (const auto *surprise = dynamic_cast<const SurpriseCriterion *>(&criterion))
        return surprise->scores(rows);
    return {};
}

} // namespace mutascope
