// SPDX-License-Identifier: GPL-3.0-or-later
// The task format of Label Studio: images inside, a choice an annotation; who chose is a text of the
// annotation, because its accounts are not ours.
#include "core/base/error.h"
#include "core/labels/json_text.h"
#include "core/labels/label_reading.h"
#include "core/labels/label_writers.h"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace mutascope {

using nlohmann::json;

namespace {

const char *const otherPrefix = "valid-other: ";
const char *const classPrefix = "class: "; // of a class that is named like one of the other choices
const char *const numberPrefix = "class "; // of several classes of one name: "class 3: dog"

std::string base64(const std::vector<std::uint8_t> &bytes)
{
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t at) { return at < bytes.size() ? std::uint32_t(bytes[at]) : 0U; };
        const std::uint32_t group = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
    }
    return text;
}

std::string xmlText(const std::string &text)
{
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '&':
            escaped += "&amp;";
            break;
        case '<':
            escaped += "&lt;";
            break;
        case '"':
            escaped += "&quot;";
            break;
        default:
            escaped += c;
        }
    }
    return escaped;
}

json region(const char *name, const char *type, const std::string &key, const std::string &text)
{
    return {{"from_name", name}, {"to_name", "image"}, {"type", type}, {"value", {{key, {text}}}}};
}

json annotationOf(const LabelExport &data, const ItemLabels::One &label)
{
    json result = json::array();
    result.push_back(
        region("verdict", "choices", "choices", labelStudioChoice(label.verdict, data.protocol)));
    result.push_back(region("labeller", "textarea", "text", data.names.at(label.labeller)));
    if (!label.verdict.note.empty())
        result.push_back(region("note", "textarea", "text", label.verdict.note));
    return {{"unique_id", label.event},
            {"lead_time", double(label.milliseconds) / 1000},
            {"created_at", label.at},
            {"result", result}};
}

json taskOf(const LabelExport &data, const ItemLabels &labels, std::size_t id)
{
    const std::string picture = base64(encodePng(data.store.image(labels.item.uuid)));
    json annotations = json::array();
    for (const ItemLabels::One &label : labels.labels)
        annotations.push_back(annotationOf(data, label));
    return {{"id", id},
            {"data",
             {{"image", "data:image/png;base64," + picture},
              {"item", labels.item.uuid},
              {"protocol", data.protocol.uuid},
              {"protocol_version", data.protocol.version}}},
            {"annotations", std::move(annotations)}};
}

struct NumberedClass {
    std::string number; // from 0
    std::string name;
};

// "class 3: dog"
std::optional<NumberedClass> numberedClass(const std::string &text)
{
    const std::string prefix = numberPrefix;
    const std::size_t colon = text.find(": ");
    if (!text.starts_with(prefix) || colon == std::string::npos || colon == prefix.size())
        return std::nullopt;
    const std::string number = text.substr(prefix.size(), colon - prefix.size());
    if (!std::ranges::all_of(number, [](unsigned char c) { return std::isdigit(c) != 0; }))
        return std::nullopt;
    return NumberedClass{number, text.substr(colon + 2)};
}

// What the choice of a class says, told from what all protocols can say and from all other classes.
std::string classChoice(std::size_t number, const std::vector<std::string> &names)
{
    const std::string name = number < names.size() ? names[number] : std::to_string(number);
    if (number >= names.size() || name.empty() || std::ranges::count(names, name) > 1)
        return fmt::format("{}{}: {}", numberPrefix, number, name);
    const bool taken = answerFromName(name) || name.starts_with(otherPrefix) || name.starts_with(classPrefix)
        || numberedClass(name);
    return taken ? classPrefix + name : name;
}

void readClass(const std::string &choice, IncomingLabel &label)
{
    if (const auto numbered = numberedClass(choice)) {
        label.seenClass = numbered->number;
        label.className = numbered->name;
        return;
    }
    label.className
        = choice.starts_with(classPrefix) ? choice.substr(std::string(classPrefix).size()) : choice;
}

// A choice back into verdict and class.
void readChoice(const std::string &choice, IncomingLabel &label)
{
    const std::string prefix = otherPrefix;
    if (answerFromName(choice)) {
        label.verdict = choice;
    } else if (choice.starts_with(prefix)) {
        label.verdict = answerName(LabelAnswer::ValidOther);
        readClass(choice.substr(prefix.size()), label);
    } else {
        label.verdict = answerName(LabelAnswer::Seen);
        readClass(choice, label);
    }
}

// The first text of a list under key; "" where it is something else.
std::string firstText(const json &value, const char *key)
{
    if (!value.is_object() || !value.contains(key))
        return {};
    const json &found = value[key];
    const json &first = found.is_array() && !found.empty() ? found.front() : found;
    return first.is_string() ? first.get<std::string>() : std::string();
}

std::string textAt(const json &object, const char *key)
{
    return object.is_object() && object.contains(key) && object[key].is_string()
        ? object[key].get<std::string>()
        : std::string();
}

// Label Studio writes the number of an account, or the account.
std::string accountName(const json &annotation)
{
    if (!annotation.contains("completed_by"))
        return {};
    const json &account = annotation["completed_by"];
    if (account.is_number_integer())
        return fmt::format("Label Studio account {}", account.get<std::int64_t>());
    return textAt(account, "email");
}

IncomingLabel labelOf(const json &annotation, IncomingLabel label)
{
    label.uuid = textAt(annotation, "unique_id");
    label.at = textAt(annotation, "created_at");
    if (annotation.contains("lead_time") && annotation["lead_time"].is_number()) {
        const double seconds = annotation["lead_time"].get<double>();
        label.milliseconds = seconds >= 0 && seconds < 1e9 ? std::int64_t(seconds * 1000 + 0.5) : 0;
    }
    label.labeller = accountName(annotation);
    for (const json &part : annotation.at("result")) {
        const std::string name = textAt(part, "from_name");
        const json value = part.is_object() && part.contains("value") ? part["value"] : json();
        if (textAt(part, "type") == "choices")
            readChoice(firstText(value, "choices"), label);
        else if (name == "labeller")
            label.labeller = firstText(value, "text");
        else if (name == "note")
            label.note = firstText(value, "text");
    }
    return label;
}

void readTask(const json &task, std::size_t number, std::vector<IncomingLabel> &labels,
              LabelProblems &refused)
{
    const std::string where = fmt::format("task {}", number);
    const json data = task.is_object() && task.contains("data") ? task["data"] : json();
    if (!data.is_object() || !task.contains("annotations") || !task["annotations"].is_array())
        return refused.add("tasks without data or annotations", where);
    IncomingLabel label;
    label.where = where;
    label.item = textAt(data, "item");
    label.protocol = textAt(data, "protocol");
    if (data.contains("protocol_version") && data["protocol_version"].is_number_integer())
        label.version = data["protocol_version"].get<std::int64_t>();
    for (const json &annotation : task["annotations"]) {
        const bool cancelled = annotation.is_object() && annotation.value("was_cancelled", json()) == true;
        if (cancelled)
            continue; // skipped there
        if (!annotation.is_object() || !annotation.contains("result") || !annotation["result"].is_array())
            refused.add("annotations without a result", where);
        else
            labels.push_back(labelOf(annotation, label));
    }
}

} // namespace

std::vector<std::string> labelStudioChoices(const LabelProtocol &protocol)
{
    const bool asksClass = protocol.question == LabelQuestion::Class;
    std::vector<std::string> choices;
    if (!asksClass)
        choices.emplace_back(answerName(LabelAnswer::ValidSame));
    for (std::size_t number = 0; number < protocol.classNames.size(); ++number)
        choices.push_back((asksClass ? "" : otherPrefix) + classChoice(number, protocol.classNames));
    for (const LabelAnswer answer : {LabelAnswer::Invalid, LabelAnswer::Unsure})
        choices.emplace_back(answerName(answer));
    return choices;
}

std::string labelStudioChoice(const LabelVerdict &verdict, const LabelProtocol &protocol)
{
    const auto choice
        = [&] { return classChoice(std::size_t(verdict.seenClass.value_or(0)), protocol.classNames); };
    switch (verdict.answer) {
    case LabelAnswer::Seen:
        return choice();
    case LabelAnswer::ValidOther:
        return otherPrefix + choice();
    default:
        return answerName(verdict.answer);
    }
}

std::int64_t writeLabelStudio(const LabelExport &data, const TextSink &write)
{
    std::int64_t count = 0;
    write("[");
    for (std::size_t i = 0; i < data.labels.size(); ++i) {
        write((i == 0 ? "\n" : ",\n") + jsonLine(taskOf(data, data.labels[i], i + 1)));
        count += std::int64_t(data.labels[i].labels.size());
    }
    write("\n]\n");
    return count;
}

std::string labelStudioConfig(const LabelProtocol &protocol)
{
    std::string choices;
    for (const std::string &choice : labelStudioChoices(protocol))
        choices += fmt::format("    <Choice value=\"{}\"/>\n", xmlText(choice));
    return fmt::format("<View>\n"
                       "  <Header value=\"{}\"/>\n"
                       "  <Image name=\"image\" value=\"$image\"/>\n"
                       "  <Choices name=\"verdict\" toName=\"image\" choice=\"single\" required=\"true\">\n"
                       "{}"
                       "  </Choices>\n"
                       "  <TextArea name=\"note\" toName=\"image\" placeholder=\"note\"/>\n"
                       "  <TextArea name=\"labeller\" toName=\"image\" placeholder=\"labeller\"/>\n"
                       "</View>\n",
                       xmlText(protocol.name), choices);
}

std::vector<IncomingLabel> readLabelStudio(const std::string &text, const std::string &source,
                                           LabelProblems &refused)
{
    const json tasks = parseJson(text, source);
    if (!tasks.is_array())
        throw Error(ErrorCode::BadData, source + ": this is no list of Label Studio tasks",
                    "Export the project from Label Studio as JSON");
    std::vector<IncomingLabel> labels;
    for (std::size_t i = 0; i < tasks.size(); ++i)
        readTask(tasks[i], i + 1, labels, refused);
    return labels;
}

} // namespace mutascope
