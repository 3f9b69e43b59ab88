// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/labels/label_merge.h"
#include <algorithm>
#include <fmt/format.h>

namespace mutascope {

namespace {

constexpr std::size_t shownExamples = 3;

std::string textOf(const LabelProblem &problem)
{
    std::string examples;
    for (const std::string &example : problem.examples)
        examples += (examples.empty() ? "" : ", ") + example;
    const bool more = problem.count > std::int64_t(problem.examples.size());
    return fmt::format("{}: {} ({}{}{})", problem.what, problem.count, more ? "first: " : "", examples,
                       more ? ", ..." : "");
}

} // namespace

void LabelProblems::add(const std::string &what, const std::string &example)
{
    auto found = std::ranges::find(m_list, what, &LabelProblem::what);
    if (found == m_list.end())
        found = m_list.insert(m_list.end(), {what, 0, {}});
    ++found->count;
    if (found->examples.size() < shownExamples)
        found->examples.push_back(example);
}

std::int64_t LabelProblems::count() const
{
    std::int64_t count = 0;
    for (const LabelProblem &problem : m_list)
        count += problem.count;
    return count;
}

std::string LabelProblems::text() const
{
    std::string text;
    for (const LabelProblem &problem : m_list)
        text += (text.empty() ? "" : "; ") + textOf(problem);
    return text;
}

} // namespace mutascope
