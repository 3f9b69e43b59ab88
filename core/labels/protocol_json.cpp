// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/labels/json_text.h"
#include "core/labels/protocol.h"

namespace mutascope {

using nlohmann::json;

namespace {

constexpr int formatVersion = 1; // of this JSON; a higher one is of a newer Mutascope

template <typename Value> void put(json &object, const char *key, const std::optional<Value> &value)
{
    if (value)
        object[key] = *value;
}

json toJson(const SavedFilter &filter)
{
    json object = json::object();
    put(object, "failing", filter.failing);
    put(object, "verified", filter.verified);
    put(object, "label", filter.label);
    put(object, "predicted", filter.predicted);
    if (!filter.mutator.empty())
        object["mutator"] = filter.mutator;
    return object;
}

SavedFilter filterFrom(const json &object)
{
    SavedFilter filter;
    JsonFields fields(object, "the filter of the labelling protocol");
    fields.read("failing", filter.failing);
    fields.read("verified", filter.verified);
    fields.read("label", filter.label);
    fields.read("predicted", filter.predicted);
    fields.read("mutator", filter.mutator);
    fields.checkNothingLeft();
    return filter;
}

json toJson(const BlindSettings &hidden)
{
    return {{"expected_class", hidden.expectedClass},
            {"predicted_class", hidden.predictedClass},
            {"generator", hidden.generator},
            {"other_labels", hidden.otherLabels},
            {"seed", hidden.seed}};
}

BlindSettings hiddenFrom(const json &object)
{
    BlindSettings hidden;
    JsonFields fields(object, "'hidden' of the labelling protocol");
    fields.read("expected_class", hidden.expectedClass);
    fields.read("predicted_class", hidden.predictedClass);
    fields.read("generator", hidden.generator);
    fields.read("other_labels", hidden.otherLabels);
    fields.read("seed", hidden.seed);
    fields.checkNothingLeft();
    return hidden;
}

json toJson(const std::vector<KnownTest> &tests)
{
    json list = json::array();
    for (const KnownTest &test : tests) {
        json object{{"run", test.run},
                    {"test", test.test},
                    {"answer", answerName(test.answer.answer)},
                    {"text", test.text}};
        put(object, "class", test.answer.seenClass);
        list.push_back(std::move(object));
    }
    return list;
}

KnownTest knownTestFrom(const json &object)
{
    KnownTest test;
    JsonFields fields(object, "a known test of the labelling protocol");
    std::string answer;
    fields.read("run", test.run);
    fields.read("test", test.test);
    fields.read("answer", answer);
    fields.read("class", test.answer.seenClass);
    fields.read("text", test.text);
    fields.checkNothingLeft();
    const auto known = answerFromName(answer);
    if (!known)
        fields.throwBad("answer", "valid-same, valid-other, seen, invalid or unsure");
    test.answer.answer = *known;
    return test;
}

void readKnownTests(JsonFields &fields, const char *key, std::vector<KnownTest> &tests)
{
    const json *list = fields.find(key);
    if (list == nullptr)
        return;
    if (!list->is_array())
        fields.throwBad(key, "a list");
    for (const json &object : *list)
        tests.push_back(knownTestFrom(object));
}

template <typename Enum>
void readName(JsonFields &fields, const char *key, std::initializer_list<Enum> values,
              const char *(*name)(Enum), Enum &value)
{
    std::string given = name(value);
    fields.read(key, given);
    std::string all;
    for (const Enum candidate : values) {
        if (given == name(candidate)) {
            value = candidate;
            return;
        }
        all += (all.empty() ? "" : ", ") + std::string(name(candidate));
    }
    fields.throwBad(key, "one of " + all);
}

void readNumbers(JsonFields &fields, LabelProtocol &protocol)
{
    fields.read("sample_size", protocol.sampleSize);
    fields.read("seed", protocol.seed);
    fields.read("labels_per_test", protocol.labelsPerTest);
    fields.read("labellers", protocol.labellers);
    fields.read("clean_checks", protocol.cleanChecks);
    fields.read("invalid_checks", protocol.invalidChecks);
    fields.read("repeats", protocol.repeats);
    fields.read("training_clean", protocol.trainingClean);
    fields.read("training_invalid", protocol.trainingInvalid);
    fields.read("millimetres", protocol.millimetres);
}

void readTexts(JsonFields &fields, LabelProtocol &protocol)
{
    fields.read("uuid", protocol.uuid);
    fields.read("version", protocol.version);
    fields.read("name", protocol.name);
    fields.read("class_names", protocol.classNames);
    fields.read("runs", protocol.runs);
    fields.read("disagreements_of", protocol.disagreementsOf);
    fields.read("instructions", protocol.instructions);
}

void readFormat(JsonFields &fields)
{
    int format = formatVersion;
    fields.read("format", format);
    if (format != formatVersion)
        throw Error(ErrorCode::NewerVersion,
                    "a labelling protocol has format " + std::to_string(format)
                        + ", this version of Mutascope reads format " + std::to_string(formatVersion),
                    "Use a newer Mutascope");
}

} // namespace

json toJson(const LabelProtocol &protocol)
{
    return {{"format", formatVersion},
            {"uuid", protocol.uuid},
            {"version", protocol.version},
            {"name", protocol.name},
            {"question", questionName(protocol.question)},
            {"class_names", protocol.classNames},
            {"selection", selectionName(protocol.selection)},
            {"runs", protocol.runs},
            {"sample_size", protocol.sampleSize},
            {"disagreements_of", protocol.disagreementsOf},
            {"filter", toJson(protocol.filter)},
            {"hidden", toJson(protocol.hidden)},
            {"seed", protocol.seed},
            {"labels_per_test", protocol.labelsPerTest},
            {"labellers", protocol.labellers},
            {"clean_checks", protocol.cleanChecks},
            {"invalid_checks", protocol.invalidChecks},
            {"repeats", protocol.repeats},
            {"training_clean", protocol.trainingClean},
            {"training_invalid", protocol.trainingInvalid},
            {"training", toJson(protocol.training)},
            {"instructions", protocol.instructions},
            {"examples", toJson(protocol.examples)},
            {"millimetres", protocol.millimetres}};
}

LabelProtocol protocolFromJson(const json &object)
{
    LabelProtocol protocol;
    JsonFields fields(object, "the labelling protocol");
    readFormat(fields);
    readTexts(fields, protocol);
    readNumbers(fields, protocol);
    readName(fields, "question", {LabelQuestion::Verdict, LabelQuestion::Class},
             static_cast<const char *(*)(LabelQuestion)>(questionName), protocol.question);
    readName(
        fields, "selection",
        {TestSelection::Failing, TestSelection::Sample, TestSelection::Disagreements, TestSelection::Filter},
        selectionName, protocol.selection);
    if (const json *filter = fields.find("filter"))
        protocol.filter = filterFrom(*filter);
    if (const json *hidden = fields.find("hidden"))
        protocol.hidden = hiddenFrom(*hidden);
    readKnownTests(fields, "training", protocol.training);
    readKnownTests(fields, "examples", protocol.examples);
    fields.checkNothingLeft();
    checkProtocol(protocol);
    return protocol;
}

LabelProtocol protocolFromText(const std::string &text, const std::string &source)
{
    return protocolFromJson(parseJson(text, source));
}

} // namespace mutascope
