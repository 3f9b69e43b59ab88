// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/base/image.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Rows of the tables of labels, as they are stored and as copies of a session exchange them.
namespace mutascope {

// What a labeller said about an image.
enum class LabelAnswer : std::uint8_t {
    ValidSame, // valid, and of the class expected
    ValidOther, // valid, of another class (LabelVerdict::seenClass)
    Seen, // valid, of the class named (seenClass), without knowing which was expected
    Invalid, // none of the classes
    Unsure,
};
const char *answerName(LabelAnswer answer); // "valid-same" "valid-other" "seen" "invalid" "unsure"
std::optional<LabelAnswer> answerFromName(const std::string &name);

struct Labeller {
    std::string uuid;
    std::string name;
    bool operator==(const Labeller &) const = default;
};

// Why an item is asked. Hand-outs say Test for Clean, Invalid and Repeat, too.
enum class LabelItemKind : std::uint8_t { Test, Clean, Invalid, Repeat, Training, Example };
const char *itemKindName(LabelItemKind kind); // "test" "clean" "invalid" "repeat" "training" "example"
std::optional<LabelItemKind> itemKindFromName(const std::string &name);

// One image a protocol asks about. What a labeller may not know is empty in a hand-out.
struct LabelItem {
    std::string uuid; // says nothing about the test
    LabelItemKind kind = LabelItemKind::Test;
    std::string runUuid; // "" where it is no test of a run (or hidden)
    std::int64_t test = 0; // 0: none
    std::string repeats; // uuid of the item it repeats, or ""
    int slot = -1; // with k labels a test: the first of the k slots of labellers that get it; -1: everybody
    std::optional<int> expected; // class of the seed
    std::optional<LabelAnswer> known; // right answer of a check, a training item or an example
    std::optional<int> knownClass;
    std::string text; // of an example or a training item: why
    std::string imageSha256;
    bool hasSeed = false; // the image it was made from can be shown
    bool operator==(const LabelItem &) const = default;
};

// What people say about a test, over all protocols: an adjudication decides, else the majority of who was not
// unsure; a tie is Undecided, and so is a test about which everybody is unsure.
enum class HumanVerdict : std::uint8_t {
    Unlabelled,
    ValidSame, // valid, and of the seed's class
    ValidOther, // valid, of another class
    ValidUnclear, // valid; of which class is open
    Invalid,
    Undecided,
};
const char *humanVerdictName(HumanVerdict verdict); // "unlabelled" "valid-same" "valid-other" "valid" ...
std::optional<HumanVerdict> humanVerdictFromName(const std::string &name);
bool isValid(HumanVerdict verdict);

struct TestVerdict {
    std::int64_t test = 0;
    HumanVerdict verdict = HumanVerdict::Unlabelled;
    int labels = 0; // how many labellers, unsure ones included
    bool operator==(const TestVerdict &) const = default;
};

// What a protocol's stored row says, the definition as JSON.
struct LabelProtocolRow {
    std::string uuid;
    int version = 1;
    std::string createdAt; // ISO 8601 UTC
    bool handOut = false; // the file holds what labellers may see, nothing else
    std::string definition;
    bool operator==(const LabelProtocolRow &) const = default;
};

// Events are only ever added, never changed: the database refuses it.
enum class LabelEventKind : std::uint8_t { Verdict, Undo, Redo, Skip, Adjudication };
const char *eventKindName(LabelEventKind kind); // "verdict" "undo" "redo" "skip" "adjudication"
std::optional<LabelEventKind> eventKindFromName(const std::string &name);

inline constexpr std::int64_t largestLabelNumber = 1'000'000'000'000; // no one labels that much

struct LabelEvent {
    std::string uuid;
    std::string protocolUuid;
    int protocolVersion = 1;
    std::string item; // LabelItem::uuid
    std::string labeller; // Labeller::uuid
    // Of this labeller in this protocol, from 1. It orders events; wall clocks may go backwards.
    std::int64_t number = 0;
    LabelEventKind kind = LabelEventKind::Verdict;
    std::string refers; // Undo and Redo: the event that is taken back or done again
    LabelAnswer answer = LabelAnswer::Unsure; // of a Verdict or an Adjudication
    std::optional<int> seenClass;
    std::string note;
    std::int64_t milliseconds = 0; // from showing to answering, by a monotone clock
    double millimetres = 0; // width of the image on the screen; 0: not known
    std::string at; // wall clock, ISO 8601 UTC with milliseconds
    std::string program; // its version
    bool operator==(const LabelEvent &) const = default;
};

} // namespace mutascope
