// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/label_records.h"
#include <array>
#include <span>

namespace mutascope {

namespace {

constexpr std::array answers = {"valid-same", "valid-other", "seen", "invalid", "unsure"};
constexpr std::array itemKinds = {"test", "clean", "invalid", "repeat", "training", "example"};
constexpr std::array eventKinds = {"verdict", "undo", "redo", "skip", "adjudication"};
constexpr std::array humanVerdicts
    = {"unlabelled", "valid-same", "valid-other", "valid", "invalid", "undecided"};

template <typename Enum>
std::optional<Enum> valueOf(std::span<const char *const> names, const std::string &name)
{
    for (std::size_t i = 0; i < names.size(); ++i)
        if (name == names[i])
            return Enum(i);
    return std::nullopt;
}

} // namespace

const char *answerName(LabelAnswer answer)
{
    return answers.at(std::size_t(answer));
}

std::optional<LabelAnswer> answerFromName(const std::string &name)
{
    return valueOf<LabelAnswer>(answers, name);
}

const char *itemKindName(LabelItemKind kind)
{
    return itemKinds.at(std::size_t(kind));
}

std::optional<LabelItemKind> itemKindFromName(const std::string &name)
{
    return valueOf<LabelItemKind>(itemKinds, name);
}

const char *eventKindName(LabelEventKind kind)
{
    return eventKinds.at(std::size_t(kind));
}

std::optional<LabelEventKind> eventKindFromName(const std::string &name)
{
    return valueOf<LabelEventKind>(eventKinds, name);
}

const char *humanVerdictName(HumanVerdict verdict)
{
    return humanVerdicts.at(std::size_t(verdict));
}

std::optional<HumanVerdict> humanVerdictFromName(const std::string &name)
{
    return valueOf<HumanVerdict>(humanVerdicts, name);
}

bool isValid(HumanVerdict verdict)
{
    return verdict == HumanVerdict::ValidSame || verdict == HumanVerdict::ValidOther
        || verdict == HumanVerdict::ValidUnclear;
}

} // namespace mutascope
