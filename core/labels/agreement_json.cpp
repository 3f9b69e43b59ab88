// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/agreement_report.h"
#include <nlohmann/json.hpp>

namespace mutascope {

using nlohmann::json;

namespace {

json toJson(const Coefficient &coefficient)
{
    json object{{"value", nullptr}, {"interval", nullptr}};
    if (coefficient.value)
        object["value"] = *coefficient.value;
    if (coefficient.interval)
        object["interval"] = {coefficient.interval->low, coefficient.interval->high};
    return object;
}

json toJson(const AgreementValues &values)
{
    return {{"items", values.items},
            {"answers", values.answers},
            {"categories", values.categories},
            {"raw", toJson(values.raw)},
            {"cohen", toJson(values.cohen)},
            {"fleiss", toJson(values.fleiss)},
            {"krippendorff", toJson(values.krippendorff)},
            {"ac1", toJson(values.ac1)},
            {"largest_share", values.largestShare},
            {"warning", values.warning}};
}

json toJson(const std::vector<AgreementGroup> &groups)
{
    json list = json::array();
    for (const AgreementGroup &group : groups) {
        json object = toJson(group.values);
        object["name"] = group.name;
        list.push_back(std::move(object));
    }
    return list;
}

json toJson(const std::vector<LabellerPair> &pairs)
{
    json list = json::array();
    for (const LabellerPair &pair : pairs) {
        json object{{"first", pair.first},         {"second", pair.second}, {"categories", pair.categories},
                    {"confusion", pair.confusion}, {"items", pair.items},   {"cohen", nullptr}};
        if (pair.cohen)
            object["cohen"] = *pair.cohen;
        list.push_back(std::move(object));
    }
    return list;
}

json toJson(const LabellerReport &report)
{
    return {{"uuid", report.labeller.uuid},
            {"name", report.labeller.name},
            {"labels", report.labels},
            {"unsure", report.unsure},
            {"checks", report.checks},
            {"checks_right", report.checksRight},
            {"repeats", report.repeats},
            {"repeats_same", report.repeatsSame},
            {"median_seconds", report.medianSeconds}};
}

} // namespace

json toJson(const AgreementReport &report)
{
    json object{{"protocol", report.protocol}, {"version", report.version},  {"items", report.items},
                {"labelled", report.labelled}, {"questions", json::array()}, {"labellers", json::array()}};
    for (const QuestionReport &question : report.questions)
        object["questions"].push_back({{"question", questionName(question.question)},
                                       {"all", toJson(question.all)},
                                       {"by_class", toJson(question.byClass)},
                                       {"by_generator", toJson(question.byGenerator)},
                                       {"pairs", toJson(question.pairs)}});
    for (const LabellerReport &labeller : report.labellers)
        object["labellers"].push_back(toJson(labeller));
    return object;
}

} // namespace mutascope
