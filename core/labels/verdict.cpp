// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/verdict.h"
#include "core/base/error.h"
#include <fmt/format.h>

namespace mutascope {

namespace {

bool namesClass(LabelAnswer answer)
{
    return answer == LabelAnswer::ValidOther || answer == LabelAnswer::Seen;
}

bool isAnswerTo(LabelAnswer answer, LabelQuestion question)
{
    if (answer == LabelAnswer::Invalid || answer == LabelAnswer::Unsure)
        return true;
    return (answer == LabelAnswer::Seen) == (question == LabelQuestion::Class);
}

void checkClass(const LabelVerdict &verdict, int classes)
{
    const char *const name = answerName(verdict.answer);
    if (namesClass(verdict.answer) != verdict.seenClass.has_value())
        throw Error(
            ErrorCode::Usage,
            fmt::format("the verdict '{}' {}", name, verdict.seenClass ? "has no class" : "needs a class"));
    if (verdict.seenClass && (*verdict.seenClass < 0 || (classes > 0 && *verdict.seenClass >= classes)))
        throw Error(ErrorCode::Usage, fmt::format("there is no class {}", *verdict.seenClass),
                    classes > 0 ? fmt::format("The classes are 0 to {}", classes - 1) : "");
}

std::string className(int number, const std::vector<std::string> &names)
{
    return std::size_t(number) < names.size() ? names[std::size_t(number)] : std::to_string(number);
}

} // namespace

const char *questionName(LabelQuestion question)
{
    return question == LabelQuestion::Verdict ? "verdict" : "class";
}

void checkVerdict(const LabelVerdict &verdict, LabelQuestion question, int classes)
{
    if (!isAnswerTo(verdict.answer, question))
        throw Error(ErrorCode::Usage,
                    fmt::format("'{}' is no answer to the question of a {} protocol",
                                answerName(verdict.answer), questionName(question)),
                    question == LabelQuestion::Class ? "Its answers are seen, invalid and unsure"
                                                     : "Its answers are valid-same, valid-other, invalid and "
                                                       "unsure");
    checkClass(verdict, classes);
    if (verdict.note.size() > longestNote)
        throw Error(
            ErrorCode::Usage,
            fmt::format("a note has {} bytes, at most {} are possible", verdict.note.size(), longestNote));
}

LabelVerdict derivedVerdict(const LabelVerdict &verdict, const std::optional<int> &expected)
{
    if (verdict.answer != LabelAnswer::Seen || !expected)
        return verdict;
    LabelVerdict derived = verdict;
    derived.answer = verdict.seenClass == expected ? LabelAnswer::ValidSame : LabelAnswer::ValidOther;
    if (derived.answer == LabelAnswer::ValidSame)
        derived.seenClass.reset();
    return derived;
}

Validity validityOf(const LabelVerdict &verdict)
{
    if (verdict.answer == LabelAnswer::Unsure)
        return Validity::Unknown;
    return verdict.answer == LabelAnswer::Invalid ? Validity::Invalid : Validity::Valid;
}

std::optional<bool> labelPreserved(const LabelVerdict &verdict, const std::optional<int> &expected)
{
    switch (derivedVerdict(verdict, expected).answer) {
    case LabelAnswer::ValidSame:
        return true;
    case LabelAnswer::ValidOther:
        return false;
    default:
        return std::nullopt;
    }
}

std::string verdictText(const LabelVerdict &verdict, const std::vector<std::string> &classNames)
{
    switch (verdict.answer) {
    case LabelAnswer::ValidSame:
        return "valid, same class";
    case LabelAnswer::ValidOther:
        return "valid, other class: " + className(verdict.seenClass.value_or(0), classNames);
    case LabelAnswer::Seen:
        return className(verdict.seenClass.value_or(0), classNames);
    case LabelAnswer::Invalid:
        return "invalid";
    case LabelAnswer::Unsure:
        return "unsure";
    }
    throw Error(ErrorCode::Internal, "a verdict that is none");
}

} // namespace mutascope
