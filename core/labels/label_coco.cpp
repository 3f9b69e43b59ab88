// SPDX-License-Identifier: GPL-3.0-or-later
// COCO's frame of images, categories and annotations, for classification: an annotation has no box.
#include "core/labels/consensus.h"
#include "core/labels/json_text.h"
#include "core/labels/label_writers.h"
#include <algorithm>

namespace mutascope {

using nlohmann::json;

namespace {

struct ItemOutcome {
    HumanVerdict verdict = HumanVerdict::Unlabelled;
    std::optional<int> seenClass; // of a valid one, where most agree
    int labels = 0;
};

// The class most labellers saw; none where two were seen equally often.
std::optional<int> majorityClass(const std::vector<LabelVerdict> &verdicts,
                                 const std::optional<int> &expected)
{
    std::map<int, int> votes;
    for (const LabelVerdict &verdict : verdicts) {
        const auto number = verdict.answer == LabelAnswer::ValidSame ? expected : verdict.seenClass;
        if (validityOf(verdict) == Validity::Valid && number)
            ++votes[*number];
    }
    if (votes.empty())
        return std::nullopt;
    const auto most = std::ranges::max_element(votes, {}, [](const auto &vote) { return vote.second; });
    const auto equal
        = std::ranges::count_if(votes, [&](const auto &vote) { return vote.second == most->second; });
    return equal == 1 ? std::optional(most->first) : std::nullopt;
}

ItemOutcome outcomeOf(const ItemLabels &labels)
{
    const auto &given = labels.adjudications.empty() ? labels.labels : labels.adjudications;
    std::vector<LabelVerdict> verdicts;
    for (const ItemLabels::One &label : given)
        verdicts.push_back(derivedVerdict(label.verdict, labels.item.expected));
    ItemOutcome outcome{consensus(verdicts), std::nullopt, int(labels.labels.size())};
    if (isValid(outcome.verdict))
        outcome.seenClass = majorityClass(verdicts, labels.item.expected);
    return outcome;
}

json imageOf(const LabelExport &data, const LabelItem &item, std::size_t id, const ItemOutcome &outcome)
{
    const ImageShape shape = data.store.image(item.uuid).shape;
    return {{"id", id},
            {"file_name", item.uuid + ".png"},
            {"width", shape.width},
            {"height", shape.height},
            {"verdict", humanVerdictName(outcome.verdict)},
            {"labels", outcome.labels},
            {"kind", itemKindName(item.kind)},
            {"run", item.runUuid},
            {"test", item.test}};
}

json categoriesOf(const LabelProtocol &protocol)
{
    json list = json::array();
    for (std::size_t i = 0; i < protocol.classNames.size(); ++i)
        list.push_back({{"id", i}, {"name", protocol.classNames[i]}, {"supercategory", "class"}});
    return list;
}

} // namespace

std::int64_t writeCoco(const LabelExport &data, const TextSink &write)
{
    const json info{{"description", data.protocol.name}, {"version", std::to_string(data.protocol.version)}};
    write("{\"info\":" + jsonLine(info)
          + ",\"licenses\":[],\"categories\":" + jsonLine(categoriesOf(data.protocol)) + ",\"images\":[");
    std::string annotations;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
        const ItemOutcome outcome = outcomeOf(data.labels[i]);
        write((i == 0 ? "\n" : ",\n") + jsonLine(imageOf(data, data.labels[i].item, i + 1, outcome)));
        if (!outcome.seenClass)
            continue;
        const json annotation{{"id", ++count}, {"image_id", i + 1}, {"category_id", *outcome.seenClass}};
        annotations += (count == 1 ? "\n" : ",\n") + jsonLine(annotation);
    }
    write("],\n\"annotations\":[" + annotations + "]}\n");
    return count;
}

} // namespace mutascope
