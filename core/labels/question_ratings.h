// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/agreement_report.h"

namespace mutascope {

// Answers to one question as numbers: what each category is called, and which one a verdict is.
class AnswerScale {
public:
    AnswerScale(AgreementQuestion question, const LabelProtocol &protocol, bool countUnsure);
    const std::vector<std::string> &categories() const { return m_categories; }
    // None where the verdict says nothing about the question.
    std::optional<int> category(const LabelVerdict &verdict, const std::optional<int> &expected) const;

private:
    std::optional<int> answered(const LabelVerdict &verdict, const std::optional<int> &expected) const;
    AgreementQuestion m_question;
    LabelQuestion m_asked;
    int m_classes;
    int m_unsure = -1; // its category, where it counts
    std::vector<std::string> m_categories;
};

// Column of each labeller.
using LabellerColumns = std::map<std::string, std::size_t>;
ItemAnswers answersOf(const ItemLabels &labels, const AnswerScale &scale, const LabellerColumns &columns);

// Columns of two labellers who both answered an item, ascending. More than mostPairs are not looked at one by
// one, so that thousands of labellers cost no hours: complete is false then, and columns empty.
inline constexpr std::size_t mostPairs = 1000;
struct SharingPairs {
    std::vector<std::pair<std::size_t, std::size_t>> columns;
    bool complete = true;
};
SharingPairs sharingPairs(const Ratings &ratings);

} // namespace mutascope
