// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/question_ratings.h"
#include "core/base/error.h"
#include <set>

namespace mutascope {

namespace {

std::vector<std::string> categoriesOf(AgreementQuestion question, const LabelProtocol &protocol)
{
    if (question == AgreementQuestion::Validity)
        return {"valid", "invalid"};
    if (question == AgreementQuestion::LabelPreserved)
        return {"same class", "other class"};
    if (protocol.question == LabelQuestion::Verdict)
        return {"valid, same class", "valid, other class", "invalid"};
    std::vector<std::string> categories = protocol.classNames;
    categories.emplace_back("invalid");
    return categories;
}

} // namespace

const char *questionName(AgreementQuestion question)
{
    switch (question) {
    case AgreementQuestion::Answer:
        return "answer";
    case AgreementQuestion::Validity:
        return "validity";
    case AgreementQuestion::LabelPreserved:
        return "label-preserved";
    }
    throw Error(ErrorCode::Internal, "a question that is none");
}

AnswerScale::AnswerScale(AgreementQuestion question, const LabelProtocol &protocol, bool countUnsure)
    : m_question(question), m_asked(protocol.question), m_classes(int(protocol.classNames.size())),
      m_categories(categoriesOf(question, protocol))
{
    if (!countUnsure || question == AgreementQuestion::LabelPreserved)
        return;
    m_unsure = int(m_categories.size());
    m_categories.emplace_back("unsure");
}

std::optional<int> AnswerScale::category(const LabelVerdict &verdict,
                                         const std::optional<int> &expected) const
{
    if (verdict.answer == LabelAnswer::Unsure)
        return m_unsure < 0 ? std::nullopt : std::optional(m_unsure);
    return answered(verdict, expected);
}

std::optional<int> AnswerScale::answered(const LabelVerdict &verdict,
                                         const std::optional<int> &expected) const
{
    if (m_question == AgreementQuestion::Validity)
        return validityOf(verdict) == Validity::Valid ? 0 : 1;
    if (m_question == AgreementQuestion::LabelPreserved) {
        const auto preserved = labelPreserved(verdict, expected);
        return preserved ? std::optional(*preserved ? 0 : 1) : std::nullopt;
    }
    if (m_asked == LabelQuestion::Class)
        return verdict.answer == LabelAnswer::Invalid ? m_classes : verdict.seenClass.value_or(m_classes);
    return verdict.answer == LabelAnswer::ValidSame ? 0 : verdict.answer == LabelAnswer::ValidOther ? 1 : 2;
}

ItemAnswers answersOf(const ItemLabels &labels, const AnswerScale &scale, const LabellerColumns &columns)
{
    ItemAnswers answers(columns.size());
    for (const ItemLabels::One &label : labels.labels)
        answers[columns.at(label.labeller)] = scale.category(label.verdict, labels.item.expected);
    return answers;
}

SharingPairs sharingPairs(const Ratings &ratings)
{
    std::set<std::pair<std::size_t, std::size_t>> found;
    for (const ItemAnswers &item : ratings.items) {
        std::vector<std::size_t> answered;
        for (std::size_t column = 0; column < item.size(); ++column)
            if (item[column])
                answered.push_back(column);
        for (std::size_t a = 0; a < answered.size(); ++a)
            for (std::size_t b = a + 1; b < answered.size(); ++b)
                if (found.emplace(answered[a], answered[b]); found.size() > mostPairs)
                    return {{}, false};
    }
    return {{found.begin(), found.end()}, true};
}

} // namespace mutascope
