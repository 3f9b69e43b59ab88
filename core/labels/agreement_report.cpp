// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/agreement_report.h"
#include "core/labels/question_ratings.h"
#include <algorithm>
#include <set>

namespace mutascope {

namespace {

// The labels of a protocol, as the questions need them.
struct Gathered {
    LabelProtocol protocol;
    std::vector<ItemLabels> all;
    std::vector<const ItemLabels *> tests; // what agreement is about
    std::vector<Labeller> labellers; // who labelled anything, by name
    LabellerColumns columns;
    std::map<std::string, LabelOrigin> origins;
};

Gathered gather(const LabelStore &store, const std::string &uuid, int version)
{
    Gathered gathered{store.protocol(uuid, version), store.labels(uuid, version), {}, store.labellers(), {},
                      store.origins(uuid, version)};
    std::set<std::string> seen;
    for (const ItemLabels &labels : gathered.all) {
        if (labels.item.kind == LabelItemKind::Test)
            gathered.tests.push_back(&labels);
        for (const ItemLabels::One &label : labels.labels)
            seen.insert(label.labeller);
    }
    std::erase_if(gathered.labellers, [&](const Labeller &who) { return !seen.contains(who.uuid); });
    for (std::size_t i = 0; i < gathered.labellers.size(); ++i)
        gathered.columns[gathered.labellers[i].uuid] = i;
    return gathered;
}

// Items by the name a group has for them; items without one are left out.
template <typename NameOf>
std::vector<AgreementGroup> groups(const Gathered &gathered, const std::vector<ItemAnswers> &answers,
                                   int categories, const AgreementOptions &options, NameOf nameOf)
{
    std::map<std::pair<int, std::string>, Ratings> sorted;
    for (std::size_t i = 0; i < answers.size(); ++i)
        if (const auto name = nameOf(*gathered.tests[i])) {
            Ratings &ratings = sorted[*name];
            ratings.categories = categories;
            ratings.items.push_back(answers[i]);
        }
    std::vector<AgreementGroup> list;
    for (const auto &[name, ratings] : sorted)
        list.push_back({name.second, agreementOf(ratings, options)});
    return list;
}

using GroupName = std::optional<std::pair<int, std::string>>;

GroupName classGroup(const Gathered &gathered, const ItemLabels &labels)
{
    if (!labels.item.expected)
        return std::nullopt;
    const int number = *labels.item.expected;
    const auto &names = gathered.protocol.classNames;
    const bool named = number >= 0 && std::size_t(number) < names.size();
    return std::pair(number, named ? names[std::size_t(number)] : std::to_string(number));
}

GroupName generatorGroup(const Gathered &gathered, const ItemLabels &labels)
{
    const auto found = gathered.origins.find(labels.item.uuid);
    if (found == gathered.origins.end())
        return std::nullopt;
    return std::pair(0, found->second.generator);
}

LabellerPair pairOf(const Gathered &gathered, const Ratings &ratings, const AnswerScale &scale,
                    std::size_t first, std::size_t second)
{
    LabellerPair pair{gathered.labellers[first].uuid,
                      gathered.labellers[second].uuid,
                      scale.categories(),
                      {},
                      cohensKappa(ratings, first, second),
                      0};
    const std::size_t size = scale.categories().size();
    pair.confusion.assign(size, std::vector<std::size_t>(size));
    for (const ItemAnswers &item : ratings.items)
        if (item[first] && item[second]) {
            ++pair.confusion[std::size_t(*item[first])][std::size_t(*item[second])];
            ++pair.items;
        }
    return pair;
}

std::vector<LabellerPair> pairsOf(const Gathered &gathered, const Ratings &ratings, const AnswerScale &scale)
{
    std::vector<LabellerPair> pairs;
    for (const auto &[first, second] : sharingPairs(ratings).columns)
        pairs.push_back(pairOf(gathered, ratings, scale, first, second));
    return pairs;
}

QuestionReport questionReport(const Gathered &gathered, AgreementQuestion question,
                              const AgreementOptions &options)
{
    const AnswerScale scale(question, gathered.protocol, options.countUnsure);
    const int categories = int(scale.categories().size());
    Ratings ratings{{}, categories};
    for (const ItemLabels *labels : gathered.tests)
        ratings.items.push_back(answersOf(*labels, scale, gathered.columns));
    QuestionReport report;
    report.question = question;
    report.all = agreementOf(ratings, options);
    report.byClass = groups(gathered, ratings.items, categories, options,
                            [&](const ItemLabels &labels) { return classGroup(gathered, labels); });
    report.byGenerator = groups(gathered, ratings.items, categories, options,
                                [&](const ItemLabels &labels) { return generatorGroup(gathered, labels); });
    report.pairs = pairsOf(gathered, ratings, scale);
    return report;
}

const ItemLabels::One *labelBy(const ItemLabels &labels, const std::string &labeller)
{
    const auto found = std::ranges::lower_bound(labels.labels, labeller, {}, &ItemLabels::One::labeller);
    return found == labels.labels.end() || found->labeller != labeller ? nullptr : &*found;
}

bool isRight(const LabelItem &item, const LabelVerdict &verdict)
{
    return item.known == verdict.answer && item.knownClass == verdict.seenClass;
}

bool sameAnswer(const LabelVerdict &first, const LabelVerdict &second)
{
    return first.answer == second.answer && first.seenClass == second.seenClass;
}

double medianSeconds(std::vector<std::int64_t> times)
{
    if (times.empty())
        return 0;
    std::ranges::sort(times);
    const std::size_t half = times.size() / 2;
    const double middle
        = times.size() % 2 == 1 ? double(times[half]) : double(times[half - 1] + times[half]) / 2;
    return middle / 1000;
}

LabellerReport labellerReport(const Gathered &gathered, const Labeller &labeller,
                              const std::map<std::string, const ItemLabels *> &byItem)
{
    LabellerReport report;
    report.labeller = labeller;
    std::vector<std::int64_t> times;
    for (const ItemLabels &labels : gathered.all) {
        const ItemLabels::One *label = labelBy(labels, labeller.uuid);
        const LabelItem &item = labels.item;
        if (label == nullptr || item.kind == LabelItemKind::Training || item.kind == LabelItemKind::Example)
            continue;
        ++report.labels;
        report.unsure += label->verdict.answer == LabelAnswer::Unsure;
        times.push_back(label->milliseconds);
        if (item.known) {
            ++report.checks;
            report.checksRight += isRight(item, label->verdict);
        }
        const auto first = byItem.find(item.repeats);
        if (const auto *before = first == byItem.end() ? nullptr : labelBy(*first->second, labeller.uuid)) {
            ++report.repeats;
            report.repeatsSame += sameAnswer(before->verdict, label->verdict);
        }
    }
    report.medianSeconds = medianSeconds(std::move(times));
    return report;
}

std::vector<LabellerReport> labellerReports(const Gathered &gathered)
{
    std::map<std::string, const ItemLabels *> byItem;
    for (const ItemLabels &labels : gathered.all)
        byItem[labels.item.uuid] = &labels;
    std::vector<LabellerReport> reports;
    for (const Labeller &labeller : gathered.labellers)
        reports.push_back(labellerReport(gathered, labeller, byItem));
    return reports;
}

} // namespace

AgreementReport agreementReport(const LabelStore &store, const std::string &protocol, int version,
                                const AgreementOptions &options)
{
    const Gathered gathered = gather(store, protocol, version);
    AgreementReport report;
    report.protocol = gathered.protocol.uuid;
    report.version = gathered.protocol.version;
    report.items = gathered.tests.size();
    for (const ItemLabels *labels : gathered.tests)
        report.labelled += !labels->labels.empty();
    for (const AgreementQuestion question :
         {AgreementQuestion::Answer, AgreementQuestion::Validity, AgreementQuestion::LabelPreserved})
        report.questions.push_back(questionReport(gathered, question, options));
    report.labellers = labellerReports(gathered);
    return report;
}

} // namespace mutascope
