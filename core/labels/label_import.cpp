// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/class_names.h"
#include "core/labels/consensus.h"
#include "core/labels/label_reading.h"
#include "core/store/uuid.h"
#include <algorithm>
#include <fmt/format.h>
#include <regex>
#include <tuple>

namespace mutascope {

namespace {

// ISO 8601 with a time of day, as our exports and Label Studio write it; "" where a file tells none.
bool isTime(const std::string &text)
{
    static const std::regex form(R"(\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d)"
                                 R"((:([0-5]\d|60)(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)");
    constexpr std::size_t longest = 40; // the matcher recurses
    return text.empty() || (text.size() <= longest && std::regex_match(text, form));
}

std::vector<IncomingLabel> readLabels(LabelFormat format, const std::string &text, const std::string &source,
                                      LabelProblems &refused)
{
    switch (format) {
    case LabelFormat::Csv:
        return readLabelCsv(text, source, refused);
    case LabelFormat::JsonLines:
        return readLabelLines(text, source, refused);
    case LabelFormat::LabelStudio:
        return readLabelStudio(text, source, refused);
    case LabelFormat::Coco:
        throw Error(ErrorCode::Unsupported,
                    "labels cannot be read from COCO files: these say what labellers found together, not who "
                    "said what",
                    "Import CSV, JSON lines or Label Studio's JSON");
    }
    throw Error(ErrorCode::Internal, "a format of labels that is none");
}

// What one row must have is checked in turn; the first thing that is wrong refuses it.
class Importer {
public:
    Importer(LabelStore &store, LabelProtocol protocol, std::string defaultLabeller)
        : m_store(store), m_rows(store.rows()), m_protocol(std::move(protocol)),
          m_defaultLabeller(std::move(defaultLabeller))
    {
        const ProtocolKey key{m_protocol.uuid, m_protocol.version};
        for (LabelItem &item : m_rows.items(key)) {
            if (item.kind == LabelItemKind::Test)
                m_byTest.emplace(std::pair(item.runUuid, item.test), item.uuid);
            m_items.emplace(item.uuid, item);
        }
        for (const auto &[item, origin] : m_rows.origins(key))
            if (m_items.at(item).kind == LabelItemKind::Test)
                m_byTest.emplace(std::pair(std::to_string(origin.run), origin.test), item);
    }

    void run(const std::vector<IncomingLabel> &labels, ImportResult &result)
    {
        m_result = &result;
        m_rows.inTransaction([&] {
            for (const IncomingLabel &label : labels)
                take(label);
            std::vector<LabelItem> items;
            for (const auto &[uuid, item] : m_touched)
                items.push_back(item);
            m_store.updateVerdicts(items);
        });
    }

private:
    void refuse(const char *what, const std::string &example) { m_result->refused.add(what, example); }

    bool isOfProtocol(const IncomingLabel &label)
    {
        if (!label.protocol.empty() && label.protocol != m_protocol.uuid) {
            refuse("labels of another protocol", label.where);
            return false;
        }
        if (label.version && *label.version != m_protocol.version) {
            refuse("labels of another version of the protocol",
                   fmt::format("{}: version {}", label.where, *label.version));
            return false;
        }
        return true;
    }

    const LabelItem *itemOf(const IncomingLabel &label)
    {
        std::string uuid = label.item;
        if (uuid.empty() && label.test) {
            const auto found = m_byTest.find({label.run, *label.test});
            uuid = found == m_byTest.end() ? "" : found->second;
        }
        const auto found = m_items.find(uuid);
        if (found != m_items.end())
            return &found->second;
        const std::string name = !label.item.empty() ? label.item
            : label.test                             ? fmt::format("test {}", *label.test)
                                                     : "nothing named";
        refuse("labels for tests that do not exist", fmt::format("{}: {}", label.where, asUtf8(name)));
        return nullptr;
    }

    // Protocols made before names were distinct may have one name twice.
    bool namesSeveral(const std::string &name) const
    {
        return std::ranges::count(m_protocol.classNames, name) > 1;
    }

    std::optional<int> classNamed(const std::string &name) const
    {
        const auto named = std::ranges::find(m_protocol.classNames, name);
        return name.empty() || named == m_protocol.classNames.end() || namesSeveral(name)
            ? std::nullopt
            : std::optional(int(named - m_protocol.classNames.begin()));
    }

    // A number counts from 0 even where classes are named after digits.
    std::optional<int> classOf(const IncomingLabel &label) const
    {
        const std::string &text = label.seenClass;
        const bool digits = !text.empty() && text.size() < 9 && std::ranges::all_of(text, ::isdigit);
        if (!digits)
            return classNamed(text.empty() ? label.className : text);
        const int number = std::stoi(text);
        const bool known = std::size_t(number) < m_protocol.classNames.size();
        const bool fits = label.className.empty() || !known
            || m_protocol.classNames[std::size_t(number)] == label.className;
        return fits ? std::optional(number) : std::nullopt;
    }

    std::optional<LabelVerdict> verdictFrom(const IncomingLabel &label)
    {
        const auto answer = answerFromName(label.verdict);
        if (!answer) {
            refuse("unknown verdicts", fmt::format("{}: '{}'", label.where, asUtf8(label.verdict)));
            return std::nullopt;
        }
        LabelVerdict verdict{*answer, classOf(label), asUtf8(label.note)};
        const bool both = !label.seenClass.empty() && !label.className.empty();
        const std::string given = label.seenClass + (both ? " " : "") + label.className;
        if (!given.empty() && !verdict.seenClass) {
            const bool several = namesSeveral(label.seenClass.empty() ? label.className : label.seenClass);
            refuse(several ? "names that several classes have (give the class by its number)"
                           : "unknown classes",
                   fmt::format("{}: '{}'", label.where, asUtf8(given)));
            return std::nullopt;
        }
        try {
            checkVerdict(verdict, m_protocol.question, int(m_protocol.classNames.size()));
        } catch (const Error &error) {
            refuse("verdicts that are no answer", fmt::format("{}: {}", label.where, error.what()));
            return std::nullopt;
        }
        return verdict;
    }

    std::optional<std::string> labellerOf(const IncomingLabel &label)
    {
        const std::string name = label.labeller.empty() ? m_defaultLabeller : label.labeller;
        if (isUuid(label.labellerUuid)) {
            if (m_rows.labeller(label.labellerUuid))
                return label.labellerUuid;
        }
        try {
            checkLabellerName(name);
        } catch (const Error &) {
            refuse("labels without a labeller", label.where);
            return std::nullopt;
        }
        const auto found = m_rows.labellersNamed(name);
        if (!isUuid(label.labellerUuid) && !found.empty())
            return found.front().uuid;
        if (!found.empty())
            m_result->conflicts.add("labellers of a name that somebody else has here, counted as two people",
                                    fmt::format("'{}'", name));
        const std::string uuid = isUuid(label.labellerUuid) ? label.labellerUuid : randomUuid();
        m_rows.insertLabeller({uuid, name});
        return uuid;
    }

    void take(const IncomingLabel &label)
    {
        if (!isOfProtocol(label))
            return;
        if (!isTime(label.at)) {
            refuse("times that are none (such as 2024-05-31T12:00:00Z)",
                   fmt::format("{}: '{}'", label.where, asUtf8(label.at)));
            return;
        }
        const LabelItem *item = itemOf(label);
        const auto verdict = item == nullptr ? std::nullopt : verdictFrom(label);
        const auto labeller = verdict ? labellerOf(label) : std::nullopt;
        if (labeller)
            store(label, *item, *verdict, *labeller);
    }

    void store(const IncomingLabel &label, const LabelItem &item, const LabelVerdict &verdict,
               const std::string &labeller)
    {
        LabelEvent event;
        event.uuid = isUuid(label.uuid)
            ? label.uuid
            : uuidOf(fmt::format("{} {} {} {} {} {} {}", m_protocol.uuid, item.uuid, labeller, label.verdict,
                                 verdict.seenClass.value_or(-1), verdict.note, label.at));
        if (const auto here = m_rows.event(event.uuid)) {
            ++m_result->known;
            if (verdictOf(*here) != verdict)
                m_result->conflicts.add(
                    "labels that say something else here, which stays (without their uuid they are new ones)",
                    label.where);
            return;
        }
        event.protocolUuid = m_protocol.uuid;
        event.protocolVersion = m_protocol.version;
        event.item = item.uuid;
        event.labeller = labeller;
        event.number = numberOf(label, labeller);
        event.answer = verdict.answer;
        event.seenClass = verdict.seenClass;
        event.note = verdict.note;
        event.milliseconds = label.milliseconds;
        event.at = label.at.empty() ? utcNowMilliseconds() : asUtf8(label.at);
        event.program = "import";
        reportConflict(label, event, item);
        m_rows.insertEvent(event);
        m_touched.insert({item.uuid, item});
        ++m_result->labels;
    }

    // Its own, so that what was said later stays later; else the next of the labeller.
    std::int64_t numberOf(const IncomingLabel &label, const std::string &labeller)
    {
        const auto [last, isNew] = m_lastNumbers.try_emplace(labeller, 0);
        if (isNew)
            last->second = m_rows.lastNumber({m_protocol.uuid, m_protocol.version}, labeller);
        const bool given = label.number && *label.number > 0 && *label.number < largestLabelNumber;
        const std::int64_t number = given ? *label.number : last->second + 1;
        last->second = std::max(last->second, number);
        return number;
    }

    // What each labeller says about the item now. Read once: thousands may speak about one item.
    std::map<std::string, LabelEvent> &verdictsOf(const LabelItem &item)
    {
        const auto [found, isNew] = m_verdicts.try_emplace(item.uuid);
        if (isNew)
            for (const LabelEvent &event : m_rows.currentOf(item.uuid))
                if (event.kind == LabelEventKind::Verdict)
                    found->second.emplace(event.labeller, event);
        return found->second;
    }

    // An event before it is stored.
    void reportConflict(const IncomingLabel &label, const LabelEvent &event, const LabelItem &item)
    {
        std::map<std::string, LabelEvent> &verdicts = verdictsOf(item);
        const auto [held, isFirst] = verdicts.try_emplace(event.labeller, event);
        if (isFirst)
            return;
        if (held->second.answer != event.answer || held->second.seenClass != event.seenClass)
            m_result->conflicts.add("items the labeller has judged otherwise here; both verdicts are kept",
                                    label.where);
        if (std::tie(held->second.number, held->second.uuid) < std::tie(event.number, event.uuid))
            held->second = event;
    }

    LabelStore &m_store;
    LabelRows &m_rows;
    LabelProtocol m_protocol;
    std::string m_defaultLabeller;
    std::map<std::string, LabelItem> m_items;
    std::map<std::pair<std::string, std::int64_t>, std::string> m_byTest; // run's uuid or number
    std::map<std::string, LabelItem> m_touched;
    std::map<std::string, std::int64_t> m_lastNumbers; // by labeller
    std::map<std::string, std::map<std::string, LabelEvent>> m_verdicts; // by item and labeller
    ImportResult *m_result = nullptr;
};

} // namespace

ImportResult importLabels(LabelStore &store, const std::string &protocol, int version, LabelFormat format,
                          const std::string &text, const std::string &source, const std::string &labeller)
{
    ImportResult result;
    const std::vector<IncomingLabel> labels = readLabels(format, text, source, result.refused);
    Importer(store, store.protocol(protocol, version), labeller).run(labels, result);
    return result;
}

} // namespace mutascope
