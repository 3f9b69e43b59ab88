// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "core/labels/verdict.h"
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

// What labellers are asked and how: stored with the labels as versioned JSON, never changed once labels exist
// (a change makes the next version, whose labels are counted apart).
namespace mutascope {

enum class TestSelection : std::uint8_t {
    Failing, // all failing tests
    Sample, // of the failing tests, sampleSize, stratified by generator and class of the seed
    Disagreements, // of another protocol: tests its labellers disagree about
    Filter, // what the saved filter matches
};
const char *selectionName(TestSelection selection); // "failing" "sample" "disagreements" "filter"

// A filter that is stored with the protocol; empty fields match everything.
struct SavedFilter {
    std::optional<bool> failing;
    std::optional<bool> verified;
    std::optional<int> label;
    std::optional<int> predicted;
    std::string mutator;
    bool operator==(const SavedFilter &) const = default;
};

// What a labeller does not get to see. Hidden things are also left out of hand-outs.
struct BlindSettings {
    bool expectedClass = true;
    bool predictedClass = true;
    bool generator = true;
    bool otherLabels = true;
    bool seed = true; // the image the test was made from
    bool all() const { return expectedClass && predictedClass && generator && otherLabels && seed; }
    bool operator==(const BlindSettings &) const = default;
};

// A test with its right answer: shown with the instructions, or asked in the training round.
struct KnownTest {
    std::int64_t run = 0; // its number in the session
    std::int64_t test = 0;
    LabelVerdict answer;
    std::string text; // why it is right
    bool operator==(const KnownTest &) const = default;
};

struct LabelProtocol {
    std::string uuid; // set when it is stored, "" until then
    int version = 1;
    std::string name;
    LabelQuestion question = LabelQuestion::Class;
    std::vector<std::string> classNames; // at least two; from the project unless set

    TestSelection selection = TestSelection::Sample;
    std::vector<std::int64_t> runs; // numbers in the session; empty: all
    int sampleSize = 200; // Sample; of all when there are fewer
    std::string disagreementsOf; // uuid of the other protocol
    SavedFilter filter;

    BlindSettings hidden;
    std::uint64_t seed = 1; // of orders, samples and checks
    int labelsPerTest = 0; // k; 0: every labeller gets every test
    int labellers = 0; // how many are expected; needed where k > 0
    int cleanChecks = 0; // unchanged seeds mixed in, whose class is known
    int invalidChecks = 0; // noise and flat images mixed in
    int repeats = 0; // items asked a second time, for self-agreement
    int trainingClean = 0; // training round: unchanged seeds
    int trainingInvalid = 0; // and images that are invalid
    std::vector<KnownTest> training; // and tests with their answers
    std::string instructions; // plain text
    std::vector<KnownTest> examples; // shown with it
    double millimetres = 50; // width of the image on the screen, the same for everybody

    bool operator==(const LabelProtocol &) const = default;
};

// Throws Error{Usage} with the first thing that is wrong: no name, a verdict question with both the expected
// class and the seed hidden (nobody could say whether the class is the same), k of fewer labellers, negative
// or absurd counts, an answer of an example that the question does not have ...
void checkProtocol(const LabelProtocol &protocol);

nlohmann::json toJson(const LabelProtocol &protocol);
// Throws Error{BadData} for JSON that is none of a protocol: unknown keys, wrong types; then as
// checkProtocol.
LabelProtocol protocolFromJson(const nlohmann::json &object);
LabelProtocol protocolFromText(const std::string &json, const std::string &source); // the same, from text

// For somebody who just wants to start: class question up to ten classes, else verdict with the seed shown;
// blind; all failing tests up to a stratified sample of 200, a few checks and repeats.
LabelProtocol defaultProtocol(const std::vector<std::string> &classNames, std::int64_t failingTests);

} // namespace mutascope
